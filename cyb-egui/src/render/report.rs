//! `(!, e)`: an error with the places it is about.

use cyb_stream::{Chunk, ErrorReport, Label, Level, Span, SpanValue};
use egui::{CornerRadius, Frame, Margin, Stroke, Ui, UiBuilder, accesskit};

use super::{badge, log, text};
use crate::{
    Cx, MAX_DEPTH, Renderer,
    ink::{self, Ink},
    quantity,
    theme::{self, size},
};

pub(super) const REPORT: Renderer = Renderer { name: "error", ui, sample };

/// The longest source line that is looked at, in characters.
const SOURCE: usize = 10_000;
/// How many labels of one error are shown.
const LABELS: usize = 20;
/// The longest one that is shown from its beginning.
const LONG: usize = 80;

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let (chain, cut) = chain(chunk.payload());
    let warns = chain.last().is_some_and(|report| report.level <= Level::Warn);
    let (fill, line) = if warns {
        (cx.tokens.raised, cx.tokens.hairline_strong)
    } else {
        (cx.tokens.error_fill, cx.tokens.error_line)
    };
    ui.set_max_width(ui.available_width().min(size::MEASURE));
    let frame = Frame::new()
        .fill(fill)
        .stroke(Stroke::new(1.0, line))
        .corner_radius(CornerRadius::same(size::RADIUS))
        .inner_margin(Margin::symmetric(16, 11));
    let message = chain.last().map(|report| text::name(&report.message)).unwrap_or_default();
    let alert = UiBuilder::new().accessibility_role(accesskit::Role::Alert).accessibility_label(message);
    ui.scope_builder(alert, |ui| {
        frame.show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.spacing_mut().item_spacing.y = 0.0;
            // The innermost cause is what happened; the rest says what it led to.
            for (index, report) in chain.iter().rev().enumerate() {
                one(ui, cx, report, index == 0);
            }
            if cut {
                badge::mark(ui, &cx.tokens, "more causes than are shown");
            }
        });
    });
}

/// An error and its causes, outermost first; and whether there are more than are taken.
fn chain(payload: &[u8]) -> (Vec<ErrorReport<'_>>, bool) {
    let mut chain = vec![ErrorReport::read(payload)];
    while let Some(cause) = chain.last().and_then(|report| report.cause) {
        if chain.len() >= MAX_DEPTH {
            return (chain, true);
        }
        chain.push(ErrorReport::read(cause.payload));
    }
    (chain, false)
}

fn one(ui: &mut Ui, cx: &mut Cx<'_>, report: &ErrorReport<'_>, first: bool) {
    badge::damaged(ui, cx, report.fault);
    if !first {
        ui.add_space(8.0);
    }
    headline(ui, cx, report, first);
    let mut placed = false;
    for label in report.labels.iter().take(LABELS) {
        placed = true;
        source(ui, cx, &label.span, &label.text);
    }
    if let Some(more) = report.labels.len().checked_sub(LABELS).filter(|more| *more > 0) {
        badge::mark(ui, &cx.tokens, &quantity::count(more, "more place"));
    }
    match &report.span {
        Some(SpanValue::Place(span)) if !placed => source(ui, cx, span, ""),
        Some(SpanValue::Text(text)) if !placed && !text.is_empty() => {
            ink::label(ui, &cx.tokens, &Ink::new(theme::mono(), cx.tokens.dim), text);
        }
        _ => {}
    }
    if let Some(help) = &report.help {
        ui.add_space(8.0);
        ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.dim), help);
    }
    if let Some(url) = &report.url {
        let ink = Ink::new(theme::body(), cx.tokens.blue);
        let room = ui.available_width();
        if ink::link(ui, &cx.tokens, &ink, url, size::LINE, room).clicked() {
            cx.act(&format!("url:{url}"));
        }
    }
}

