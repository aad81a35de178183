//! `(., l)`: a log line.

use cyb_stream::{Chunk, Level, Log, Span, SpanValue};
use egui::Ui;

use super::{badge, text};
use crate::{
    Cx, Renderer, StreamEvent,
    ink::{self, Ink},
    theme::{self, Tokens, size},
};

pub(super) const LOG: Renderer = Renderer { name: "log", ui, sample };

/// From the left edge to the message.
const INDENT: f32 = 28.0;

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let view = Log::read(chunk.payload());
    badge::damaged(ui, cx, view.fault);
    let (sign, color) = look(&cx.tokens, view.level);
    ink::beside(ui, size::LOG_ROW, |ui| {
        let ink = Ink { line: size::LOG_ROW, ..Ink::new(theme::body(), color) };
        let (rect, response) =
            ui.allocate_exact_size(egui::vec2(INDENT, size::LOG_ROW), egui::Sense::hover());
        let glyph = ink::line(ui, &cx.tokens, &ink, sign, INDENT);
        ui.painter().galley(egui::pos2(rect.left() + 8.0 - glyph.size().x / 2.0, rect.top()), glyph, color);
        response.on_hover_text(view.level.name());
        let place = view.span.as_ref().map(place).filter(|place| !place.is_empty());
        ui.spacing_mut().item_spacing.x = 6.0;
        message(ui, cx, &view, &ink, place.is_some());
        if let Some(place) = place {
            let ink = Ink { line: size::LOG_ROW, ..Ink::new(theme::body(), cx.tokens.blue) }.underlined();
            let room = ui.available_width().max(80.0);
            if ink::link(ui, &cx.tokens, &ink, &place, size::LOG_ROW, room).clicked() {
                open_span(cx, view.span.as_ref());
            }
        }
    });
}

/// A message with a place behind it stays on its line; one without wraps.
fn message(ui: &mut Ui, cx: &Cx<'_>, view: &Log<'_>, ink: &Ink, keeps_room: bool) {
    let quiet = Ink { color: cx.tokens.dim, ..ink.clone() };
    let ink = if view.level >= Level::Warn { ink } else { &Ink { color: cx.tokens.text, ..ink.clone() } };
    let mut job = egui::text::LayoutJob::default();
    if !view.source.is_empty() {
        ink::append(&mut job, &cx.tokens, &quiet, &format!("{}  ", view.source));
    }
    ink::append(&mut job, &cx.tokens, ink, view.message.trim_end());
    if keeps_room {
        job.wrap = egui::text::TextWrapping::truncate_at_width((ui.available_width() - 240.0).max(120.0));
    } else {
        job.wrap.max_width = ui.available_width();
    }
    let wrapped = !keeps_room;
    let label = egui::Label::new(job);
    ui.add(if wrapped { label.wrap() } else { label.extend() });
}

/// The sign and colour of a level.
pub(super) const fn look(tokens: &Tokens, level: Level) -> (&'static str, egui::Color32) {
    match level {
        Level::Error => ("✕", tokens.red),
        Level::Warn => ("▲", tokens.orange),
        Level::Info => ("·", tokens.dim),
        Level::Debug | Level::Trace => ("·", tokens.faint),
    }
}

/// A place as people write it: `file:line:column`.
pub(super) fn place(span: &SpanValue<'_>) -> String {
    match span {
        SpanValue::Place(span) => text::name(&span.to_string()),
        SpanValue::Text(text) => text::name(text),
    }
}

/// Asks to open the place of a span, if it is one in a file.
pub(super) fn open_span(cx: &mut Cx<'_>, span: Option<&SpanValue<'_>>) {
    let target = match span {
        Some(SpanValue::Place(span)) if !span.file.is_empty() => span.to_string(),
        Some(SpanValue::Text(text)) => text.to_string(),
        _ => return,
    };
    if target.starts_with('/') {
        cx.act(&format!("open:{target}"));
    } else if let Some(directory) = cx.directory {
        let reference = format!("open:{}/{target}", directory.trim_end_matches('/'));
        cx.emit(StreamEvent::Action { reference, origin: cx.origin });
    }
}

fn sample() -> Vec<Chunk> {
    let span = |file: &'static str, line, column| {
        Some(SpanValue::Place(Span { file: file.into(), line, column, ..Span::default() }))
    };
    let line = |level, source: &'static str, message: &'static str, span| {
        Log { level, source: source.into(), message: message.into(), span, ..Log::default() }.to_chunk()
    };
    vec![
        line(Level::Info, "cargo", "compiling 12 crates", None),
        line(Level::Warn, "", "unused variable: `theme`", span("cyb-egui/src/render/table.rs", 88, 9)),
        line(
            Level::Error,
            "",
            "mismatched types: expected `f64`, found `f32`",
            span("app/src/main.rs", 31, 14),
        ),
    ]
}
