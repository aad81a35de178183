//! The visible rows, painted; the header above them sticks to the top of the view.

use egui::{Rect, Sense, Stroke, Ui, UiBuilder, Vec2};

use super::{Table, access, cell, columns, sort::Direction};
use crate::{
    Cx,
    ink::{self, Ink},
    quantity,
    theme::{self, size},
};

/// How many rows a sort handles in one frame.
const BUDGET: usize = 60_000;

/// Which part of a tall piece is to be drawn: what lies `skip` points below its top, `room` points high. Kept in f64,
/// because a table may be taller than f32 can count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slice {
    pub(crate) skip: f64,
    pub(crate) room: f64,
}

/// Draws the slice at the top of `ui` and returns the height of the whole table.
pub(crate) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, table: &mut Table, slice: Slice) -> f64 {
    if !table.step(BUDGET) {
        ui.ctx().request_repaint();
    }
    let index_width = index_width(ui, cx, table.len());
    let outer = ui.available_rect_before_wrap();
    columns::fit(table, ui, cx, outer.width() - index_width);
    let mut top = 0.0;
    top += above(ui, cx, table, slice);
    let head = top;
    top += f64::from(size::HEAD_ROW);
    let rows_height = table.len() as f64 * f64::from(size::ROW);
    let width = (index_width + table.columns.total()).min(outer.width());
    let grid = Grid { rect: outer.with_max_x(outer.left() + width), index_width, slice, rows_top: top };
    sideways(ui, table, &grid);
    access::table(ui, table, grid.seen());
    rows(ui, cx, table, &grid);
    header(ui, cx, table, &grid, head);
    top += rows_height;
    top + below(ui, cx, table, &grid, top)
}

/// Where the table stands and which part of it is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) rect: Rect,
    pub(super) index_width: f32,
    slice: Slice,
    /// The first row's top, from the table's top.
    rows_top: f64,
}

impl Grid {
    /// The screen position of what lies `at` points below the table's top.
    fn y(&self, at: f64) -> f32 {
        self.rect.top() + (at - self.slice.skip) as f32
    }

    /// What is seen of the table.
    fn seen(&self) -> Rect {
        Rect::from_min_size(self.rect.min, Vec2::new(self.rect.width(), self.slice.room as f32))
    }

    /// The area of the columns, right of the row numbers.
    pub(super) fn columns(&self) -> Rect {
        self.rect.with_min_x(self.rect.left() + self.index_width)
    }
}

/// Title and damage mark, above the header; returns their height.
fn above(ui: &Ui, cx: &Cx<'_>, table: &Table, slice: Slice) -> f64 {
    let mut lines = Vec::new();
    if let Some(title) = table.title.as_deref().filter(|title| !title.is_empty()) {
        lines.push((title.to_owned(), Ink::new(theme::medium(), cx.tokens.text)));
    }
    if let Some(offset) = table.damaged {
        lines.push((format!("▲ damaged at byte {offset}"), Ink::new(theme::meta(), cx.tokens.orange)));
    }
    let rect = ui.available_rect_before_wrap();
    for (index, (text, ink)) in lines.iter().enumerate() {
        let y = rect.top() + (index as f64 * f64::from(size::LINE) - slice.skip) as f32;
        let galley = ink::line(ui, &cx.tokens, ink, text, rect.width());
        let place = Rect::from_min_size(egui::pos2(rect.left() + size::CELL_LEFT, y), galley.size());
        let response = ui.interact(place, ui.unique_id().with(("above", index)), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, galley.text()));
        ui.painter().galley(place.min, galley, ink.color);
    }
    lines.len() as f64 * f64::from(size::LINE)
}

fn rows(ui: &mut Ui, cx: &mut Cx<'_>, table: &mut Table, grid: &Grid) {
    let row = f64::from(size::ROW);
    let first = ((grid.slice.skip - grid.rows_top) / row).floor().max(0.0) as usize;
    let last = ((grid.slice.skip + grid.slice.room - grid.rows_top) / row).ceil().max(0.0) as usize;
    for place in first..last.min(table.len()) {
        let top = grid.y(grid.rows_top + place as f64 * row);
        let rect =
            Rect::from_min_size(egui::pos2(grid.rect.left(), top), Vec2::new(grid.rect.width(), size::ROW));
        let number = table.row_at(place);
        let mut child = ui.new_child(UiBuilder::new().id_salt(("row", number)).max_rect(rect));
        cell::row(&mut child, cx, table, grid, (place, number));
        ui.painter().hline(
            rect.x_range(),
            rect.bottom() - 0.5,
            Stroke::new(1.0, cx.tokens.hairline.gamma_multiply(0.6)),
        );
    }
}