/// Message left, code right.
fn headline(ui: &mut Ui, cx: &Cx<'_>, report: &ErrorReport<'_>, first: bool) {
    let (sign, color) = match report.level {
        Level::Error => ("", cx.tokens.red),
        level => (log::look(&cx.tokens, level).0, log::look(&cx.tokens, level).1),
    };
    let ink = if first { Ink::new(theme::medium(), color) } else { Ink::new(theme::body(), cx.tokens.dim) };
    let code = report.code.as_deref().unwrap_or_default();
    let code = ink::line(ui, &cx.tokens, &Ink::new(theme::mono_at(size::META), cx.tokens.faint), code, 320.0);
    let right = ui.max_rect().right();
    let room = ui.available_width() - code.size().x - 16.0;
    let message = ink::bounded(&report.message, ink::PARAGRAPH);
    let message = match message.trim_end() {
        "" => "error without a message",
        message => message,
    };
    let before = match (first, sign) {
        (false, _) => "led to: ".to_owned(),
        (true, "") => String::new(),
        (true, sign) => format!("{sign} "),
    };
    let job = ink::job(&cx.tokens, &ink, &format!("{before}{message}"), room.max(80.0));
    let top = ui.cursor().top();
    let label = ui.add(egui::Label::new(job).wrap());
    if !report.source.is_empty() {
        label.on_hover_text(format!("from {}", text::name(&report.source)));
    }
    ui.painter().galley(egui::pos2(right - code.size().x, top), code, cx.tokens.faint);
}

/// The line a span begins in, the span marked, the remark under it.
fn source(ui: &mut Ui, cx: &mut Cx<'_>, span: &Span<'_>, remark: &str) {
    ui.add_space(8.0);
    if span.text.is_empty() {
        place_line(ui, cx, span, remark);
        return;
    }
    let (before, marked, after) = split(span);
    let ink = Ink::new(theme::mono(), cx.tokens.text);
    let number = if span.line > 0 { span.line.to_string() } else { String::new() };
    let quiet = Ink::new(theme::mono(), cx.tokens.faint);
    let gutter = ink::line(ui, &cx.tokens, &quiet, &format!("{number:<2} "), 120.0);
    let width = ui.available_width();
    let (rect, response) = ui.allocate_exact_size(egui::vec2(width, size::LINE), egui::Sense::hover());
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(rect.expand2(egui::vec2(0.0, 40.0))));
    let head = ink::line(ui, &cx.tokens, &ink, &before, f32::INFINITY);
    let marked = ink::line(ui, &cx.tokens, &ink, &marked, f32::INFINITY);
    let tail = ink::line(ui, &cx.tokens, &ink, &after, f32::INFINITY);
    let left = rect.left() + gutter.size().x.max(24.0);
    let start = left + head.size().x;
    let end = start + marked.size().x.max(6.0);
    let mark = egui::Rect::from_x_y_ranges(start..=end, rect.shrink(1.0).y_range());
    painter.rect_filled(mark, 2.0, cx.tokens.error_span);
    let spoken = format!("{}{}{}", head.text(), marked.text(), tail.text());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &spoken));
    painter.galley(rect.left_top(), gutter, quiet.color);
    painter.galley(egui::pos2(left, rect.top()), head, ink.color);
    painter.galley(egui::pos2(start, rect.top()), marked, ink.color);
    painter.galley(egui::pos2(end, rect.top()), tail, ink.color);
    let line = rect.bottom() + 4.5;
    painter.hline(start..=end, line, Stroke::new(1.0, cx.tokens.red));
    under(ui, cx, end + 8.0, remark);
    if !span.file.is_empty() {
        place_line(ui, cx, span, "");
    }
}

/// The remark, from the end of the span on; at the left where it would not fit.
fn under(ui: &mut Ui, cx: &Cx<'_>, from: f32, remark: &str) {
    if remark.is_empty() {
        ui.add_space(8.0);
        return;
    }
    let ink = Ink::new(theme::mono(), cx.tokens.red);
    let room = ui.max_rect().right() - from;
    let indent = if room > 200.0 { from - ui.max_rect().left() } else { 24.0 };
    ink::beside(ui, size::LINE, |ui| {
        ui.add_space(indent);
        ink::label(ui, &cx.tokens, &ink, remark);
    });
}

