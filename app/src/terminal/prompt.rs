//! The bottom of the window: queued lines, breadcrumb, line; and the hints of an empty one.

use cyb_egui::{
    Origin, StreamEvent, ViewContext,
    theme::{self, Tokens},
};
use egui::{Frame, Margin, RichText};

use super::{Phase, Terminal};
/// Draws the prompt area; clicks go to `events`. Returns the line to run, if Enter was pressed.
pub(super) fn ui(
    terminal: &mut Terminal,
    ui: &mut egui::Ui,
    context: &ViewContext,
    events: &mut Vec<StreamEvent>,
) -> Option<String> {
    let tokens = Tokens::of(ui);
    let frame = Frame::NONE.inner_margin(Margin { left: 24, right: 24, top: 8, bottom: 12 });
    let panel = egui::Panel::bottom("prompt").frame(frame).show_separator_line(false).show(ui, |ui| {
        let top = ui.max_rect().top() - 8.0;
        ui.painter().hline(ui.clip_rect().x_range(), top, egui::Stroke::new(1.0, tokens.hairline));
        queued(terminal, ui);
        events.extend(cyb_egui::chunk_ui(ui, &terminal.prompt, Origin::Session, context));
        ui.add_space(4.0);
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 8.0;
            let colour = if terminal.phase == Phase::Failed { tokens.red } else { tokens.green };
            chevron(ui, colour);
            terminal.editor.ui(ui, hint(terminal.phase))
        })
        .inner
    });
    panel.inner
}

const fn hint(phase: Phase) -> &'static str {
    match phase {
        Phase::Loading => "nushell is starting; type ahead",
        Phase::Ready => "",
        Phase::Running => "runs after the current command",
        Phase::Failed => "nushell is not running",
    }
}

/// The mark before the line, drawn because fonts differ in how large theirs is.
fn chevron(ui: &mut egui::Ui, colour: egui::Color32) {
    let row = ui.fonts_mut(|fonts| fonts.row_height(&theme::mono_at(theme::size::EDITOR)));
    let (rect, _) = ui.allocate_exact_size(egui::vec2(12.0, row), egui::Sense::hover());
    let (tip, reach) = (rect.center() + egui::vec2(1.0, 0.5), egui::vec2(4.5, 5.5));
    let points = vec![tip - reach, tip, tip + egui::vec2(-reach.x, reach.y)];
    ui.painter().add(egui::Shape::line(points, egui::Stroke::new(2.0, colour)));
}

/// Lines that wait for the engine; each can be taken back into the editor.
fn queued(terminal: &mut Terminal, ui: &mut egui::Ui) {
    let tokens = Tokens::of(ui);
    let mut taken = None;
    for (index, line) in terminal.queue.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.label(RichText::new("queued").small().color(tokens.faint));
            ui.label(RichText::new(line).monospace().color(tokens.dim));
            if ui.small_button("take back").clicked() {
                taken = Some(index);
            }
        });
    }
    if let Some(line) = taken.and_then(|index| terminal.queue.remove(index)) {
        terminal.editor.set_text(line);
    }
}

/// What to do in an empty window.
pub(super) fn hints(ui: &mut egui::Ui) {
    let tokens = Tokens::of(ui);
    let hints = [("Enter", "runs the line"), ("Ctrl C", "stops what runs"), ("Ctrl O", "opens a recording")];
    let area = ui.max_rect();
    let rect = egui::Rect::from_center_size(area.center(), egui::vec2(240.0, 80.0));
    ui.scope_builder(egui::UiBuilder::new().max_rect(rect), |ui| {
        egui::Grid::new("hints").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
            for (key, meaning) in hints {
                ui.label(RichText::new(key).small().color(tokens.dim));
                ui.label(RichText::new(meaning).small().color(tokens.faint));
                ui.end_row();
            }
        });
    });
}
