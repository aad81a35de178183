//! `(/, s)`: a record or list as a tree that folds; `(:, s)` and `(=, s)`: one entry of such.

use cyb_stream::{Chunk, Entry, Frame, Kind, Render, Sigil, Struct};
use egui::{Color32, Pos2, Sense, Shape, Stroke, Ui};

use super::{
    badge, path,
    scalar::{self, Role},
    text,
};
use crate::{
    Cx, MAX_DEPTH, Renderer,
    ink::{self, Ink},
    quantity,
    theme::{self, size},
};

pub(super) const RECORD: Renderer = Renderer { name: "struct", ui, sample };
pub(super) const APPEND: Renderer = Renderer {
    name: "struct-append",
    ui,
    sample: || {
        vec![Chunk::build(Sigil::LUS, Render::STRUCT, |more| {
            more.kv_text("id", "package").pair("license", &Chunk::text("MIT"));
        })]
    },
};
pub(super) const PAIR: Renderer =
    Renderer { name: "pair", ui: pair, sample: || vec![Chunk::pair("edition", &Chunk::text("2024"))] };
pub(super) const BINDING: Renderer =
    Renderer { name: "binding", ui: pair, sample: || vec![cyb_stream::kv("branch", &Chunk::text("main"))] };

/// How far a level stands in.
const INDENT: f32 = 18.0;
/// The widest key before it is cut.
const KEY: f32 = 240.0;
/// How many entries are drawn before the rest has to be asked for.
const ENTRIES: usize = 100;

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let view = Struct::read(chunk.payload());
    badge::damaged(ui, cx, view.fault);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut entries = view.entries();
    if entries.by_ref().next().is_none() {
        let empty = if view.declared == Some(Kind::List) { "empty list" } else { "empty record" };
        badge::damaged(ui, cx, entries.fault());
        ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.faint), empty);
        return;
    }
    level(ui, cx, chunk, &view);
}

/// The entries of one struct, keys in a column.
fn level(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk, view: &Struct<'_>) {
    let id = ui.scope_id().with("entries");
    let shown = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(ENTRIES);
    let keys = key_width(ui, cx, view);
    let mut entries = view.entries();
    for (index, entry) in entries.by_ref().take(shown).enumerate() {
        ui.push_id(index, |ui| self::entry(ui, cx, chunk, &entry, keys));
    }
    let hidden = entries.by_ref().count();
    badge::damaged(ui, cx, entries.fault());
    if hidden > 0 {
        let ink = Ink::new(theme::meta(), cx.tokens.blue);
        let more = format!("{} more", quantity::grouped(hidden));
        if ink::link(ui, &cx.tokens, &ink, &more, size::TREE_ROW, f32::INFINITY).clicked() {
            ui.data_mut(|data| data.insert_temp(id, shown.saturating_mul(4)));
        }
    }
}

fn key_width(ui: &Ui, cx: &Cx<'_>, view: &Struct<'_>) -> f32 {
    let ink = Ink::new(theme::body(), cx.tokens.dim);
    let width = |entry: Entry<'_>| ink::line(ui, &cx.tokens, &ink, &entry.key, KEY).size().x;
    view.entries().take(ENTRIES).map(width).fold(0.0, f32::max).max(32.0).ceil()
}

fn entry(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk, entry: &Entry<'_>, keys: f32) {
    let nested = entry.value.render != Render::TEXT;
    let id = ui.scope_id().with("open");
    let mut open = nested && badge::toggled(ui, id, false);
    ink::row(ui, size::TREE_ROW, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        if nested {
            if disclosure(ui, cx, &entry.key, open) {
                open = !open;
                ui.data_mut(|data| data.insert_temp(id, open));
            }
        } else {
            ui.add_space(INDENT);
        }
        let ink = Ink::new(theme::body(), cx.tokens.dim);
        let key = ink::cell(ui, &cx.tokens, &ink, &entry.key, size::TREE_ROW, KEY);
        ui.add_space(keys - key.rect.width() + 20.0);
        value(ui, cx, &entry.value);
    });
    if open {
        below(ui, cx, &chunk.nested(&entry.value));
    }
}

