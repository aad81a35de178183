//! Blocks of output, one per command, of any length: what is visible is drawn, the rest is counted.

mod bar;
mod block;
mod header;
mod heights;
mod item;
mod piece;
mod run;
mod view;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use chrono::{DateTime, FixedOffset};
use cyb_stream::{Chunk, Component, InputEvent, Render, Scope, Sigil};

use egui::Id;

pub use block::Block;

use crate::{Origin, Registry, theme::size};
use heights::Heights;
use view::View;

/// Everything that came, in blocks; drawn by [`Scrollback::ui`].
///
/// Chunks are kept as they came. What is drawn is derived from them: runs of text are joined, progress is updated in
/// place, appended rows join their table.
#[derive(Debug, Default)]
pub struct Scrollback {
    blocks: Vec<Block>,
    /// The heights of the blocks, padding included.
    heights: Heights,
    /// The blocks that are commands of this recording, in order: what late output is addressed by. `None` for one that
    /// was cleared away.
    commands: Vec<Option<usize>>,
    directory: Option<Arc<str>>,
    registry: Registry,
    view: View,
    chunks: usize,
    number: Number,
}

/// What tells a scrollback from all others, and from what it was before it was cleared: state that egui keeps for what
/// is drawn never comes back to life elsewhere.
#[derive(Debug)]
struct Number(u64);

impl Default for Number {
    fn default() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

impl Scrollback {
    /// An empty one with all renderers of this crate.
    pub fn new() -> Self {
        Self::default()
    }

    /// Who draws what; rows may be added or replaced.
    pub const fn registry_mut(&mut self) -> &mut Registry {
        &mut self.registry
    }

    /// Opens a block for a command and returns its number. A block that is still open will have no known end.
    pub fn begin(&mut self, origin: Origin, command: &str, started: Option<DateTime<FixedOffset>>) -> usize {
        self.close(None);
        self.commands.push(Some(self.blocks.len()));
        let block = self.open(origin, Some(command.to_owned()));
        if let Some(block) = self.blocks.last_mut() {
            block.start(started);
        }
        block
    }

    /// Takes the next chunk of a stream.
    ///
    /// A command `(?, i)` opens a block; a status `(., x)` of the origin of the open block ends it; a prompt, which is
    /// a `(/, c)` of paths between commands, says in which directory the next one runs. Everything else is output of
    /// the open block, and so are these three where they come from elsewhere: they are quoted, they do nothing.
    pub fn push(&mut self, origin: Origin, chunk: Chunk) {
        let open = self.blocks.last().filter(|block| block.is_running()).map(Block::origin);
        let of_the_stream = open.is_none_or(|open| open == origin);
        match (chunk.sigil(), chunk.render()) {
            (Sigil::WUT, Render::INPUT) if of_the_stream && self.push_command(origin, &chunk) => {}
            (Sigil::DOT, Render::STATUS) if open == Some(origin) => self.end(chunk),
            (Sigil::FAS, Render::COMPONENT) if self.push_prompt(origin, &chunk) => {}
            (Sigil::BAR, Render::COMPONENT) if self.push_late(origin, &chunk) => {}
            _ => {
                if open.is_none() {
                    self.open(origin, None);
                }
                self.push_to(self.blocks.len() - 1, origin, chunk);
            }
        }
    }

    /// Takes a chunk as output of the block with this number, even if that has ended. For a number that was never
    /// given out, it is output of the latest block.
    pub fn push_to(&mut self, block: usize, origin: Origin, chunk: Chunk) {
        let block = if block < self.blocks.len() { block } else { self.blocks.len().saturating_sub(1) };
        let width = self.view.content_width();
        if let Some(found) = self.blocks.get_mut(block) {
            found.push(origin, chunk, &self.registry, width);
            self.chunks += 1;
            self.settle(block);
        }
    }

    /// Ends the open block with its `(., x)`.
    pub fn end(&mut self, status: Chunk) {
        if self.blocks.last().is_some_and(Block::is_running) {
            self.chunks += 1;
        }
        self.close(Some(status));
    }

    /// Closes the open block, for which no end will come: the stream is over. Its state is then unknown, not running.
    pub fn finish(&mut self) {
        self.close(None);
    }

    /// Prepares for another stream behind what there is: its commands are counted from 0 again, an open block is closed,
    /// and where it runs is unknown.
    pub fn start_recording(&mut self) {
        self.finish();
        self.commands.clear();
        self.directory = None;
    }

    /// Forgets everything; the numbers of blocks start again. The commands of the stream are counted on: output of one
    /// that is forgotten goes to no other.
    pub fn clear(&mut self) {
        let registry = std::mem::take(&mut self.registry);
        let directory = self.directory.take();
        let commands = vec![None; self.commands.len()];
        *self = Self { commands, directory, registry, ..Self::default() };
    }

    /// The blocks, oldest first.
    pub fn blocks(&self) -> impl ExactSizeIterator<Item = &Block> {
        self.blocks.iter()
    }

    /// How many pieces there are to draw.
    pub fn item_count(&self) -> usize {
        self.blocks.iter().map(|block| block.items.len()).sum()
    }

    /// How many chunks were taken.
    pub const fn chunk_count(&self) -> usize {
        self.chunks
    }

    /// What all ids of what is drawn come from.
    fn id(&self) -> Id {
        Id::unique(("cyb-egui scrollback", self.number.0))
    }

    fn push_command(&mut self, origin: Origin, chunk: &Chunk) -> bool {
        let event = InputEvent::read(chunk.payload());
        let Some(command) = event.command() else { return false };
        self.begin(origin, &command, None);
        self.chunks += 1;
        true
    }

    /// Hands output that says of which command it is to that command's block.
    fn push_late(&mut self, origin: Origin, chunk: &Chunk) -> bool {
        let view = Component::read(chunk.payload());
        let number = view.block.and_then(|number| usize::try_from(number).ok());
        let Some(block) = number.and_then(|number| self.commands.get(number).copied().flatten()) else {
            return false;
        };
        if self.blocks.get(block).is_none_or(|block| block.origin() != origin) {
            return false;
        }
        for frame in view.body().map_while(Result::ok) {
            self.push_to(block, origin, chunk.nested(&frame));
        }
        true
    }

    /// Remembers the directory of a prompt that stands between commands.
    fn push_prompt(&mut self, origin: Origin, chunk: &Chunk) -> bool {
        let last = self.blocks.last();
        if last.is_some_and(|block| {
            block.origin() != origin || (block.is_running() && block.command().is_some())
        }) {
            return false;
        }
        let view = Scope::read(chunk.payload());
        let Some(directory) = view.directory() else { return false };
        self.directory = Some(directory.into());
        self.chunks += 1;
        true
    }

    fn open(&mut self, origin: Origin, command: Option<String>) -> usize {
        self.close(None);
        self.blocks.push(Block::new(origin, command, self.directory.clone()));
        self.heights.push(0.0);
        let block = self.blocks.len() - 1;
        self.settle(block);
        block
    }

    fn close(&mut self, status: Option<Chunk>) {
        if let Some(block) = self.blocks.last_mut().filter(|block| block.is_running()) {
            block.finish(status);
        }
    }

    /// Carries a block's height over to the list of blocks; returns by how much it changed.
    fn settle(&mut self, block: usize) -> f64 {
        let total = self.blocks.get(block).map(|block| block.heights.total()).unwrap_or_default();
        self.heights.set(block, total + f64::from(size::BLOCK_BOTTOM))
    }
}
