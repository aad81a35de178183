//! `(., x)`: the end of a command. A scrollback shows its own in the block's header; one that stands elsewhere is
//! quoted.

use cyb_stream::{Chunk, Status};
use egui::{Sense, Ui};

use super::text;
use crate::{
    Cx, Renderer,
    ink::{self, Ink},
    quantity, theme,
};

pub(super) const STATUS: Renderer = Renderer { name: "status", ui, sample };

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let view = Status::read(chunk.payload());
    let color = if view.is_success() { cx.tokens.green } else { cx.tokens.red };
    let text = format!("ended {}", words(&view));
    ink::chip(ui, &cx.tokens, &Ink::new(theme::meta(), color), &text, Sense::hover());
}

/// `✓ 0`, `✕ 1`, `✕ SIGTERM`, with the time it took.
fn words(view: &Status<'_>) -> String {
    let sign = if view.is_success() { "✓" } else { "✕" };
    let code = view.code.map_or_else(|| "unknown".to_owned(), |code| code.to_string());
    let signal = view.signal.as_deref().map(|signal| format!(" {}", text::name(signal))).unwrap_or_default();
    let time = view
        .duration_ns
        .map(|time| format!(", {}", quantity::duration(i128::from(time))))
        .unwrap_or_default();
    format!("{sign} {code}{signal}{time}")
}

/// One that ends its own command, then another command whose output quotes two.
fn sample() -> Vec<Chunk> {
    let quoted = Chunk::component([Chunk::status(0), Chunk::status(1)]);
    vec![Chunk::status(0), Chunk::command("quote"), quoted]
}
