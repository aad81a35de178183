//! One row: values painted, links and nested values clickable.

use cyb_stream::Frame;
use egui::{CursorIcon, Rect, Sense, Ui, Vec2};

use super::{Table, access, nested::Opened, view::Grid};
use crate::{
    Cx,
    ink::{self, Ink},
    render::{
        path,
        scalar::{self, Role, Shown},
    },
    theme::{self, size},
};

/// How far a value that is wider than any measured one may reach into the padding before it is cut: a number reaches
/// to the left, where the first column's padding ends.
const SPILL: f32 = size::CELL_LEFT;

/// Draws the row `number`, counted in order of arrival, which stands at `place`.
pub(super) fn row(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    table: &mut Table,
    grid: &Grid,
    (place, number): (usize, usize),
) {
    let rect = ui.max_rect();
    if ui.rect_contains_pointer(rect) {
        ui.painter().rect_filled(rect, 0.0, cx.tokens.selection.gamma_multiply(0.7));
    }
    let ink = Ink::new(theme::meta(), cx.tokens.faint);
    let galley = ink::line(ui, &cx.tokens, &ink, &number.to_string(), grid.index_width);
    let right = rect.left() + grid.index_width - size::CELL_LEFT;
    ui.painter().galley(egui::pos2(right - galley.size().x, middle(rect, &galley)), galley, ink.color);
    let columns = grid.columns();
    let seen = grid.columns_seen(table.shift);
    ui.set_clip_rect(ui.clip_rect().intersect(seen.with_min_y(rect.top()).with_max_y(rect.bottom())));
    access::row(ui, place);
    let mut asked = None;
    let mut cells = table.cells(number);
    let seen = ui.clip_rect().x_range();
    for (index, (left, column)) in table.columns.places().enumerate() {
        let left = columns.left() + left - table.shift;
        let area = Rect::from_x_y_ranges(left..=left + column.width, rect.y_range());
        let cell = cells.next();
        // What is not seen is walked over and costs nothing else.
        if area.right() + SPILL < seen.min {
            continue;
        }
        if area.left() - SPILL > seen.max {
            break;
        }
        let shown = match cell {
            Some(cell) => scalar::shown(&cell, cx.view.now),
            None => Shown { text: "·".into(), role: Role::Missing },
        };
        access::cell(ui, area, &shown.text, (place, index));
        if let Some(cell) = cell.filter(|_| ui.rect_contains_pointer(area)) {
            tell(ui, &cell, area, index);
        }
        if value(ui, cx, &shown, area, (index, column.is_right())) {
            asked = Some((index, shown.role, cell.map(|cell| cell.text().into_owned())));
        }
    }
    drop(cells);
    match asked {
        Some((_, Role::Path | Role::Directory, Some(text))) => path::open(cx, &text),
        Some((column, ..)) => {
            let same = table.opened.is_some_and(|opened| (opened.row, opened.column) == (number, column));
            table.opened = (!same).then_some(Opened { row: number, column, place, height: 0.0 });
        }
        None => {}
    }
}

/// Tells who points at a cell what it exactly holds.
fn tell(ui: &Ui, cell: &Frame<'_>, area: Rect, index: usize) {
    if let Some(exact) = scalar::exact(cell) {
        ui.interact(area, ui.unique_id().with(("exact", index)), Sense::hover()).on_hover_text(exact);
    }
}

/// Paints a value; returns whether it was clicked.
fn value(ui: &Ui, cx: &Cx<'_>, shown: &Shown<'_>, area: Rect, (index, is_right): (usize, bool)) -> bool {
    let ink = Ink::new(shown.role.font(), shown.role.color(&cx.tokens));
    let chip = shown.role == Role::Date;
    let galley =
        ink::line(ui, &cx.tokens, &ink, &shown.text, area.width() + SPILL - if chip { 16.0 } else { 0.0 });
    let pad = if chip { 8.0 } else { 0.0 };
    let at_right = is_right && (shown.role.is_quantity() || shown.role.is_absent());
    let left = if at_right { area.right() - galley.size().x } else { area.left() + pad };
    let at = egui::pos2(left, middle(area, &galley));
    let text = Rect::from_min_size(at, galley.size());
    if chip {
        let outline = Rect::from_center_size(text.center(), Vec2::new(text.width() + 16.0, size::CHIP));
        ink::paint_chip(ui, outline, cx.tokens.hairline);
    }
    ui.painter().galley(at, galley, ink.color);
    let live = match shown.role {
        Role::Path | Role::Directory => path::opens(cx, &shown.text),
        Role::Nested | Role::Unknown => true,
        _ => false,
    };
    live && !shown.text.trim().is_empty() && link(ui, shown, text, index, ink.color)
}

fn link(ui: &Ui, shown: &Shown<'_>, text: Rect, index: usize, color: egui::Color32) -> bool {
    let response = ui.interact(text, ui.unique_id().with(("link", index)), Sense::click());
    let kind = egui::Role::Link;
    response.widget_info(|| egui::WidgetInfo::labeled(kind, true, crate::visible(&shown.text)));
    if response.hovered() || response.has_focus() {
        ui.painter().hline(text.x_range(), text.center().y + 8.5, egui::Stroke::new(1.0, color));
    }
    response.on_hover_cursor(CursorIcon::PointingHand).clicked()
}

fn middle(rect: Rect, galley: &egui::Galley) -> f32 {
    rect.center().y - galley.size().y / 2.0
}
