//! The terminal in its window, with the real engine.

use std::fs;

use egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};

use app::Shell;
use tests::window::{terminal, until};

fn type_line(harness: &mut Harness<'static, Shell>, line: &str) {
    let field = harness.get_by_role(Role::MultilineTextInput);
    field.focus();
    field.type_text(line);
    harness.run_steps(3);
    harness.key_press(Key::Enter);
    harness.run_steps(3);
}

fn has(harness: &Harness<'static, Shell>, text: &str) -> bool {
    harness.query_all_by_label_contains(text).next().is_some()
}

#[test]
fn ls_is_a_table_and_a_header_click_sorts_it() {
    let folder = tempfile::tempdir().unwrap();
    for (name, size) in [("small.txt", 1), ("large.txt", 3000), ("middle.txt", 20)] {
        fs::write(folder.path().join(name), vec![b'x'; size]).unwrap();
    }
    let mut harness = terminal(folder.path());
    type_line(&mut harness, "ls");
    until(&mut harness, "the table", |harness| has(harness, "small.txt"));
    harness.get_by_role(Role::Table);
    let names = |harness: &Harness<'static, Shell>| -> Vec<String> {
        let cells =
            harness.get_all_by(|node| node.role() == Role::Cell && node.data().column_index() == Some(0));
        cells.filter_map(|cell| cell.accesskit_node().label()).collect()
    };
    assert_eq!(names(&harness), ["large.txt", "middle.txt", "small.txt"]);
    let click = |harness: &mut Harness<'static, Shell>| {
        harness
            .get_by(|node| node.role() == Role::ColumnHeader && node.label().as_deref() == Some("size"))
            .click();
        harness.run_steps(4);
    };
    click(&mut harness);
    assert_eq!(names(&harness), ["small.txt", "middle.txt", "large.txt"], "by value, not text");
    click(&mut harness);
    assert_eq!(names(&harness), ["large.txt", "middle.txt", "small.txt"]);
}

#[test]
fn what_is_typed_while_the_engine_loads_runs_when_it_is_up() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = terminal(folder.path());
    // The very first frame already takes a line.
    type_line(&mut harness, "'early ' + 'bird'");
    until(&mut harness, "the result", |harness| has(harness, "early bird"));
}

#[test]
fn an_error_is_a_panel_and_the_session_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = terminal(folder.path());
    type_line(&mut harness, "wher");
    until(&mut harness, "the error", |harness| harness.query_by_role(Role::Alert).is_some());
    type_line(&mut harness, "6 * 7");
    until(&mut harness, "the answer", |harness| has(harness, "42"));
}

#[test]
fn an_externals_two_streams_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = terminal(folder.path());
    type_line(&mut harness, "^sh -c 'echo out-$((1+1)); echo err-$((1+1)) >&2'");
    until(&mut harness, "both streams", |harness| has(harness, "out-2") && has(harness, "err-2"));
}

#[test]
fn copy_without_a_selection_interrupts() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = terminal(folder.path());
    type_line(&mut harness, "print $'run (1 + 1)'; ^sleep 1000");
    until(&mut harness, "the command runs", |harness| has(harness, "run 2"));
    // Not before its output: it is the running command that is interrupted, not a queued one.
    harness.event(egui::Event::Copy);
    until(&mut harness, "its end", |harness| has(harness, "130"));
    type_line(&mut harness, "1 + 1");
    until(&mut harness, "the next command", |harness| has(harness, "✓ 0"));
}

#[test]
fn a_line_typed_during_a_run_waits_its_turn_and_can_be_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = terminal(folder.path());
    type_line(&mut harness, "print $'run (1 + 1)'; ^sleep 1000");
    until(&mut harness, "the command runs", |harness| has(harness, "run 2"));
    type_line(&mut harness, "'second line'");
    assert!(has(&harness, "queued"));
    harness.get_by_label("take back").click();
    harness.run_steps(4);
    assert!(!has(&harness, "queued"));
    let field = harness.get_by_role(Role::MultilineTextInput);
    assert_eq!(field.accesskit_node().value().as_deref(), Some("'second line'"));
}

#[test]
fn history_and_undo() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = terminal(folder.path());
    type_line(&mut harness, "'first'");
    until(&mut harness, "the result", |harness| has(harness, "✓ 0"));
    let value = |harness: &Harness<'static, Shell>| {
        harness.get_by_role(Role::MultilineTextInput).accesskit_node().value().unwrap_or_default()
    };
    harness.get_by_role(Role::MultilineTextInput).type_text("draft");
    harness.run_steps(3);
    harness.key_press(Key::ArrowUp);
    harness.run_steps(3);
    assert_eq!(value(&harness), "'first'");
    harness.key_press(Key::ArrowDown);
    harness.run_steps(3);
    assert_eq!(value(&harness), "draft");
    harness.get_by_role(Role::MultilineTextInput).type_text(" more");
    harness.run_steps(8);
    harness.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    harness.run_steps(3);
    assert_ne!(value(&harness), "draft more", "undone");
}

#[test]
fn clear_leaves_an_empty_window_that_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = terminal(folder.path());
    type_line(&mut harness, "'first' + ' words'");
    until(&mut harness, "the result", |harness| has(harness, "first words"));
    type_line(&mut harness, "clear");
    until(&mut harness, "an empty window", |harness| !has(harness, "first words"));
    type_line(&mut harness, "'next' + ' words'");
    until(&mut harness, "the next result", |harness| has(harness, "next words"));
}

#[test]
fn page_keys_move_the_output() {
    let folder = tempfile::tempdir().unwrap();
    let mut harness = terminal(folder.path());
    type_line(&mut harness, "for i in 1..200 { print $'line ($i).' }");
    until(&mut harness, "the end of the output", |harness| has(harness, "line 200."));
    harness.key_press(Key::PageUp);
    harness.run_steps(4);
    assert!(!has(&harness, "line 200."), "a page further up");
    harness.key_press(Key::PageDown);
    harness.run_steps(4);
    assert!(has(&harness, "line 200."), "and back");
}
