//! References in text: what holds for any text, and the rules read literally.

use std::ops::Range;

use cyb_stream::refs::{Reference, ReferenceKind, output_references, places, references};

/// The longest text the literal rules are tried on, in bytes: they are cubic.
const MODEL_LEN: usize = 160;

/// Any bytes, as text: those that are not UTF-8 become U+FFFD.
pub fn run(data: &[u8]) {
    check_any(&String::from_utf8_lossy(data));
}

/// Panics unless everything that holds for any text holds for this one.
fn check_any(text: &str) {
    let found: Vec<_> = references(text).collect();
    let there: Vec<_> = places(text).collect();
    let output: Vec<_> = output_references(text).collect();
    for all in [&found, &there, &output] {
        assert_sound(text, all);
    }
    for one in &output {
        assert!(found.contains(one) || there.contains(one), "{one:?} in {text:?}");
    }
    assert_eq!(found, in_pieces(text, |c| c == '\n'), "line by line, in {text:?}");
    if !text.contains('[') {
        assert_eq!(found, in_pieces(text, char::is_whitespace), "word by word, in {text:?}");
    }
    if text.len() <= MODEL_LEN && text.chars().all(is_known) {
        let found: Vec<_> = found.into_iter().map(|found| found.range).collect();
        assert_eq!(found, model(text), "in {text:?}");
    }
}

/// In order, disjoint, on character boundaries, and spelled as the kind says.
fn assert_sound(text: &str, found: &[Reference<'_>]) {
    let mut at = 0;
    for Reference { range, kind } in found {
        assert!(at <= range.start && range.start < range.end, "{range:?} after {at} in {text:?}");
        at = range.end;
        let spelled = &text[range.clone()];
        match kind {
            ReferenceKind::Particle(name) => assert_eq!(spelled, format!("#{name}")),
            ReferenceKind::Neuron(name) => assert_eq!(spelled, format!("@{name}")),
            ReferenceKind::Token(name) => assert_eq!(spelled, format!("${name}")),
            ReferenceKind::Link { target, label } => {
                assert!(spelled.starts_with("[[") && spelled.ends_with("]]"));
                let inner = &spelled[2..spelled.len() - 2];
                assert!(inner.starts_with(target) && !target.is_empty() && target.trim() == *target);
                assert!(label.is_none_or(|label| inner.trim_end().ends_with(label) && !label.is_empty()));
            }
            ReferenceKind::Url(url) => {
                assert_eq!(spelled, *url);
                assert!(url.contains("://") && !url.contains(|c: char| c.is_whitespace() || c.is_control()));
            }
            ReferenceKind::Source { path, line, column } => {
                let numbers = spelled.strip_prefix(path).and_then(|rest| rest.strip_prefix(':'));
                let numbers: Vec<u32> =
                    numbers.into_iter().flat_map(|rest| rest.split(':')).flat_map(str::parse).collect();
                assert_eq!(numbers.first(), Some(line));
                assert_eq!(numbers.get(1), column.as_ref());
                assert!(*line > 0 && column.is_none_or(|column| column > 0));
            }
        }
    }
}

/// The references of the pieces between separators, with the places they have in the whole text.
fn in_pieces(text: &str, separates: impl Fn(char) -> bool) -> Vec<Reference<'_>> {
    let mut all = Vec::new();
    let mut start = 0;
    for piece in text.split_inclusive(separates) {
        all.extend(references(piece).map(|found| {
            let Reference { range: Range { start: from, end: to }, kind } = found;
            Reference { range: start + from..start + to, kind }
        }));
        start += piece.len();
    }
    all
}

/// Where `references` has to find something: each place is tried, and of the ends the longest.
fn model(text: &str) -> Vec<Range<usize>> {
    let ends = |from: usize| (from..=text.len()).filter(|&end| text.is_char_boundary(end));
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() {
        if !text.is_char_boundary(at) {
            at += 1;
        } else if let Some(end) = passed_over(text, at) {
            at = end;
        } else if let Some(end) = ends(at + 1).rev().find(|&end| is_reference(text, at, end)) {
            if text[at..].starts_with('[') || !text[end..].starts_with('@') {
                found.push(at..end);
            }
            at = end;
        } else {
            at += 1;
        }
    }
    found
}

