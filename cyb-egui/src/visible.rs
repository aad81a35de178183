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
    let mut before = text.get(..at).unwrap_or_default().chars().rev();
    let after = text.get(at + char.len_utf8()..).and_then(|tail| tail.chars().next());
    let last = before.next();
    match char {
        ZWJ | ZWNJ if last.is_some_and(is_joining) => after.is_some_and(is_joining),
        ZWJ => {
            let base = if last == Some(VS16) { before.next() } else { last };
            base.is_some_and(is_pictographic) && after.is_some_and(is_pictographic)
        }
        VS16 if last.is_some_and(is_keycap) => after == Some('\u{20E3}'),
        VS15 | VS16 => last.is_some_and(is_pictographic),
        '\u{E0020}'..='\u{E007F}' => TAGGED.contains(&cluster),
        _ => false,
    }
}

fn is_pictographic(char: char) -> bool {
    PICTOGRAPHIC.iter().any(|range| range.contains(&char))
}

const fn is_keycap(char: char) -> bool {
    matches!(char, '#' | '*' | '0'..='9')
}

/// Digits do not join, so nothing may hide between them.
fn is_joining(char: char) -> bool {
    JOINING.iter().any(|range| range.contains(&char)) && !char.is_numeric() && !is_hidden(char)
}

const ZWNJ: char = '\u{200C}';
const ZWJ: char = '\u{200D}';
const VS15: char = '\u{FE0E}';
const VS16: char = '\u{FE0F}';

/// The flags that are written with tags: England, Scotland, Wales. Any other row of tags is hidden text.
const TAGGED: &[&str] = &[
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
    "\u{1F3F4}\u{E0067}\u{E0062}\u{E0077}\u{E006C}\u{E0073}\u{E007F}",
];

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
    '\u{13430}'..='\u{1343F}',
    '\u{1BCA0}'..='\u{1BCA3}',
    '\u{1D173}'..='\u{1D17A}',
    '\u{E0000}'..='\u{E0FFF}',
];

