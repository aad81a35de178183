//! The line above a command's output: what was typed, when, how long it took, how it ended.

use egui::{Rect, Sense, Ui, Vec2};

use super::Block;
use crate::{
    Cx, Origin, StreamEvent,
    ink::{self, Ink},
    quantity,
    theme::{self, size},
};

/// Between the facts at the right.
const APART: f32 = 12.0;

/// Draws the header of a block, if it has a command.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, block: &Block) {
    let Some(command) = block.command() else { return };
    let rect = ui.max_rect();
    let top = rect.top() + size::BLOCK_TOP;
    let line = Rect::from_min_size(egui::pos2(rect.left(), top), Vec2::new(rect.width(), size::BLOCK_HEAD));
    let left = facts(ui, cx, block, line);
    let first = command.trim_end().lines().next().unwrap_or_default();
    let more = if command.trim_end().contains('\n') { " …" } else { "" };
    let ink = Ink::new(theme::mono(), cx.tokens.text);
    let room = (left - 24.0 - line.left()).max(40.0);
    let galley = ink::line(ui, &cx.tokens, &ink, &format!("{first}{more}"), room);
    let at = egui::pos2(line.left(), line.center().y - galley.size().y / 2.0);
    let place = Rect::from_min_size(at, galley.size());
    let response = ui.interact(place, ui.unique_id().with("command"), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, crate::visible(command)));
    ui.painter().galley(at, galley, ink.color);
    if !more.is_empty() {
        response.on_hover_text(crate::visible(ink::head(command, 4096)));
    }
}

/// The facts, from the right edge on; returns where they begin.
fn facts(ui: &mut Ui, cx: &mut Cx<'_>, block: &Block, line: Rect) -> f32 {
    let mut right = line.right();
    if block.is_running() {
        if block.origin() == Origin::Session {
            right = stop(ui, cx, line, right) - APART;
        }
    } else {
        right = put(ui, cx, line, right, outcome(cx, block)) - APART;
    }
    if let Some(duration) = duration(cx, block) {
        let color = if block.is_running() { cx.tokens.blue } else { cx.tokens.faint };
        right = put(ui, cx, line, right, (duration, color)) - APART;
    }
    if block.is_running() && cx.view.now.is_some() && block.started().is_some() {
        ui.ctx().request_repaint_after_secs(0.1);
    }
    if let Some(started) = block.started() {
        let today = cx.view.now.is_none_or(|now| now.date_naive() == started.date_naive());
        let format = if today { "%H:%M" } else { "%Y-%m-%d %H:%M" };
        right = put(ui, cx, line, right, (started.format(format).to_string(), cx.tokens.faint)) - APART;
    }
    right
}

/// `✓ 0`, `✕ 1`, and words where there is no code.
fn outcome(cx: &Cx<'_>, block: &Block) -> (String, egui::Color32) {
    match block.status() {
        None => ("no end".to_owned(), cx.tokens.faint),
        Some(status) if status.is_success() => ("✓ 0".to_owned(), cx.tokens.green),
        Some(status) => {
            let code = status.code.map_or_else(|| "unknown".to_owned(), |code| code.to_string());
            let signal = status.signal.as_deref().map(|signal| format!(" {signal}")).unwrap_or_default();
            (format!("✕ {code}{signal}"), cx.tokens.red)
        }
    }
}

fn duration(cx: &Cx<'_>, block: &Block) -> Option<String> {
    if block.is_running() {
        return Some(quantity::elapsed(cx.view.now?.signed_duration_since(block.started()?)));
    }
    block.status()?.duration_ns.map(|duration| quantity::duration(i128::from(duration)))
}

/// Draws a fact that ends at `right`; returns where it begins.
fn put(ui: &Ui, cx: &Cx<'_>, line: Rect, right: f32, (text, color): (String, egui::Color32)) -> f32 {
    let galley = ink::line(ui, &cx.tokens, &Ink::new(theme::meta(), color), &text, 320.0);
    let at = egui::pos2(right - galley.size().x, line.center().y - galley.size().y / 2.0);
    let place = Rect::from_min_size(at, galley.size());
    let response = ui.interact(place, ui.unique_id().with(("fact", right as i32)), Sense::hover());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, galley.text()));
    ui.painter().galley(at, galley, color);
    at.x
}

fn stop(ui: &mut Ui, cx: &mut Cx<'_>, line: Rect, right: f32) -> f32 {
    let width = 58.0;
    let place = Rect::from_min_size(
        egui::pos2(right - width, line.center().y - size::CHIP / 2.0),
        Vec2::new(width, size::CHIP),
    );
    let mut child = ui.new_child(egui::UiBuilder::new().id_salt("stop").max_rect(place));
    let ink = Ink::new(theme::meta(), cx.tokens.dim);
    let response = ink::chip(&mut child, &cx.tokens, &ink, "■ stop", Sense::click());
    if response.on_hover_text("end the command, Ctrl+C").clicked() {
        cx.emit(StreamEvent::Interrupt);
    }
    place.left()
}
