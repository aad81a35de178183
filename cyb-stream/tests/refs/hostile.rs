//! Texts made to be slow or to break something: each is large enough that looking twice as far for each character would
//! not end in this life.

use cyb_stream::refs::{output_references, places, references};

const SIZE: usize = 1 << 20;

/// How many references, places, and both together a megabyte of `piece` holds.
fn counts(piece: &str) -> (usize, usize, usize) {
    let text = piece.repeat(SIZE / piece.len());
    (references(&text).count(), places(&text).count(), output_references(&text).count())
}

#[test]
fn a_megabyte_of_any_opening_is_read_in_one_go() {
    for piece in [
        "#",
        "@",
        "$",
        "[",
        "]",
        "[[",
        "]]",
        "[[a|",
        "[[a",
        "[[ ",
        "[[|",
        "|",
        "]](",
        "#[",
        ".[",
        "~[a",
        "#[]",
        "-",
        "_",
        "#_",
        "#-",
        "#a-",
        "a-",
        ".",
        "/",
        ":",
        "://",
        "a://",
        "http://",
        "http://[",
        "http://(",
        "https",
        "a:1",
        ":1",
        ":1:",
        "1:",
        "C:\\",
        "C:/",
        "\\",
        "a.b:",
        "./:",
        "(",
        ")",
        "\u{200D}",
        "é\u{200D}",
        "\u{202E}",
        "\0",
        " ",
        "\n",
        "\r\n",
    ] {
        let (references, _, all) = counts(piece);
        assert!(references <= SIZE / 2 && all <= SIZE / 2, "{piece:?}");
    }
}

#[test]
fn attempts_that_fail_at_the_very_end_are_not_repeated_for_each_character() {
    let all = |text: &str| references(text).count() + places(text).count();
    for (opening, filling, end) in [
        ("[[", "a", "]"),
        ("[[a|", "b", "\n"),
        ("#[", "[", "]"),
        ("#", "_", ""),
        ("#a", "-", ""),
        ("#a", ".b", "@"),
        ("@", "a/", ""),
        ("http://", "[", ""),
        ("http://a", ".", ""),
        ("http://a", "(", ""),
        ("", "a", ":x"),
        ("", "/", ":1"),
        ("a.rs:", "1", ""),
    ] {
        let text = format!("{opening}{}{end}", filling.repeat(SIZE));
        assert!(all(&text) <= 2, "{opening:?} {filling:?} {end:?}");
    }
}

#[test]
fn a_megabyte_of_references_is_found_whole() {
    assert_eq!(counts("#a "), (SIZE / 3, 0, SIZE / 3));
    assert_eq!(counts("[[a]] "), (SIZE / 6, 0, SIZE / 6));
    assert_eq!(counts("a.rs:1 "), (0, SIZE / 7, SIZE / 7));
    assert_eq!(counts("http://a "), (0, SIZE / 9, SIZE / 9));
    assert_eq!(counts("@a/b.c:1 "), (SIZE / 9, SIZE / 9, SIZE / 9));
}

#[test]
fn one_name_may_be_a_megabyte_long() {
    let name = format!("#{}", "a.b/c-d".repeat(SIZE / 7));
    let found: Vec<_> = references(&name).map(|found| &name[found.range]).collect();
    assert_eq!(found, [&name]);
}