/// What may join an emoji sequence or be told how to look, skin tones included. Flags are made of neither.
#[rustfmt::skip]
const PICTOGRAPHIC: &[RangeInclusive<char>] = &[
    '\u{A9}'..='\u{A9}', '\u{AE}'..='\u{AE}', '\u{203C}'..='\u{203C}', '\u{2049}'..='\u{2049}',
    '\u{2122}'..='\u{2122}', '\u{2139}'..='\u{2139}', '\u{2194}'..='\u{2199}', '\u{21A9}'..='\u{21AA}',
    '\u{231A}'..='\u{231B}', '\u{2328}'..='\u{2328}', '\u{23CF}'..='\u{23CF}', '\u{23E9}'..='\u{23F3}',
    '\u{23F8}'..='\u{23FA}', '\u{24C2}'..='\u{24C2}', '\u{25AA}'..='\u{25AB}', '\u{25B6}'..='\u{25B6}',
    '\u{25C0}'..='\u{25C0}', '\u{25FB}'..='\u{25FE}', '\u{2600}'..='\u{2604}', '\u{260E}'..='\u{260E}',
    '\u{2611}'..='\u{2611}', '\u{2614}'..='\u{2615}', '\u{2618}'..='\u{2618}', '\u{261D}'..='\u{261D}',
    '\u{2620}'..='\u{2620}', '\u{2622}'..='\u{2623}', '\u{2626}'..='\u{2626}', '\u{262A}'..='\u{262A}',
    '\u{262E}'..='\u{262F}', '\u{2638}'..='\u{263A}', '\u{2640}'..='\u{2640}', '\u{2642}'..='\u{2642}',
    '\u{2648}'..='\u{2653}', '\u{265F}'..='\u{2660}', '\u{2663}'..='\u{2663}', '\u{2665}'..='\u{2666}',
    '\u{2668}'..='\u{2668}', '\u{267B}'..='\u{267B}', '\u{267E}'..='\u{267F}', '\u{2692}'..='\u{2697}',
    '\u{2699}'..='\u{2699}', '\u{269B}'..='\u{269C}', '\u{26A0}'..='\u{26A1}', '\u{26A7}'..='\u{26A7}',
    '\u{26AA}'..='\u{26AB}', '\u{26B0}'..='\u{26B1}', '\u{26BD}'..='\u{26BE}', '\u{26C4}'..='\u{26C5}',
    '\u{26C8}'..='\u{26C8}', '\u{26CE}'..='\u{26CF}', '\u{26D1}'..='\u{26D1}', '\u{26D3}'..='\u{26D4}',
    '\u{26E9}'..='\u{26EA}', '\u{26F0}'..='\u{26F5}', '\u{26F7}'..='\u{26FA}', '\u{26FD}'..='\u{26FD}',
    '\u{2702}'..='\u{2702}', '\u{2705}'..='\u{2705}', '\u{2708}'..='\u{270D}', '\u{270F}'..='\u{270F}',
    '\u{2712}'..='\u{2712}', '\u{2714}'..='\u{2714}', '\u{2716}'..='\u{2716}', '\u{271D}'..='\u{271D}',
    '\u{2721}'..='\u{2721}', '\u{2728}'..='\u{2728}', '\u{2733}'..='\u{2734}', '\u{2744}'..='\u{2744}',
    '\u{2747}'..='\u{2747}', '\u{274C}'..='\u{274C}', '\u{274E}'..='\u{274E}', '\u{2753}'..='\u{2755}',
    '\u{2757}'..='\u{2757}', '\u{2763}'..='\u{2764}', '\u{2795}'..='\u{2797}', '\u{27A1}'..='\u{27A1}',
    '\u{27B0}'..='\u{27B0}', '\u{27BF}'..='\u{27BF}', '\u{2934}'..='\u{2935}', '\u{2B05}'..='\u{2B07}',
    '\u{2B1B}'..='\u{2B1C}', '\u{2B50}'..='\u{2B50}', '\u{2B55}'..='\u{2B55}', '\u{3030}'..='\u{3030}',
    '\u{303D}'..='\u{303D}', '\u{3297}'..='\u{3297}', '\u{3299}'..='\u{3299}', '\u{1F004}'..='\u{1F004}',
    '\u{1F0CF}'..='\u{1F0CF}', '\u{1F170}'..='\u{1F171}', '\u{1F17E}'..='\u{1F17F}', '\u{1F18E}'..='\u{1F18E}',
    '\u{1F191}'..='\u{1F19A}', '\u{1F201}'..='\u{1F202}', '\u{1F21A}'..='\u{1F21A}', '\u{1F22F}'..='\u{1F22F}',
    '\u{1F232}'..='\u{1F23A}', '\u{1F250}'..='\u{1F251}', '\u{1F300}'..='\u{1F64F}', '\u{1F680}'..='\u{1F6FF}',
    '\u{1F7E0}'..='\u{1F7F0}', '\u{1F900}'..='\u{1FAFF}',
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
        for text in [
            "👩\u{200d}💻",
            "❤\u{fe0f}",
            "🏳\u{fe0f}\u{200d}🌈",
            "1\u{fe0f}\u{20e3}",
            "👍\u{1f3fd}\u{200d}💻",
            "▶\u{fe0e}",
        ] {
            check(text, text);
        }
        for text in TAGGED {
            check(text, text);
        }
    }

    #[test]
    fn what_joins_nothing_is_written_out_wherever_it_stands() {
        let cases = [
            ("10\u{200d}00", "10‹U+200D›00"),
            ("#\u{200d}#", "#‹U+200D›#"),
            ("*\u{200d}👩", "*‹U+200D›👩"),
            ("👩\u{200d}1", "👩‹U+200D›1"),
            ("👩\u{200d}", "👩‹U+200D›"),
            ("file1\u{fe0f}.txt", "file1‹U+FE0F›.txt"),
            ("file1\u{fe00}.txt", "file1‹U+FE00›.txt"),
            ("1\u{fe0e}\u{20e3}", "1‹U+FE0E›\u{20e3}"),
            ("❤\u{fe0f}\u{fe0f}", "❤\u{fe0f}‹U+FE0F›"),
            ("❤\u{fe00}", "❤‹U+FE00›"),
            ("●\u{fe0f}", "●‹U+FE0F›"),
            ("١\u{200d}٠", "١‹U+200D›٠"),
            ("🏴\u{e0068}\u{e0069}\u{e007f}", "🏴‹U+E0068›‹U+E0069›‹U+E007F›"),
            ("a\u{13430}b", "a‹U+13430›b"),
        ];
        for (text, expected) in cases {
            check(text, expected);
        }
    }

    #[test]
    fn what_has_no_shape_is_written_out() {
        let chars = [
            '\u{ad}',
            '\u{34f}',
            '\u{61c}',
            '\u{115f}',
            '\u{1160}',
            '\u{17b4}',
            '\u{17b5}',
            '\u{180b}',
            '\u{180e}',
            '\u{180f}',
            '\u{200b}',
            '\u{200e}',
            '\u{200f}',
            '\u{202a}',
            '\u{2060}',
            '\u{2065}',
            '\u{206f}',
            '\u{3164}',
            '\u{feff}',
            '\u{ffa0}',
            '\u{fff0}',
            '\u{fff9}',
            '\u{fffb}',
            '\u{1343f}',
            '\u{1bca0}',
            '\u{1d173}',
            '\u{e0000}',
            '\u{e0001}',
            '\u{e0020}',
            '\u{e01ef}',
            '\u{e0fff}',
        ];
        for char in chars {
            for text in ["a", "1", "👩", "م"] {
                check(&format!("{text}{char}{text}"), &format!("{text}‹U+{:04X}›{text}", u32::from(char)));
            }
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
