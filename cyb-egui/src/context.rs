use std::collections::HashMap;

use chrono::{DateTime, FixedOffset};
use cyb_stream::Chunk;
use egui::{Id, Ui};

use crate::{Origin, Registry, StreamEvent, draw, theme::Tokens};

/// What the host tells about the moment of drawing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ViewContext {
    /// The wall time in the person's time zone; without it dates are absolute and running commands do not count.
    pub now: Option<DateTime<FixedOffset>>,
    /// The person's home directory, drawn as `~` in breadcrumbs.
    pub home: Option<String>,
    /// Whether nothing is to be animated.
    pub reduced_motion: bool,
}

/// What was answered to which question: by the place it stands in and where its bytes lie.
pub(crate) type Answers = HashMap<(Id, usize), String>;

/// What a render function is lent besides its [`Ui`] and its chunk.
#[derive(Debug)]
pub struct Cx<'a> {
    /// The moment of drawing.
    pub view: &'a ViewContext,
    /// The colours.
    pub tokens: Tokens,
    /// Who draws what is nested.
    pub registry: &'a Registry,
    /// Where the chunk comes from.
    pub origin: Origin,
    /// What relative paths are relative to.
    pub directory: Option<&'a str>,
    /// How many chunks this one is nested in.
    pub depth: usize,
    /// Whether the command that the chunk is output of runs, so that what it shows may still change.
    pub running: bool,
    /// Where answers are kept for as long as their questions; without it egui keeps them.
    pub(crate) answers: Option<&'a mut Answers>,
    events: &'a mut Vec<StreamEvent>,
}

impl<'a> Cx<'a> {
    /// A context for a chunk that is nested in none.
    pub fn new(
        ui: &Ui,
        view: &'a ViewContext,
        registry: &'a Registry,
        origin: Origin,
        events: &'a mut Vec<StreamEvent>,
    ) -> Self {
        Self {
            view,
            tokens: Tokens::of(ui),
            registry,
            origin,
            directory: None,
            depth: 0,
            running: false,
            answers: None,
            events,
        }
    }

    /// Reports what was asked for.
    pub fn emit(&mut self, event: StreamEvent) {
        self.events.push(event);
    }

    /// Reports that `reference` was chosen, unless its origin may not ask for it.
    pub fn act(&mut self, reference: &str) {
        if self.may(reference) {
            self.emit(StreamEvent::Action { reference: reference.to_owned(), origin: self.origin });
        }
    }

    /// Whether `reference` may be asked for: from elsewhere, only what the host can show and confirm.
    pub fn may(&self, reference: &str) -> bool {
        match self.origin {
            Origin::Session => !reference.is_empty(),
            Origin::Foreign => reference.starts_with("open:") || reference.starts_with("url:"),
        }
    }

    /// Draws a nested chunk.
    pub fn draw(&mut self, ui: &mut Ui, chunk: &Chunk) {
        draw::chunk(ui, &mut self.nested(), chunk);
    }

    /// The same, one level deeper.
    pub fn nested(&mut self) -> Cx<'_> {
        Cx { depth: self.depth + 1, ..self.reborrow() }
    }

    /// The same, for a shorter time.
    pub(crate) fn reborrow(&mut self) -> Cx<'_> {
        Cx {
            view: self.view,
            tokens: self.tokens,
            registry: self.registry,
            origin: self.origin,
            directory: self.directory,
            depth: self.depth,
            running: self.running,
            answers: self.answers.as_deref_mut(),
            events: self.events,
        }
    }
}
