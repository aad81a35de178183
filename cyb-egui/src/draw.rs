//! From a chunk to the function that draws it, and what happens when that function panics.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::LazyLock,
};

use cyb_stream::Chunk;
use egui::{Id, Ui, UiBuilder};

use crate::{Cx, Origin, Registry, StreamEvent, ViewContext, render};

/// How many levels of nesting are drawn at once.
pub const MAX_DEPTH: usize = 32;

/// This crate's own rows.
static OWN: LazyLock<Registry> = LazyLock::new(Registry::default);

/// Draws one chunk with this crate's own renderers and returns what was asked for by clicks.
///
/// What a person unfolds or types is kept under the [`Ui::scope_id`]: a host that draws several chunks in one [`Ui`]
/// gives each an id of its own with [`Ui::push_id`].
pub fn chunk_ui(ui: &mut Ui, chunk: &Chunk, origin: Origin, view: &ViewContext) -> Vec<StreamEvent> {
    let mut events = Vec::new();
    self::chunk(ui, &mut Cx::new(ui, view, &OWN, origin, &mut events), chunk);
    events
}

/// Draws a chunk in a child of its own.
pub(crate) fn chunk(ui: &mut Ui, cx: &mut Cx<'_>, chunk: &Chunk) {
    if cx.depth >= MAX_DEPTH {
        render::badge::ui(ui, cx, chunk);
        return;
    }
    guarded(ui, |ui| match cx.registry.get(chunk.sigil(), chunk.render()) {
        Some(renderer) => (renderer.ui)(ui, cx, chunk),
        None => render::badge::ui(ui, cx, chunk),
    });
}

/// Draws in a child of its own. If that panics, now or earlier, a mark stands there instead, for good.
pub(crate) fn guarded(ui: &mut Ui, draw: impl FnOnce(&mut Ui)) {
    let builder = UiBuilder::new().max_rect(ui.available_rect_before_wrap()).layout(*ui.layout());
    let mut child = ui.new_child(builder);
    let id = child.scope_id().with("panicked");
    if let Some(message) = panicked(&child, id) {
        render::badge::panicked(&mut child, &message);
    } else if let Err(payload) = catch_unwind(AssertUnwindSafe(|| draw(&mut child))) {
        child.data_mut(|data| data.insert_temp(id, message(payload.as_ref())));
        // What was painted before the panic goes with this pass.
        child.ctx().request_discard("a renderer panicked");
    }
    let used = child.min_rect();
    ui.advance_cursor_after_rect(used);
}

fn panicked(ui: &Ui, id: Id) -> Option<String> {
    ui.data(|data| data.get_temp(id))
}

fn message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
