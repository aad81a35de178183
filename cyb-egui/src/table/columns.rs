//! Names, widths and alignment of columns. Widths come from the first rows and stay.

use egui::Ui;

use super::Table;
use crate::{
    Cx,
    ink::{self, Ink},
    render::scalar,
    theme::{self, size},
};

/// How many rows are measured.
const SAMPLE: usize = 200;
/// The widest a column gets by itself, and the narrowest it is squeezed to.
const WIDEST: f32 = 420.0;
const NARROWEST: f32 = 40.0;
/// Room for the arrow of a sorted column.
const ARROW: f32 = 16.0;

/// The columns of a table.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    list: Vec<Column>,
    /// How many rows and columns are measured, at which squeeze.
    measured: (usize, usize),
    /// The width that the widths were fitted to.
    fitted: f32,
}

/// One column.
#[derive(Debug, Default)]
pub(crate) struct Column {
    /// Empty for cells beyond the schema.
    pub(super) name: String,
    /// What its widest measured cell takes, without padding.
    natural: f32,
    /// What it is drawn with, without padding.
    pub(super) width: f32,
    /// How many measured cells are quantities, and how many are values at all.
    quantities: usize,
    values: usize,
}

impl Column {
    /// Whether its cells stand at the right.
    pub(super) const fn is_right(&self) -> bool {
        self.quantities > 0 && self.quantities * 2 > self.values
    }
}

impl Columns {
    pub(super) fn list(&self) -> &[Column] {
        &self.list
    }

    /// Adds columns with these names; cells beyond the schema so far get theirs from here.
    pub(super) fn extend_names(&mut self, names: impl Iterator<Item = String>) {
        let mut unnamed = self.list.iter_mut().filter(|column| column.name.is_empty());
        let mut behind = Vec::new();
        for name in names {
            self.measured = (0, 0);
            match unnamed.next() {
                Some(column) => column.name = name,
                None => behind.push(Column { name, ..Column::default() }),
            }
        }
        self.list.extend(behind);
    }

    /// Makes room for rows of `count` cells.
    pub(super) fn at_least(&mut self, count: usize) {
        if self.list.len() < count {
            self.list.resize_with(count, Column::default);
        }
    }

    /// What all columns take together with their padding.
    pub(super) fn total(&self) -> f32 {
        self.list.iter().map(|column| column.width + size::CELL_LEFT + size::CELL_RIGHT).sum()
    }

    /// Where each column's text begins, from the left edge of the first column, and its width.
    pub(super) fn places(&self) -> impl Iterator<Item = (f32, &Column)> {
        let mut left = 0.0;
        self.list.iter().map(move |column| {
            let text = left + size::CELL_LEFT;
            left = text + column.width + size::CELL_RIGHT;
            (text, column)
        })
    }
}

/// Measures what came since the last time, and fits the widths to `available`.
pub(super) fn fit(table: &mut Table, ui: &Ui, cx: &Cx<'_>, available: f32) {
    let rows = table.len().min(SAMPLE);
    let target = (rows, table.columns.list.len());
    let was = table.columns.measured;
    if was == target && table.columns.fitted == available {
        return;
    }
    if was != target {
        let from = if was.1 == target.1 { was.0 } else { 0 };
        measure(table, ui, cx, from..rows);
        table.columns.measured = target;
    }
    table.columns.fitted = available;
    squeeze(&mut table.columns, available);
}

fn measure(table: &mut Table, ui: &Ui, cx: &Cx<'_>, rows: std::ops::Range<usize>) {
    let mut columns = std::mem::take(&mut table.columns);
    if rows.start == 0 {
        let ink = Ink::new(theme::meta(), cx.tokens.dim);
        for column in &mut columns.list {
            let name = ink::line(ui, &cx.tokens, &ink, &column.name, WIDEST).size().x + ARROW;
            *column =
                Column { natural: name.ceil(), name: std::mem::take(&mut column.name), ..Column::default() };
        }
    }
    for row in rows {
        for (cell, column) in table.cells(row).zip(&mut columns.list) {
            let shown = scalar::shown(&cell, cx.view.now);
            let ink = Ink::new(shown.role.font(), cx.tokens.text);
            let chip = if shown.role == scalar::Role::Date { 16.0 } else { 0.0 };
            let width = ink::line(ui, &cx.tokens, &ink, &shown.text, WIDEST).size().x + chip;
            column.natural = column.natural.max(width.ceil());
            column.quantities += usize::from(shown.role.is_quantity());
            column.values += usize::from(!shown.role.is_absent());
        }
    }
    table.columns = columns;
}

/// Gives every column what it needs; where that is too much together, the widest give way first.
fn squeeze(columns: &mut Columns, available: f32) {
    let padding = (size::CELL_LEFT + size::CELL_RIGHT) * columns.list.len() as f32;
    let room = available - padding;
    let mut cap = WIDEST;
    let total = |cap: f32, list: &[Column]| list.iter().map(|column| column.natural.min(cap)).sum::<f32>();
    while total(cap, &columns.list) > room && cap > NARROWEST * 3.0 {
        cap = (cap - 8.0).max(NARROWEST * 3.0);
    }
    for column in &mut columns.list {
        column.width = column.natural.min(cap).max(NARROWEST.min(column.natural)).ceil();
    }
}
