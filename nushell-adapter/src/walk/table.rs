//! Rows of records under the union of their columns.

use std::collections::HashMap;

use cyb_stream::{Encoder, Render, Sigil, TableBuilder};
use nu_protocol::{Record, Value};

use super::{Context, value};

/// The column of what is no record.
const ITEM: &str = "item";

/// Rows that are encoded but not sent, and all columns seen so far.
#[derive(Debug, Default)]
pub(super) struct Rows {
    columns: Vec<String>,
    places: HashMap<String, usize>,
    /// The first columns that the reader knows already.
    announced: usize,
    /// The cells of all rows, one behind the other, and where each row ends, and how many cells it has.
    cells: Encoder,
    ends: Vec<(usize, usize)>,
}

impl Rows {
    /// Adds a row; `level` is that of the table.
    pub(super) fn add(&mut self, item: &Value, context: &Context<'_>, level: usize) {
        let Value::Record { val, .. } = item else {
            let place = self.place(ITEM);
            for _ in 0..place {
                put_missing(&mut self.cells);
            }
            value::put(&mut self.cells, item, context, level + 1);
            self.ends.push((self.cells.len(), place + 1));
            return;
        };
        let mut row = vec![None; self.columns.len()];
        for (column, field) in val.iter() {
            let place = self.place(column);
            if row.len() <= place {
                row.resize(place + 1, None);
            }
            row[place] = Some((column, field));
        }
        for cell in &row {
            match cell {
                Some((column, field)) => put_cell(&mut self.cells, column, field, val, context, level),
                None => put_missing(&mut self.cells),
            }
        }
        self.ends.push((self.cells.len(), row.len()));
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Bytes of the rows.
    pub(super) fn bytes(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The columns the reader does not know.
    pub(super) fn new_columns(&self) -> &[String] {
        &self.columns[self.announced..]
    }

    /// Moves the rows into the table; they are as long as all columns together.
    pub(super) fn move_into(&mut self, table: &mut TableBuilder) {
        for row in self.each() {
            table.row_with(|cells| row.write(cells));
        }
        self.cells = Encoder::new();
        self.ends.clear();
        self.announced = self.columns.len();
    }

    /// Writes the payload of a table that is whole.
    pub(super) fn write_table(&self, table: &mut Encoder) {
        table.nest(Sigil::FAS, Render::STRUCT, |schema| {
            for column in &self.columns {
                schema.label(column);
            }
        });
        for row in self.each() {
            table.nest(Sigil::COL, Render::STRUCT, |cells| row.write(cells));
        }
    }

    fn each(&self) -> impl Iterator<Item = Row<'_>> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(end, _)| *end));
        starts.zip(&self.ends).map(|(start, (end, cells))| Row {
            cells: &self.cells.as_bytes()[start..*end],
            missing: self.columns.len() - cells,
        })
    }

    fn place(&mut self, column: &str) -> usize {
        if let Some(place) = self.places.get(column) {
            return *place;
        }
        let place = self.columns.len();
        self.columns.push(column.to_owned());
        self.places.insert(column.to_owned(), place);
        place
    }
}

struct Row<'a> {
    cells: &'a [u8],
    missing: usize,
}

impl Row<'_> {
    fn write(&self, out: &mut Encoder) {
        out.raw(self.cells);
        for _ in 0..self.missing {
            put_missing(out);
        }
    }
}

fn put_missing(out: &mut Encoder) {
    out.frame(Sigil::WUT, Render::TEXT, &[]);
}

fn put_cell(
    out: &mut Encoder,
    column: &str,
    field: &Value,
    row: &Record,
    context: &Context<'_>,
    level: usize,
) {
    match field {
        Value::String { val, .. } | Value::Glob { val, .. } if context.is_path(column, level) => {
            let slash = !val.ends_with('/') && context.is_directory(val, row);
            let path = format!("{val}{}", if slash { "/" } else { "" });
            out.frame(Sigil::FAS, Render::TEXT, path.as_bytes());
        }
        other => value::put(out, other, context, level + 2),
    }
}

impl Context<'_> {
    /// The metadata speaks of the outermost table.
    fn is_path(&self, column: &str, level: usize) -> bool {
        level == 1 && self.path_columns.iter().any(|path| path == column)
    }

    /// As the row's `type` says, else as the file system does.
    fn is_directory(&self, path: &str, row: &Record) -> bool {
        match row.get("type") {
            Some(Value::String { val, .. }) => val == "dir",
            _ => self.directory.join(path).is_dir(),
        }
    }
}
