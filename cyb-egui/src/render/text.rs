//! `(*, t)`: text that is read as it stands.

use cyb_stream::{Chunk, Render, Sigil};
use egui::{Label, Rect, Ui, text::LayoutJob};

use crate::{
    Cx, Renderer,
    ink::{self, Ink},
    theme::{self, size},
    visible,
};

pub(super) const CONTENT: Renderer =
    Renderer { name: "text", ui: content, sample: || vec![Chunk::text("The answer is 42.")] };
pub(super) const NEURON: Renderer =
    Renderer { name: "neuron", ui: neuron, sample: || vec![Chunk::neuron("@alice")] };
pub(super) const OUTPUT: Renderer = Renderer {
    name: "output",
    ui: output,
    sample: || {
        vec![Chunk::stdout("total 8\ndrwxr-xr-x  2 src\n"), Chunk::stdout("-rw-r--r--  1 Cargo.toml\n")]
    },
};
pub(super) const ERROR_OUTPUT: Renderer = Renderer {
    name: "error-output",
    ui: error_output,
    sample: || vec![Chunk::stderr("warning: \x1b[1mlow disk\n")],
};
pub(super) const TOKEN: Renderer =
    Renderer { name: "token", ui: token, sample: || vec![Chunk::token("1000 BOOT")] };
pub(super) const CHANGE: Renderer =
    Renderer { name: "change", ui: change, sample: || vec![Chunk::augment("+17")] };
pub(super) const MISSING: Renderer =
    Renderer { name: "missing", ui: missing, sample: || vec![Chunk::missing()] };

/// The longest text laid out as one, in bytes; a longer one is opened piece by piece.
const WHOLE: usize = 16 * 1024;

/// `(#, t)`: a value. Text of several lines is somebody's file, not prose.
fn content(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let font = if without_end(chunk).contains(&b'\n') { theme::mono() } else { theme::body() };
    wrapped(ui, cx, &Ink::new(font, cx.tokens.text), chunk);
}

/// `(@, t)`: a person or agent.
fn neuron(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let name = chunk.text_lossy();
    let sign = if name.starts_with('@') { "" } else { "@" };
    ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.violet), &format!("{sign}{name}"));
}

/// `(~, t)`: a program's output; inside something else, a remark or no value at all.
fn output(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let ink = match cx.depth {
        0 => Ink::new(theme::mono(), cx.tokens.text),
        _ if chunk.payload().is_empty() => return absent(ui, cx, "–"),
        _ if without_end(chunk).contains(&b'\n') => Ink::new(theme::mono(), cx.tokens.text),
        _ => Ink::new(theme::body(), cx.tokens.dim),
    };
    wrapped(ui, cx, &ink, chunk);
}

/// `(!, t)`: the same for the standard error, told apart by a bar.
fn error_output(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let left = ui.max_rect().left();
    let drawn = ink::beside(ui, size::LINE, |ui| {
        ui.add_space(10.0);
        ui.vertical(|ui| wrapped(ui, cx, &Ink::new(theme::mono(), cx.tokens.text), chunk));
    });
    let drawn = drawn.response.on_hover_text("standard error");
    let bar = Rect::from_x_y_ranges(left..=left + 2.0, drawn.rect.shrink2(egui::vec2(0.0, 2.0)).y_range());
    ui.painter().rect_filled(bar, 1.0, cx.tokens.error_line);
}

/// `($, t)`: a token expression.
fn token(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    wrapped(ui, cx, &Ink::new(theme::body(), cx.tokens.orange), chunk);
}

/// `(+, t)`: a numeric change, with its sign.
fn change(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let number = chunk.text_lossy();
    let falls = number.starts_with('-');
    let color = if falls { cx.tokens.red } else { cx.tokens.green };
    let sign = if falls || number.starts_with('+') { "" } else { "+" };
    ink::label(ui, &cx.tokens, &Ink::new(theme::body(), color), &format!("{sign}{number}"));
}

/// `(?, t)`: a cell that its row does not have.
fn missing(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    if chunk.payload().is_empty() {
        absent(ui, cx, "·");
    } else {
        wrapped(ui, cx, &Ink::new(theme::body(), cx.tokens.dim), chunk);
    }
}

fn absent(ui: &mut Ui, cx: &Cx<'_>, sign: &str) {
    let what = if sign == "·" { "missing" } else { "null" };
    ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.faint), sign).on_hover_text(what);
}

fn wrapped(ui: &mut Ui, cx: &Cx<'_>, ink: &Ink, chunk: &Chunk) {
    let bytes = without_end(chunk);
    let id = ui.unique_id().with("pieces");
    let shown = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(1);
    for piece in bytes.chunks(WHOLE).take(shown) {
        let mut job = LayoutJob::default();
        job.wrap.max_width = ui.available_width();
        ink::append_bytes(&mut job, &cx.tokens, ink, piece);
        ui.add(Label::new(job).wrap());
    }
    let hidden = bytes.len().saturating_sub(shown.saturating_mul(WHOLE));
    if hidden > 0 {
        let more = format!("{} more", crate::quantity::size(i64::try_from(hidden).unwrap_or(i64::MAX)));
        let link = Ink::new(theme::meta(), cx.tokens.blue);
        if ink::link(ui, &cx.tokens, &link, &more, size::LINE, f32::INFINITY).clicked() {
            ui.data_mut(|data| data.insert_temp(id, shown.saturating_mul(2)));
        }
    }
}

/// The text without the newline that ends it: the next piece begins a line anyway.
fn without_end(chunk: &Chunk) -> &[u8] {
    let bytes = &chunk.payload()[..];
    let bytes = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    bytes.strip_suffix(b"\r").unwrap_or(bytes)
}

/// Whether chunks of this pair are parts of one stream of text, whose lines go on from chunk to chunk.
pub(crate) fn is_stream(chunk: &Chunk) -> bool {
    chunk.render() == Render::TEXT && matches!(chunk.sigil(), Sigil::SIG | Sigil::ZAP)
}

/// The text for a name that has to be one line.
pub(crate) fn name(text: &str) -> String {
    visible(ink::head(text, 200)).replace(['\n', '\t'], " ")
}
