//! Where the entries of a struct lie: read once as chunks come, so that drawing a few of many costs a few.

use std::sync::Arc;

use bytes::Bytes;
use cyb_stream::{Chunk, FrameError, Kind, Render, Sigil, Struct};
use egui::Ui;

/// Payloads that are shorter are read anew each time.
const KEPT: usize = 4096;

/// The entries of a struct and of what was appended to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    declared: Option<Kind>,
    fault: Option<FrameError>,
    places: Vec<Place>,
}

/// The payload of one `(:, s)`.
#[derive(Clone, Copy, Debug)]
struct Place {
    chunk: u32,
    start: u32,
    end: u32,
}

impl Index {
    /// Takes the entries of a chunk, which is number `chunk` among those that will be drawn from.
    pub(crate) fn push(&mut self, chunk: u32, payload: &[u8]) {
        let view = Struct::read(payload);
        self.declared = self.declared.or(view.declared);
        let mut entries = view.entries();
        for entry in entries.by_ref() {
            let value = entry.value;
            let at = (value.payload.as_ptr() as usize).saturating_sub(payload.as_ptr() as usize);
            // The value is the last thing in its pair, and counts its offset from the start of that.
            let start = at.saturating_sub(value.header_len + value.offset);
            self.places.push(Place { chunk, start: start as u32, end: (at + value.payload.len()) as u32 });
        }
        self.fault = self.fault.or(view.fault).or_else(|| entries.fault());
    }

    /// How many entries there are.
    pub(crate) const fn len(&self) -> usize {
        self.places.len()
    }
}

/// The entries of a struct, to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entries<'a> {
    index: &'a Index,
    chunks: &'a [Chunk],
}

impl<'a> Entries<'a> {
    /// The entries that `index` found in these chunks.
    pub(crate) const fn new(index: &'a Index, chunks: &'a [Chunk]) -> Self {
        Self { index, chunks }
    }

    pub(crate) const fn len(&self) -> usize {
        self.index.len()
    }

    /// Whether its producer calls it a list.
    pub(crate) fn is_list(&self) -> bool {
        self.index.declared == Some(Kind::List)
    }

    /// The first malformed place.
    pub(crate) const fn fault(&self) -> Option<FrameError> {
        self.index.fault
    }

    /// One of them, as `(:, s)`.
    pub(crate) fn get(&self, index: usize) -> Option<Chunk> {
        let place = self.index.places.get(index)?;
        let payload = self.chunks.get(place.chunk as usize)?.payload();
        let pair = payload.slice(place.start as usize..place.end as usize);
        Some(Chunk::new(Sigil::COL, Render::STRUCT, pair))
    }
}

/// What egui keeps for a place, with the bytes it was read from: holding them, no others can come to lie there.
#[derive(Debug)]
struct Kept<T> {
    payload: Bytes,
    read: T,
}

/// What `read` makes of the payload, read once for as long as the same bytes are drawn at this place.
pub(super) fn kept<T: Send + Sync + 'static>(
    ui: &Ui,
    chunk: &Chunk,
    read: impl FnOnce(&Chunk) -> T,
) -> Arc<T> {
    if chunk.payload().len() < KEPT {
        return Arc::new(read(chunk));
    }
    let id = ui.scope_id().with("kept");
    let is_same = |kept: &Kept<Arc<T>>| {
        kept.payload.as_ptr() == chunk.payload().as_ptr() && kept.payload.len() == chunk.payload().len()
    };
    if let Some(kept) = ui.data(|data| data.get_temp::<Arc<Kept<Arc<T>>>>(id)).filter(|kept| is_same(kept)) {
        return Arc::clone(&kept.read);
    }
    let read = Arc::new(read(chunk));
    let kept = Kept { payload: chunk.payload().clone(), read: Arc::clone(&read) };
    ui.data_mut(|data| data.insert_temp(id, Arc::new(kept)));
    read
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_entries_are_found_where_they_lie() {
        let chunks = [
            Chunk::record_with_id("r", [("a", Chunk::text("")), ("b", Chunk::text("2"))]),
            Chunk::append_fields("r", [("c", Chunk::record([("d", Chunk::text("3"))]))]),
        ];
        let mut index = Index::default();
        for (number, chunk) in chunks.iter().enumerate() {
            index.push(number as u32, chunk.payload());
        }
        let entries = Entries::new(&index, &chunks);
        let found: Vec<_> = (0..entries.len()).filter_map(|number| entries.get(number)).collect();
        let inner = Chunk::record([("d", Chunk::text("3"))]);
        let expected = [
            Chunk::pair("a", &Chunk::text("")),
            Chunk::pair("b", &Chunk::text("2")),
            Chunk::pair("c", &inner),
        ];
        assert_eq!(found, expected);
        assert_eq!(index.fault, None);
    }
}
