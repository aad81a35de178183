//! What kind of character decides where a reference starts and ends.

/// Whether the character is part of an identifier wherever it stands: a letter or digit of any script, a mark that
/// sits on one, or `_`.
pub(super) fn is_core(c: char) -> bool {
    c == '_' || c.is_alphanumeric() || is_mark(c)
}

/// Whether the character ends whatever it stands behind: a blank of any kind, or one that is not seen.
pub(super) fn ends_word(c: char) -> bool {
    c.is_whitespace() || is_unseen(c)
}

/// Whether the character ends a link or an inline computation: the end of a line, or one that is not seen. A text that
/// a person judges by its look must hold nothing else.
pub(super) fn ends_line(c: char) -> bool {
    c != '\t' && is_unseen(c)
}

/// Zero-width joiner and non-joiner: between letters of joining scripts they belong to the spelling.
pub(super) const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{200C}' | '\u{200D}')
}

/// Punctuation that no URL or path ends in or goes on behind: dashes, quotes, and those as wide as an ideograph.
pub(super) const fn is_wide_punctuation(c: char) -> bool {
    matches!(
        c,
        '«' | '»'
            | '\u{2010}'..='\u{2027}'
            | '\u{2039}' | '\u{203A}'
            | '\u{3001}'..='\u{3003}'
            | '\u{3008}'..='\u{301F}'
            | '\u{FF01}'..='\u{FF0F}'
            | '\u{FF1A}'..='\u{FF20}'
            | '\u{FF3B}'..='\u{FF40}'
            | '\u{FF5B}'..='\u{FF65}'
    )
}

/// Control characters, line and paragraph separators, bidi controls, characters without width, and tags.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{00AD}'
                | '\u{061C}'
                | '\u{180E}'
                | '\u{200B}'
                | '\u{200E}' | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E007F}'
        )
}

/// Combining marks that the standard library does not count as alphabetic, such as viramas, tone marks and accents
/// that stand alone; without them words of half the world's scripts would be cut.
fn is_mark(c: char) -> bool {
    let code = u32::from(c);
    // Below the first of them lies nearly all text.
    code >= 0x0300
        && MARKS
            .binary_search_by(|&(first, last)| {
                use std::cmp::Ordering::{Equal, Greater, Less};
                if code < first {
                    Greater
                } else if code > last {
                    Less
                } else {
                    Equal
                }
            })
            .is_ok()
}

/// General category M of Unicode 14 without what is alphabetic (UCD, `DerivedGeneralCategory.txt`) and without
/// variation selectors and other marks that are not seen. Ranges are joined where only letters and unassigned code
/// points lie between.
#[rustfmt::skip]
const MARKS: &[(u32, u32)] = &[
    (0x0300, 0x034E), (0x0350, 0x0362), (0x0483, 0x0489), (0x0591, 0x05AF), (0x0658, 0x0658),
    (0x06DF, 0x06E0), (0x06EA, 0x06EC), (0x0740, 0x07F3), (0x07FD, 0x07FD), (0x0818, 0x082D),
    (0x0859, 0x085B), (0x0898, 0x08E1), (0x08EA, 0x0954), (0x09BC, 0x09CD), (0x09FE, 0x0A4D),
    (0x0ABC, 0x0ACD), (0x0AFD, 0x0B55), (0x0BCD, 0x0BCD), (0x0C3C, 0x0C4D), (0x0CBC, 0x0D4D),
    (0x0DCA, 0x0DCA), (0x0E47, 0x0E4E), (0x0EBA, 0x0ECC), (0x0F18, 0x0F19), (0x0F35, 0x0F35),
    (0x0F37, 0x0F37), (0x0F39, 0x0F39), (0x0F3E, 0x0F84), (0x0F86, 0x0F87), (0x0FC6, 0x0FC6),
    (0x1037, 0x103A), (0x135D, 0x135F), (0x1714, 0x1734), (0x17C9, 0x17D3), (0x17DD, 0x17DD),
    (0x180B, 0x180D), (0x180F, 0x180F), (0x1939, 0x193B), (0x1A60, 0x1A7F), (0x1AB0, 0x1B44),
    (0x1B6B, 0x1B73), (0x1BAA, 0x1BF3), (0x1C37, 0x1C37), (0x1CD0, 0x1CD2), (0x1CD4, 0x1DFF),
    (0x20D0, 0x20F0), (0x2CEF, 0x2CF1), (0x2D7F, 0x2D7F), (0x302A, 0x302F), (0x3099, 0x309A),
    (0xA66F, 0xA672), (0xA67C, 0xA67D), (0xA6F0, 0xA6F1), (0xA806, 0xA806), (0xA82C, 0xA82C),
    (0xA8C4, 0xA8C4), (0xA8E0, 0xA8F1), (0xA92B, 0xA92D), (0xA953, 0xA953), (0xA9B3, 0xA9C0),
    (0xAABF, 0xAAC1), (0xAAF6, 0xAAF6), (0xABEC, 0xABED), (0xFE20, 0xFE2F), (0x101FD, 0x101FD),
    (0x102E0, 0x102E0), (0x10A38, 0x10A3F), (0x10AE5, 0x10AE6), (0x10F46, 0x10F50), (0x10F82, 0x10F85),
    (0x11046, 0x11046), (0x11070, 0x110BA), (0x11133, 0x11134), (0x11173, 0x11173), (0x111C0, 0x111C0),
    (0x111C9, 0x111CC), (0x11235, 0x11236), (0x112E9, 0x11374), (0x11442, 0x11446), (0x1145E, 0x114C3),
    (0x115BF, 0x115C0), (0x1163F, 0x1163F), (0x116B6, 0x116B7), (0x1172B, 0x1172B), (0x11839, 0x1183A),
    (0x1193D, 0x11943), (0x119E0, 0x119E0), (0x11A33, 0x11A34), (0x11A47, 0x11A99), (0x11C3F, 0x11C3F),
    (0x11D42, 0x11D97), (0x16AF0, 0x16AF4), (0x16B30, 0x16B36), (0x16FE4, 0x16FE4), (0x1BC9D, 0x1BC9D),
    (0x1CF00, 0x1CF46), (0x1D165, 0x1D169), (0x1D16D, 0x1D172), (0x1D17B, 0x1D182), (0x1D185, 0x1D18B),
    (0x1D1AA, 0x1D1AD), (0x1D242, 0x1D244), (0x1DA00, 0x1DA36), (0x1DA3B, 0x1DA6C), (0x1DA75, 0x1DA75),
    (0x1DA84, 0x1DA84), (0x1DA9B, 0x1DAAF), (0x1E130, 0x1E136), (0x1E2AE, 0x1E2EF), (0x1E8D0, 0x1E94A),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_in_order_and_apart_as_the_search_wants_them() {
        assert!(MARKS.iter().all(|(first, last)| first <= last));
        assert!(MARKS.windows(2).all(|pair| pair[0].1 < pair[1].0));
    }

    #[test]
    fn marks_that_sit_on_letters_are_core_and_those_not_seen_are_not() {
        // Acute, virama of Devanagari and Tamil, Thai tone mark, Hebrew accent, Khmer coeng, voiced sound mark.
        for mark in "\u{301}\u{94D}\u{BCD}\u{E48}\u{591}\u{17D2}\u{3099}".chars() {
            assert!(is_core(mark), "{mark:?}");
        }
        // Grapheme joiner, variation selectors.
        for unseen in "\u{34F}\u{FE0F}\u{E0100}".chars() {
            assert!(!is_core(unseen), "{unseen:?}");
        }
    }
}
