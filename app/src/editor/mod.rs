//! The line editor: egui's text field with a shell's habits.

mod history;

use cyb_egui::theme;
use egui::{
    EventFilter, Id, Key, KeyboardShortcut, Modifiers, TextEdit,
    text::{CCursor, CCursorRange, CharIndex},
};

pub(crate) use history::History;

/// The line being typed, and those typed before.
#[derive(Debug, Default)]
pub(crate) struct Editor {
    text: String,
    history: History,
    /// Put the cursor here in the next frame.
    move_to: Option<usize>,
}

impl Editor {
    /// The one field's id.
    pub(crate) fn id() -> Id {
        Id::unique("cyb-line")
    }

    /// Replaces the line and puts the cursor at its end.
    pub(crate) fn set_text(&mut self, text: impl Into<String>) {
        self.text = text.into();
        self.move_to = Some(self.text.chars().count());
    }

    /// Draws the field; `hint` shows while it is empty. Returns the line to run, if Enter was pressed.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui, hint: &str) -> Option<String> {
        let id = Self::id();
        let focused = ui.memory(|memory| memory.has_focus(id));
        let range = TextEdit::load_state(ui.ctx(), id).and_then(|state| state.cursor.char_range());
        let asked = if focused { self.keys(ui, range) } else { None };
        if let Some(to) = self.move_to.take() {
            move_cursor(ui.ctx(), id, to);
        }
        let filter = EventFilter { tab: true, horizontal_arrows: true, vertical_arrows: true, escape: true };
        let output = TextEdit::multiline(&mut self.text)
            .id(id)
            .font(theme::mono_at(theme::size::EDITOR))
            .desired_rows(1)
            .desired_width(f32::INFINITY)
            .frame(egui::Frame::NONE)
            .margin(egui::Margin::ZERO)
            .return_key(KeyboardShortcut::new(Modifiers::SHIFT, Key::Enter))
            .event_filter(filter)
            .hint_text(egui::RichText::new(hint).font(theme::mono_at(theme::size::EDITOR)))
            .show(ui);
        ui.ctx().accesskit_node_builder(id, |node| node.set_label("command line"));
        if !focused && nothing_focused(ui) {
            output.response.response.request_focus();
        }
        asked
    }

    /// Keys that mean something else here than in a text field; they are taken before it sees them.
    fn keys(&mut self, ui: &egui::Ui, range: Option<CCursorRange>) -> Option<String> {
        let row = range.map_or(self.text.len(), |range| byte_at(&self.text, range.primary.index.0));
        let (before, after) = self.text.split_at(row);
        let (on_first, on_last) = (!before.contains('\n'), !after.contains('\n'));
        if on_first && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowUp)) {
            if let Some(line) = self.history.older(&self.text) {
                self.set_text(line);
            }
        } else if on_last && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::ArrowDown)) {
            if let Some(line) = self.history.newer() {
                self.set_text(line);
            }
        } else if ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
            return self.enter();
        }
        None
    }

    fn enter(&mut self) -> Option<String> {
        if self.text.trim().is_empty() {
            return None;
        }
        let line = std::mem::take(&mut self.text);
        self.move_to = Some(0);
        self.history.add(&line);
        Some(line)
    }
}

fn byte_at(text: &str, char_index: usize) -> usize {
    text.char_indices().nth(char_index).map_or(text.len(), |(byte, _)| byte)
}

fn move_cursor(ctx: &egui::Context, id: Id, to: usize) {
    let mut state = TextEdit::load_state(ctx, id).unwrap_or_default();
    state.cursor.set_char_range(Some(CCursorRange::one(CCursor::new(CharIndex(to)))));
    state.store(ctx, id);
}

/// Typing goes to the line unless something else asked for the keyboard.
fn nothing_focused(ui: &egui::Ui) -> bool {
    ui.memory(|memory| memory.focused().is_none())
}
