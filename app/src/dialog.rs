//! *Open recording*: the platform's dialog where one answers, and a path field always.

use std::{path::PathBuf, thread};

use crossbeam_channel::{Receiver, TryRecvError, bounded};
use cyb_egui::theme::Tokens;

/// The panel while it is open.
#[derive(Debug)]
pub(crate) struct OpenPanel {
    path: String,
    answer: Option<Receiver<Option<PathBuf>>>,
    dialog_failed: bool,
    fresh: bool,
}

/// What the panel came to in a frame.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Still open.
    Waiting,
    /// Closed without a file.
    Cancelled,
    /// This file.
    File(PathBuf),
}

impl OpenPanel {
    /// Opens the panel and asks the platform for its dialog. `wake` is called when that answers.
    pub(crate) fn new(directory: Option<&str>, native: bool, wake: impl Fn() + Send + 'static) -> Self {
        let answer = native.then(|| ask(directory.map(PathBuf::from), wake)).flatten();
        let path =
            directory.map(|directory| format!("{}/", directory.trim_end_matches('/'))).unwrap_or_default();
        Self { path, dialog_failed: answer.is_none(), answer, fresh: true }
    }

    /// Draws the panel.
    pub(crate) fn ui(&mut self, ctx: &egui::Context) -> Choice {
        if let Some(answer) = &self.answer {
            match answer.try_recv() {
                Ok(Some(path)) => return Choice::File(path),
                // No dialog and a cancelled one look the same, so the field stays.
                Ok(None) | Err(TryRecvError::Disconnected) => {
                    self.answer = None;
                    self.dialog_failed = true;
                }
                Err(TryRecvError::Empty) => {}
            }
        }
        let mut choice = Choice::Waiting;
        let shown = modal(ctx, "open-recording").show(ctx, |ui| {
            ui.set_width(480.0);
            ui.label("Open a recording");
            ui.add_space(8.0);
            choice = self.field(ui);
            ui.add_space(8.0);
            let note = if self.dialog_failed {
                "Type a path, or drop a file on the window."
            } else {
                "A file dialog was asked for. Until it answers, a path can be typed here."
            };
            ui.label(egui::RichText::new(note).small().color(Tokens::of(ui).dim));
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                if ui.button("Open ⏎").clicked() && !self.path.trim().is_empty() {
                    choice = Choice::File(self.path.trim().into());
                }
                if ui.button("Cancel esc").clicked() {
                    choice = Choice::Cancelled;
                }
            });
        });
        if shown.should_close() && choice == Choice::Waiting { Choice::Cancelled } else { choice }
    }

    fn field(&mut self, ui: &mut egui::Ui) -> Choice {
        let field = egui::TextEdit::singleline(&mut self.path)
            .font(egui::TextStyle::Monospace)
            .hint_text("path of a .cybs file")
            .desired_width(f32::INFINITY)
            .show(ui);
        let response = field.response.response;
        if std::mem::take(&mut self.fresh) {
            response.request_focus();
            let mut state = field.state;
            let end = egui::text::CCursor::new(egui::text::CharIndex(self.path.chars().count()));
            state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
            state.store(ui.ctx(), response.id);
        }
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if entered && !self.path.trim().is_empty() {
            return Choice::File(self.path.trim().into());
        }
        Choice::Waiting
    }
}

/// A panel in the middle of the window that takes the keyboard until it is closed.
pub(crate) fn modal(ctx: &egui::Context, id: &str) -> egui::Modal {
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(egui::Margin::symmetric(16, 12));
    egui::Modal::new(egui::Id::unique(id)).frame(frame)
}

/// Asks on a thread of its own: a dialog may take for ever, and some platforms' never answer.
fn ask(directory: Option<PathBuf>, wake: impl Fn() + Send + 'static) -> Option<Receiver<Option<PathBuf>>> {
    let (sender, receiver) = bounded(1);
    let mut dialog = rfd::AsyncFileDialog::new()
        .set_title("Open a recording")
        .add_filter("cyb-stream recording", &["cybs"]);
    if let Some(directory) = directory {
        dialog = dialog.set_directory(directory);
    }
    let answer = dialog.pick_file();
    let thread = thread::Builder::new().name("cyb-dialog".into()).spawn(move || {
        let chosen = pollster::block_on(answer).map(|file| file.path().to_owned());
        // Nobody waits for it any more if the panel was closed.
        drop(sender.send(chosen));
        wake();
    });
    thread.is_ok().then_some(receiver)
}
