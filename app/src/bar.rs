//! The bar at the top: which view is in front, and what goes on besides.

use std::time::Duration;

use cyb_egui::theme::Tokens;
use egui::{Frame, Margin, RichText};

use crate::{
    app::{Shell, Shown},
    terminal::Terminal,
};

impl Shell {
    /// Draws the bar.
    pub(crate) fn top_bar(&mut self, ui: &mut egui::Ui) {
        let frame = Frame::NONE.inner_margin(Margin::symmetric(16, 6));
        egui::Panel::top("tabs").exact_size(40.0).frame(frame).show_separator_line(false).show(ui, |ui| {
            let tokens = Tokens::of(ui);
            let bottom = ui.max_rect().bottom() + 6.0;
            ui.painter().hline(
                ui.clip_rect().x_range(),
                bottom - 0.5,
                egui::Stroke::new(1.0, tokens.hairline),
            );
            ui.horizontal_centered(|ui| {
                self.tabs(ui);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| self.meta(ui));
            });
        });
    }

    fn tabs(&mut self, ui: &mut egui::Ui) {
        if let Some(terminal) = &self.terminal {
            let title = terminal.directory().map_or_else(|| "terminal".to_owned(), |path| last_parts(&path));
            if tab(ui, self.shown == Shown::Terminal, &title).clicked() {
                self.shown = Shown::Terminal;
            }
        }
        let mut closed = None;
        for (index, viewer) in self.viewers.iter().enumerate() {
            let shown = self.shown == Shown::Recording(index);
            let title = format!("{}  read-only", viewer.name());
            if tab(ui, shown, &title).clicked() {
                self.shown = Shown::Recording(index);
            }
            let closable = self.terminal.is_some() || self.viewers.len() > 1;
            if closable && tab(ui, false, "✕").on_hover_text(format!("close {}", viewer.name())).clicked() {
                closed = Some(index);
            }
        }
        if let Some(index) = closed {
            self.viewers.remove(index);
            let last = self.viewers.len().checked_sub(1);
            self.shown = match (&self.terminal, last) {
                (None, Some(last)) => Shown::Recording(index.min(last)),
                _ => Shown::Terminal,
            };
        }
    }

    fn meta(&mut self, ui: &mut egui::Ui) {
        let tokens = Tokens::of(ui);
        let open = RichText::new("open  Ctrl O").small().color(tokens.dim);
        if ui.add(egui::Button::new(open).frame_when_inactive(false)).clicked() {
            self.show_panel(&ui.ctx().clone());
        }
        let Some(recorder) = self.terminal.as_ref().and_then(Terminal::recorder) else { return };
        if let Some(failure) = recorder.failure() {
            ui.label(RichText::new(format!("✕ not recorded: {failure}")).small().color(tokens.red));
        } else {
            let seconds = recorder.elapsed().as_secs();
            let text = format!("● rec {:02}:{:02}", seconds / 60, seconds % 60);
            ui.label(RichText::new(text).small().color(tokens.red));
            ui.ctx().request_repaint_after(Duration::from_secs(1));
        }
    }
}

/// A quiet button; the one in front has a fill.
fn tab(ui: &mut egui::Ui, front: bool, title: &str) -> egui::Response {
    let tokens = Tokens::of(ui);
    let (colour, fill) =
        if front { (tokens.text, tokens.hover) } else { (tokens.dim, egui::Color32::TRANSPARENT) };
    let text = RichText::new(title).small().color(colour);
    ui.add(egui::Button::selectable(front, text).fill(fill).stroke(egui::Stroke::NONE))
}

/// At most the last two parts of a path: enough to know a tab by.
fn last_parts(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [] => "/".to_owned(),
        [only] => (*only).to_owned(),
        [.., parent, last] => format!("{parent}/{last}"),
    }
}
