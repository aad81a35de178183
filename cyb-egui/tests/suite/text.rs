use cyb_egui::{Origin, Scrollback};
use cyb_stream::{Chunk, Log, Span, SpanValue};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::setup::{Test, show, window};

/// The texts drawn as labels below the header, from top to bottom.
fn texts(test: &Test) -> Vec<String> {
    let mut labels: Vec<_> = test
        .get_all_by(|node| node.role() == Role::Label && node.value().is_some())
        .map(|label| (label.rect().top() as i32, label.accesskit_node().value().unwrap()))
        .collect();
    labels.sort();
    labels.into_iter().map(|(_, text)| text).filter(|text| text != "show" && text != "✓ 0").collect()
}

#[test]
fn consecutive_output_is_one_run() {
    let test = show(["a\nb", "c\n", "d"].map(Chunk::stdout));
    assert_eq!(texts(&test), ["a\nbc\nd"]);
}

#[test]
fn a_line_goes_on_where_it_began() {
    let chunks = [Chunk::stdout("abc"), Chunk::stderr("oops\n"), Chunk::stdout("def\nnext\n")];
    assert_eq!(texts(&show(chunks)), ["abcdef", "oops", "next"]);
}

#[test]
fn values_are_lines_of_their_own() {
    assert_eq!(texts(&show(["1", "2", "3"].map(Chunk::text))), ["1", "2", "3"]);
}

#[test]
fn a_character_split_between_chunks_is_whole() {
    let test = show([Chunk::stdout(&b"\xC3"[..]), Chunk::stdout(&b"\xA9\r"[..]), Chunk::stdout("\nx")]);
    assert_eq!(texts(&test), ["é\nx"]);
}

#[test]
fn what_hides_is_visible() {
    let test = show([Chunk::stdout("a\x1b[31m\u{202e}b"), Chunk::path("/tmp/harmless\u{202e}txt.exe")]);
    assert_eq!(texts(&test), ["a^[[31m‹U+202E›b"]);
    test.get_by_role_and_label(Role::Link, "/tmp/harmless‹U+202E›txt.exe");
}

#[test]
fn long_output_is_drawn_in_parts() {
    let mut scrollback = Scrollback::new();
    let lines: Vec<_> = (0..100_000).map(|number| format!("line {number}")).collect();
    scrollback.push(Origin::Session, Chunk::stdout(lines.join("\n")));
    let test = window([900.0, 600.0], scrollback);
    let shown = texts(&test);
    let bytes: usize = shown.iter().map(String::len).sum();
    assert!(bytes < 16_000, "{bytes}");
    assert!(shown.last().unwrap().ends_with("line 99999"));
}

#[test]
fn a_line_without_end_is_cut_into_parts() {
    let mut scrollback = Scrollback::new();
    for _ in 0..100 {
        scrollback.push(Origin::Session, Chunk::stdout("é".repeat(5_000)));
    }
    let test = window([900.0, 600.0], scrollback);
    assert!(texts(&test).iter().all(|text| text.chars().all(|char| char == 'é')));
    assert!(test.state().scrollback.item_count() > 200);
}

#[test]
fn the_place_of_a_log_line_is_seen_however_long_its_message_is() {
    let span = Span { file: "src/render/table.rs".into(), line: 88, column: 9, ..Span::default() };
    let message = "mismatched types ".repeat(18);
    let log = Log { message: (&message).into(), span: Some(SpanValue::Place(span)), ..Log::default() };
    for width in [400.0, 900.0] {
        let mut scrollback = Scrollback::new();
        scrollback.push(Origin::Session, log.to_chunk());
        let mut test = window([width, 300.0], scrollback);
        let link = test.get_by_role_and_label(Role::Link, "src/render/table.rs:88:9").rect();
        assert!(link.right() <= width && link.width() > 100.0, "{link:?} in {width}");
        let line = test.get_by_label_contains("mismatched types");
        assert!(line.rect().right() <= link.left() && line.rect().height() < 30.0);
        line.hover();
        test.run_steps(40);
        let told = test.get_all_by_label_contains(message.trim_end()).count();
        assert!(told > 0, "who points at it is told the whole");
    }
}
