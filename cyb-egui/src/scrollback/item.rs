//! What is drawn as one piece: derived from the chunks of a block, which themselves are never edited.

use cyb_stream::{Chunk, ProgressState, Render, Sigil};

use super::run::Run;
use crate::{Origin, render::entries::Index, table::Table, theme::size};

/// One piece of a block.
#[derive(Debug)]
pub(super) struct Item {
    pub(super) what: What,
    pub(super) origin: Origin,
    /// Room above it.
    pub(super) gap: f32,
    /// The width that it was last drawn with and its height is of; 0 for an estimate.
    pub(super) measured: f32,
}

/// What a piece shows.
#[derive(Debug)]
pub(super) enum What {
    /// The block's header, always its first item.
    Header,
    /// A part of a run of text.
    Text(Run),
    /// A chunk of its own, the latest of its id.
    Chunk(u32),
    /// A struct and what was appended to it.
    Struct(Box<Index>),
    /// A table and what was appended to it.
    Table(Box<Table>),
}

/// Ids of these pairs are one space each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum IdSpace {
    Table,
    Struct,
    Progress,
    Component,
    Input,
}

impl IdSpace {
    pub(super) fn of(chunk: &Chunk) -> Option<Self> {
        Some(match (chunk.sigil(), chunk.render()) {
            (Sigil::HAX | Sigil::LUS, Render::TABLE) => Self::Table,
            (Sigil::FAS | Sigil::LUS, Render::STRUCT) => Self::Struct,
            (Sigil::DOT, Render::PROGRESS) => Self::Progress,
            (Sigil::BAR, Render::COMPONENT) => Self::Component,
            (Sigil::WUT, Render::COMPONENT) => Self::Input,
            _ => return None,
        })
    }
}

/// Whether the chunk is drawn as lines that stand close to other lines.
pub(super) fn is_line(chunk: &Chunk) -> bool {
    matches!(chunk.render(), Render::TEXT | Render::LOG | Render::PROGRESS | Render::STATUS)
}

/// The height of a chunk before it is measured.
pub(super) fn estimate(chunk: &Chunk, width: f32) -> f32 {
    let lines = |per_line: f32, row: f32| (chunk.payload().len() as f32 / per_line).ceil().max(1.0) * row;
    match chunk.render() {
        Render::TEXT => lines((width / 8.0).max(20.0), size::LINE).min(20_000.0),
        Render::LOG => size::LOG_ROW,
        Render::PROGRESS => {
            let view = cyb_stream::Progress::read(chunk.payload());
            if view.state == ProgressState::Run { 34.0 } else { size::LINE }
        }
        Render::ERROR => error(&cyb_stream::ErrorReport::read(chunk.payload())),
        Render::STRUCT => lines(32.0, size::TREE_ROW).min(100.0 * size::TREE_ROW),
        Render::COMPONENT if chunk.sigil() == Sigil::BAR => component(chunk, width),
        Render::COMPONENT => size::HEAD_ROW,
        _ => size::ROW,
    }
}

/// A frame with the message, the place and the help.
fn error(report: &cyb_stream::ErrorReport<'_>) -> f32 {
    let placed = !report.labels.is_empty() || report.span.is_some();
    let helped = report.help.is_some();
    let lines = 1.0 + if placed { 3.0 } else { 0.0 } + if helped { 1.4 } else { 0.0 };
    22.0 + lines * size::LINE
}

/// The parts, one above the other. Those inside of parts are guessed: a deep one would be walked once per level.
fn component(chunk: &Chunk, width: f32) -> f32 {
    let parts = cyb_stream::Component::read(chunk.payload()).body().map_while(Result::ok).take(100);
    let height = |part: Chunk| match part.render() {
        Render::COMPONENT => (part.payload().len() as f32 / 120.0).ceil() * size::HEAD_ROW,
        _ => estimate(&part, width),
    };
    parts.map(|part| height(chunk.nested(&part)) + 4.0).sum::<f32>().clamp(size::LINE, 20_000.0)
}