/// The triangle; returns whether it was clicked.
fn disclosure(ui: &mut Ui, cx: &Cx<'_>, key: &str, open: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(egui::vec2(INDENT, size::TREE_ROW), Sense::click());
    let color = if response.hovered() || response.has_focus() { cx.tokens.text } else { cx.tokens.dim };
    triangle(ui, egui::pos2(rect.left() + 4.0, rect.center().y), open, color);
    let name = text::name(key);
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::DisclosureTriangle, true, open, &name));
    response.on_hover_cursor(egui::CursorIcon::PointingHand).clicked()
}

fn triangle(ui: &Ui, center: Pos2, open: bool, color: Color32) {
    let corners =
        if open { [(-4.0, -2.5), (4.0, -2.5), (0.0, 3.0)] } else { [(-2.0, -4.0), (3.5, 0.0), (-2.0, 4.0)] };
    let points = corners.into_iter().map(|(x, y)| center + egui::vec2(x, y)).collect();
    ui.painter().add(Shape::convex_polygon(points, color, Stroke::NONE));
}

/// What the value holds, under its key.
fn below(ui: &mut Ui, cx: &mut Cx<'_>, value: &Chunk) {
    ink::beside(ui, size::TREE_ROW, |ui| {
        ui.add_space(INDENT);
        ui.vertical(|ui| {
            if cx.depth + 1 < MAX_DEPTH && value.is(Sigil::FAS, Render::STRUCT) {
                ui.spacing_mut().item_spacing.y = 0.0;
            }
            cx.draw(ui, value);
        });
    });
}

/// A value on the line of its key.
pub(super) fn value(ui: &mut Ui, cx: &mut Cx<'_>, value: &Frame<'_>) {
    let shown = scalar::shown(value, cx.view.now);
    let ink = Ink::new(shown.role.font(), shown.role.color(&cx.tokens));
    let room = ui.available_width();
    let response = match shown.role {
        Role::Path | Role::Directory => {
            let response = ink::link(ui, &cx.tokens, &ink, &shown.text, size::TREE_ROW, room);
            if response.clicked() {
                path::open(cx, &value.text());
            }
            response
        }
        Role::Date => {
            ui.add_space(-8.0);
            ink::chip(ui, &cx.tokens, &ink, &shown.text, Sense::hover())
        }
        Role::Text if value.payload.len() > 120 || value.payload.contains(&b'\n') => {
            ink::label(ui, &cx.tokens, &ink, ink::head(&value.text(), 4096));
            return;
        }
        _ => ink::cell(ui, &cx.tokens, &ink, &shown.text, size::TREE_ROW, room),
    };
    if let Some(exact) = scalar::exact(value) {
        response.on_hover_text(exact);
    }
}

fn pair(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let mut parts = chunk.frames();
    let (Some(Ok(key)), Some(Ok(value))) = (parts.next(), parts.next()) else {
        badge::mark(ui, &cx.tokens, "a pair without key or value");
        return badge::raw(ui, cx, chunk);
    };
    let entry = Entry { key: key.text(), value };
    ui.spacing_mut().item_spacing.y = 0.0;
    let ink = Ink::new(theme::body(), cx.tokens.dim);
    let keys = ink::line(ui, &cx.tokens, &ink, &entry.key, KEY).size().x.ceil();
    self::entry(ui, cx, chunk, &entry, keys);
}

fn sample() -> Vec<Chunk> {
    let package = Chunk::record([
        ("edition", Chunk::text("2024")),
        ("rust-version", Chunk::text("1.95")),
        ("license", Chunk::text("MIT OR Apache-2.0")),
    ]);
    let members = Chunk::list(["app", "cyb-egui"].map(Chunk::path));
    vec![Chunk::record([("package", package), ("members", members), ("resolver", Chunk::text("3"))])]
}
