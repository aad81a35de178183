//! The scroll bar: egui's own counts in f32, this one does not.

use egui::{Rect, Sense, Ui, accesskit, pos2};

use super::Scrollback;
use crate::theme::Tokens;

const WIDTH: f32 = 10.0;
const SHORTEST: f64 = 32.0;

pub(super) fn ui(ui: &Ui, scrollback: &mut Scrollback, outer: Rect) {
    let (total, height) = (scrollback.total(), scrollback.view_height());
    let area = Rect::from_min_max(pos2(outer.right() - WIDTH, outer.top()), outer.max);
    let id = scrollback.id().with("scroll bar");
    let response = ui.interact(area, id, Sense::click_and_drag());
    let furthest = scrollback.furthest();
    if total > height {
        let handle = (height * height / total).clamp(SHORTEST.min(height), height);
        let travel = (height - handle).max(1.0);
        if let Some(pointer) =
            response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on())
        {
            let at = f64::from(pointer.y - area.top()) - handle / 2.0;
            scrollback.scroll_to(furthest * (at / travel).clamp(0.0, 1.0));
            ui.ctx().request_repaint();
        }
        let share = if furthest > 0.0 { (scrollback.offset() / furthest).clamp(0.0, 1.0) } else { 0.0 };
        let top = area.top() + (share * travel) as f32;
        let bar = Rect::from_min_size(pos2(area.left() + 2.0, top), egui::vec2(WIDTH - 4.0, handle as f32));
        let tokens = Tokens::of(ui);
        let lit = response.hovered() || response.dragged();
        let color = if lit { tokens.faint } else { tokens.hairline_strong };
        ui.painter().rect_filled(bar.shrink2(egui::vec2(0.0, 2.0)), 3.0, color);
    }
    let offset = scrollback.offset();
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_role(accesskit::Role::ScrollBar);
        node.set_label("scroll bar");
        node.set_numeric_value(offset);
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(furthest);
    });
}
