//! What holds for any text.

use cyb_stream::refs::{Reference, ReferenceKind, output_references, places, references};
use proptest::prelude::*;

use super::rules;

/// Texts in which references nearly occur: every character that any rule asks for, and some that none does.
fn text() -> impl Strategy<Value = String> {
    let token = prop_oneof![
        6 => prop::sample::select(vec!["#", "@", "$", "[[", "]]", "[", "]", "|", "(", ")", ":", "/", "."]),
        5 => prop::sample::select(vec!["a", "b1", "Z", "7", "_", "-", "é", "语", "\u{301}", "\u{94D}", "ж"]),
        3 => prop::sample::select(vec![" ", "\n", "\t", "\u{A0}", "\u{200B}", "\u{202E}", "\u{200C}", "\u{200D}"]),
        2 => prop::sample::select(vec!["://", "https://", "](", "=\"", "'", "`", "{", "<", ">", "*", ",", ";", "--"]),
        2 => prop::sample::select(vec!["a.rs:1", "src/a:2:3", "C:\\", "—", "“", "。", "🎉", "€", "~[", ".[", "!", "+"]),
    ];
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.concat())
}

/// An identifier by its grammar.
fn identifier() -> impl Strategy<Value = String> {
    let core = "[a-z0-9_é语ж]{1,4}";
    let more = prop::collection::vec(("[./]|-{1,3}", core), 0..4);
    ("_{0,2}[a-zA-Zéж语]", prop::option::of(core), more).prop_map(|(first, core, more)| {
        let more: Vec<_> = more.into_iter().map(|(join, core)| format!("{join}{core}")).collect();
        [first, core.unwrap_or_default(), more.concat()].concat()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn references_are_sound_and_those_that_the_rules_read_literally_give(text in text()) {
        rules::run(text.as_bytes());
    }

    #[test]
    fn any_characters_do_no_harm(text in any::<String>()) {
        rules::run(text.as_bytes());
    }

    #[test]
    fn a_reference_between_blanks_is_found_whatever_stands_around(
        before in text(), sigil in "[#@$]", name in identifier(), after in text(),
    ) {
        // A bracket before it may open a link or a computation, which go to the end of the line.
        let before = before.replace('[', "(");
        let reference = format!("{sigil}{name}");
        let whole = format!("{before} {reference} {after}");
        let start = before.len() + 1;
        let ranges: Vec<_> = references(&whole).map(|Reference { range, .. }| range).collect();
        prop_assert!(ranges.contains(&(start..start + reference.len())), "{ranges:?} in {whole:?}");
    }

    #[test]
    fn a_link_at_the_start_of_a_line_is_found_with_its_target_and_label(
        before in text(), target in "[a-z#@$/.][a-z |(),]{0,6}[a-z]", after in text(),
    ) {
        let link = format!("[[{target}]]");
        let whole = format!("{before}\n{link}{after}");
        let start = before.len() + 1;
        let found = references(&whole).find(|found| found.range == (start..start + link.len()));
        prop_assert!(found.is_some(), "{whole:?}");
    }

    #[test]
    fn a_url_or_a_source_place_between_blanks_is_found_whatever_stands_around(
        before in text(), name in "[a-z./é语-]{0,9}[a-z]", line in 1..=u32::MAX, column in 1..=u32::MAX, after in text(),
    ) {
        let kinds = [
            (format!("https://e.org/{name}?a=(b)#[c]"), None),
            (format!("./{name}:{line}"), Some((line, None))),
            (format!("C:\\{name}:{line}:{column}"), Some((line, Some(column)))),
        ];
        for (place, numbers) in kinds {
            // A blank ends whatever a place may be part of, but for a link.
            let before = before.replace('[', "(");
            let whole = format!("{before} {place} {after}");
            let range = before.len() + 1..before.len() + 1 + place.len();
            let found = places(&whole).find(|found| found.range == range);
            let Some(Reference { kind, .. }) = found else { panic!("{place:?} in {whole:?}") };
            match kind {
                ReferenceKind::Url(url) => prop_assert_eq!(url, &place),
                ReferenceKind::Source { line, column, .. } => prop_assert_eq!(Some((line, column)), numbers),
                _ => panic!("{kind:?}"),
            }
            let either = output_references(&whole).any(|found| found.range == range);
            prop_assert!(either, "{place:?} in {whole:?}");
        }
    }
}
