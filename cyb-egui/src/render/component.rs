//! `(|, c)`: several chunks, drawn as one.

use cyb_stream::{Chunk, Component, Frame, FrameError, Render, Sigil};
use egui::{Sense, Ui};

use super::{badge, entries, text};
use crate::{
    Cx, Renderer,
    ink::{self, Ink},
    quantity,
    theme::{self, size},
};

pub(super) const COMPONENT: Renderer = Renderer { name: "component", ui, sample };

/// How many parts are drawn before the rest has to be asked for.
const PARTS: usize = 200;
/// How much of a diff is drawn before the rest has to be asked for, in bytes.
const DIFF: usize = 64 * 1024;

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let view = Component::read(chunk.payload());
    badge::damaged(ui, cx, view.fault);
    caption(ui, cx, &view);
    let id = ui.scope_id().with("parts");
    let shown = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(PARTS);
    for (index, frame) in view.body().map_while(Result::ok).take(shown).enumerate() {
        ui.push_id(index, |ui| part(ui, cx, chunk, &frame, view.syntax.as_deref()));
    }
    let (count, fault) = *entries::kept(ui, chunk, count);
    badge::damaged(ui, cx, fault);
    let hidden = count.saturating_sub(shown);
    if hidden > 0 {
        let ink = Ink::new(theme::meta(), cx.tokens.blue);
        let more = format!("{} more", quantity::count(hidden, "part"));
        if ink::link(ui, &cx.tokens, &ink, &more, size::LINE, f32::INFINITY).clicked() {
            ui.data_mut(|data| data.insert_temp(id, shown.saturating_mul(4)));
        }
    }
}

/// How many parts there are up to the first malformed place, and that.
fn count(chunk: &Chunk) -> (usize, Option<FrameError>) {
    let mut body = Component::read(chunk.payload()).body();
    let mut count = 0;
    loop {
        match body.next() {
            Some(Ok(_)) => count += 1,
            Some(Err(fault)) => return (count, Some(fault)),
            None => return (count, None),
        }
    }
}

fn part(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk, frame: &Frame<'_>, syntax: Option<&str>) {
    if syntax == Some("diff") && frame.is(Sigil::SIG, Render::TEXT) {
        diff(ui, cx, &frame.text());
    } else {
        cx.draw(ui, &chunk.nested(frame));
    }
}

/// A file name and what kind of file it is.
fn caption(ui: &mut Ui, cx: &Cx<'_>, view: &Component<'_>) {
    if view.name.is_none() && view.mime.is_none() {
        return;
    }
    ink::row(ui, size::ROW, |ui| {
        if let Some(name) = &view.name {
            ink::cell(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.text), name, size::ROW, 400.0);
        }
        if let Some(mime) = &view.mime {
            let ink = Ink::new(theme::meta(), cx.tokens.dim);
            ink::chip(ui, &cx.tokens, &ink, &text::name(mime), Sense::hover());
        }
    });
}

/// Lines added green, lines removed red; the sign that says so is in the text.
fn diff(ui: &mut Ui, cx: &Cx<'_>, diff: &str) {
    let mut job = egui::text::LayoutJob::default();
    job.wrap.max_width = ui.available_width();
    let shown = badge::shown(ui, DIFF);
    let head = ink::head(diff, shown);
    // Whole lines, as far as there are any.
    let head = if head.len() < diff.len() {
        head.rfind('\n').and_then(|end| head.get(..=end)).unwrap_or(head)
    } else {
        head
    };
    for line in head.split_inclusive('\n') {
        let color = match line.as_bytes() {
            [b'+', ..] => cx.tokens.green,
            [b'-', ..] => cx.tokens.red,
            [b'@', ..] => cx.tokens.blue,
            _ => cx.tokens.dim,
        };
        ink::append(&mut job, &cx.tokens, &Ink::new(theme::mono(), color), line);
    }
    ui.add(egui::Label::new(job).wrap());
    if head.len() < diff.len() {
        badge::more(ui, cx, shown, diff.len() - head.len());
    }
}

fn sample() -> Vec<Chunk> {
    vec![
        Chunk::component([Chunk::text("A component holds any chunks"), Chunk::action("OK", "run:ok")]),
        Chunk::component_with([("syntax", "diff")], [Chunk::annotation("@@ -1 +1 @@\n-old\n+new")]),
    ]
}
