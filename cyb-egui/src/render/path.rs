//! `(/, t)`: a place in the file system. A click asks to open it.

use cyb_stream::Chunk;
use egui::Ui;

use super::text;
use crate::{
    Cx, Renderer, StreamEvent,
    ink::{self, Ink},
    theme::{self, size},
};

pub(super) const PATH: Renderer =
    Renderer { name: "path", ui, sample: || vec![Chunk::path("/srv/src/"), Chunk::path("/srv/Cargo.toml")] };

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let path = chunk.text_lossy();
    let font = if path.ends_with('/') { theme::medium() } else { theme::body() };
    let ink = Ink::new(font, cx.tokens.blue);
    let room = ui.available_width();
    let part = if opens(cx, &path) { ink::link } else { ink::cell };
    let response = part(ui, &cx.tokens, &ink, &path, size::LINE, room);
    if response.on_hover_text(text::name(&path)).clicked() {
        open(cx, &path);
    }
}

/// Whether a path can be opened; a relative one only where it is known what it is relative to.
pub(crate) fn opens(cx: &Cx<'_>, path: &str) -> bool {
    path.starts_with('/') || path.starts_with('~') || cx.directory.is_some()
}

/// Asks to open a path, if that can be.
pub(crate) fn open(cx: &mut Cx<'_>, path: &str) {
    if opens(cx, path) {
        let directory = cx.directory.map(ToOwned::to_owned);
        cx.emit(StreamEvent::OpenPath { path: path.to_owned(), directory, origin: cx.origin });
    }
}
