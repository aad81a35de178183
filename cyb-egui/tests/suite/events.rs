use cyb_egui::{Origin, Scrollback, StreamEvent};
use cyb_stream::{Chunk, InputRequest, Progress, Render, Sigil, Status};
use egui::{Key, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::setup::{Test, show, show_from, window};

fn click(test: &mut Test, label: &str) {
    test.get_by_label(label).click();
    test.run_steps(4);
}

#[test]
fn a_button_reports_its_reference() {
    let mut test = show([Chunk::action("Test", "run:cargo test")]);
    click(&mut test, "Test");
    let expected = StreamEvent::Action { reference: "run:cargo test".to_owned(), origin: Origin::Session };
    assert_eq!(test.state().events, [expected]);
}

#[test]
fn a_button_from_elsewhere_opens_or_does_nothing() {
    let buttons =
        ["run:rm x", "cd:/", "edit:ls", "more:1", "anything", "open:/srv/x", "url:https://example.org"];
    let mut test = show_from(Origin::Foreign, buttons.map(|reference| Chunk::action(reference, reference)));
    for label in buttons {
        click(&mut test, label);
    }
    let expected = ["open:/srv/x", "url:https://example.org"];
    let expected =
        expected.map(|it| StreamEvent::Action { reference: it.to_owned(), origin: Origin::Foreign });
    assert_eq!(test.state().events, expected);
}

#[test]
fn a_button_with_two_references_does_nothing() {
    let malformed = Chunk::build(Sigil::ZAP, Render::COMPONENT, |payload| {
        payload.label("Press").text("run:a").text("run:b");
    });
    let mut test = show([malformed]);
    click(&mut test, "Press");
    assert!(test.state().events.is_empty());
}

#[test]
fn a_running_command_can_be_stopped() {
    let mut scrollback = Scrollback::new();
    scrollback.begin(Origin::Session, "sleep 1000", None);
    let mut test = window([900.0, 600.0], scrollback);
    click(&mut test, "■ stop");
    assert_eq!(test.state().events, [StreamEvent::Interrupt]);
    test.state_mut().scrollback.end(Chunk::status(130));
    test.run_steps(2);
    assert!(test.query_by_label("■ stop").is_none());
    test.get_by_label("✕ 130");
}

#[test]
fn a_prompt_leads_to_its_parts_and_is_where_paths_start() {
    let mut scrollback = Scrollback::new();
    let prompt = cyb_stream::Scope {
        places: ["/", "/srv"].map(|path| cyb_stream::Place::Path(path.into())).into(),
        ..Default::default()
    };
    scrollback.push(Origin::Session, prompt.to_chunk());
    assert_eq!(scrollback.blocks().len(), 0, "a prompt between blocks is no output");
    scrollback.push(Origin::Session, Chunk::command("ls"));
    scrollback.push(Origin::Session, Chunk::path("src/"));
    scrollback.push(Origin::Session, prompt.to_chunk());
    let mut test = window([900.0, 600.0], scrollback);
    click(&mut test, "src/");
    click(&mut test, "srv");
    let path = "src/".to_owned();
    let expected = [
        StreamEvent::OpenPath { path, directory: Some("/srv".to_owned()), origin: Origin::Session },
        StreamEvent::Action { reference: "cd:/srv".to_owned(), origin: Origin::Session },
    ];
    assert_eq!(test.state().events, expected);
}

#[test]
fn a_prompt_behind_stray_output_is_still_a_prompt() {
    let mut scrollback = Scrollback::new();
    scrollback.push(Origin::Session, Chunk::stdout("stray\n"));
    let here =
        cyb_stream::Scope { places: vec![cyb_stream::Place::Path("/srv".into())], ..Default::default() };
    scrollback.push(Origin::Session, here.to_chunk());
    scrollback.push(Origin::Session, Chunk::command("ls"));
    assert_eq!(scrollback.blocks().last().unwrap().directory(), Some("/srv"));
    assert_eq!(scrollback.blocks().next().unwrap().chunks().len(), 1);
}

#[test]
fn a_breadcrumb_that_is_no_prompt_is_output() {
    let mut scrollback = Scrollback::new();
    scrollback.push(Origin::Session, Chunk::scope(["cyber", "truth"]));
    assert_eq!(scrollback.blocks().next().unwrap().chunks().len(), 1);
}

#[test]
fn a_relative_path_without_a_directory_does_nothing() {
    let mut test = show([Chunk::path("src/")]);
    click(&mut test, "src/");
    assert!(test.state().events.is_empty());
}

#[test]
fn progress_is_updated_in_place() {
    let at = |current| {
        let progress =
            Progress { id: "a".into(), label: "Build".into(), current, total: 4, ..Progress::default() };
        progress.to_chunk()
    };
    let mut test = show([at(1), Chunk::text("between"), at(2)]);
    let values = |test: &Test| -> Vec<_> {
        let bars = test.get_all_by_role(Role::ProgressIndicator);
        bars.map(|bar| bar.accesskit_node().numeric_value()).collect()
    };
    assert_eq!(values(&test), [Some(0.5)]);
    assert_eq!(test.state().scrollback.blocks().next().unwrap().chunks().len(), 3, "nothing is dropped");
    test.state_mut().scrollback.push_to(0, Origin::Session, at(4));
    test.run_steps(2);
    assert_eq!(values(&test), [Some(1.0)]);
}

#[test]
fn an_update_from_elsewhere_replaces_nothing() {
    let question = |reference: &str| Chunk::component_with([("id", "q")], [Chunk::action("Go", reference)]);
    let mut test = show([question("run:mine")]);
    test.state_mut().scrollback.push_to(0, Origin::Foreign, question("run:theirs"));
    test.run_steps(2);
    for button in test.get_all_by_label("Go") {
        button.click();
    }
    test.run_steps(8);
    let expected = StreamEvent::Action { reference: "run:mine".to_owned(), origin: Origin::Session };
    assert_eq!(test.state().events, [expected]);
}

#[test]
fn only_the_origin_of_a_command_ends_it() {
    let mut scrollback = Scrollback::new();
    scrollback.begin(Origin::Session, "open x.cybs", None);
    scrollback.push(Origin::Foreign, Chunk::command("rm x"));
    scrollback.push(Origin::Foreign, Chunk::status(0));
    assert_eq!(scrollback.blocks().len(), 1);
    assert!(scrollback.blocks().next().unwrap().is_running());
    scrollback.push(Origin::Session, Status { code: Some(3), ..Status::default() }.to_chunk());
    let block = scrollback.blocks().next().unwrap();
    assert_eq!((block.is_running(), block.code()), (false, Some(3)));
    let test = window([900.0, 600.0], scrollback);
    test.get_by_label("ended ✓ 0");
    test.get_by_label("✕ 3");
}

#[test]
fn a_status_without_a_code_counts_as_failure() {
    let mut scrollback = Scrollback::new();
    scrollback.begin(Origin::Session, "x", None);
    scrollback.end(Status::default().to_chunk());
    let test = window([900.0, 600.0], scrollback);
    test.get_by_label("✕ unknown");
}

#[test]
fn late_output_goes_to_its_command() {
    let mut scrollback = Scrollback::new();
    for command in ["first", "second"] {
        scrollback.push(Origin::Session, Chunk::command(command));
        scrollback.push(Origin::Session, Chunk::status(0));
    }
    let late = |text| Chunk::component_with([("block", "0")], [Chunk::stdout(text)]);
    scrollback.push(Origin::Session, late("mine\n"));
    let counts =
        |scrollback: &Scrollback| scrollback.blocks().map(|block| block.chunks().len()).collect::<Vec<_>>();
    assert_eq!(counts(&scrollback), [1, 0]);
    scrollback.push(Origin::Foreign, late("theirs\n"));
    assert_eq!(counts(&scrollback), [1, 0, 1], "nobody else writes there");
}

#[test]
fn a_question_is_answered_by_keyboard() {
    let ask = InputRequest {
        prompt: "Name?".into(),
        id: "n".into(),
        kind: "text".into(),
        ..InputRequest::default()
    };
    let mut test = show([ask.to_chunk()]);
    test.get_by_role(Role::TextInput).type_text("alice");
    test.run_steps(2);
    test.key_press(Key::Enter);
    test.run_steps(3);
    let expected = StreamEvent::Answer { id: "n".to_owned(), value: Some(Chunk::text("alice")) };
    assert_eq!(test.state().events, [expected]);
    assert!(test.query_by_role(Role::TextInput).is_none(), "it is answered once");
}

#[test]
fn a_secret_is_not_told_to_anybody() {
    let ask = InputRequest {
        prompt: "Password".into(),
        id: "p".into(),
        kind: "secret".into(),
        ..InputRequest::default()
    };
    let mut test = show([ask.to_chunk()]);
    test.get_by_role(Role::PasswordInput).type_text("hunter2");
    test.run_steps(2);
    test.key_press(Key::Enter);
    test.run_steps(3);
    assert_eq!(test.state().events.len(), 1);
    assert!(test.query_by_label_contains("hunter2").is_none());
}

#[test]
fn a_question_asked_again_is_answered_again() {
    let ask = || {
        let ask = InputRequest {
            prompt: "Sure?".into(),
            id: "s".into(),
            kind: "confirm".into(),
            ..InputRequest::default()
        };
        ask.to_chunk()
    };
    let mut test = show([ask()]);
    click(&mut test, "No");
    test.state_mut().scrollback.push_to(0, Origin::Session, ask());
    test.run_steps(2);
    click(&mut test, "Yes");
    let answer = |value| StreamEvent::Answer { id: "s".to_owned(), value: Some(Chunk::text(value)) };
    assert_eq!(test.state().events, ["false", "true"].map(answer));
}

#[test]
fn a_question_is_cancelled_with_escape() {
    let ask = InputRequest {
        prompt: "Name?".into(),
        id: "n".into(),
        kind: "text".into(),
        ..InputRequest::default()
    };
    let mut test = show([ask.to_chunk()]);
    test.key_press(Key::Escape);
    test.run_steps(3);
    assert_eq!(test.state().events, [StreamEvent::Answer { id: "n".to_owned(), value: None }]);
}

#[test]
fn a_question_from_elsewhere_cannot_be_answered() {
    let ask = InputRequest {
        prompt: "Password".into(),
        id: "p".into(),
        kind: "secret".into(),
        ..InputRequest::default()
    };
    let test = show_from(Origin::Foreign, [ask.to_chunk()]);
    test.get_by_label("Password");
    assert!(test.query_by_role(Role::PasswordInput).is_none());
}
