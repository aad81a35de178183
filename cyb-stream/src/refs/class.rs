//! What kind of character decides where a reference starts and ends.

/// Whether the character is part of an identifier wherever it stands: a letter or digit of any script, a mark that
/// sits on one (`XID_Continue` of UAX 31 has them), or `_`.
pub(super) fn is_core(c: char) -> bool {
    if c.is_ascii() {
        return c == '_' || c.is_ascii_alphanumeric();
    }
    c.is_alphanumeric() || (unicode_ident::is_xid_continue(c) && !is_joiner(c) && !is_unseen(c))
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

/// Control characters, line and paragraph separators, bidi controls, characters without width, variation selectors and
/// tags.
fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{00AD}'
                | '\u{034F}'
                | '\u{061C}'
                | '\u{180B}'..='\u{180F}'
                | '\u{200B}'
                | '\u{200E}' | '\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'..='\u{206F}'
                | '\u{FE00}'..='\u{FE0F}'
                | '\u{FEFF}'
                | '\u{FFF9}'..='\u{FFFB}'
                | '\u{E0000}'..='\u{E01EF}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

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