/// The header row, at its place or at the top of the view while rows are behind it.
fn header(ui: &mut Ui, cx: &Cx<'_>, table: &mut Table, grid: &Grid, head: f64) {
    let rows_bottom = grid.rows_top + table.len() as f64 * f64::from(size::ROW);
    let lowest = (rows_bottom - f64::from(size::HEAD_ROW) - f64::from(size::ROW)).max(head);
    let at = grid.slice.skip.clamp(head, lowest);
    let top = grid.y(at);
    let rect =
        Rect::from_min_size(egui::pos2(grid.rect.left(), top), Vec2::new(grid.rect.width(), size::HEAD_ROW));
    if at > head {
        ui.painter().rect_filled(rect, 0.0, cx.tokens.base);
    }
    let ink = Ink::new(theme::meta(), cx.tokens.faint);
    let sign = ink::line(ui, &cx.tokens, &ink, "#", 40.0);
    let right = rect.left() + grid.index_width - size::CELL_LEFT;
    ui.painter().galley(
        egui::pos2(right - sign.size().x, rect.center().y - sign.size().y / 2.0),
        sign,
        ink.color,
    );
    let clip = ui.clip_rect();
    ui.set_clip_rect(clip.intersect(grid.columns().with_min_y(f32::NEG_INFINITY).with_max_y(f32::INFINITY)));
    let mut clicked = None;
    let places: Vec<_> =
        table.columns.places().map(|(left, column)| (left, column.width, column.is_right())).collect();
    for (index, (left, width, is_right)) in places.into_iter().enumerate() {
        let left = grid.columns().left() + left - table.shift;
        let place = Rect::from_x_y_ranges(left..=left + width, rect.y_range());
        if name(ui, cx, table, place, (index, is_right)) {
            clicked = Some(index);
        }
    }
    ui.set_clip_rect(clip);
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, cx.tokens.hairline_strong));
    if let Some(column) = clicked {
        table.click_header(column);
        ui.ctx().request_repaint();
    }
}

/// One column's name, bright with an arrow when sorted by; returns whether it was clicked.
fn name(ui: &Ui, cx: &Cx<'_>, table: &Table, place: Rect, (index, is_right): (usize, bool)) -> bool {
    let Some(column) = table.columns.list().get(index) else { return false };
    let area = Rect::from_x_y_ranges(
        place.left() - size::CELL_LEFT..=place.right() + size::CELL_RIGHT,
        place.y_range(),
    );
    let response = ui.interact(area, ui.unique_id().with(("head", index)), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let direction = table.sorted_by().filter(|(sorted, _)| *sorted == index).map(|(_, direction)| direction);
    let lit = direction.is_some() || response.hovered() || response.has_focus();
    let ink = Ink::new(theme::meta(), if lit { cx.tokens.text } else { cx.tokens.dim });
    let arrow = match direction {
        Some(Direction::Up) => " ↑",
        Some(Direction::Down) => " ↓",
        None => "",
    };
    let text = format!("{}{arrow}", column.name);
    let galley = ink::line(ui, &cx.tokens, &ink, &text, place.width());
    let left = if is_right { place.right() - galley.size().x } else { place.left() };
    access::header(ui, &response, &column.name, index, direction);
    ui.painter().galley(egui::pos2(left, place.center().y - galley.size().y / 2.0), galley, ink.color);
    response.clicked()
}

/// The counts and the opened value; returns their height.
fn below(ui: &mut Ui, cx: &mut Cx<'_>, table: &mut Table, grid: &Grid, top: f64) -> f64 {
    let y = grid.y(top);
    let rect =
        Rect::from_min_size(egui::pos2(grid.rect.left(), y + 6.0), Vec2::new(grid.rect.width(), size::LINE));
    let ink = Ink::new(theme::meta(), cx.tokens.faint);
    let galley = ink::line(ui, &cx.tokens, &ink, &quantity::count(table.len(), "row"), rect.width());
    if ui.is_rect_visible(rect) {
        ui.painter().galley(rect.min + Vec2::new(size::CELL_LEFT, 0.0), galley, ink.color);
    }
    let mut height = 6.0 + f64::from(size::LINE);
    let opened = table.opened.and_then(|(row, column)| Some((row, column, table.cell_chunk(row, column)?)));
    if let Some((row, column, chunk)) = opened {
        let area = Rect::from_min_max(egui::pos2(grid.rect.left(), rect.bottom() + 4.0), ui.max_rect().max);
        let builder = UiBuilder::new().id_salt(("opened", row, column)).max_rect(area);
        let mut strip = ui.new_child(builder);
        strip.indent("opened", |ui| {
            let name = table.columns.list().get(column).map(|column| column.name.clone()).unwrap_or_default();
            let ink = Ink::new(theme::meta(), cx.tokens.blue);
            let words = format!("{name} of row {row}, close");
            if ink::link(ui, &cx.tokens, &ink, &words, size::LINE, f32::INFINITY).clicked() {
                table.opened = None;
            }
            cx.draw(ui, &chunk);
        });
        height += 4.0 + f64::from(strip.min_rect().height());
    }
    height
}

/// Moves the columns of a table that is wider than the view, with the wheel.
fn sideways(ui: &Ui, table: &mut Table, grid: &Grid) {
    let room = grid.columns().width();
    let most = (table.columns.total() - room).max(0.0);
    if most > 0.0 && ui.rect_contains_pointer(grid.seen()) {
        table.shift -= ui.input_mut(|input| std::mem::take(&mut input.smooth_scroll_delta.x));
    }
    table.shift = table.shift.clamp(0.0, most);
}

/// Room for the row numbers.
fn index_width(ui: &Ui, cx: &Cx<'_>, rows: usize) -> f32 {
    let digits = rows.saturating_sub(1).to_string().len();
    let ink = Ink::new(theme::meta(), cx.tokens.faint);
    let widest = ink::line(ui, &cx.tokens, &ink, &"0".repeat(digits), 200.0).size().x;
    widest.ceil() + size::CELL_LEFT * 2.0
}
