//! `(., l)`: a log line.

use cyb_stream::{Chunk, Level, Log, Span, SpanValue};
use egui::{
    Label, Ui,
    text::{LayoutJob, TextWrapping},
};

use super::{badge, text};
use crate::{
    Cx, Renderer, StreamEvent,
    ink::{self, Ink},
    theme::{self, Tokens, size},
};

pub(super) const LOG: Renderer = Renderer { name: "log", ui, sample };

/// From the left edge to the message.
const INDENT: f32 = 28.0;
/// Between the message and its place.
const GAP: f32 = 6.0;

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
        ui.spacing_mut().item_spacing.x = GAP;
        let Some(place) = place else {
            ui.add(Label::new(message(ui, cx, &view, &ink)).wrap());
            return;
        };
        let room = ui.available_width();
        let link = Ink { line: size::LOG_ROW, ..Ink::new(theme::body(), cx.tokens.blue) }.underlined();
        let place_width = ink::line(ui, &cx.tokens, &link, &place, room / 2.0).size().x.ceil();
        one_line(ui, message(ui, cx, &view, &ink), room - place_width - GAP);
        // Laid out again, a text of just that width must not be cut.
        if ink::link(ui, &cx.tokens, &link, &place, size::LOG_ROW, place_width + 1.0).clicked() {
            open_span(cx, view.span.as_ref());
        }
    });
}

/// Source and message, wrapped.
fn message(ui: &Ui, cx: &Cx<'_>, view: &Log<'_>, ink: &Ink) -> LayoutJob {
    let quiet = Ink { color: cx.tokens.dim, ..ink.clone() };
    let ink = if view.level >= Level::Warn { ink } else { &Ink { color: cx.tokens.text, ..ink.clone() } };
    let mut job = LayoutJob::default();
    job.wrap.max_width = ui.available_width();
    if !view.source.is_empty() {
        ink::append(&mut job, &cx.tokens, &quiet, &format!("{}  ", text::name(&view.source)));
    }
    ink::append(&mut job, &cx.tokens, ink, ink::bounded(&view.message, ink::PARAGRAPH).trim_end());
    job
}

/// A message with a place behind it stays on its line, cut where that would not fit beside it; egui tells the whole to
/// who points at a cut one.
fn one_line(ui: &mut Ui, mut job: LayoutJob, width: f32) {
    job.wrap = TextWrapping::truncate_at_width(width);
    let galley = ui.fonts_mut(|fonts| fonts.layout_job(job));
    ui.add(Label::new(galley));
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

/// Whether a source's name can be that of a file: `src/main.rs`, but not `command 3`.
pub(super) fn is_file(name: &str) -> bool {
    name.contains(['/', '\\', '.'])
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
