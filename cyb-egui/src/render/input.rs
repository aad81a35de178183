//! `(?, c)`: a question, as a form; `(?, i)`: the answer to one, quoted.

use cyb_stream::{Chunk, Frame, InputEvent, InputRequest, Render};
use egui::{
    Button, CornerRadius, Id, Key, Margin, Modifiers, Response, Stroke, TextEdit, Ui,
    text_edit::TextEditState,
};

use super::{scalar, text};
use crate::{
    Cx, Origin, Renderer, StreamEvent,
    ink::{self, Ink},
    theme::{self, size},
};

pub(super) const INPUT: Renderer = Renderer { name: "input", ui, sample };
pub(super) const ANSWER: Renderer = Renderer {
    name: "answer",
    ui: answer,
    sample: || vec![Chunk::answer("name", Some(&Chunk::text("alice")))],
};

/// The widest form.
const WIDTH: f32 = 520.0;

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let view = InputRequest::read(chunk.payload());
    // Another question may come to stand in the place of an answered one.
    let key = (ui.scope_id(), chunk.payload().as_ptr() as usize);
    let id = key.0.with(("answer", key.1));
    ui.set_max_width(ui.available_width().min(WIDTH));
    let frame = egui::Frame::new()
        .fill(cx.tokens.form_fill)
        .stroke(Stroke::new(1.0, cx.tokens.form_line))
        .corner_radius(CornerRadius::same(size::RADIUS))
        .inner_margin(Margin::symmetric(16, 12));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing.y = 8.0;
        ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.text), question(&view));
        if cx.origin == Origin::Foreign {
            note(ui, cx, "asked elsewhere: it cannot be answered here");
        } else if let Some(told) = answered(ui, cx, key, id) {
            note(ui, cx, &told);
        } else if let Some((value, told)) = form(ui, cx, &view, id) {
            forget(ui, id);
            if let Some(answers) = &mut cx.answers {
                answers.insert(key, told);
            } else {
                ui.data_mut(|data| data.insert_temp(id, told));
            }
            cx.emit(StreamEvent::Answer { id: view.id.to_string(), value });
        }
    });
}

/// What was answered, if anything was.
fn answered(ui: &Ui, cx: &Cx<'_>, key: (Id, usize), id: Id) -> Option<String> {
    match &cx.answers {
        Some(answers) => answers.get(&key).cloned(),
        None => ui.data(|data| data.get_temp(id)),
    }
}

/// Drops what was typed, and what the field remembers of it for undoing.
fn forget(ui: &Ui, id: Id) {
    ui.data_mut(|data| {
        data.remove::<String>(id.with("text"));
        data.remove::<TextEditState>(id.with("field"));
        data.remove::<bool>(id.with("seen"));
    });
}

fn question<'a>(view: &'a InputRequest<'_>) -> &'a str {
    if view.prompt.trim().is_empty() { "An answer is asked for" } else { &view.prompt }
}

/// What was decided: the value to send and what to show from now on.
type Decision = Option<(Option<Chunk>, String)>;

fn form(ui: &mut Ui, cx: &Cx<'_>, view: &InputRequest<'_>, id: Id) -> Decision {
    match &*view.kind {
        "confirm" => confirm(ui, cx, id),
        "choice" if !view.choices.is_empty() => choice(ui, cx, view, id),
        kind => field(ui, cx, view, id, kind),
    }
}

/// One line of text; of a secret, dots.
fn field(ui: &mut Ui, cx: &Cx<'_>, view: &InputRequest<'_>, id: Id, kind: &str) -> Decision {
    let secret = kind == "secret";
    let edit_id = id.with("field");
    let text_id = id.with("text");
    let first = ui.data(|data| data.get_temp::<String>(text_id)).is_none();
    let default = || view.default.map(|value| value.text().into_owned()).unwrap_or_default();
    let mut text = ui.data(|data| data.get_temp::<String>(text_id)).unwrap_or_else(default);
    let edit = TextEdit::singleline(&mut text)
        .id(edit_id)
        .password(secret)
        .font(theme::mono_at(size::BODY))
        .hint_text(text::name(question(view)))
        .margin(Margin::symmetric(12, 8))
        .desired_width(f32::INFINITY);
    let response = ui.add(edit);
    if first {
        response.request_focus();
    }
    let enter = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    let escape = response.lost_focus() && pressed(ui, Key::Escape);
    let (sent, cancelled) = buttons(ui, cx, "Send ⏎", if secret { "never recorded" } else { "" });
    ui.data_mut(|data| data.insert_temp(text_id, text.clone()));
    if enter || sent {
        let told = if secret { "answered".to_owned() } else { format!("answered: {}", text::name(&text)) };
        Some((Some(typed(kind, text)), told))
    } else {
        cancel(escape || cancelled)
    }
}

