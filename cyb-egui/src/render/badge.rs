//! What has no row of its own, cannot be read, or must not be drawn deeper: a quiet mark that says what is there.

use cyb_stream::{Chunk, FrameError};
use egui::{Id, Response, Sense, Ui};

use crate::{
    Cx, draw,
    ink::{self, Ink},
    quantity,
    theme::{self, Tokens, size},
    visible,
};

/// How much of a payload is previewed, in bytes.
const PREVIEW: usize = 24;

/// A chunk nobody draws: its pair, its size and its first bytes. A click opens one that is merely too deep.
pub(crate) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let known = cx.registry.get(chunk.sigil(), chunk.render()).is_some();
    if !known {
        raw(ui, cx, chunk);
        return;
    }
    let id = ui.scope_id().with("deeper");
    let open = ui.data(|data| data.get_temp::<bool>(id)).unwrap_or(false);
    let word = if open { "nested deeper, close" } else { "nested deeper, open" };
    let ink = Ink::new(theme::meta(), cx.tokens.blue);
    if ink::link(ui, &cx.tokens, &ink, word, size::LINE, f32::INFINITY).clicked() {
        ui.data_mut(|data| data.insert_temp::<bool>(id, !open));
    }
    if open {
        let mut shallow = cx.reborrow();
        shallow.depth = 0;
        draw::chunk(ui, &mut shallow, chunk);
    }
}

/// The pair, the size and the first bytes of a chunk.
pub(crate) fn raw(ui: &mut Ui, cx: &Cx<'_>, chunk: &Chunk) {
    ink::row(ui, size::ROW, |ui| {
        let name = format!("{} {}", chunk.sigil(), chunk.render());
        ink::chip(
            ui,
            &cx.tokens,
            &Ink::new(theme::mono_at(size::META), cx.tokens.dim),
            &name,
            Sense::hover(),
        );
        let bytes = quantity::size(i64::try_from(chunk.payload().len()).unwrap_or(i64::MAX));
        ink::cell(ui, &cx.tokens, &Ink::new(theme::meta(), cx.tokens.dim), &bytes, size::ROW, 200.0);
        let preview = hex(chunk.payload());
        let ink = Ink::new(theme::mono_at(size::META), cx.tokens.faint);
        let room = ui.available_width();
        ink::cell(ui, &cx.tokens, &ink, &preview, size::ROW, room);
    });
}

/// Says, above what could be read of a payload, that it is damaged.
pub(crate) fn damaged(ui: &mut Ui, cx: &Cx<'_>, fault: Option<FrameError>) {
    if let Some(fault) = fault {
        mark(ui, &cx.tokens, &format!("damaged at byte {}", fault.offset));
    }
}

/// Stands where a renderer panicked.
pub(crate) fn panicked(ui: &mut Ui, message: &str) {
    let tokens = Tokens::of(ui);
    mark(ui, &tokens, &format!("this could not be drawn: {}", visible(ink::head(message, 200))));
}

/// A line that says what is wrong with what is drawn around it.
pub(crate) fn mark(ui: &mut Ui, tokens: &Tokens, text: &str) -> Response {
    let ink = Ink::new(theme::meta(), tokens.orange);
    let room = ui.available_width();
    ink::cell(ui, tokens, &ink, &format!("▲ {text}"), size::LINE, room)
}

/// A flag of one place of the drawn tree, kept by egui for as long as the window lives.
pub(crate) fn toggled(ui: &Ui, id: Id, default: bool) -> bool {
    ui.data(|data| data.get_temp(id)).unwrap_or(default)
}

/// How much of what stands at this place is drawn, by default `first` bytes.
pub(crate) fn shown(ui: &Ui, first: usize) -> usize {
    ui.data(|data| data.get_temp(ui.scope_id().with("shown"))).unwrap_or(first)
}

/// Says how many bytes are hidden behind the `shown` ones; a click shows four times as many.
pub(crate) fn more(ui: &mut Ui, cx: &Cx<'_>, shown: usize, hidden: usize) {
    let more = format!("{} more", quantity::size(i64::try_from(hidden).unwrap_or(i64::MAX)));
    let ink = Ink::new(theme::meta(), cx.tokens.blue);
    if ink::link(ui, &cx.tokens, &ink, &more, size::LINE, f32::INFINITY).clicked() {
        let id = ui.scope_id().with("shown");
        ui.data_mut(|data| data.insert_temp(id, shown.saturating_mul(4)));
    }
}

fn hex(bytes: &[u8]) -> String {
    let head = bytes.get(..PREVIEW.min(bytes.len())).unwrap_or(bytes);
    let mut text: Vec<_> = head.iter().map(|byte| format!("{byte:02x}")).collect();
    if head.len() < bytes.len() {
        text.push("…".to_owned());
    }
    text.join(" ")
}
