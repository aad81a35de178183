//! URLs and source places in what programs print, by hand.

use cyb_stream::refs::{ReferenceKind, output_references, places};

use super::check;

#[test]
fn urls_end_where_a_person_ends_them() {
    check(
        places,
        &[
            ("https://e.org", &["https://e.org"]),
            ("see http://e.org/a?b=c&d=e#f.", &["http://e.org/a?b=c&d=e#f"]),
            (
                "(https://e.org/a) <https://e.org/b> \"https://e.org/c\" 'https://e.org/d'",
                &["https://e.org/a", "https://e.org/b", "https://e.org/c", "https://e.org/d"],
            ),
            ("https://e.org/a_(b) (https://e.org/a_(b))", &["https://e.org/a_(b)", "https://e.org/a_(b)"]),
            ("[x](https://e.org/y), [https://e.org/z]", &["https://e.org/y", "https://e.org/z"]),
            (
                "https://e.org/a, https://e.org/b; https://e.org/c!?",
                &["https://e.org/a", "https://e.org/b", "https://e.org/c"],
            ),
            ("https://e.org/(", &["https://e.org/"]),
            ("HTTPS://E.ORG/A", &["HTTPS://E.ORG/A"]),
            ("http://[::1]:8080/x http://127.0.0.1:80", &["http://[::1]:8080/x", "http://127.0.0.1:80"]),
            ("git+https://e.org/x registry+https://e.org/y", &["https://e.org/x", "https://e.org/y"]),
            ("file:///etc/hosts ssh://a@e.org/x", &["file:///etc/hosts", "ssh://a@e.org/x"]),
            ("见https://e.org/真理。然后", &["https://e.org/真理"]),
            ("（https://e.org/a）", &["https://e.org/a"]),
            ("url=https://e.org/x", &["https://e.org/x"]),
            ("https://e.org/a\u{200B}b https://e.org/a\u{202E}b", &["https://e.org/a", "https://e.org/a"]),
            ("https://ahttps://b", &["https://ahttps://b"]),
            ("https://e.org/x.rs:12", &["https://e.org/x.rs:12"]),
        ],
    );
}

#[test]
fn what_only_looks_like_a_url_is_none() {
    check(
        places,
        &[
            ("http:// https://. http://- http:/x http//x://", &[]),
            ("xhttp://e.org foo://e.org javascript://e.org", &[]),
            ("file:// http:///x", &[]),
            ("https://[", &[]),
            ("www.e.org e.org/x", &[]),
        ],
    );
}

#[test]
fn places_have_a_path_a_line_and_perhaps_a_column() {
    check(
        places,
        &[
            (" --> src/main.rs:12:5", &["src/main.rs:12:5"]),
            ("main.c:12:5: error: no", &["main.c:12:5"]),
            ("src/a.rs:12:let x = 34;", &["src/a.rs:12"]),
            ("src/a.rs:12:34abc", &["src/a.rs:12"]),
            ("at f (/home/x/app.js:12:5)", &["/home/x/app.js:12:5"]),
            (
                "[./a.py:3] ../b.py:4. ~/c.py:5, '.bashrc:6'",
                &["./a.py:3", "../b.py:4", "~/c.py:5", ".bashrc:6"],
            ),
            ("C:\\src\\main.rs:12:5 d:/x.c:1", &["C:\\src\\main.rs:12:5", "d:/x.c:1"]),
            ("Makefile:12: *** missing separator", &["Makefile:12"]),
            ("error:src/a.rs:12", &["src/a.rs:12"]),
            ("--file=src/a.rs:12", &["src/a.rs:12"]),
            ("node_modules/@babel/x.js:1:2 @x/y.js:3", &["node_modules/@babel/x.js:1:2", "@x/y.js:3"]),
            ("src/правда.rs:7 源/文件.rs:8", &["src/правда.rs:7", "源/文件.rs:8"]),
            ("a.rs:1:2:3", &["a.rs:1:2"]),
            ("a.rs:1a a.rs:1_ b/c:7", &["b/c:7"]),
            ("a.rs:4294967295 a.rs:4294967296 a.rs:12345678901", &["a.rs:4294967295"]),
            ("a.rs:12. a.rs:13-15 a.rs:14, b/c:8.", &["a.rs:12", "a.rs:13", "a.rs:14", "b/c:8"]),
            ("a.rs:1:0 a.rs:0 a.rs:0:1", &["a.rs:1"]),
        ],
    );
}

#[test]
fn times_ports_and_ratios_are_no_places() {
    check(
        places,
        &[
            ("12:30:45 2026-01-02T12:30:45.5Z 1.5:3 1/2:3 12/05/2026:10", &[]),
            ("localhost:8080 127.0.0.1:80 [::1]:80 a@e.org:22", &[]),
            ("e.org:80/x.html e.org:80/x.rs: nginx.x:1.25 @x/y:1.2.3", &[]),
            ("note:12 a::b:3 key: 12 x:y", &[]),
            ("src/:12 /:1 \\:1 ..:3 .:3 a.:3", &[]),
            ("app/[id]/page.tsx:3 (group)/x.ts:4", &[]),
            ("src/a.rs: 12 src/a.rs:x src/a.rs:", &[]),
            ("src/a.rs:-1 src/a.rs:+1", &[]),
        ],
    );
}

#[test]
fn lines_and_columns_are_numbers_and_paths_are_slices() {
    let kinds: Vec<_> = places("src/a.rs:12 C:\\b.rs:3:4 https://e.org/.").map(|found| found.kind).collect();
    assert_eq!(
        kinds,
        [
            ReferenceKind::Source { path: "src/a.rs", line: 12, column: None },
            ReferenceKind::Source { path: "C:\\b.rs", line: 3, column: Some(4) },
            ReferenceKind::Url("https://e.org/"),
        ]
    );
}

#[test]
fn output_has_both_and_the_earlier_or_longer_one_counts() {
    check(
        output_references,
        &[
            ("@alice broke src/a.rs:1, see https://e.org/#x", &["@alice", "src/a.rs:1", "https://e.org/#x"]),
            ("@types/x.d.ts:12:3", &["@types/x.d.ts:12:3"]),
            ("$HOME/a.rs:3 #x", &["$HOME/a.rs:3", "#x"]),
            ("[[https://e.org/a b|c]] d", &["[[https://e.org/a b|c]]"]),
            ("[[src/a.rs:1]] src/b.rs:2", &["[[src/a.rs:1]]", "src/b.rs:2"]),
            ("nothing here", &[]),
            ("", &[]),
        ],
    );
}