fn confirm(ui: &mut Ui, cx: &Cx<'_>, id: Id) -> Decision {
    let words = [("Yes", "true", Key::Y, true), ("No", "false", Key::N, false)];
    let buttons = ui.horizontal(|ui| words.map(|(word, _, _, primary)| button(ui, cx, word, primary))).inner;
    let [_, no] = &buttons;
    // The careful answer: a key that was meant for something else does no harm there.
    invite(ui, id, no);
    let focused = buttons.iter().any(Response::has_focus);
    for ((word, value, key, _), button) in words.into_iter().zip(&buttons) {
        if button.clicked() || (focused && pressed(ui, key)) {
            return Some((Some(Chunk::text(value)), format!("answered: {word}")));
        }
    }
    cancel(buttons.iter().any(Response::lost_focus) && pressed(ui, Key::Escape))
}

fn choice(ui: &mut Ui, cx: &Cx<'_>, view: &InputRequest<'_>, id: Id) -> Decision {
    let mut decision = None;
    let mut left = false;
    for (index, choice) in view.choices.iter().enumerate().take(200) {
        let shown = scalar::shown(choice, cx.view.now);
        ui.push_id(index, |ui| {
            let ink = Ink::new(theme::body(), cx.tokens.text);
            let room = ui.available_width();
            let response = ink::link(ui, &cx.tokens, &ink, &shown.text, size::HEAD_ROW, room);
            if index == 0 {
                invite(ui, id, &response);
            }
            left |= response.lost_focus();
            if response.clicked() {
                decision =
                    Some((Some(Chunk::from(choice)), format!("answered: {}", text::name(&shown.text))));
            }
        });
    }
    let response = button(ui, cx, "Cancel esc", false);
    left |= response.lost_focus();
    decision.or_else(|| cancel(response.clicked() || (left && pressed(ui, Key::Escape))))
}

/// Gives the keyboard to a form that is new, unless somebody else has it.
fn invite(ui: &Ui, id: Id, response: &Response) {
    let seen = id.with("seen");
    if ui.data(|data| data.get_temp::<bool>(seen)).is_none() {
        ui.data_mut(|data| data.insert_temp(seen, true));
        if ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
    }
}

/// Whether a key was pressed; it is then nobody else's. Escape takes the focus away before anything is drawn, so it is
/// asked for where the focus was just lost.
fn pressed(ui: &Ui, key: Key) -> bool {
    ui.input_mut(|input| input.consume_key(Modifiers::NONE, key))
}

/// Whether the answer was sent, and whether it was cancelled.
fn buttons(ui: &mut Ui, cx: &Cx<'_>, send: &str, promise: &str) -> (bool, bool) {
    ui.horizontal(|ui| {
        let sent = button(ui, cx, send, true).clicked();
        let cancelled = button(ui, cx, "Cancel esc", false).clicked();
        note(ui, cx, promise);
        (sent, cancelled)
    })
    .inner
}

fn button(ui: &mut Ui, cx: &Cx<'_>, word: &str, primary: bool) -> Response {
    let (fill, color) =
        if primary { (cx.tokens.green, cx.tokens.on_accent) } else { (cx.tokens.base, cx.tokens.dim) };
    let line = if primary { cx.tokens.green } else { cx.tokens.hairline_strong };
    let job = ink::job(&cx.tokens, &Ink::new(theme::body(), color), word, f32::INFINITY);
    ui.add(Button::new(job).fill(fill).stroke(Stroke::new(1.0, line)))
}

fn note(ui: &mut Ui, cx: &Cx<'_>, words: &str) {
    if !words.is_empty() {
        ink::label(ui, &cx.tokens, &Ink::new(theme::meta(), cx.tokens.faint), words);
    }
}

fn cancel(cancelled: bool) -> Decision {
    cancelled.then(|| (None, "cancelled".to_owned()))
}

fn typed(kind: &str, text: String) -> Chunk {
    match kind {
        "path" => Chunk::path(text),
        "date" => Chunk::literal(text),
        _ => Chunk::text(text),
    }
}

fn answer(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let (id, value) = match InputEvent::read(chunk.payload()) {
        InputEvent::Answer { id, value } => (id, value.map(|value| shown(&value))),
        InputEvent::Raw(text) => ("".into(), Some(text.into_owned())),
    };
    let value = value.unwrap_or_else(|| "cancelled".to_owned());
    let line = if id.is_empty() { format!("answer: {value}") } else { format!("answer to {id}: {value}") };
    ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.dim), &line);
}

fn shown(value: &Frame<'_>) -> String {
    if value.render == Render::TEXT {
        text::name(&value.text())
    } else {
        scalar::shown(value, None).text.into_owned()
    }
}

fn sample() -> Vec<Chunk> {
    let ask = |id: &'static str, kind: &'static str, prompt: &'static str| {
        InputRequest { prompt: prompt.into(), id: id.into(), kind: kind.into(), ..InputRequest::default() }
            .to_chunk()
    };
    vec![
        ask("password", "secret", "sudo asks for a password"),
        ask("sure", "confirm", "Delete 3 files?"),
        ask("name", "text", "What is your name?"),
    ]
}
