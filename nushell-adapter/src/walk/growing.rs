//! Output that is sent piece by piece: rows of a table, items of a list.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use cyb_stream::{Chunk, Encoder, Render, Sigil, Table, TableBuilder};
use nu_protocol::Value;

use super::{Context, table::Rows, value};
use crate::{outlet::PACE, ui::Owner};

/// Bounds of one piece.
const MAX_ITEMS: usize = 256;
const MAX_BYTES: usize = 64 << 10;

/// A table or list on its way. The engine thread adds to it; it is taken when it is full, due or done, whole as
/// `(#, T)` or `(/, s)` if it is done by then, else with an `id` and `(+, T)` or `(+, s)` behind it.
pub(crate) struct Growing {
    owner: Owner,
    id: String,
    state: Mutex<State>,
}

struct State {
    shape: Shape,
    /// When the first item that was not sent came.
    since: Option<Instant>,
    /// Whether the first piece was sent.
    announced: bool,
    done: bool,
}

enum Shape {
    Table(Rows),
    List { pairs: Encoder, waiting: usize, next: usize },
}

/// What became of it by another item.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Added {
    /// It holds something again.
    First,
    /// There is room for more.
    More,
    /// It should be sent.
    Full,
}

impl Growing {
    /// A table if the first item is a record, else a list.
    pub(super) fn new(owner: Owner, id: u64, first: &Value) -> Self {
        let shape = if matches!(first, Value::Record { .. }) {
            Shape::Table(Rows::default())
        } else {
            Shape::List { pairs: Encoder::new(), waiting: 0, next: 0 }
        };
        let state = State { shape, since: None, announced: false, done: false };
        Self { owner, id: id.to_string(), state: Mutex::new(state) }
    }

    pub(crate) const fn owner(&self) -> Owner {
        self.owner
    }

    pub(super) fn add(&self, item: &Value, context: &Context<'_>) -> Added {
        let mut state = self.lock();
        match &mut state.shape {
            Shape::Table(rows) => rows.add(item, context, 1),
            Shape::List { pairs, waiting, next } => {
                pairs.pair_with(&next.to_string(), |pair| value::put(pair, item, context, 2));
                *waiting += 1;
                *next += 1;
            }
        }
        let (items, bytes) = state.shape.size();
        if items >= MAX_ITEMS || bytes >= MAX_BYTES {
            return Added::Full;
        }
        if state.since.is_some() {
            return Added::More;
        }
        state.since = Some(Instant::now());
        Added::First
    }

    /// No more will come.
    pub(super) fn finish(&self) {
        self.lock().done = true;
    }

    /// Bytes that wait.
    pub(crate) fn len(&self) -> usize {
        self.lock().shape.size().1
    }

    /// Whether the first item has waited long enough.
    pub(crate) fn is_due(&self) -> bool {
        self.lock().since.is_some_and(|since| since.elapsed() >= PACE)
    }

    /// What waits, as a chunk.
    pub(crate) fn take(&self) -> Option<Chunk> {
        let mut state = self.lock();
        let State { shape, since, announced, done } = &mut *state;
        if shape.size().0 == 0 {
            return None;
        }
        *since = None;
        let first = !std::mem::replace(announced, true);
        let id = Some(self.id.as_str()).filter(|_| !(first && *done));
        Some(match shape {
            Shape::Table(rows) => take_table(rows, id, first),
            Shape::List { pairs, waiting, .. } => {
                *waiting = 0;
                let pairs = std::mem::take(pairs);
                take_list(&pairs, id, first)
            }
        })
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shape {
    /// Items and bytes that wait.
    fn size(&self) -> (usize, usize) {
        match self {
            Self::Table(rows) => (rows.len(), rows.bytes()),
            Self::List { pairs, waiting, .. } => (*waiting, pairs.len()),
        }
    }
}

fn take_table(rows: &mut Rows, id: Option<&str>, first: bool) -> Chunk {
    let mut table = match id {
        None => Table::builder(rows.columns()),
        Some(id) if first => TableBuilder::with_id(id, rows.columns()),
        Some(id) if rows.new_columns().is_empty() => Table::append(id),
        Some(id) => Table::append(id).schema(rows.new_columns()),
    };
    rows.move_into(&mut table);
    table.finish()
}

fn take_list(pairs: &Encoder, id: Option<&str>, first: bool) -> Chunk {
    let sigil = if first { Sigil::FAS } else { Sigil::LUS };
    Chunk::build(sigil, Render::STRUCT, |list| {
        if let Some(id) = id {
            list.kv_text("id", id);
        }
        if first {
            list.kv_text("kind", "list");
        }
        list.raw(pairs.as_bytes());
    })
}
