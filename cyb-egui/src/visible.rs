//! Nothing that is drawn hides: control characters, bidi controls and zero-width characters are written out
//! (protocol, section 7).

use std::ops::RangeInclusive;

use unicode_segmentation::UnicodeSegmentation as _;

/// `text` with everything that would not be seen written out, such as `^[` for ESC and `‹U+202E›` for a bidi control.
/// Tab and newline stay.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    pieces(text, &mut |piece| match piece {
        Piece::Plain(text) => out.push_str(text),
        Piece::Escape(text) => out.push_str(&text),
    });
    out
}

/// A part of a text as it is to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece<'a> {
    /// As it stands.
    Plain(&'a str),
    /// Written out; to be told from text that merely says so.
    Escape(String),
}

/// The pieces of bytes that should be UTF-8. A row of bytes that are not is one piece.
pub(crate) fn byte_pieces(bytes: &[u8], out: &mut impl FnMut(Piece<'_>)) {
    let mut noise = String::new();
    for chunk in bytes.utf8_chunks() {
        if !chunk.valid().is_empty() {
            flush_noise(&mut noise, out);
            pieces(chunk.valid(), out);
        }
        noise.extend(chunk.invalid().iter().map(|byte| format!("\\x{byte:02x}")));
    }
    flush_noise(&mut noise, out);
}

fn flush_noise(noise: &mut String, out: &mut impl FnMut(Piece<'_>)) {
    if !noise.is_empty() {
        out(Piece::Escape(std::mem::take(noise)));
    }
}

/// The pieces of a text. `\r\n` becomes `\n`.
pub(crate) fn pieces<'a>(text: &'a str, out: &mut impl FnMut(Piece<'a>)) {
    if is_plain_ascii(text) {
        if !text.is_empty() {
            out(Piece::Plain(text));
        }
        return;
    }
    let mut start = 0;
    for (at, cluster) in text.grapheme_indices(true) {
        if cluster == "\r\n" {
            flush(text, start..at, out);
            start = at + 1;
        } else if needs_escape(text, at, cluster) {
            flush(text, start..at, out);
            escape_cluster(text, at, cluster, out);
            start = at + cluster.len();
        }
    }
    flush(text, start..text.len(), out);
}

fn flush<'a>(text: &'a str, range: std::ops::Range<usize>, out: &mut impl FnMut(Piece<'a>)) {
    match text.get(range) {
        Some(plain) if !plain.is_empty() => out(Piece::Plain(plain)),
        _ => {}
    }
}

fn is_plain_ascii(text: &str) -> bool {
    text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\n' | b'\t'))
}

fn needs_escape(text: &str, at: usize, cluster: &str) -> bool {
    cluster
        .char_indices()
        .any(|(offset, char)| is_hidden(char) && !is_joiner_in_place(text, at + offset, cluster, char))
}

fn escape_cluster<'a>(text: &'a str, at: usize, cluster: &'a str, out: &mut impl FnMut(Piece<'a>)) {
    for (offset, char) in cluster.char_indices() {
        if is_hidden(char) && !is_joiner_in_place(text, at + offset, cluster, char) {
            out(Piece::Escape(escape(char)));
        } else if let Some(plain) = cluster.get(offset..offset + char.len_utf8()) {
            out(Piece::Plain(plain));
        }
    }
}

fn escape(char: char) -> String {
    match u32::from(char) {
        code @ 0..=0x1F => format!("^{}", char::from(code as u8 + b'@')),
        0x7F => "^?".to_owned(),
        code => format!("‹U+{code:04X}›"),
    }
}

/// Whether the character leaves no mark, or moves others. Tab and newline are layout.
fn is_hidden(char: char) -> bool {
    (char.is_control() && !matches!(char, '\n' | '\t')) || HIDDEN.iter().any(|range| range.contains(&char))
}

/// Whether the character does its proper work: joining an emoji sequence, or letters of a joining script.
fn is_joiner_in_place(text: &str, at: usize, cluster: &str, char: char) -> bool {
    let before = || text.get(..at).and_then(|head| head.chars().next_back());
    let after = || text.get(at + char.len_utf8()..).and_then(|tail| tail.chars().next());
    let emoji = || cluster.chars().next().is_some_and(is_pictographic);
    match char {
        ZWJ if emoji() => after().is_some_and(is_pictographic),
        ZWJ | ZWNJ => before().is_some_and(is_joining) && after().is_some_and(is_joining),
        '\u{FE00}'..='\u{FE0F}' => before().is_some_and(is_pictographic),
        '\u{E0020}'..='\u{E007F}' => cluster.starts_with('\u{1F3F4}') && cluster.ends_with('\u{E007F}'),
        _ => false,
    }
}

fn is_pictographic(char: char) -> bool {
    PICTOGRAPHIC.iter().any(|range| range.contains(&char))
}

