//! `(!, c)`: a button. A click reports its ref and does nothing else.

use cyb_stream::{Action, ActionStyle, Chunk};
use egui::{Button, Stroke, Ui};

use super::text;
use crate::{
    Cx, Renderer,
    ink::{self, Ink},
    theme,
};

pub(super) const ACTION: Renderer = Renderer { name: "action", ui, sample };

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let view = Action::read(chunk.payload());
    let live = !view.malformed && cx.may(&view.reference);
    let (fill, line, color) = match view.style {
        ActionStyle::Primary if live => (cx.tokens.green, cx.tokens.green, cx.tokens.on_accent),
        ActionStyle::Danger if live => (cx.tokens.base, cx.tokens.error_line, cx.tokens.red),
        _ if live => (cx.tokens.base, cx.tokens.hairline_strong, cx.tokens.text),
        _ => (cx.tokens.base, cx.tokens.hairline, cx.tokens.dim),
    };
    let label = if view.label.trim().is_empty() { "action" } else { &view.label };
    let job = ink::job(&cx.tokens, &Ink::new(theme::body(), color), ink::head(label, 200), f32::INFINITY);
    let button = Button::new(job).fill(fill).stroke(Stroke::new(1.0, line));
    let response = ui.add_enabled(live, button);
    if response.clicked() {
        cx.act(&view.reference);
    }
    let reference = text::name(&view.reference);
    if live {
        let tooltip =
            view.tooltip.as_deref().map(|tooltip| format!("{}\n", text::name(tooltip))).unwrap_or_default();
        response.on_hover_text(format!("{tooltip}{reference}"));
    } else {
        let why = if view.malformed {
            "malformed: it does nothing"
        } else {
            "from elsewhere: it does nothing here"
        };
        response.on_disabled_hover_text(format!("{why}\n{reference}"));
    }
}

fn sample() -> Vec<Chunk> {
    let styled = |label: &'static str, reference: &'static str, style| {
        Action { label: label.into(), reference: reference.into(), style, ..Action::default() }.to_chunk()
    };
    vec![
        styled("Run the tests", "run:cargo test", ActionStyle::Primary),
        styled("Open the folder", "open:/srv/", ActionStyle::Plain),
        styled("Delete it", "run:rm x", ActionStyle::Danger),
    ]
}
