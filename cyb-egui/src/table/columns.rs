//! Names, widths and alignment of columns. Widths come from the first rows, and from a few of the later ones each time
//! the table has doubled, so that they seldom move.

use egui::Ui;

use super::Table;
use crate::{
    Cx,
    ink::{self, Ink},
    render::scalar,
    theme::{self, size},
};

/// How many rows are measured from the start, and how many of those behind them at each doubling.
const SAMPLE: usize = 200;
const LATER: usize = 50;
/// How many cells are measured at once, however many columns there are.
const CELLS: usize = 20_000;
/// How many columns are drawn.
const MOST: usize = 1024;
/// The widest a column gets by itself.
const WIDEST: f32 = 420.0;
/// What a wide column is left with to make all columns fit; if that is not enough, the table moves sideways.
const SQUEEZED: f32 = 240.0;
/// Room for the arrow of a sorted column.
const ARROW: f32 = 16.0;

/// The columns of a table.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    list: Vec<Column>,
    /// How many there are, those included that are not drawn.
    count: usize,
    /// How many rows the table had when it was last measured, and how many columns.
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

    /// How many there are, those included that are not drawn.
    pub(super) const fn count(&self) -> usize {
        self.count
    }

    /// Adds columns with these names; cells beyond the schema so far get theirs from here.
    pub(super) fn extend_names(&mut self, names: impl Iterator<Item = String>) {
        let (mut count, drawn) = (self.count.max(self.list.len()), self.list.len());
        let mut unnamed = self.list.iter_mut().filter(|column| column.name.is_empty());
        let mut behind = Vec::new();
        for name in names {
            self.measured = (0, 0);
            if let Some(column) = unnamed.next() {
                column.name = name;
                continue;
            }
            count += 1;
            if drawn + behind.len() < MOST {
                behind.push(Column { name, ..Column::default() });
            }
        }
        self.count = count;
        self.list.extend(behind);
    }

    /// Makes room for rows of `count` cells.
    pub(super) fn at_least(&mut self, count: usize) {
        self.count = self.count.max(count);
        if self.list.len() < count.min(MOST) {
            self.list.resize_with(count.min(MOST), Column::default);
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
    let (seen, columns) = table.columns.measured;
    let target = table.columns.list.len();
    let seen = if columns == target { seen } else { 0 };
    let mut rows = sample(seen, table.len());
    rows.truncate((CELLS / target.max(1)).max(8));
    if rows.is_empty() && columns == target && table.columns.fitted == available {
        return;
    }
    if !rows.is_empty() || columns != target {
        measure(table, ui, cx, seen == 0, &rows);
        table.columns.measured = (table.len(), target);
    }
    table.columns.fitted = available;
    squeeze(&mut table.columns, available);
}

/// The rows to measure of `len` when the table had `seen` at the last time: the first ones, then some of the new ones
/// whenever it has doubled.
fn sample(seen: usize, len: usize) -> Vec<usize> {
    let mut rows: Vec<usize> = (seen..len.min(SAMPLE)).collect();
    let start = seen.max(SAMPLE);
    let fresh = len.saturating_sub(start);
    if fresh > 0 && (seen < SAMPLE || len >= seen * 2) {
        let count = fresh.min(LATER);
        // Evenly, up to the last one.
        rows.extend((1..=count).map(|index| start + fresh * index / count - 1));
    }
    rows
}

fn measure(table: &mut Table, ui: &Ui, cx: &Cx<'_>, anew: bool, rows: &[usize]) {
    let mut columns = std::mem::take(&mut table.columns);
    if anew {
        let ink = Ink::new(theme::meta(), cx.tokens.dim);
        for column in &mut columns.list {
            let name = ink::line(ui, &cx.tokens, &ink, &column.name, WIDEST).size().x + ARROW;
            *column =
                Column { natural: name.ceil(), name: std::mem::take(&mut column.name), ..Column::default() };
        }
    }
    for row in rows {
        for (cell, column) in table.cells(*row).zip(&mut columns.list) {
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
    while total(cap, &columns.list) > room && cap > SQUEEZED {
        cap = (cap - 8.0).max(SQUEEZED);
    }
    for column in &mut columns.list {
        column.width = column.natural.min(cap).ceil();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bounded_part_of_any_table_is_measured() {
        assert_eq!(sample(0, 3), [0, 1, 2]);
        assert_eq!(sample(3, 5), [3, 4], "each of the first rows once");
        assert_eq!(sample(5, 5), [] as [usize; 0]);
        let all = sample(0, 1_000_000);
        assert_eq!((all.len(), all.last()), (SAMPLE + LATER, Some(&999_999)));
        assert_eq!(sample(1000, 1999), [] as [usize; 0], "not again before it has doubled");
        let later = sample(1000, 2000);
        assert_eq!((later.len(), later.first(), later.last()), (LATER, Some(&1019), Some(&1999)));
        assert_eq!(sample(200, 201), [] as [usize; 0]);
        assert_eq!(sample(199, 201), [199, 200]);
    }
}
