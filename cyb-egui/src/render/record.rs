//! `(/, s)`: a record or list as a tree that folds; `(:, s)` and `(=, s)`: one entry of such.

use std::slice;

use cyb_stream::{Chunk, Entry, Frame, Render, Sigil};
use egui::{Color32, Pos2, Sense, Shape, Stroke, Ui};

use super::{
    badge,
    entries::{self, Entries, Index},
    path,
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
/// How much of a long text is drawn before the rest has to be asked for, in bytes.
const TEXT: usize = 4096;

fn ui(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let index = entries::kept(ui, chunk, |chunk| {
        let mut index = Index::default();
        index.push(0, chunk.payload());
        index
    });
    tree(ui, cx, &Entries::new(&index, slice::from_ref(chunk)));
}

/// Draws the entries of a struct, keys in a column.
pub(crate) fn tree(ui: &mut Ui, cx: &mut Cx<'_>, entries: &Entries<'_>) {
    badge::damaged(ui, cx, entries.fault());
    ui.spacing_mut().item_spacing.y = 0.0;
    if entries.len() == 0 {
        let empty = if entries.is_list() { "empty list" } else { "empty record" };
        ink::label(ui, &cx.tokens, &Ink::new(theme::body(), cx.tokens.faint), empty);
        return;
    }
    let id = ui.scope_id().with("entries");
    let shown = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(ENTRIES);
    let keys = key_width(ui, cx, entries);
    if shown > ENTRIES {
        visible_rows(ui, cx, entries, shown, keys);
    } else {
        for index in 0..entries.len().min(shown) {
            row(ui, cx, entries, index, keys);
        }
    }
    let hidden = entries.len().saturating_sub(shown);
    if hidden > 0 {
        let ink = Ink::new(theme::meta(), cx.tokens.blue);
        let more = format!("{} more", quantity::grouped(hidden));
        if ink::link(ui, &cx.tokens, &ink, &more, size::TREE_ROW, f32::INFINITY).clicked() {
            ui.data_mut(|data| data.insert_temp(id, shown.saturating_mul(4)));
        }
    }
}

/// One entry; returns its height.
fn row(ui: &mut Ui, cx: &mut Cx<'_>, entries: &Entries<'_>, index: usize, keys: f32) -> f32 {
    let drawn = ui.push_id(index, |ui| {
        let pair = entries.get(index);
        if let Some((pair, entry)) = pair.as_ref().and_then(|pair| Some((pair, read(pair)?))) {
            self::entry(ui, cx, pair, &entry, keys);
        }
    });
    drawn.response.rect.height()
}

/// The heights of the rows that were drawn at this width; 0 for others.
#[derive(Clone, Debug, Default)]
struct Rows {
    width: f32,
    heights: Vec<f32>,
}

/// Many entries: those out of view only take their room.
fn visible_rows(ui: &mut Ui, cx: &mut Cx<'_>, entries: &Entries<'_>, shown: usize, keys: f32) {
    let id = ui.scope_id().with("rows");
    let mut rows = ui.data_mut(|data| std::mem::take(data.get_temp_mut_or_default::<Rows>(id)));
    if rows.width != ui.available_width() {
        rows = Rows { width: ui.available_width(), heights: Vec::new() };
    }
    rows.heights.resize(entries.len().min(shown), 0.0);
    let seen = ui.clip_rect().y_range();
    let (mut skipped, mut room) = (0, 0.0);
    for (index, height) in rows.heights.iter_mut().enumerate() {
        let top = ui.cursor().top() + room;
        if *height > 0.0 && (top + *height < seen.min || top > seen.max) {
            skipped += 1;
            room += *height;
            continue;
        }
        skip(ui, std::mem::take(&mut skipped), std::mem::take(&mut room));
        *height = row(ui, cx, entries, index, keys);
    }
    skip(ui, skipped, room);
    ui.data_mut(|data| data.insert_temp(id, rows));
}

/// Leaves the room of so many rows, and counts them as if they were drawn: what comes below keeps its ids.
fn skip(ui: &mut Ui, rows: usize, room: f32) {
    if rows > 0 {
        ui.allocate_space(egui::vec2(0.0, room));
        ui.skip_ahead_auto_ids(rows - 1);
    }
}

/// How high the first entries are while all are folded.
pub(crate) fn folded_height(count: usize) -> f32 {
    count.clamp(1, ENTRIES + 1) as f32 * size::TREE_ROW
}

fn key_width(ui: &Ui, cx: &Cx<'_>, entries: &Entries<'_>) -> f32 {
    let ink = Ink::new(theme::body(), cx.tokens.dim);
    let width = |pair: Chunk| {
        read(&pair).map(|entry| ink::line(ui, &cx.tokens, &ink, &entry.key, KEY).size().x).unwrap_or_default()
    };
    (0..ENTRIES).map_while(|index| entries.get(index)).map(width).fold(0.0, f32::max).max(32.0).ceil()
}

/// The key and the value of a pair.
fn read(pair: &Chunk) -> Option<Entry<'_>> {
    let mut parts = pair.frames();
    let key = parts.next()?.ok()?;
    Some(Entry { key: key.text(), value: parts.next()?.ok()? })
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
            long(ui, cx, &ink, &value.text());
            return;
        }
        _ => ink::cell(ui, &cx.tokens, &ink, &shown.text, size::TREE_ROW, room),
    };
    if let Some(exact) = scalar::exact(value) {
        response.on_hover_text(exact);
    }
}

/// A text of several lines; of a very long one the beginning, and more of it on demand.
fn long(ui: &mut Ui, cx: &Cx<'_>, ink: &Ink, value: &str) {
    ui.vertical(|ui| {
        let shown = badge::shown(ui, TEXT);
        let head = ink::head(value, shown);
        if head.len() == value.len() {
            ink::label(ui, &cx.tokens, ink, value);
        } else {
            ink::label(ui, &cx.tokens, ink, &format!("{head}…"));
            badge::more(ui, cx, shown, value.len() - head.len());
        }
    });
}

fn pair(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    let Some(entry) = read(chunk) else {
        badge::mark(ui, &cx.tokens, "a pair without key or value");
        return badge::raw(ui, cx, chunk);
    };
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
