//! A table wider than its view: moved by the wheel, or by a bar that stays in sight.

use egui::{Rect, Sense, Stroke, Ui, Vec2};

use super::{Table, view::Grid};
use crate::Cx;

/// What of the bar can be grasped, and what of it is seen.
const HEIGHT: f32 = 10.0;
const THICK: f32 = 4.0;
const SHORTEST: f32 = 32.0;

/// How far the columns can be moved.
pub(super) fn furthest(table: &Table, grid: &Grid) -> f32 {
    (table.columns.total() - grid.columns().width()).max(0.0)
}

/// Moves the columns with the wheel; egui turns a wheel with shift held into one that goes sideways.
pub(super) fn wheel(ui: &Ui, table: &mut Table, grid: &Grid) {
    let most = furthest(table, grid);
    if most > 0.0 && ui.rect_contains_pointer(grid.seen()) {
        table.shift -= ui.input_mut(|input| std::mem::take(&mut input.smooth_scroll_delta.x));
    }
    table.shift = table.shift.clamp(0.0, most);
}

/// The bar under the rows, or over the last ones that are seen; and a line where columns are out of sight at the left.
/// `bottom` is where the rows end on the screen.
pub(super) fn bar(ui: &Ui, cx: &Cx<'_>, table: &mut Table, grid: &Grid, bottom: f32) {
    let most = furthest(table, grid);
    if most <= 0.0 {
        return;
    }
    let (columns, seen) = (grid.columns(), grid.seen());
    let top = bottom.min(seen.bottom() - HEIGHT);
    if top < seen.top() {
        return;
    }
    if table.shift > 0.0 {
        let rows = seen.top().max(grid.head_top())..=bottom.min(seen.bottom());
        ui.painter().vline(columns.left(), rows, Stroke::new(1.0, cx.tokens.hairline_strong));
    }
    let area = Rect::from_min_size(egui::pos2(columns.left(), top), Vec2::new(columns.width(), HEIGHT));
    let response = ui.interact(area, ui.unique_id().with("sideways"), Sense::click_and_drag());
    let handle = (area.width() * area.width() / table.columns.total()).max(SHORTEST).min(area.width());
    let travel = (area.width() - handle).max(1.0);
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on()) {
        let at = pointer.x - area.left() - handle / 2.0;
        table.shift = most * (at / travel).clamp(0.0, 1.0);
        ui.ctx().request_repaint();
    }
    let thin = area.shrink2(Vec2::new(0.0, (HEIGHT - THICK) / 2.0));
    let left = thin.left() + travel * (table.shift / most);
    let lit = response.hovered() || response.dragged();
    let color = if lit { cx.tokens.faint } else { cx.tokens.hairline_strong };
    ui.painter().rect_filled(thin, THICK / 2.0, cx.tokens.track);
    let thumb = Rect::from_x_y_ranges(left..=left + handle, thin.y_range());
    ui.painter().rect_filled(thumb, THICK / 2.0, color);
    let shift = f64::from(table.shift);
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(egui::accesskit::Role::ScrollBar);
        node.set_label("columns");
        node.set_numeric_value(shift);
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(f64::from(most));
    });
}
