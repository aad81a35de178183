//! Text, laid out: what hides is written out, and every line has the height the design gives it.

use std::{borrow::Cow, sync::Arc};

use egui::{
    Align, Color32, FontId, Galley, InnerResponse, Layout, Response, Sense, Stroke, Ui, Vec2,
    text::{LayoutJob, TextFormat, TextWrapping},
};

use crate::{
    quantity,
    theme::{Tokens, size},
    visible::{Piece, byte_pieces, pieces},
};

/// The longest text that is laid out for one line, in bytes; more would not be seen anyway.
const LINE_BYTES: usize = 1024;
/// The longest text that is laid out as one, in bytes: layout takes more than a hundred times the memory of its text.
pub(crate) const PARAGRAPH: usize = 16 * 1024;
/// The same for what is usually one line, such as a name.
pub(crate) const SHORT: usize = 2 * 1024;

/// A font, a colour, a line height.
#[derive(Clone, Debug)]
pub(crate) struct Ink {
    pub(crate) font: FontId,
    pub(crate) color: Color32,
    pub(crate) line: f32,
    /// Whether a link says so without being pointed at.
    pub(crate) underlined: bool,
}

impl Ink {
    pub(crate) const fn new(font: FontId, color: Color32) -> Self {
        Self { font, color, line: size::LINE, underlined: false }
    }

    pub(crate) fn underlined(self) -> Self {
        Self { underlined: true, ..self }
    }

    fn format(&self) -> TextFormat {
        TextFormat {
            font_id: self.font.clone(),
            color: self.color,
            line_height: Some(self.line),
            expand_bg: 0.0,
            ..TextFormat::default()
        }
    }
}

/// Appends text to a layout; what hides is written out in orange.
pub(crate) fn append(job: &mut LayoutJob, tokens: &Tokens, ink: &Ink, text: &str) {
    pieces(text, &mut |piece| append_piece(job, tokens, ink, piece));
}

/// Appends bytes to a layout.
pub(crate) fn append_bytes(job: &mut LayoutJob, tokens: &Tokens, ink: &Ink, bytes: &[u8]) {
    byte_pieces(bytes, &mut |piece| append_piece(job, tokens, ink, piece));
}

fn append_piece(job: &mut LayoutJob, tokens: &Tokens, ink: &Ink, piece: Piece<'_>) {
    match piece {
        Piece::Plain(text) => job.append(text, 0.0, ink.format()),
        Piece::Escape(text) => {
            job.append(
                &text,
                0.0,
                TextFormat { color: tokens.orange, background: tokens.raised, ..ink.format() },
            );
        }
    }
}

/// A layout of one text in one ink, wrapped at `width`; no longer than a paragraph.
pub(crate) fn job(tokens: &Tokens, ink: &Ink, text: &str, width: f32) -> LayoutJob {
    let mut job = LayoutJob::default();
    job.wrap.max_width = width;
    append(&mut job, tokens, ink, &bounded(text, PARAGRAPH));
    job
}

/// One line, cut with an ellipsis where it is wider than `width`.
pub(crate) fn line(ui: &Ui, tokens: &Tokens, ink: &Ink, text: &str, width: f32) -> Arc<Galley> {
    let head = head(text, LINE_BYTES);
    let mut job = LayoutJob {
        wrap: TextWrapping::truncate_at_width(width),
        break_on_newline: false,
        ..LayoutJob::default()
    };
    if head.contains(['\n', '\r', '\t']) {
        append(&mut job, tokens, ink, &head.replace("\r\n", "\n").replace(['\n', '\t'], " "));
    } else {
        append(&mut job, tokens, ink, head);
    }
    if head.len() < text.len() {
        append(&mut job, tokens, ink, "…");
    }
    ui.fonts_mut(|fonts| fonts.layout_job(job))
}

/// The first `max` bytes of a text, or a little less.
pub(crate) fn head(text: &str, max: usize) -> &str {
    text.get(..text.floor_char_boundary(max)).unwrap_or(text)
}

/// A text of at most about `max` bytes; a longer one ends in a mark that counts the rest.
pub(crate) fn bounded(text: &str, max: usize) -> Cow<'_, str> {
    let head = head(text, max);
    match text.len() - head.len() {
        0 => Cow::Borrowed(text),
        rest => format!("{head}… {}", quantity::count(rest, "more byte")).into(),
    }
}

/// The same for bytes that should be text, of which only what is shown is looked at.
pub(crate) fn bounded_bytes(bytes: &[u8], max: usize) -> Cow<'_, str> {
    let head = utf8_head(bytes, max);
    let text = String::from_utf8_lossy(head);
    match bytes.len() - head.len() {
        0 => text,
        rest => format!("{text}… {}", quantity::count(rest, "more byte")).into(),
    }
}

