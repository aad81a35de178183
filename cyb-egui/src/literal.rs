//! `(=, t)`: NUON scalars, read for drawing and for sorting.

use std::borrow::Cow;

use chrono::{DateTime, FixedOffset};

use crate::quantity;

/// A typed literal.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Literal<'a> {
    /// `1234b`.
    Size(i64),
    /// `1500ns`.
    Duration(i64),
    /// RFC 3339.
    Date(DateTime<FixedOffset>),
    /// A quoted string, without its quotes.
    Quoted(Cow<'a, str>),
    /// A range, cell path, binary, closure: shown as it stands.
    Other(&'a str),
}

impl<'a> Literal<'a> {
    /// Reads the text of a literal. What is not recognised is [`Literal::Other`].
    pub(crate) fn read(text: &'a str) -> Self {
        if let Some(bytes) = text.strip_suffix('b').and_then(|digits| digits.parse().ok()) {
            return Self::Size(bytes);
        }
        if let Some(nanoseconds) = text.strip_suffix("ns").and_then(|digits| digits.parse().ok()) {
            return Self::Duration(nanoseconds);
        }
        if text.starts_with(|first: char| first.is_ascii_digit() || first == '-' || first == '+')
            && let Some(date) = date(text)
        {
            return Self::Date(date);
        }
        unquote(text).map_or(Self::Other(text), Self::Quoted)
    }

    /// As people read it, dates as seen from `now`.
    pub(crate) fn display(&self, now: Option<DateTime<FixedOffset>>) -> Cow<'a, str> {
        match self {
            Self::Size(bytes) => quantity::size(*bytes).into(),
            Self::Duration(nanoseconds) => quantity::duration(i128::from(*nanoseconds)).into(),
            Self::Date(date) => quantity::date(*date, now).into(),
            Self::Quoted(text) => text.clone(),
            Self::Other(text) => Cow::Borrowed(text),
        }
    }

    /// What to tell who hovers: the exact value, where the drawn one is not.
    pub(crate) fn exact(&self) -> Option<String> {
        match self {
            Self::Size(bytes) if bytes.unsigned_abs() >= 1000 => {
                let sign = if *bytes < 0 { "-" } else { "" };
                let digits = usize::try_from(bytes.unsigned_abs()).map(quantity::grouped);
                Some(format!("{sign}{} bytes", digits.unwrap_or_else(|_| bytes.unsigned_abs().to_string())))
            }
            Self::Duration(nanoseconds) => Some(format!("{nanoseconds} ns")),
            Self::Date(date) => Some(quantity::full_date(*date)),
            _ => None,
        }
    }
}

/// RFC 3339; and the same with a sign and any number of digits in its year.
fn date(text: &str) -> Option<DateTime<FixedOffset>> {
    DateTime::parse_from_rfc3339(text).or_else(|_| text.parse()).ok()
}

/// The text of a NUON string in double quotes, single quotes or backticks; `None` where it is not one.
fn unquote(text: &str) -> Option<Cow<'_, str>> {
    let quote = text.chars().next().filter(|first| matches!(first, '"' | '\'' | '`'))?;
    let inner = text.strip_prefix(quote)?.strip_suffix(quote)?;
    if quote != '"' || !inner.contains('\\') {
        return Some(Cow::Borrowed(inner));
    }
    let mut out = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(char) = chars.next() {
        match char {
            '\\' => unescape(&mut chars, &mut out),
            char => out.push(char),
        }
    }
    Some(Cow::Owned(out))
}

fn unescape(chars: &mut std::str::Chars<'_>, out: &mut String) {
    match chars.next() {
        Some('n') => out.push('\n'),
        Some('r') => out.push('\r'),
        Some('t') => out.push('\t'),
        Some('0') => out.push('\0'),
        Some('a') => out.push('\u{7}'),
        Some('b') => out.push('\u{8}'),
        Some('e') => out.push('\u{1b}'),
        Some('f') => out.push('\u{c}'),
        Some('u') => match unicode_escape(chars) {
            Some(char) => out.push(char),
            None => out.push_str("\\u"),
        },
        Some(same) => out.push(same),
        None => out.push('\\'),
    }
}

/// `{1F600}`; leaves `chars` alone where it is malformed.
fn unicode_escape(chars: &mut std::str::Chars<'_>) -> Option<char> {
    let (hex, rest) = chars.as_str().strip_prefix('{')?.split_once('}')?;
    let char = u32::from_str_radix(hex, 16).ok().and_then(char::from_u32)?;
    *chars = rest.chars();
    Some(char)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, shown: &str) {
        assert_eq!(Literal::read(text).display(None), shown);
    }

    #[test]
    fn quantities_are_humane() {
        check("1234b", "1.2 kB");
        check("1500ns", "1.5 µs");
        check("2026-03-14T15:09:26+00:00", "2026-03-14 15:09");
        check("+10000-01-01T00:00:00+00:00", "+10000-01-01 00:00");
        check("-0044-03-15T12:00:00+00:00", "-0044-03-15 12:00");
        assert_eq!(Literal::read("1234b").exact().as_deref(), Some("1\u{2009}234 bytes"));
    }

    #[test]
    fn strings_lose_their_quotes() {
        check("\"42\"", "42");
        check(r#""a\"b\n\u{e9}\q""#, "a\"b\néq");
        check("'x\\y'", "x\\y");
        check("\"", "\"");
        check(r#""\u{zz}""#, "\\u{zz}");
    }

    #[test]
    fn the_rest_stands_as_it_is() {
        for text in ["1..3", "$.a.0", "0x[1f2e]", "{|x| $x + 1}", "", "b", "ns", "99999999999999999999b"] {
            check(text, text);
        }
    }
}