/// The end of a URL or an inline computation that starts at `at`.
fn passed_over(text: &str, at: usize) -> Option<usize> {
    let (before, rest) = text.split_at(at);
    let count = |end: usize, c: char| text[at..end].matches(c).count();
    let mut ends = rest.char_indices().map(|(end, c)| (at + end, c));
    if rest.starts_with("://") && before.ends_with(|c: char| c.is_ascii_alphanumeric()) {
        let end = ends.find(|&(end, c)| match c {
            ')' => count(end, ')') == count(end, '('),
            ']' => count(end, ']') == count(end, '['),
            '\u{200C}' | '\u{200D}' | '—' | '“' | '。' => true,
            _ => is_blank(c) || "\"'`<>{}|\\^".contains(c),
        });
        return Some(end.map_or(text.len(), |(end, _)| end));
    }
    let before = before.strip_suffix(|c| "#@~/$^!.|=?:+".contains(c))?;
    if !(rest.starts_with('[') && starts_word(before)) {
        return None;
    }
    let end = ends.find_map(|(end, c)| match c {
        ']' if count(end + 1, '[') == count(end + 1, ']') => Some(end + 1),
        _ => ends_line(c).then_some(end),
    });
    Some(end.unwrap_or(text.len()))
}

fn is_reference(text: &str, start: usize, end: usize) -> bool {
    let piece = &text[start..end];
    if !starts_word(&text[..start]) {
        return false;
    }
    if let Some(name) = piece.strip_prefix(['#', '@', '$']) {
        return is_identifier(name);
    }
    let Some(link) = piece.strip_prefix("[[").and_then(|piece| piece.strip_suffix("]]")) else {
        return false;
    };
    let target = link.split('|').next().unwrap_or_default();
    !target.trim().is_empty()
        && !link.starts_with(char::is_whitespace)
        && !link.contains(|c| c == '[' || c == ']' || ends_line(c))
}

fn is_identifier(name: &str) -> bool {
    let chars: Vec<char> = name.chars().collect();
    let core = |at: usize| chars.get(at).is_some_and(|&c| is_core(c));
    let first = chars.iter().find(|&&c| c != '_');
    let joins = |at: usize| match chars[at] {
        '.' | '/' => at > 0 && core(at - 1) && core(at + 1),
        '-' => {
            let dash = |at: &usize| chars.get(*at) == Some(&'-');
            let left = (0..at).rev().find(|at| !dash(at));
            let right = (at..chars.len()).find(|at| !dash(at));
            left.is_some_and(core) && right.is_some_and(core)
        }
        '\u{200C}' | '\u{200D}' => {
            let beyond = |at: usize| core(at) && !chars[at].is_ascii();
            at > 0 && beyond(at - 1) && beyond(at + 1)
        }
        _ => false,
    };
    first.is_some_and(|c| c.is_alphabetic()) && (0..chars.len()).all(|at| core(at) || joins(at))
}

fn starts_word(before: &str) -> bool {
    let Some(last) = before.chars().next_back() else { return true };
    if before.ends_with("](") || before.ends_with("=\"") || before.ends_with("='") {
        return false;
    }
    let joins = matches!(last, '\u{200C}' | '\u{200D}');
    is_blank(last) || "([{<\"'`*,;|".contains(last) || !last.is_ascii() && !is_core(last) && !joins
}

fn is_core(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || matches!(c, '\u{301}' | '\u{94D}')
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || ends_line(c)
}

fn ends_line(c: char) -> bool {
    c != '\t' && c.is_control() || matches!(c, '\u{200B}' | '\u{200F}' | '\u{2028}' | '\u{202E}')
}

/// Whether the literal rules know what the character is.
fn is_known(c: char) -> bool {
    c.is_ascii()
        || c.is_alphanumeric()
        || "\u{301}\u{94D}\u{200B}\u{200C}\u{200D}\u{200F}\u{2028}\u{202E}\u{85}\u{A0}—“。🎉€\u{FFFD}"
            .contains(c)
}
