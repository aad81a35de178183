//! The visible rows, painted; the header above them sticks to the top of the view.

use egui::{Rect, Sense, Stroke, Ui, UiBuilder, Vec2};

use super::{Table, access, cell, columns, nested, sideways, sort::Direction};
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
    nested::follow(table);
    let gap = table.opened.map_or((usize::MAX, 0.0), |opened| (opened.place, opened.height));
    let width = (index_width + table.columns.total()).min(outer.width());
    let grid =
        Grid { rect: outer.with_max_x(outer.left() + width), index_width, slice, rows_top: top, head, gap };
    sideways::wheel(ui, table, &grid);
    access::table(ui, table, grid.seen());
    rows(ui, cx, table, &grid);
    nested::ui(ui, cx, table, &grid);
    header(ui, cx, table, &grid, head);
    let bottom = grid.row_top(table.len());
    sideways::bar(ui, cx, table, &grid, grid.y(bottom));
    bottom + below(ui, cx, table, &grid, bottom)
}

/// Where the table stands and which part of it is seen.
#[derive(Clone, Copy, Debug)]
pub(super) struct Grid {
    pub(super) rect: Rect,
    pub(super) index_width: f32,
    slice: Slice,
    /// The first row's top, from the table's top.
    rows_top: f64,
    /// The header's place, from the table's top.
    head: f64,
    /// The place of the row with an opened value below it, and how much that takes.
    gap: (usize, f64),
}

impl Grid {
    /// The screen position of what lies `at` points below the table's top.
    pub(super) fn y(&self, at: f64) -> f32 {
        self.rect.top() + (at - self.slice.skip) as f32
    }

    /// Where the row at `place` begins, from the table's top.
    pub(super) fn row_top(&self, place: usize) -> f64 {
        let (opened, gap) = self.gap;
        self.rows_top + place as f64 * f64::from(size::ROW) + if place > opened { gap } else { 0.0 }
    }

    /// The place of the row that stands `at` points below the table's top, or of the one above a gap there.
    fn place_at(&self, at: f64) -> usize {
        let (opened, gap) = self.gap;
        let row = f64::from(size::ROW);
        let place = |at: f64| ((at - self.rows_top) / row).floor().max(0.0) as usize;
        if place(at) > opened { place(at - gap).max(opened) } else { place(at) }
    }

    /// Whether any of what lies between `top` and `bottom`, from the table's top, is seen.
    pub(super) fn sees(&self, top: f64, bottom: f64) -> bool {
        bottom > self.slice.skip && top < self.slice.skip + self.slice.room
    }

    /// What is seen of columns moved by `shift`: not quite up to the line that then stands at their left.
    pub(super) fn columns_seen(&self, shift: f32) -> Rect {
        let columns = self.columns();
        columns.with_min_x(columns.left() + if shift > 0.0 { size::CELL_LEFT / 2.0 } else { 0.0 })
    }

    /// Where the header stands when it does not stick.
    pub(super) fn head_top(&self) -> f32 {
        self.y(self.head)
    }

    /// What is seen of the table.
    pub(super) fn seen(&self) -> Rect {
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
    let first = grid.place_at(grid.slice.skip);
    let last = grid.place_at(grid.slice.skip + grid.slice.room) + 1;
    for place in first..last.min(table.len()) {
        let at = grid.row_top(place);
        if !grid.sees(at, at + f64::from(size::ROW)) {
            continue;
        }
        let top = grid.y(at);
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
    let rows_bottom = grid.row_top(table.len());
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
    ui.set_clip_rect(
        clip.intersect(
            grid.columns_seen(table.shift).with_min_y(f32::NEG_INFINITY).with_max_y(f32::INFINITY),
        ),
    );
    let mut clicked = None;
    let places: Vec<_> =
        table.columns.places().map(|(left, column)| (left, column.width, column.is_right())).collect();
    for (index, (left, width, is_right)) in places.into_iter().enumerate() {
        let left = grid.columns().left() + left - table.shift;
        let place = Rect::from_x_y_ranges(left..=left + width, rect.y_range());
        if !ui.is_rect_visible(place.expand2(Vec2::new(size::CELL_RIGHT, 0.0))) {
            continue;
        }
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

/// The counts; returns their height.
fn below(ui: &Ui, cx: &Cx<'_>, table: &Table, grid: &Grid, top: f64) -> f64 {
    let wide = sideways::furthest(table, grid) > 0.0;
    let gap = if wide { 12.0 } else { 6.0 };
    let y = grid.y(top) + gap;
    let rect = Rect::from_min_size(egui::pos2(grid.rect.left(), y), Vec2::new(grid.rect.width(), size::LINE));
    if ui.is_rect_visible(rect) {
        let ink = Ink::new(theme::meta(), cx.tokens.faint);
        let galley = ink::line(ui, &cx.tokens, &ink, &counts(table, wide), rect.width());
        let place = rect.min + Vec2::new(size::CELL_LEFT, 0.0);
        let area = Rect::from_min_size(place, galley.size());
        let response = ui.interact(area, ui.unique_id().with("counts"), Sense::hover());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, galley.text()));
        ui.painter().galley(place, galley, ink.color);
    }
    f64::from(gap + size::LINE)
}

/// How many rows there are; and how many columns, where some are out of sight.
fn counts(table: &Table, wide: bool) -> String {
    let rows = quantity::count(table.len(), "row");
    let (drawn, all) = (table.columns.list().len(), table.columns.count());
    if drawn < all {
        format!("{rows} · the first {} of {}", quantity::grouped(drawn), quantity::count(all, "column"))
    } else if wide {
        format!("{rows} · {}", quantity::count(all, "column"))
    } else {
        rows
    }
}

/// Room for the row numbers.
fn index_width(ui: &Ui, cx: &Cx<'_>, rows: usize) -> f32 {
    let digits = rows.saturating_sub(1).to_string().len();
    let ink = Ink::new(theme::meta(), cx.tokens.faint);
    let widest = ink::line(ui, &cx.tokens, &ink, &"0".repeat(digits), 200.0).size().x;
    widest.ceil() + size::CELL_LEFT * 2.0
}
