//! `(=, t)`: a typed literal, drawn for people.

use cyb_stream::Chunk;
use egui::{Sense, Ui};

use super::scalar::Role;
use crate::{
    Cx, Renderer,
    ink::{self, Ink},
    literal::Literal,
    theme,
};

pub(super) const LITERAL: Renderer = Renderer {
    name: "literal",
    ui,
    sample: || {
        let literals = ["214600b", "8400000000ns", "2026-03-14T15:09:26+01:00", "1..3", "\"42\""];
        literals.into_iter().map(Chunk::literal).collect()
    },
};

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let text = ink::bounded_bytes(chunk.payload(), ink::PARAGRAPH);
    let literal = Literal::read(&text);
    let shown = literal.display(cx.view.now);
    let response = match literal {
        Literal::Date(_) => {
            let ink = Ink::new(theme::meta(), Role::Date.color(&cx.tokens));
            ink::chip(ui, &cx.tokens, &ink, &shown, Sense::hover())
        }
        Literal::Other(_) => ink::label(ui, &cx.tokens, &Ink::new(theme::mono(), cx.tokens.orange), &shown),
        _ => ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.text), &shown),
    };
    if let Some(exact) = literal.exact() {
        response.on_hover_text(exact);
    }
}
