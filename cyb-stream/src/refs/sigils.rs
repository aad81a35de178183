use super::{
    Reference, ReferenceKind,
    class::{ends_line, ends_word, is_core, is_joiner},
    places::url_len,
};
use crate::Sigil;

/// The references in `text`, in order and disjoint: `#name`, `@name`, `$NAME`, `[[target]]` and `[[target|label]]`; see
/// the [module](super) for what counts as one.
pub const fn references(text: &str) -> References<'_> {
    References { text, at: 0 }
}

/// Iterator over references; see [`references`].
#[derive(Clone, Debug)]
pub struct References<'a> {
    text: &'a str,
    /// What lies before it is told.
    at: usize,
}

impl<'a> Iterator for References<'a> {
    type Item = Reference<'a>;

    fn next(&mut self) -> Option<Reference<'a>> {
        while let Some(ahead) = self.text.as_bytes().get(self.at..) {
            let Some(skipped) = ahead.iter().position(|byte| b"#@$[:".contains(byte)) else {
                self.at = self.text.len();
                return None;
            };
            let start = self.at.saturating_add(skipped);
            let (before, found) = self.text.split_at_checked(start)?;
            let (len, kind) = step(before, found);
            self.at = start.saturating_add(len);
            if let Some(kind) = kind {
                return Some(Reference { range: start..self.at, kind });
            }
        }
        None
    }
}

/// What stands at the start of `found`, which is not empty: how many bytes are done with, at least one, and what they
/// are.
fn step<'a>(before: &str, found: &'a str) -> (usize, Option<ReferenceKind<'a>>) {
    match found.as_bytes() {
        [b':', b'/', b'/', ..] if before.ends_with(|c: char| c.is_ascii_alphanumeric()) => {
            (url_len(found), None)
        }
        [b'[', ..] if opens_computation(before) => (computation_len(found), None),
        [b'[', b'[', ..] if starts_word(before) => match link(found) {
            Some((len, kind)) => (len, Some(kind)),
            None => (1, None),
        },
        [sigil @ (b'#' | b'@' | b'$'), ..] if starts_word(before) => {
            let behind = found.get(1..).unwrap_or_default();
            let len = identifier_len(behind);
            let Some((name, rest)) = behind.split_at_checked(len).filter(|_| len > 0) else {
                return (1, None);
            };
            let kind = match sigil {
                // An address elsewhere: `@alice@example.org`, `@scope/package@1.2`.
                _ if rest.starts_with('@') => None,
                b'#' => Some(ReferenceKind::Particle(name)),
                b'@' => Some(ReferenceKind::Neuron(name)),
                _ => Some(ReferenceKind::Token(name)),
            };
            (len.saturating_add(1), kind)
        }
        _ => (1, None),
    }
}

/// Whether a word starts behind `before`.
fn starts_word(before: &str) -> bool {
    let mut back = before.chars().rev();
    let Some(last) = back.next() else { return true };
    match last {
        // The destination of a Markdown link, the value of an attribute: fragments and colours.
        '(' => back.next() != Some(']'),
        '"' | '\'' => back.next() != Some('='),
        '[' | '{' | '<' | '`' | '*' | ',' | ';' | '|' => true,
        _ if last.is_ascii() => ends_word(last),
        _ => !is_core(last) && !is_joiner(last),
    }
}

/// Whether a bracket behind `before` opens the inline computation of a sigil.
fn opens_computation(before: &str) -> bool {
    let is_sigil = |c: char| u8::try_from(c).is_ok_and(|byte| Sigil(byte).is_known());
    before.strip_suffix(is_sigil).is_some_and(starts_word)
}

/// Bytes of an inline computation from its bracket on.
fn computation_len(found: &str) -> usize {
    let mut depth = 0_usize;
    for (at, c) in found.char_indices() {
        match c {
            '[' => depth = depth.saturating_add(1),
            ']' if depth == 1 => return at.saturating_add(1),
            ']' => depth = depth.saturating_sub(1),
            _ if ends_line(c) => return at,
            _ => {}
        }
    }
    found.len()
}

/// A link at the start of `found`, and its bytes.
fn link(found: &str) -> Option<(usize, ReferenceKind<'_>)> {
    let inner = found.strip_prefix("[[").filter(|inner| !inner.starts_with(char::is_whitespace))?;
    let end = inner.find(|c| matches!(c, '[' | ']') || ends_line(c))?;
    let (inner, behind) = inner.split_at_checked(end)?;
    if !behind.starts_with("]]") {
        return None;
    }
    let (target, label) = match inner.split_once('|') {
        Some((target, label)) => (target.trim(), Some(label.trim()).filter(|label| !label.is_empty())),
        None => (inner.trim(), None),
    };
    let len = end.saturating_add(4);
    (!target.is_empty()).then_some((len, ReferenceKind::Link { target, label }))
}

/// Bytes of the identifier at the start of `text`; 0 if there is none.
fn identifier_len(text: &str) -> usize {
    if !text.trim_start_matches('_').starts_with(char::is_alphabetic) {
        return 0;
    }
    let mut rest = text;
    loop {
        let behind = rest.trim_start_matches(is_core);
        let next = match behind.chars().next() {
            Some('.' | '/') => behind.get(1..),
            Some('-') => Some(behind.trim_start_matches('-')),
            // Only where both neighbours are of a script that may need it.
            Some(c) if is_joiner(c) && !text_before(text, behind).ends_with(|c: char| c.is_ascii()) => {
                behind.strip_prefix(c).filter(|next| !next.starts_with(|c: char| c.is_ascii()))
            }
            _ => None,
        };
        match next.filter(|next| next.starts_with(is_core)) {
            Some(next) => rest = next,
            None => return text.len().saturating_sub(behind.len()),
        }
    }
}

/// What of `text` stands before its end `behind`.
fn text_before<'a>(text: &'a str, behind: &str) -> &'a str {
    text.get(..text.len().saturating_sub(behind.len())).unwrap_or_default()
}
