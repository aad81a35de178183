//! A value on one line: what a table cell or a field of a struct shows.

use std::borrow::Cow;

use chrono::{DateTime, FixedOffset};
use cyb_stream::{Frame, Kind, Render, Sigil, Struct, Table};
use egui::{Color32, FontId};

use crate::{
    ink,
    literal::Literal,
    quantity,
    theme::{self, Tokens},
    visible,
};

/// How many entries are counted before the count is only a lower bound.
const COUNTED: usize = 1000;
/// The longest text taken for one line, in bytes.
const LINE_BYTES: usize = 1024;
/// The longest text told to who points at it, in bytes.
const TOLD: usize = 2048;

/// A value as it is shown on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shown<'a> {
    pub(crate) text: Cow<'a, str>,
    pub(crate) role: Role,
}

/// What a value is, for colour, alignment and clicks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Text,
    Number,
    Bool,
    Size,
    Duration,
    Date,
    Path,
    Directory,
    Person,
    Literal,
    Note,
    Null,
    Missing,
    Nested,
    Unknown,
}

/// Reads a value for one line.
pub(crate) fn shown<'a>(frame: &Frame<'a>, now: Option<DateTime<FixedOffset>>) -> Shown<'a> {
    let new = |text: Cow<'a, str>, role| Shown { text, role };
    if frame.render != Render::TEXT {
        return summary(frame);
    }
    let text = head(frame.payload);
    match frame.sigil {
        Sigil::WUT if frame.payload.is_empty() => new("·".into(), Role::Missing),
        Sigil::SIG if frame.payload.is_empty() => new("–".into(), Role::Null),
        Sigil::HAX => {
            let role = plain_role(&text);
            new(text, role)
        }
        Sigil::LUS | Sigil::BUC => new(text, Role::Number),
        Sigil::FAS if frame.payload.ends_with(b"/") => new(text, Role::Directory),
        Sigil::FAS => new(text, Role::Path),
        Sigil::PAT => new(text, Role::Person),
        Sigil::SIG => new(text, Role::Note),
        Sigil::TIS => {
            let (text, role) = literal(&text, now);
            new(text, role)
        }
        _ => new(text, Role::Text),
    }
}

/// What to tell who points at a value: exactly what it is, where the line says less.
pub(crate) fn exact(frame: &Frame<'_>) -> Option<String> {
    if frame.render != Render::TEXT {
        return None;
    }
    let text = frame.text();
    match frame.sigil {
        Sigil::TIS => Literal::read(&text).exact(),
        _ if text.len() > 24 => Some(visible(ink::head(&text, TOLD))),
        _ => None,
    }
}

impl Role {
    /// Whether the value stands at the right of its column.
    pub(crate) const fn is_quantity(self) -> bool {
        matches!(self, Self::Number | Self::Size | Self::Duration)
    }

    /// Whether there is no value.
    pub(crate) const fn is_absent(self) -> bool {
        matches!(self, Self::Null | Self::Missing)
    }

    pub(crate) const fn color(self, tokens: &Tokens) -> Color32 {
        match self {
            Self::Text | Self::Number | Self::Bool | Self::Size | Self::Duration => tokens.text,
            Self::Path | Self::Directory => tokens.blue,
            Self::Person => tokens.violet,
            Self::Literal => tokens.orange,
            Self::Date | Self::Note | Self::Nested => tokens.dim,
            Self::Null | Self::Missing | Self::Unknown => tokens.faint,
        }
    }

    pub(crate) fn font(self) -> FontId {
        match self {
            Self::Directory => theme::medium(),
            Self::Literal => theme::mono(),
            Self::Date => theme::meta(),
            _ => theme::body(),
        }
    }
}

fn plain_role(text: &str) -> Role {
    match text.as_bytes() {
        [b'0'..=b'9' | b'-' | b'+' | b'.', ..] | b"inf" | b"NaN" if text.parse::<f64>().is_ok() => {
            Role::Number
        }
        b"true" | b"false" => Role::Bool,
        _ => Role::Text,
    }
}

fn literal(text: &str, now: Option<DateTime<FixedOffset>>) -> (Cow<'static, str>, Role) {
    let literal = Literal::read(text);
    let role = match literal {
        Literal::Size(_) => Role::Size,
        Literal::Duration(_) => Role::Duration,
        Literal::Date(_) => Role::Date,
        Literal::Quoted(_) => Role::Text,
        Literal::Other(_) => Role::Literal,
    };
    (Cow::Owned(literal.display(now).into_owned()), role)
}

/// What a value that does not fit a line holds.
fn summary<'a>(frame: &Frame<'a>) -> Shown<'a> {
    let (count, noun) = match (frame.sigil, frame.render) {
        (Sigil::FAS, Render::STRUCT) => {
            let view = Struct::read(frame.payload);
            let list = view.declared == Some(Kind::List);
            (view.entries().take(COUNTED + 1).count(), if list { "item" } else { "field" })
        }
        (_, Render::TABLE) => (Table::read(frame.payload).rows().take(COUNTED + 1).count(), "row"),
        (Sigil::ZAP, Render::ERROR) => return Shown { text: "error".into(), role: Role::Nested },
        (_, Render::COMPONENT) => return Shown { text: "component".into(), role: Role::Nested },
        _ => {
            let bytes = quantity::size(i64::try_from(frame.payload.len()).unwrap_or(i64::MAX));
            let text = format!("{} {} {bytes}", frame.sigil, frame.render);
            return Shown { text: text.into(), role: Role::Unknown };
        }
    };
    let text = if count > COUNTED { format!("{COUNTED}+ {noun}s") } else { quantity::count(count, noun) };
    Shown { text: text.into(), role: Role::Nested }
}

/// The beginning of a payload as text. What is no UTF-8 becomes U+FFFD.
fn head(payload: &[u8]) -> Cow<'_, str> {
    match String::from_utf8_lossy(payload.get(..LINE_BYTES).unwrap_or(payload)) {
        text if payload.len() <= LINE_BYTES => text,
        text => format!("{}…", ink::head(&text, LINE_BYTES - 4).trim_end_matches('\u{FFFD}')).into(),
    }
}
