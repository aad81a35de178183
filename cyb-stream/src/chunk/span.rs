use std::{borrow::Cow, fmt};

use crate::{Encoder, Frame, Render, Sigil, read_kv};

/// A place in a source text. Lines and columns count from 1, columns in characters; 0 is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span<'a> {
    /// The source's name, usually a path.
    pub file: Cow<'a, str>,
    /// First line.
    pub line: u32,
    /// First character in it.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// The character behind the last one.
    pub end_column: u32,
    /// The first source line, so that it can be shown without the file.
    pub text: Cow<'a, str>,
}

impl<'a> Span<'a> {
    fn read(payload: &'a [u8]) -> Self {
        let mut span = Self::default();
        for pair in read_kv(payload) {
            match pair.key {
                b"file" => span.file = pair.text(),
                b"line" => span.line = pair.number().unwrap_or_default(),
                b"column" => span.column = pair.number().unwrap_or_default(),
                b"end_line" => span.end_line = pair.number().unwrap_or_default(),
                b"end_column" => span.end_column = pair.number().unwrap_or_default(),
                b"text" => span.text = pair.text(),
                _ => {}
            }
        }
        span
    }

    /// Appends the `(/, s)` of a span.
    pub(super) fn push(&self, out: &mut Encoder) {
        out.nest(Sigil::FAS, Render::STRUCT, |span| {
            span.kv_text("file", &self.file)
                .kv_text("line", &self.line.to_string())
                .kv_text("column", &self.column.to_string())
                .kv_text("end_line", &self.end_line.to_string())
                .kv_text("end_column", &self.end_column.to_string())
                .kv_text("text", &self.text);
        });
    }
}

/// `file:line:column`, with unknown parts left out.
impl fmt::Display for Span<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
            if self.column > 0 {
                write!(f, ":{}", self.column)?;
            }
        }
        Ok(())
    }
}

/// A span as it stands on the wire: structured, or older producers' plain text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpanValue<'a> {
    /// A `(/, s)` of bindings.
    Place(Span<'a>),
    /// Text to be shown as it is.
    Text(Cow<'a, str>),
}

impl<'a> SpanValue<'a> {
    pub(super) fn read(value: &Frame<'a>) -> Self {
        if value.render == Render::STRUCT {
            Self::Place(Span::read(value.payload))
        } else {
            Self::Text(value.text())
        }
    }
}

/// Appends the binding `span`, if there is one.
pub(super) fn push_span(out: &mut Encoder, span: Option<&SpanValue<'_>>) {
    match span {
        Some(SpanValue::Place(span)) => {
            out.kv("span", |pair| span.push(pair));
        }
        Some(SpanValue::Text(text)) => {
            out.kv_text("span", text);
        }
        None => {}
    }
}
