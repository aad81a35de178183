//! `(., p)`: a piece of work; a later chunk with the same id takes its place.

use cyb_stream::{Chunk, Progress, ProgressState};
use egui::{Rect, Sense, Ui, Vec2};

use super::{badge, text};
use crate::{
    Cx, Renderer,
    ink::{self, Ink},
    quantity,
    theme::{self, Tokens, size},
};

pub(super) const PROGRESS: Renderer = Renderer { name: "progress", ui, sample };

const TRACK: f32 = 4.0;

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let view = Progress::read(chunk.payload());
    badge::damaged(ui, cx, view.fault);
    if view.state == ProgressState::Done && view.total == 0 {
        // What a program wrote over one line again and again, at rest.
        ink::label(ui, &cx.tokens, &Ink::new(theme::mono(), cx.tokens.text), &view.label);
        return;
    }
    let width = ui.available_width().min(size::MEASURE);
    let running = view.state == ProgressState::Run;
    let height = if running { size::LINE + 6.0 + TRACK + 4.0 } else { size::LINE };
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, height), Sense::hover());
    let numbers = paint_line(ui, &cx.tokens, &view, rect);
    if running {
        paint_track(ui, cx, &view, rect);
    }
    let name = format!("{} {numbers}", text::name(&view.label));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::ProgressIndicator, true, &name));
    if let Some(fraction) = view.fraction() {
        ui.ctx().accesskit_node_builder(response.id, |node| node.set_numeric_value(f64::from(fraction)));
    }
}

/// Label left, numbers right; returns the numbers.
fn paint_line(ui: &Ui, tokens: &Tokens, view: &Progress<'_>, rect: Rect) -> String {
    let (sign, color) = match view.state {
        ProgressState::Run => ("", tokens.dim),
        ProgressState::Done => ("✓ ", tokens.green),
        ProgressState::Fail => ("✕ ", tokens.red),
    };
    let numbers = numbers(view);
    let numbers_galley = ink::line(ui, tokens, &Ink::new(theme::meta(), tokens.dim), &numbers, rect.width());
    let room = (rect.width() - numbers_galley.size().x - 16.0).max(0.0);
    let sign_galley = ink::line(ui, tokens, &Ink::new(theme::meta(), color), sign, room);
    let label =
        ink::line(ui, tokens, &Ink::new(theme::meta(), tokens.dim), &view.label, room - sign_galley.size().x);
    let beside = sign_galley.size().x;
    let at_right = egui::pos2(rect.right() - numbers_galley.size().x, rect.top());
    ui.painter().galley(rect.left_top(), sign_galley, color);
    ui.painter().galley(rect.left_top() + Vec2::new(beside, 0.0), label, tokens.dim);
    ui.painter().galley(at_right, numbers_galley, tokens.dim);
    numbers
}

fn paint_track(ui: &Ui, cx: &Cx<'_>, view: &Progress<'_>, rect: Rect) {
    let top = rect.top() + size::LINE + 6.0;
    let track = Rect::from_min_size(egui::pos2(rect.left(), top), Vec2::new(rect.width(), TRACK));
    ui.painter().rect_filled(track, TRACK / 2.0, cx.tokens.track);
    let filled = match view.fraction() {
        Some(fraction) => track.with_max_x(track.left() + track.width() * fraction),
        None => sweep(ui, cx, track),
    };
    if filled.width() > 0.0 {
        ui.painter().rect_filled(filled, TRACK / 2.0, cx.tokens.blue);
    }
}

/// A share of the track that stands for work of unknown size; it moves only where motion is welcome and the work goes on.
fn sweep(ui: &Ui, cx: &Cx<'_>, track: Rect) -> Rect {
    let share = track.width() / 5.0;
    if cx.view.reduced_motion || !cx.running {
        return track.with_max_x(track.left() + share);
    }
    ui.ctx().request_repaint_after_secs(1.0 / 30.0);
    let phase = ui.input(|input| input.time / 2.0).fract() as f32;
    let left = track.left() + (track.width() + share) * phase - share;
    Rect::from_x_y_ranges(left..=left + share, track.y_range()).intersect(track)
}

fn numbers(view: &Progress<'_>) -> String {
    let number = |count: u64| match view.unit.as_deref() {
        Some("B") => quantity::size(i64::try_from(count).unwrap_or(i64::MAX)),
        _ => usize::try_from(count).map_or_else(|_| count.to_string(), quantity::grouped),
    };
    let unit = view.unit.as_deref().filter(|unit| *unit != "B" && !unit.is_empty());
    let unit = unit.map(|unit| format!(" {}", text::name(unit))).unwrap_or_default();
    match (view.current, view.total) {
        (0, 0) => String::new(),
        (current, 0) => format!("{}{unit}", number(current)),
        (current, total) => format!("{} / {}{unit}", number(current), number(total)),
    }
}

fn sample() -> Vec<Chunk> {
    let at = |current, total, state, id: &'static str, label: &'static str| {
        let progress =
            Progress { id: id.into(), label: label.into(), current, total, state, ..Progress::default() };
        progress.to_chunk()
    };
    vec![
        at(12, 305, ProgressState::Run, "build", "Building cyb-egui, app"),
        at(192, 305, ProgressState::Run, "build", "Building cyb-egui, app"),
        at(80, 80, ProgressState::Done, "fetch", "Fetched crates"),
        at(3, 9, ProgressState::Fail, "test", "Tests"),
        at(0, 0, ProgressState::Done, "line", "100% done, as a program rewrote it"),
    ]
}
