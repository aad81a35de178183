//! What a cell is sorted by: its value, not how it is drawn.

use std::cmp::Ordering;

use cyb_stream::{Frame, Render, Sigil};

use crate::literal::Literal;

/// The longest text that takes part in a key, in characters.
const TEXT: usize = 256;

/// What a cell is sorted by. Kinds stand in this order where a column holds several.
#[derive(Debug)]
pub(crate) enum Key {
    Bool(bool),
    Number {
        value: f64,
        exact: i64,
    },
    Size(i64),
    Duration(i64),
    /// Seconds and nanoseconds.
    Date(i64, u32),
    Text(Box<str>),
    /// By how much it holds.
    Other(usize),
    Absent,
}

impl Key {
    /// Reads the key of a cell; `None` is a cell that its row does not have.
    pub(crate) fn read(cell: Option<Frame<'_>>) -> Self {
        let Some(cell) = cell else { return Self::Absent };
        if cell.render != Render::TEXT {
            return Self::Other(cell.payload.len());
        }
        if cell.payload.is_empty() && matches!(cell.sigil, Sigil::SIG | Sigil::WUT) {
            return Self::Absent;
        }
        let text = cell.text();
        match cell.sigil {
            Sigil::HAX | Sigil::LUS => Self::plain(&text),
            Sigil::TIS => match Literal::read(&text) {
                Literal::Size(bytes) => Self::Size(bytes),
                Literal::Duration(nanoseconds) => Self::Duration(nanoseconds),
                Literal::Date(date) => Self::Date(date.timestamp(), date.timestamp_subsec_nanos()),
                Literal::Quoted(text) => Self::folded(&text),
                Literal::Other(text) => Self::folded(text),
            },
            _ => Self::folded(&text),
        }
    }

    fn plain(text: &str) -> Self {
        match text {
            "true" => Self::Bool(true),
            "false" => Self::Bool(false),
            _ => {
                let number =
                    text.parse::<f64>().ok().filter(|_| !text.starts_with(['i', 'n', 'I']) || text == "inf");
                number.map_or_else(
                    || Self::folded(text),
                    |value| Self::Number { value, exact: text.parse().unwrap_or(value as i64) },
                )
            }
        }
    }

    fn folded(text: &str) -> Self {
        Self::Text(text.chars().take(TEXT).flat_map(char::to_lowercase).collect())
    }

    /// Smallest first; kinds by their order.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Bool(a), Self::Bool(b)) => a.cmp(b),
            (Self::Number { value: a, exact: c }, Self::Number { value: b, exact: d }) => {
                a.total_cmp(b).then_with(|| c.cmp(d))
            }
            (Self::Size(a), Self::Size(b)) | (Self::Duration(a), Self::Duration(b)) => a.cmp(b),
            (Self::Date(a, c), Self::Date(b, d)) => (a, c).cmp(&(b, d)),
            (Self::Text(a), Self::Text(b)) => natural(a, b),
            (Self::Other(a), Self::Other(b)) => a.cmp(b),
            _ => self.rank().cmp(&other.rank()),
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Bool(_) => 0,
            Self::Number { .. } => 1,
            Self::Size(_) => 2,
            Self::Duration(_) => 3,
            Self::Date(..) => 4,
            Self::Text(_) => 5,
            Self::Other(_) => 6,
            Self::Absent => 7,
        }
    }
}

/// Text with runs of digits compared as numbers: `file9` before `file10`.
fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let (Some(first_a), Some(first_b)) = (a.first(), b.first()) {
        let order = if first_a.is_ascii_digit() && first_b.is_ascii_digit() {
            let (digits_a, rest_a) = digits(a);
            let (digits_b, rest_b) = digits(b);
            (a, b) = (rest_a, rest_b);
            digits_a.len().cmp(&digits_b.len()).then_with(|| digits_a.cmp(digits_b))
        } else {
            let order = first_a.cmp(first_b);
            (a, b) = (a.get(1..).unwrap_or_default(), b.get(1..).unwrap_or_default());
            order
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    a.len().cmp(&b.len())
}

/// The digits at the start without leading zeros, and what follows them.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    (digits.get(zeros..).unwrap_or_default(), rest)
}
