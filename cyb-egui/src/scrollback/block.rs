use std::{borrow::Cow, collections::HashMap, sync::Arc};

use chrono::{DateTime, FixedOffset};
use cyb_stream::{Chunk, ChunkId, Render, Sigil, Status};

use super::{
    heights::Heights,
    item::{self, IdSpace, Item, What},
    run::Run,
};
use crate::{
    Origin, Registry,
    context::Answers,
    render::{entries::Index, record, text::is_stream},
    table::Table,
    theme::size,
};

/// A command and its output.
#[derive(Debug)]
pub struct Block {
    command: Option<String>,
    origin: Origin,
    started: Option<DateTime<FixedOffset>>,
    directory: Option<Arc<str>>,
    end: Option<End>,
    chunks: Vec<Chunk>,
    pub(super) items: Vec<Item>,
    pub(super) heights: Heights,
    ids: HashMap<(IdSpace, ChunkId), u32>,
    /// Where the line goes on that each of stdout and stderr has begun.
    open_lines: [Option<u32>; 2],
    /// What its questions were answered.
    pub(super) answers: Answers,
}

/// How a command ended.
#[derive(Clone, Debug)]
struct End {
    chunk: Option<Chunk>,
    /// `None` when it is unknown.
    status: Option<Status<'static>>,
}

impl Block {
    pub(super) fn new(origin: Origin, command: Option<String>, directory: Option<Arc<str>>) -> Self {
        let mut block = Self {
            command,
            origin,
            started: None,
            directory,
            end: None,
            chunks: Vec::new(),
            items: Vec::new(),
            heights: Heights::default(),
            ids: HashMap::new(),
            open_lines: [None; 2],
            answers: Answers::default(),
        };
        let head = if block.command.is_some() {
            size::BLOCK_TOP + size::BLOCK_HEAD + size::GAP
        } else {
            size::BLOCK_TOP
        };
        block.add(What::Header, origin, 0.0, head);
        block
    }

    /// The command, `None` for output that no command was named for.
    pub fn command(&self) -> Option<&str> {
        self.command.as_deref()
    }

    /// Where the command comes from.
    pub const fn origin(&self) -> Origin {
        self.origin
    }

    /// When it started, where that is known.
    pub const fn started(&self) -> Option<DateTime<FixedOffset>> {
        self.started
    }

    /// The directory it ran in, where that is known.
    pub fn directory(&self) -> Option<&str> {
        self.directory.as_deref()
    }

    /// The same, to be kept while the block changes.
    pub(super) fn shared_directory(&self) -> Option<Arc<str>> {
        self.directory.clone()
    }

    /// Whether its end has not come.
    pub const fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// The exit code; `None` while it runs or when it is unknown.
    pub fn code(&self) -> Option<i64> {
        self.status().and_then(|status| status.code)
    }