fn is_joining(char: char) -> bool {
    JOINING.iter().any(|range| range.contains(&char))
}

const ZWNJ: char = '\u{200C}';
const ZWJ: char = '\u{200D}';

/// Format characters, fillers and separators without a shape of their own.
const HIDDEN: &[RangeInclusive<char>] = &[
    '\u{AD}'..='\u{AD}',
    '\u{34F}'..='\u{34F}',
    '\u{61C}'..='\u{61C}',
    '\u{115F}'..='\u{1160}',
    '\u{17B4}'..='\u{17B5}',
    '\u{180B}'..='\u{180F}',
    '\u{200B}'..='\u{200F}',
    '\u{2028}'..='\u{202E}',
    '\u{2060}'..='\u{206F}',
    '\u{3164}'..='\u{3164}',
    '\u{FE00}'..='\u{FE0F}',
    '\u{FEFF}'..='\u{FEFF}',
    '\u{FFA0}'..='\u{FFA0}',
    '\u{FFF0}'..='\u{FFFB}',
    '\u{1BCA0}'..='\u{1BCA3}',
    '\u{1D173}'..='\u{1D17A}',
    '\u{E0000}'..='\u{E0FFF}',
];

/// What an emoji sequence is made of, skin tones and flags included; and the bases of keycaps.
const PICTOGRAPHIC: &[RangeInclusive<char>] = &[
    '#'..='#',
    '*'..='*',
    '0'..='9',
    '\u{A9}'..='\u{A9}',
    '\u{AE}'..='\u{AE}',
    '\u{203C}'..='\u{203C}',
    '\u{2049}'..='\u{2049}',
    '\u{2122}'..='\u{2122}',
    '\u{2139}'..='\u{2139}',
    '\u{2194}'..='\u{21AA}',
    '\u{231A}'..='\u{23FF}',
    '\u{24C2}'..='\u{24C2}',
    '\u{25AA}'..='\u{27BF}',
    '\u{2934}'..='\u{2935}',
    '\u{2B05}'..='\u{2B55}',
    '\u{3030}'..='\u{3030}',
    '\u{303D}'..='\u{303D}',
    '\u{3297}'..='\u{3299}',
    '\u{1F000}'..='\u{1FAFF}',
];

/// Scripts whose letters change shape with their neighbours.
const JOINING: &[RangeInclusive<char>] = &[
    '\u{620}'..='\u{85F}',
    '\u{8A0}'..='\u{DFF}',
    '\u{1000}'..='\u{109F}',
    '\u{1780}'..='\u{17D3}',
    '\u{1820}'..='\u{18AA}',
    '\u{A840}'..='\u{A87F}',
    '\u{FB50}'..='\u{FDFF}',
    '\u{FE70}'..='\u{FEFC}',
    '\u{10D00}'..='\u{10D3F}',
    '\u{1E900}'..='\u{1E943}',
];

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(visible(text), expected);
    }

    #[test]
    fn text_and_layout_stay() {
        for text in ["", "ls -l\n\tx", "héllo → 世界 🦀", "e\u{301}"] {
            check(text, text);
        }
    }

    #[test]
    fn controls_are_written_out() {
        check("a\x1b[31mb", "a^[[31mb");
        check("\0\x7f\u{85}", "^@^?‹U+0085›");
        check("a\r\nb\rc", "a\nb^Mc");
    }

    #[test]
    fn bidi_and_zero_width_are_written_out() {
        check("harmless\u{202e}txt.exe", "harmless‹U+202E›txt.exe");
        check("a\u{200b}b\u{feff}c\u{ad}d\u{2066}", "a‹U+200B›b‹U+FEFF›c‹U+00AD›d‹U+2066›");
        check("a\u{200d}b", "a‹U+200D›b");
        check("a\u{fe0f}", "a‹U+FE0F›");
        check("x\u{2028}y", "x‹U+2028›y");
    }

    #[test]
    fn emoji_sequences_stay() {
        for text in ["👩\u{200d}💻", "❤\u{fe0f}", "🏳\u{fe0f}\u{200d}🌈", "1\u{fe0f}\u{20e3}"] {
            check(text, text);
        }
    }

    #[test]
    fn joiners_between_letters_of_joining_scripts_stay() {
        check("می\u{200c}خواهم", "می\u{200c}خواهم");
        check("क्\u{200d}ष", "क्\u{200d}ष");
        check("می\u{200c}", "می‹U+200C›");
    }

    #[test]
    fn bytes_that_are_no_text_are_written_out() {
        let mut found = Vec::new();
        byte_pieces(b"ok\xff\xfe\n", &mut |piece| {
            found.push(match piece {
                Piece::Plain(text) => text.to_owned(),
                Piece::Escape(text) => format!("[{text}]"),
            });
        });
        assert_eq!(found, ["ok", "[\\xff\\xfe]", "\n"]);
    }
}
