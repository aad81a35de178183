//! Questions are answered once, where they stand, and keep no secrets.

use cyb_egui::{Origin, Scrollback, StreamEvent};
use cyb_stream::{Chunk, InputRequest};
use egui::{Key, accesskit::Role, text_edit::TextEditState, util::IdTypeMap};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::setup::{Test, show, window};

fn ask(id: &str, kind: &str) -> Chunk {
    InputRequest {
        prompt: format!("question {id}").into(),
        id: id.to_owned().into(),
        kind: kind.to_owned().into(),
        ..InputRequest::default()
    }
    .to_chunk()
}

/// A question in the middle of much output, in view.
fn amid(question: Chunk) -> Test {
    let mut scrollback = Scrollback::new();
    let mut question = Some(question);
    for number in 0..60 {
        scrollback.begin(Origin::Session, &format!("command {number}"), None);
        (0..5).for_each(|_| scrollback.push(Origin::Session, Chunk::text("between")));
        if number == 3 {
            question.take().into_iter().for_each(|question| scrollback.push(Origin::Session, question));
        }
        scrollback.end(Chunk::status(0));
    }
    let mut test = window([900.0, 600.0], scrollback);
    test.state_mut().scrollback.scroll_to_top();
    test.state_mut().scrollback.scroll_by(200.0);
    test.run_steps(3);
    test
}

fn away_and_back(test: &mut Test) {
    for points in [-150.0, 4_000.0] {
        test.state_mut().scrollback.scroll_by(points);
        test.run_steps(3);
    }
    assert!(test.query_by_label("question q").is_none());
    test.state_mut().scrollback.scroll_by(-4_000.0);
    test.run_steps(3);
    test.get_by_label("question q");
}

fn answer(value: Option<&str>) -> StreamEvent {
    StreamEvent::Answer { id: "q".to_owned(), value: value.map(|value| Chunk::text(value.to_owned())) }
}

#[test]
fn an_answered_question_stays_answered_when_it_is_scrolled_away() {
    let mut test = amid(ask("q", "confirm"));
    test.get_by_label("No").click();
    test.run_steps(4);
    assert_eq!(test.state().events, [answer(Some("false"))]);
    away_and_back(&mut test);
    test.get_by_label("answered: No");
    assert!(test.query_by_label("Yes").is_none());
}

#[test]
fn what_was_typed_stays_when_it_is_scrolled_away() {
    let mut test = amid(ask("q", "text"));
    test.get_by_role(Role::TextInput).type_text("half a na");
    test.run_steps(2);
    away_and_back(&mut test);
    let field = test.get_by_role(Role::TextInput);
    assert_eq!(field.accesskit_node().value().as_deref(), Some("half a na"));
}

#[test]
fn a_secret_is_kept_nowhere_once_it_is_sent_or_cancelled() {
    for key in [Key::Enter, Key::Escape] {
        let mut test = show([ask("q", "secret")]);
        test.get_by_role(Role::PasswordInput).type_text("hunter2");
        test.run_steps(2);
        let kept = |test: &Test| {
            let texts = test.ctx.data(IdTypeMap::count::<String>);
            let fields = test.ctx.data(IdTypeMap::count::<TextEditState>);
            (texts, fields)
        };
        assert_eq!(kept(&test), (1, 1));
        test.key_press(key);
        test.run_steps(3);
        assert_eq!(test.state().events, [answer((key == Key::Enter).then_some("hunter2"))]);
        assert_eq!(kept(&test), (0, 0), "{key:?}");
    }
}

#[test]
fn a_confirmation_has_keys() {
    for (key, value) in [(Key::Y, Some("true")), (Key::N, Some("false")), (Key::Escape, None)] {
        let mut test = show([ask("q", "confirm")]);
        test.key_press(key);
        test.run_steps(3);
        assert_eq!(test.state().events, [answer(value)]);
    }
}

#[test]
fn escape_cancels_only_the_question_that_has_the_keyboard() {
    let choices = |id: &str| {
        let options = [Chunk::text("one"), Chunk::text("two")];
        let bytes: Vec<_> = options.iter().map(Chunk::to_bytes).collect();
        let choices = bytes.iter().filter_map(|bytes| cyb_stream::frames(bytes).next()?.ok()).collect();
        let kind = "choice".into();
        let prompt = format!("question {id}").into();
        InputRequest { prompt, id: id.to_owned().into(), kind, choices, ..InputRequest::default() }.to_chunk()
    };
    let mut test = show([choices("q"), choices("other")]);
    test.key_press(Key::Escape);
    test.run_steps(3);
    assert_eq!(test.state().events, [answer(None)]);
    test.key_press(Key::Escape);
    test.run_steps(3);
    assert_eq!(test.state().events.len(), 1, "nothing has the keyboard");
}
