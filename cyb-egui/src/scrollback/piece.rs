//! Draws one item of a block.

use cyb_stream::Chunk;
use egui::{Align, Layout, Rect, Ui, UiBuilder, Vec2};

use super::{Block, header, item::What};
use crate::{
    Cx, draw,
    render::{entries::Entries, record},
    table::{self, Slice},
};

/// Where an item stands: its top is `y` points below the top of the view.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    pub(super) view: Rect,
    pub(super) y: f64,
    /// What is left of the view from there on.
    pub(super) room: f64,
}

/// Draws an item and returns its height.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, block: &mut Block, index: usize, place: Place) -> f64 {
    let known = block.heights.get(index);
    let directory = block.shared_directory();
    let Some(gap) = block.items.get(index).map(|item| f64::from(item.gap)) else { return known };
    let mut cx = cx.reborrow();
    cx.directory = directory.as_deref();
    cx.origin = block.items.get(index).map_or(cx.origin, |item| item.origin);
    let top = place.y + gap;
    if matches!(block.items.get(index).map(|item| &item.what), Some(What::Header)) {
        let mut child = child(ui, index, place, top, known);
        header::ui(&mut child, &mut cx, block);
        return known;
    }
    if let Some(What::Table(table)) = block.items.get_mut(index).map(|item| &mut item.what) {
        let skip = (-top).max(0.0);
        let slice = Slice { skip, room: place.room };
        let mut child = child(ui, index, place, top.max(0.0), known);
        let mut height = known - gap;
        draw::guarded(&mut child, |ui| height = table::ui(ui, &mut cx, table, slice));
        return height + gap;
    }
    let mut child = child(ui, index, place, top, known);
    if let Some(What::Struct(entries)) = block.items.get(index).map(|item| &item.what) {
        let entries = Entries::new(entries, block.chunks());
        draw::guarded(&mut child, |ui| record::tree(ui, &mut cx, &entries));
    } else {
        draw::chunk(&mut child, &mut cx, &chunk(block, index));
    }
    f64::from(child.min_rect().height()) + gap
}

/// What an item that is neither a table nor a struct shows, as one chunk.
fn chunk(block: &Block, index: usize) -> Chunk {
    let found = match block.items.get(index).map(|item| &item.what) {
        Some(What::Text(run)) => Some(run.to_chunk(block.chunks())),
        Some(What::Chunk(chunk)) => block.chunks().get(*chunk as usize).cloned(),
        _ => None,
    };
    found.unwrap_or_else(|| Chunk::text(""))
}

/// A child at `y` points below the top of the view.
fn child(ui: &mut Ui, index: usize, place: Place, y: f64, height: f64) -> Ui {
    let left_top = egui::pos2(ui.max_rect().left(), place.view.top() + y as f32);
    let rect = Rect::from_min_size(left_top, Vec2::new(ui.max_rect().width(), height as f32));
    // Not by a salt alone: such an id also counts what was drawn before, which changes as one scrolls.
    let id = ui.scope_id().with(index);
    ui.new_child(UiBuilder::new().scope_id(id).max_rect(rect).layout(Layout::top_down(Align::Min)))
}