/// Where it is, as a link, and the remark beside it.
fn place_line(ui: &mut Ui, cx: &mut Cx<'_>, span: &Span<'_>, remark: &str) {
    let value = SpanValue::Place(span.clone());
    ink::row(ui, size::LINE, |ui| {
        let place = log::place(&value);
        let room = ui.available_width();
        if log::is_file(&span.file) {
            let ink = Ink::new(theme::mono_at(size::META), cx.tokens.blue);
            if ink::link(ui, &cx.tokens, &ink, &place, size::LINE, room).clicked() {
                log::open_span(cx, Some(&value));
            }
        } else if !place.is_empty() {
            // A typed command has a name, but there is nothing to open.
            let ink = Ink::new(theme::mono_at(size::META), cx.tokens.faint);
            ink::cell(ui, &cx.tokens, &ink, &place, size::LINE, room);
        }
        if !remark.is_empty() {
            ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.red), remark);
        }
    });
}

/// The line before, in and behind the span. Columns count characters from 1. Of a long line, what surrounds the span.
fn split(span: &Span<'_>) -> (String, String, String) {
    let line: Vec<char> = span.text.lines().next().unwrap_or_default().chars().take(SOURCE).collect();
    let start = (span.column.max(1) as usize - 1).min(line.len());
    let same_line = span.end_line <= span.line || span.end_line == 0;
    let end =
        if same_line { (span.end_column.max(1) as usize - 1).clamp(start, line.len()) } else { line.len() };
    let from = if line.len() > LONG { start.saturating_sub(LONG / 2) } else { 0 };
    let part = |range: std::ops::Range<usize>| line.get(range).unwrap_or_default().iter().collect::<String>();
    let before = format!("{}{}", if from > 0 { "…" } else { "" }, part(from..start));
    (before, part(start..end), part(end..line.len()))
}

fn sample() -> Vec<Chunk> {
    let span = Span {
        file: "".into(),
        line: 1,
        column: 10,
        end_line: 1,
        end_column: 14,
        text: "ls | get nmae".into(),
    };
    let report = ErrorReport {
        source: "nu".into(),
        code: Some("nu::shell::column_not_found".into()),
        labels: vec![Label { span, text: "value not found here".into() }],
        help: Some("Did you mean name?".into()),
        ..ErrorReport::message("Cannot find column “nmae”")
    };
    vec![report.to_chunk(), ErrorReport::message("a bare message").to_chunk()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, columns: (u32, u32), lines: (u32, u32), expected: [&str; 3]) {
        let (column, end_column) = columns;
        let (line, end_line) = lines;
        let span = Span { line, column, end_line, end_column, text: text.into(), ..Span::default() };
        let (before, marked, after) = split(&span);
        assert_eq!([before.as_str(), &marked, &after], expected);
    }

    #[test]
    fn a_span_is_split_by_characters() {
        check("ls | get nmae", (10, 14), (1, 1), ["ls | get ", "nmae", ""]);
        check("é→x", (2, 3), (1, 1), ["é", "→", "x"]);
    }

    #[test]
    fn a_span_beyond_its_line_or_back_to_front_marks_what_it_can() {
        check("abc", (9, 12), (1, 1), ["abc", "", ""]);
        check("abc", (3, 1), (1, 1), ["ab", "", "c"]);
        check("abc", (2, 1), (1, 3), ["a", "bc", ""]);
        check("", (0, 0), (0, 0), ["", "", ""]);
        check("abc", (u32::MAX, u32::MAX), (1, 1), ["abc", "", ""]);
    }

    #[test]
    fn of_a_long_line_the_surroundings_are_shown() {
        let line = format!("{}here{}", "x".repeat(100), "y".repeat(5));
        check(&line, (101, 105), (1, 1), [&format!("…{}", "x".repeat(40)), "here", "yyyyy"]);
    }
}
