use std::{borrow::Cow, fmt};

use super::span::{SpanValue, push_span};
use crate::{Chunk, FrameError, Render, Sigil, read_kv};

/// How much a log line or an error matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Finest detail.
    Trace,
    /// For who looks for a fault.
    Debug,
    /// Plain news.
    #[default]
    Info,
    /// May need a look.
    Warn,
    /// Went wrong.
    Error,
}

impl Level {
    /// Reads a level's name; `warning` counts as `warn`.
    pub const fn from_name(name: &[u8]) -> Option<Self> {
        Some(match name {
            b"trace" => Self::Trace,
            b"debug" => Self::Debug,
            b"info" => Self::Info,
            b"warn" | b"warning" => Self::Warn,
            b"error" => Self::Error,
            _ => return None,
        })
    }

    /// The name on the wire.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Trace => "trace",
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warn => "warn",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `(., l)`: a structured log line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Log<'a> {
    /// An unknown name is read as [`Level::Info`].
    pub level: Level,
    /// Who says it.
    pub source: Cow<'a, str>,
    /// What is said.
    pub message: Cow<'a, str>,
    /// The place it is about.
    pub span: Option<SpanValue<'a>>,
    /// When, as an RFC 3339 date.
    pub at: Option<Cow<'a, str>>,
    /// The first malformed place.
    pub fault: Option<FrameError>,
}

impl<'a> Log<'a> {
    /// Reads the payload of a `(., l)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut view = Self::default();
        let mut pairs = read_kv(payload);
        for pair in pairs.by_ref() {
            match pair.key {
                b"level" => view.level = Level::from_name(pair.value.payload).unwrap_or_default(),
                b"source" => view.source = pair.text(),
                b"message" => view.message = pair.text(),
                b"span" => view.span = Some(SpanValue::read(&pair.value)),
                b"at" => view.at = Some(pair.text()),
                _ => {}
            }
        }
        view.fault = pairs.fault();
        view
    }

    /// The chunk.
    pub fn to_chunk(&self) -> Chunk {
        Chunk::build(Sigil::DOT, Render::LOG, |payload| {
            payload
                .kv_text("level", self.level.name())
                .kv_text("source", &self.source)
                .kv_text("message", &self.message);
            push_span(payload, self.span.as_ref());
            if let Some(at) = &self.at {
                payload.kv("at", |pair| {
                    pair.frame(Sigil::TIS, Render::TEXT, at.as_bytes());
                });
            }
        })
    }
}
