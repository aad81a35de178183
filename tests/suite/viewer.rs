//! Recording a session and looking at it again.

use std::fs;

use app::{Options, Recorder, Source};
use cyb_stream::{Chunk, InputEvent, Progress, ProgressState, Render, Sigil, read_kv};
use egui::{Key, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use tests::{
    decode, dump,
    window::{shell, until},
};

#[test]
fn a_session_is_recorded_and_reopened() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("session.cybs");
    let recorder = Recorder::create(&file).unwrap();
    let mut harness = shell(Options {
        directory: Some(folder.path().to_owned()),
        recorder: Some(recorder),
        ..Options::default()
    });
    let field = harness.get_by_role(Role::MultilineTextInput);
    field.focus();
    field.type_text("'recorded words'");
    harness.run_steps(3);
    harness.key_press(Key::Enter);
    until(&mut harness, "the result", |harness| harness.query_all_by_label_contains("✓ 0").next().is_some());
    drop(harness);

    let chunks = decode(&fs::read(&file).unwrap());
    let header: Vec<_> = read_kv(chunks[0].payload()).map(|pair| pair.key.to_vec()).collect();
    assert!(
        chunks[0].is(Sigil::KET, Render::STRUCT) && header.contains(&b"format".to_vec()),
        "{}",
        dump(&chunks)
    );
    assert!(chunks[1].is(Sigil::FAS, Render::COMPONENT), "the prompt comes first");
    assert_eq!(InputEvent::read(chunks[2].payload()).command().as_deref(), Some("'recorded words'"));
    assert_eq!(chunks[3], Chunk::text("recorded words"));
    assert!(chunks[4].is(Sigil::DOT, Render::STATUS));

    let mut harness = shell(Options { source: Some(Source::File(file)), ..Options::default() });
    until(&mut harness, "the recording", |harness| {
        harness.query_all_by_label_contains("recorded words").next().is_some()
            && harness.query_all_by_label_contains("read-only").next().is_some()
    });
    assert!(harness.query_by_role(Role::MultilineTextInput).is_none(), "no line to type in");
}

#[test]
fn progress_is_one_line_that_moves() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("progress.cybs");
    let progress = |current: u64, state| {
        let view = Progress {
            id: "7".into(),
            label: "copying".into(),
            current,
            total: 10,
            state,
            ..Progress::default()
        };
        view.to_chunk().to_bytes()
    };
    let stream =
        [progress(1, ProgressState::Run), progress(5, ProgressState::Run), progress(9, ProgressState::Run)]
            .concat();
    fs::write(&file, stream).unwrap();
    let mut harness = shell(Options { source: Some(Source::File(file)), ..Options::default() });
    until(&mut harness, "the progress", |harness| harness.query_by_role(Role::ProgressIndicator).is_some());
    let bar = harness.get_by_role(Role::ProgressIndicator);
    let value = bar.accesskit_node().numeric_value().unwrap();
    assert!((value - 0.9).abs() < 1e-6, "the latest of the one line, not {value}");
}

#[test]
fn plain_text_and_damage_stay_visible() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    fs::write(&file, "only words, no frames\n").unwrap();
    let mut harness = shell(Options { source: Some(Source::File(file)), ..Options::default() });
    until(&mut harness, "the words", |harness| {
        harness.query_all_by_label_contains("only words").next().is_some()
    });
    assert!(harness.query_all_by_label_contains("no frame").next().is_some(), "and that they are none");
}

#[test]
fn a_file_that_cannot_be_opened_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let source = Source::File(folder.path().join("absent.cybs"));
    let mut harness = shell(Options { source: Some(source), ..Options::default() });
    until(&mut harness, "the error", |harness| harness.query_by_role(Role::Alert).is_some());
}

#[test]
fn recording_never_spoils_a_file_that_is_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.txt");
    fs::write(&file, "precious notes\n").unwrap();
    let error = Recorder::create(&file).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
    assert_eq!(fs::read_to_string(&file).unwrap(), "precious notes\n");

    let recording = folder.path().join("a.cybs");
    drop(Recorder::create(&recording).unwrap());
    drop(Recorder::create(&recording).unwrap());
    assert_eq!(
        decode(&fs::read(&recording).unwrap()).len(),
        2,
        "an existing recording is continued: two headers"
    );
}