/// The first `max` bytes, or up to three less, so that no character is cut.
pub(crate) fn utf8_head(bytes: &[u8], max: usize) -> &[u8] {
    let starts = |at: &usize| bytes.get(*at).is_none_or(|byte| byte & 0xC0 != 0x80);
    let end = (max.saturating_sub(3)..=max).rev().find(starts).unwrap_or(max);
    bytes.get(..end).unwrap_or(bytes)
}

/// A label that wraps.
pub(crate) fn label(ui: &mut Ui, tokens: &Tokens, ink: &Ink, text: &str) -> Response {
    let job = job(tokens, ink, text, ui.available_width());
    ui.add(egui::Label::new(job).wrap())
}

/// A label of one line in a row of a given height; takes the width it needs, at most `width`.
pub(crate) fn cell(ui: &mut Ui, tokens: &Tokens, ink: &Ink, text: &str, height: f32, width: f32) -> Response {
    let galley = line(ui, tokens, ink, text, width);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(galley.size().x.ceil(), height), Sense::hover());
    let at = egui::pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, galley.text()));
    ui.painter().galley(at, galley, ink.color);
    response
}

/// A row of things of one height, centred on one line.
pub(crate) fn row<R>(ui: &mut Ui, height: f32, add: impl FnOnce(&mut Ui) -> R) -> R {
    let size = Vec2::new(ui.available_width(), height);
    let layout = Layout::left_to_right(Align::Center);
    let inner = ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.spacing_mut().interact_size.y = height;
        ui.set_min_height(height);
        add(ui)
    });
    inner.inner
}

/// Things side by side that may be of several lines, all beginning at the top.
pub(crate) fn beside<R>(ui: &mut Ui, height: f32, add: impl FnOnce(&mut Ui) -> R) -> InnerResponse<R> {
    let size = Vec2::new(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Min), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.spacing_mut().interact_size.y = height;
        add(ui)
    })
}

/// A link of one line: looks like its text until it is pointed at or focused.
pub(crate) fn link(ui: &mut Ui, tokens: &Tokens, ink: &Ink, text: &str, height: f32, width: f32) -> Response {
    let text = if text.trim().is_empty() { "(empty)" } else { text };
    let galley = line(ui, tokens, ink, text, width);
    let (rect, response) = ui.allocate_exact_size(Vec2::new(galley.size().x.ceil(), height), Sense::click());
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Link, true, galley.text()));
    let at = egui::pos2(rect.left(), rect.center().y - galley.size().y / 2.0);
    let bottom = at.y + galley.size().y / 2.0 + ink.font.size / 2.0 + 1.0;
    ui.painter().galley(at, galley, ink.color);
    if ink.underlined || response.hovered() || response.has_focus() {
        ui.painter().hline(rect.x_range(), bottom, Stroke::new(1.0, ink.color));
    }
    response
}

/// A small rounded frame with a word in it.
pub(crate) fn chip(ui: &mut Ui, tokens: &Tokens, ink: &Ink, text: &str, sense: Sense) -> Response {
    let galley = line(ui, tokens, ink, text, f32::INFINITY);
    let size = Vec2::new(galley.size().x.ceil() + 16.0, size::CHIP);
    let (rect, response) = ui.allocate_exact_size(size, sense);
    let kind = if sense.senses_click() { egui::Role::Button } else { egui::Role::Label };
    response.widget_info(|| egui::WidgetInfo::labeled(kind, true, galley.text()));
    let lit = sense.senses_click() && (response.hovered() || response.has_focus());
    paint_chip(ui, rect, if lit { tokens.hairline_strong } else { tokens.hairline });
    ui.painter().galley(rect.center() - galley.size() / 2.0, galley, ink.color);
    response
}

/// A chip's outline.
pub(crate) fn paint_chip(ui: &Ui, rect: egui::Rect, line: Color32) {
    ui.painter().rect_stroke(rect, size::CHIP_RADIUS, Stroke::new(1.0, line), egui::StrokeKind::Inside);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_between_characters_and_counted() {
        assert_eq!(bounded("ééé", 6), "ééé");
        assert_eq!(bounded("ééé", 5), "éé… 2 more bytes");
        assert_eq!(bounded_bytes("ééé".as_bytes(), 5), "éé… 2 more bytes");
        assert_eq!(bounded_bytes(b"abc", 2), "ab… 1 more byte");
        assert_eq!(utf8_head(&[0x80; 9], 5).len(), 5, "noise is cut anywhere");
        assert_eq!(utf8_head("🦀🦀".as_bytes(), 7), "🦀".as_bytes());
        assert_eq!(utf8_head(b"", 0), b"");
    }
}
