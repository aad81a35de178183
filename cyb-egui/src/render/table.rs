//! `(#, T)` and `(+, T)` wherever they are drawn whole; a scrollback draws its own tables row by row.

use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use cyb_stream::{Chunk, Table as View};
use egui::Ui;

use crate::{
    Cx, Renderer,
    table::{self, Slice, Table},
};

pub(super) const TABLE: Renderer = Renderer { name: "table", ui, sample };
pub(super) const APPEND: Renderer = Renderer { name: "table-append", ui, sample: append_sample };

/// A table that egui keeps for its place, with the bytes it was read from.
#[derive(Clone)]
struct Kept(Arc<Mutex<(Bytes, Table)>>);

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let id = ui.scope_id().with("table");
    let kept = ui.data(|data| data.get_temp::<Kept>(id)).filter(|kept| kept.is_of(chunk.payload()));
    let kept = kept.unwrap_or_else(|| {
        let kept = Kept::read(chunk);
        ui.data_mut(|data| data.insert_temp(id, kept.clone()));
        kept
    });
    let mut guard = kept.0.lock().unwrap_or_else(PoisonError::into_inner);
    let place = ui.available_rect_before_wrap();
    let seen = ui.clip_rect();
    let skip = f64::from((seen.top() - place.top()).max(0.0));
    let slice = Slice { skip, room: f64::from(seen.height()) };
    let mut child =
        ui.new_child(egui::UiBuilder::new().max_rect(place.with_min_y(place.top() + skip as f32)));
    let height = table::ui(&mut child, cx, &mut guard.1, slice);
    ui.allocate_space(egui::vec2(place.width(), height as f32));
}

impl Kept {
    fn read(chunk: &Chunk) -> Self {
        let mut table = Table::default();
        table.push(chunk);
        Self(Arc::new(Mutex::new((chunk.payload().clone(), table))))
    }

    /// Whether it was read from these very bytes.
    fn is_of(&self, payload: &Bytes) -> bool {
        let guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        guard.0.as_ptr() == payload.as_ptr() && guard.0.len() == payload.len()
    }
}

fn sample() -> Vec<Chunk> {
    let mut table = cyb_stream::TableBuilder::with_id("files", ["name", "type", "size", "modified"]);
    let rows = [
        ("Cargo.lock", "file", Chunk::literal("214600b"), "2026-03-14T11:57:00+01:00"),
        ("README.md", "file", Chunk::literal("6144b"), "2026-03-14T10:00:00+01:00"),
        ("cyb-stream/", "dir", Chunk::null(), "2026-03-13T09:00:00+01:00"),
    ];
    for (name, kind, size, modified) in rows {
        table.row([Chunk::path(name), Chunk::text(kind), size, Chunk::literal(modified)]);
    }
    vec![table.finish()].into_iter().chain(append_sample()).collect()
}

fn append_sample() -> Vec<Chunk> {
    let mut more = View::append("files");
    let modified = Chunk::literal("2026-03-13T08:00:00+01:00");
    more.row([Chunk::path("cyb-egui/"), Chunk::text("dir"), Chunk::null(), modified]);
    vec![more.finish()]
}
