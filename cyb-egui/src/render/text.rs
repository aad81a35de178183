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

/// `(#, t)`: a value. Text of several lines is somebody's file, not prose.
fn content(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let font = if without_end(chunk).contains(&b'\n') { theme::mono() } else { theme::body() };
    wrapped(ui, cx, &Ink::new(font, cx.tokens.text), chunk);
}

/// `(@, t)`: a person or agent.
fn neuron(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let name = ink::bounded_bytes(chunk.payload(), ink::SHORT);
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
    let number = ink::bounded_bytes(chunk.payload(), ink::SHORT);
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
    let mut rest = without_end(chunk);
    let id = ui.unique_id().with("pieces");
    let shown = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(1);
    for number in 0..shown {
        if rest.is_empty() && number > 0 {
            break;
        }
        let (piece, behind) = cut(rest);
        rest = behind;
        let mut job = LayoutJob::default();
        job.wrap.max_width = ui.available_width();
        ink::append_bytes(&mut job, &cx.tokens, ink, piece);
        ui.add(Label::new(job).wrap());
    }
    if !rest.is_empty() {
        let more = format!("{} more", crate::quantity::size(i64::try_from(rest.len()).unwrap_or(i64::MAX)));
        let link = Ink::new(theme::meta(), cx.tokens.blue);
        if ink::link(ui, &cx.tokens, &link, &more, size::LINE, f32::INFINITY).clicked() {
            ui.data_mut(|data| data.insert_temp(id, shown.saturating_mul(2)));
        }
    }
}

/// The first paragraph of a long text and what follows it. A cut at a newline takes its place, since what follows
/// begins a line anyway; without one no character is cut.
fn cut(bytes: &[u8]) -> (&[u8], &[u8]) {
    if bytes.len() <= ink::PARAGRAPH {
        return (bytes, &[]);
    }
    let head = ink::utf8_head(bytes, ink::PARAGRAPH);
    let newline = head.iter().rposition(|byte| *byte == b'\n');
    let (end, next) = newline.map_or((head.len(), head.len()), |at| (at, at + 1));
    let piece = bytes.get(..end).unwrap_or(bytes);
    (
        piece.strip_suffix(b"\r").filter(|_| newline.is_some()).unwrap_or(piece),
        bytes.get(next..).unwrap_or_default(),
    )
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
    let head = ink::head(text, 200);
    let end = if head.len() < text.len() { "…" } else { "" };
    format!("{}{end}", visible(head).replace(['\n', '\t'], " "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_text_is_cut_at_lines_or_between_characters() {
        assert_eq!(cut(b""), (&b""[..], &b""[..]));
        let text = format!("x{}", "é".repeat(10_000));
        let (piece, rest) = cut(text.as_bytes());
        assert_eq!(piece.len(), ink::PARAGRAPH - 1);
        assert!(str::from_utf8(piece).is_ok() && str::from_utf8(rest).is_ok());
        let text = format!("{}\r\nnext{}", "a".repeat(16_000), "b".repeat(1_000));
        let (piece, rest) = cut(text.as_bytes());
        assert!(piece.ends_with(b"a") && rest.starts_with(b"nextb"));
        assert_eq!(piece.len(), 16_000);
    }

    #[test]
    fn a_long_name_says_that_it_goes_on() {
        assert_eq!(name(&"n".repeat(201)), format!("{}…", "n".repeat(200)));
        assert_eq!(name("a\nb"), "a b");
    }
}
