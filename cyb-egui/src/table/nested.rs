//! A nested value, opened between the row it is of and the next one.

use egui::{Rect, Ui, UiBuilder};

use super::{Table, view::Grid};
use crate::{
    Cx,
    ink::{self, Ink},
    theme::{self, size},
};

/// A cell whose value is opened.
#[derive(Clone, Copy, Debug)]
pub(super) struct Opened {
    /// In order of arrival.
    pub(super) row: usize,
    pub(super) column: usize,
    /// Where the row stands in the drawn order.
    pub(super) place: usize,
    /// What the value took when it was last drawn.
    pub(super) height: f64,
}

/// Below and above the value.
const PADDING: f64 = 4.0;

/// Finds the row of the opened value again where sorting has moved it.
pub(super) fn follow(table: &mut Table) {
    let Some(mut opened) = table.opened else { return };
    if table.row_at(opened.place) == opened.row {
        return;
    }
    opened.place = (0..table.len()).find(|place| table.row_at(*place) == opened.row).unwrap_or(opened.row);
    table.opened = Some(opened);
}

/// Draws the opened value where it is seen; where not, it keeps its height.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, table: &mut Table, grid: &Grid) {
    let Some(Opened { row, column, place, height }) = table.opened else { return };
    let top = grid.row_top(place) + f64::from(size::ROW);
    // What was never drawn is drawn to know its height.
    if height > 0.0 && !grid.sees(top, top + height) {
        return;
    }
    let Some(chunk) = table.cell_chunk(row, column) else { return };
    let left_top = egui::pos2(grid.rect.left(), grid.y(top + PADDING));
    let area = Rect::from_min_max(
        left_top,
        egui::pos2(ui.max_rect().right(), ui.max_rect().bottom().max(left_top.y)),
    );
    let mut strip = ui.new_child(UiBuilder::new().id_salt(("opened", row, column)).max_rect(area));
    let mut closed = false;
    strip.indent("opened", |ui| {
        let name = table.columns.list().get(column).map(|column| column.name.as_str()).unwrap_or_default();
        let ink = Ink::new(theme::meta(), cx.tokens.blue);
        let words = format!("{name} of row {row}, close");
        closed = ink::link(ui, &cx.tokens, &ink, &words, size::LINE, f32::INFINITY).clicked();
        cx.draw(ui, &chunk);
    });
    let drawn = f64::from(strip.min_rect().height()) + 2.0 * PADDING;
    table.opened = (!closed).then_some(Opened { row, column, place, height: drawn });
    if closed || drawn != height {
        ui.ctx().request_repaint();
    }
}
