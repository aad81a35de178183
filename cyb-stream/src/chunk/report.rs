use std::borrow::Cow;

use super::{
    log::Level,
    span::{Span, SpanValue, push_span},
};
use crate::{Chunk, Encoder, Frame, FrameError, Render, Sigil, Struct, read_kv};

/// `(!, e)`: an error with its places and causes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorReport<'a> {
    /// [`Level::Error`] where it is missing or unknown.
    pub level: Level,
    /// Who says it: a program, or older producers' place.
    pub source: Cow<'a, str>,
    /// What went wrong.
    pub message: Cow<'a, str>,
    /// The primary place.
    pub span: Option<SpanValue<'a>>,
    /// A name to look it up by, such as `nu::shell::column_not_found`.
    pub code: Option<Cow<'a, str>>,
    /// What to do about it.
    pub help: Option<Cow<'a, str>>,
    /// Where to read more.
    pub url: Option<Cow<'a, str>>,
    /// What is to be said at which place; the first is primary.
    pub labels: Vec<Label<'a>>,
    /// The `(!, e)` that led to this one.
    pub cause: Option<Frame<'a>>,
    /// The first malformed place.
    pub fault: Option<FrameError>,
}

/// A remark at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Label<'a> {
    /// Where.
    pub span: Span<'a>,
    /// What; may be empty.
    pub text: Cow<'a, str>,
}

impl Default for ErrorReport<'_> {
    fn default() -> Self {
        Self {
            level: Level::Error,
            source: "".into(),
            message: "".into(),
            span: None,
            code: None,
            help: None,
            url: None,
            labels: Vec::new(),
            cause: None,
            fault: None,
        }
    }
}

impl<'a> ErrorReport<'a> {
    /// An error that has nothing but a message.
    pub fn message(message: impl Into<Cow<'a, str>>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// Reads the payload of a `(!, e)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut view = Self::default();
        let mut pairs = read_kv(payload);
        for pair in pairs.by_ref() {
            let optional = || Some(pair.text()).filter(|text| !text.is_empty());
            match pair.key {
                b"level" => {
                    view.level = Level::from_name(pair.value.payload).unwrap_or(Level::Error);
                }
                b"source" => view.source = pair.text(),
                b"message" => view.message = pair.text(),
                b"span" => view.span = Some(SpanValue::read(&pair.value)),
                b"code" => view.code = optional(),
                b"help" => view.help = optional(),
                b"url" => view.url = optional(),
                b"labels" => view.labels = read_labels(pair.value.payload),
                b"cause" if pair.value.is(Sigil::ZAP, Render::ERROR) => {
                    view.cause = Some(pair.value);
                }
                _ => {}
            }
        }
        view.fault = pairs.fault();
        view
    }

    /// The chunk. A `cause` is taken as it is.
    pub fn to_chunk(&self) -> Chunk {
        Chunk::build(Sigil::ZAP, Render::ERROR, |payload| {
            payload
                .kv_text("level", self.level.name())
                .kv_text("source", &self.source)
                .kv_text("message", &self.message);
            push_span(payload, self.span.as_ref());
            let extras = [("code", &self.code), ("help", &self.help), ("url", &self.url)];
            for (key, value) in extras {
                if let Some(value) = value {
                    payload.kv_text(key, value);
                }
            }
            if !self.labels.is_empty() {
                payload.kv("labels", |pair| push_labels(&self.labels, pair));
            }
            if let Some(cause) = &self.cause {
                payload.kv("cause", |pair| {
                    pair.frame(cause.sigil, cause.render, cause.payload);
                });
            }
        })
    }
}

fn read_labels(list: &[u8]) -> Vec<Label<'_>> {
    Struct::read(list).entries().map(|entry| read_label(entry.value.payload)).collect()
}

fn read_label(fields: &[u8]) -> Label<'_> {
    let mut label = Label::default();
    for pair in read_kv(fields) {
        match (pair.key, SpanValue::read(&pair.value)) {
            (b"span", SpanValue::Place(span)) => label.span = span,
            (b"span", SpanValue::Text(text)) => label.span = Span { file: text, ..Span::default() },
            (b"text", _) => label.text = pair.text(),
            _ => {}
        }
    }
    label
}

fn push_labels(labels: &[Label<'_>], out: &mut Encoder) {
    out.nest(Sigil::FAS, Render::STRUCT, |list| {
        list.kv_text("kind", "list");
        for (index, label) in labels.iter().enumerate() {
            list.pair_with(&index.to_string(), |pair| {
                pair.nest(Sigil::FAS, Render::STRUCT, |fields| {
                    fields.kv("span", |value| label.span.push(value)).kv_text("text", &label.text);
                });
            });
        }
    });
}