    /// How it ended, `None` while it runs or when its end never came.
    pub fn status(&self) -> Option<&Status<'static>> {
        self.end.as_ref().and_then(|end| end.status.as_ref())
    }

    /// The `(., x)` that ended it.
    pub fn end(&self) -> Option<&Chunk> {
        self.end.as_ref().and_then(|end| end.chunk.as_ref())
    }

    /// Whether it is known to have failed.
    pub fn has_failed(&self) -> bool {
        self.status().is_some_and(|status| !status.is_success())
    }

    /// Its output as it came.
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks
    }

    pub(super) const fn start(&mut self, started: Option<DateTime<FixedOffset>>) {
        self.started = started;
    }

    /// Takes its end; `None` when it will never come.
    pub(super) fn finish(&mut self, chunk: Option<Chunk>) {
        let status = chunk.as_ref().map(|chunk| {
            let Status { code, duration_ns, signal } = Status::read(chunk.payload());
            Status { code, duration_ns, signal: signal.map(|signal| Cow::Owned(signal.into_owned())) }
        });
        self.end = Some(End { chunk, status });
    }

    /// Appends output.
    pub(super) fn push(&mut self, origin: Origin, chunk: Chunk, registry: &Registry, width: f32) {
        let Ok(index) = u32::try_from(self.chunks.len()) else { return };
        // Only what this crate draws is known to look the same in parts.
        let own = registry.is_own(chunk.sigil(), chunk.render());
        if own && is_stream(&chunk) {
            self.push_stream(origin, &chunk, index, width);
        } else if own && chunk.is(Sigil::HAX, Render::TEXT) && chunk.payload().len() > 4096 {
            self.push_text(origin, &chunk, index, width);
        } else if !self.update(origin, &chunk, index, registry) {
            self.push_piece(origin, &chunk, index, registry, width);
        }
        self.chunks.push(chunk);
    }

    /// Goes on with a stream of text: first the line it has begun, then lines of its own.
    fn push_stream(&mut self, origin: Origin, chunk: &Chunk, index: u32, width: f32) {
        let stream = usize::from(chunk.sigil() == Sigil::ZAP);
        let text = chunk.payload();
        let mut at = 0;
        let mut tail = self.open_lines.get_mut(stream).and_then(Option::take).map(|item| item as usize);
        if let Some(item) = tail {
            at = self.extend_run(item, index, text, 0, item + 1 < self.items.len());
        }
        while at < text.len() {
            let last = self.items.len() - 1;
            let joins = matches!(self.items.last(), Some(Item { what: What::Text(run), origin: of, .. })
                if run.sigil == chunk.sigil() && *of == origin && !run.is_full());
            let taken = if joins { self.extend_run(last, index, text, at, false) } else { 0 };
            at += if taken == 0 { self.new_run(origin, chunk, index, at, width) } else { taken };
            tail = Some(self.items.len() - 1);
        }
        let is_open = |item: &usize| matches!(self.items.get(*item).map(|item| &item.what), Some(What::Text(run)) if run.is_open());
        let tail = tail.filter(is_open).and_then(|item| u32::try_from(item).ok());
        if let Some(slot) = self.open_lines.get_mut(stream) {
            *slot = tail;
        }
    }

    /// A long text of its own, in parts.
    fn push_text(&mut self, origin: Origin, chunk: &Chunk, index: u32, width: f32) {
        let mut at = 0;
        while at < chunk.payload().len() {
            at += self.new_run(origin, chunk, index, at, width);
        }
    }

    fn new_run(&mut self, origin: Origin, chunk: &Chunk, index: u32, at: usize, width: f32) -> usize {
        let mut run = Run::new(chunk.sigil());
        let taken = run.take(index, chunk.payload(), at, false).max(1);
        let gap = self.gap(true);
        let height = run_height(&run, width);
        self.add(What::Text(run), origin, gap, height + gap);
        taken
    }

    fn extend_run(&mut self, item: usize, index: u32, text: &[u8], at: usize, only_line: bool) -> usize {
        let Some(Item { what: What::Text(run), .. }) = self.items.get_mut(item) else { return 0 };
        let before = run.extent();
        let taken = run.take(index, text, at, only_line);
        let grown = f64::from(run.extent().0.saturating_sub(before.0)) * f64::from(size::LINE);
        self.heights.set(item, self.heights.get(item) + grown);
        taken
    }

    /// Changes an earlier piece if the chunk is an update of one; returns whether it was.
    fn update(&mut self, origin: Origin, chunk: &Chunk, index: u32, registry: &Registry) -> bool {
        let Some(key) = IdSpace::of(chunk).and_then(|space| Some((space, chunk.id()?))) else { return false };
        let Some(place) = self.ids.get(&key).map(|item| *item as usize) else { return false };
        let Some(item) = self.items.get_mut(place) else { return false };
        if item.origin != origin {
            return false;
        }
        let appends = chunk.sigil() == Sigil::LUS;
        let own = registry.is_own(chunk.sigil(), chunk.render());
        match &mut item.what {
            What::Table(table) if appends && own => table.push(chunk),
            What::Struct(entries) if appends && own => {
                let before = record::folded_height(entries.len());
                entries.push(index, chunk.payload());
                let grown = record::folded_height(entries.len()) - before;
                self.heights.set(place, self.heights.get(place) + f64::from(grown));
            }
            What::Chunk(latest) if !appends => *latest = index,
            _ => return false,
        }
        item.measured = 0.0;
        true
    }

    fn push_piece(&mut self, origin: Origin, chunk: &Chunk, index: u32, registry: &Registry, width: f32) {
        let own = registry.is_own(chunk.sigil(), chunk.render());
        let is_table = chunk.render() == Render::TABLE && matches!(chunk.sigil(), Sigil::HAX | Sigil::LUS);
        let is_struct = chunk.render() == Render::STRUCT && matches!(chunk.sigil(), Sigil::FAS | Sigil::LUS);
        let mut height = item::estimate(chunk, width);
        let what = if own && is_table {
            let mut table = Table::default();
            table.push(chunk);
            height = size::HEAD_ROW + table.len() as f32 * size::ROW + 26.0;
            What::Table(Box::new(table))
        } else if own && is_struct {
            let mut entries = Index::default();
            entries.push(index, chunk.payload());
            height = record::folded_height(entries.len());
            What::Struct(Box::new(entries))
        } else {
            What::Chunk(index)
        };
        let gap = self.gap(item::is_line(chunk));
        let item = self.add(what, origin, gap, height + gap);
        if let Some(key) = IdSpace::of(chunk).and_then(|space| Some((space, chunk.id()?))) {
            self.ids.insert(key, item);
        }
    }

    /// Lines stand close; anything else keeps a distance to what is above it.
    fn gap(&self, line: bool) -> f32 {
        let above_is_line = match self.items.last().map(|item| &item.what) {
            None | Some(What::Header) => return 0.0,
            Some(What::Text(_)) => true,
            Some(What::Chunk(index)) => self.chunks.get(*index as usize).is_some_and(item::is_line),
            Some(What::Struct(_) | What::Table(_)) => false,
        };
        if line && above_is_line { 0.0 } else { size::GAP }
    }

    /// Notes that an item's height is that at this width; returns whether it was not.
    pub(super) fn measure(&mut self, item: usize, width: f32) -> bool {
        let Some(item) = self.items.get_mut(item) else { return false };
        std::mem::replace(&mut item.measured, width) != width
    }

    fn add(&mut self, what: What, origin: Origin, gap: f32, height: f32) -> u32 {
        self.items.push(Item { what, origin, gap, measured: 0.0 });
        self.heights.push(f64::from(height));
        (self.items.len() - 1) as u32
    }
}

fn run_height(run: &Run, width: f32) -> f32 {
    let (lines, bytes) = run.extent();
    let wrapped = bytes as f32 / (width / 8.0).max(20.0);
    (lines as f32).max(wrapped.ceil()).max(1.0) * size::LINE
}
