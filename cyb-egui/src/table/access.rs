//! What a screen reader is told about a table. Costs nothing while none listens.

use egui::{
    Rect, Response, Sense, Ui,
    accesskit::{self, Node, Role, SortDirection},
};

use super::{Table, sort::Direction};
use crate::{quantity, visible};

pub(super) fn table(ui: &Ui, table: &Table, area: Rect) {
    let (rows, columns) = (table.len(), table.columns.count());
    let bounds = bounds(ui, area);
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(Role::Table);
        node.set_bounds(bounds);
        node.set_row_count(rows);
        node.set_column_count(columns);
        let title = table.title.as_deref().unwrap_or("table");
        node.set_label(format!("{}, {}", visible(title), quantity::count(rows, "row")));
    });
}

pub(super) fn header(ui: &Ui, response: &Response, name: &str, column: usize, direction: Option<Direction>) {
    let label = if name.trim().is_empty() { "unnamed column".to_owned() } else { visible(name) };
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::ColumnHeader);
        node.set_label(label);
        node.set_column_index(column);
        match direction {
            Some(Direction::Up) => node.set_sort_direction(SortDirection::Ascending),
            Some(Direction::Down) => node.set_sort_direction(SortDirection::Descending),
            None => node.clear_sort_direction(),
        }
    });
}

pub(super) fn row(ui: &Ui, place: usize) {
    let bounds = bounds(ui, ui.max_rect());
    ui.ctx().accesskit_node_builder(ui.unique_id(), |node| {
        node.set_role(Role::Row);
        node.set_bounds(bounds);
        node.set_row_index(place);
    });
}

pub(super) fn cell(ui: &Ui, area: Rect, text: &str, (row, column): (usize, usize)) {
    // Asking for the row's own node tells whether anybody listens.
    if ui.ctx().accesskit_node_builder(ui.unique_id(), |_| ()).is_none() {
        return;
    }
    let id = ui.unique_id().with(("cell", column));
    ui.interact(area, id, Sense::hover());
    let bounds = bounds(ui, area);
    let tell = |node: &mut Node| {
        node.set_role(Role::Cell);
        node.set_bounds(bounds);
        node.set_row_index(row);
        node.set_column_index(column);
        node.set_label(visible(text));
    };
    ui.ctx().accesskit_node_builder(id, tell);
}

/// A place in pixels, as screen readers count.
fn bounds(ui: &Ui, area: Rect) -> accesskit::Rect {
    let Rect { min, max } = area * ui.ctx().pixels_per_point();
    accesskit::Rect { x0: f64::from(min.x), y0: f64::from(min.y), x1: f64::from(max.x), y1: f64::from(max.y) }
}
