use std::ops::Range;

use bytes::Bytes;
use cyb_stream::{Chunk, Frame, frames};

use super::{
    columns::Columns,
    nested::Opened,
    sort::{Direction, SortJob},
};

/// A table as it has arrived so far: the index of its rows, its columns, its order.
#[derive(Debug, Default)]
pub(crate) struct Table {
    /// What an append addresses, as text on the wire.
    pub(crate) title: Option<String>,
    /// The payloads that rows lie in, in order of arrival.
    sources: Vec<Bytes>,
    rows: Vec<RowRange>,
    pub(super) columns: Columns,
    /// The permutation that sorting made; rows behind its end stand in order of arrival.
    order: Option<Vec<u32>>,
    sort: Option<(usize, Direction)>,
    job: Option<SortJob>,
    /// Where a payload was damaged.
    pub(super) damaged: Option<usize>,
    /// The cell whose value is opened under its row.
    pub(super) opened: Option<Opened>,
    /// How far it is scrolled sideways, in points.
    pub(super) shift: f32,
}

/// Where a row's cells lie.
#[derive(Clone, Copy, Debug)]
struct RowRange {
    source: u32,
    start: u32,
    end: u32,
}

impl Table {
    /// Adds the rows and columns of a `(#, T)` or `(+, T)`.
    pub(crate) fn push(&mut self, chunk: &Chunk) {
        let payload = chunk.payload();
        let view = cyb_stream::Table::read(payload);
        if self.title.is_none() {
            self.title = view.title.as_ref().map(ToString::to_string);
        }
        self.columns.extend_names(view.columns().map(std::borrow::Cow::into_owned));
        let mut rows = view.rows();
        let source = self.sources.len() as u32;
        for row in rows.by_ref() {
            let (Ok(start), Ok(end)) =
                (u32::try_from(row.offset), u32::try_from(row.offset + row.payload.len()))
            else {
                break;
            };
            self.columns.at_least(row.cells().count());
            self.rows.push(RowRange { source, start, end });
        }
        if let Some(fault) = view.fault.or_else(|| rows.fault()) {
            self.damaged.get_or_insert(fault.offset);
        }
        self.sources.push(payload.clone());
        if let Some((column, direction)) = self.sort {
            self.start_sort(column, direction);
        }
    }

    /// How many rows there are.
    pub(crate) const fn len(&self) -> usize {
        self.rows.len()
    }

    /// The row at a place of the drawn order, counted in order of arrival.
    pub(super) fn row_at(&self, place: usize) -> usize {
        self.order.as_ref().and_then(|order| order.get(place)).map_or(place, |row| *row as usize)
    }

    /// The cells of a row, counted in order of arrival.
    pub(super) fn cells(&self, row: usize) -> impl Iterator<Item = Frame<'_>> {
        frames(self.row_bytes(row)).map_while(Result::ok)
    }

    /// A cell as a chunk that shares its table's buffer.
    pub(super) fn cell_chunk(&self, row: usize, column: usize) -> Option<Chunk> {
        let cell = self.cells(row).nth(column)?;
        let source = self.sources.get(self.rows.get(row)?.source as usize)?;
        Some(Chunk::new(cell.sigil, cell.render, source.slice_ref(cell.payload)))
    }

    fn row_bytes(&self, row: usize) -> &[u8] {
        let bytes = self.rows.get(row).and_then(|range| {
            let Range { start, end } = range.start as usize..range.end as usize;
            self.sources.get(range.source as usize)?.get(start..end)
        });
        bytes.unwrap_or_default()
    }

    /// What is sorted by, and which way.
    pub(super) const fn sorted_by(&self) -> Option<(usize, Direction)> {
        self.sort
    }

    /// Goes on from ascending to descending to the order of arrival.
    pub(super) fn click_header(&mut self, column: usize) {
        let next = match self.sort {
            Some((sorted, Direction::Up)) if sorted == column => Some((column, Direction::Down)),
            Some((sorted, Direction::Down)) if sorted == column => None,
            _ => Some((column, Direction::Up)),
        };
        self.sort = next;
        if let Some((column, direction)) = next {
            self.start_sort(column, direction);
        } else {
            (self.order, self.job) = (None, None);
        }
    }

    /// Goes on with sorting for a bounded time; returns whether the order is settled.
    pub(crate) fn step(&mut self, budget: usize) -> bool {
        let Some(mut job) = self.job.take() else { return true };
        if !job.step(budget, |row, column| self.cells(row).nth(column)) {
            self.job = Some(job);
            return false;
        }
        let missed = job.len() < self.rows.len();
        let keys = job.finish(&mut self.order);
        if missed && let Some((column, direction)) = self.sort {
            // Rows came while it worked.
            self.job = Some(SortJob::new(column, direction, self.rows.len(), keys));
            return false;
        }
        true
    }

    fn start_sort(&mut self, column: usize, direction: Direction) {
        let same = self.job.as_ref().is_some_and(|job| job.is_for(column, direction));
        if !same {
            self.job = Some(SortJob::new(column, direction, self.rows.len(), Vec::new()));
        }
    }
}
