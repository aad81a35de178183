use std::collections::BTreeMap;

use cyb_stream::{Chunk, Render, Sigil};
use egui::Ui;

use crate::{Cx, render};

/// Draws one chunk into a [`Ui`] whose width is given and whose height is not.
pub type RenderFn = fn(&mut Ui, &mut Cx<'_>, &Chunk);

/// One row of the [`Registry`].
#[derive(Clone, Copy, Debug)]
pub struct Renderer {
    /// What it draws, in a word.
    pub name: &'static str,
    /// Draws it.
    pub ui: RenderFn,
    /// Chunks to show it with; the first is of its pair.
    pub sample: fn() -> Vec<Chunk>,
}

/// Which function draws which pair of sigil and render. A pair without a row is drawn as a badge.
#[derive(Clone, Debug)]
pub struct Registry {
    rows: BTreeMap<(Sigil, Render), Row>,
}

#[derive(Clone, Copy, Debug)]
struct Row {
    renderer: Renderer,
    own: bool,
}

impl Default for Registry {
    /// All the rows of this crate.
    fn default() -> Self {
        let own = |(pair, renderer)| (pair, Row { renderer, own: true });
        Self { rows: render::rows().into_iter().map(own).collect() }
    }
}

impl Registry {
    /// A registry without rows: everything is a badge.
    pub const fn empty() -> Self {
        Self { rows: BTreeMap::new() }
    }

    /// Adds a row, or replaces the one for the pair.
    pub fn insert(&mut self, sigil: Sigil, render: Render, renderer: Renderer) {
        self.rows.insert((sigil, render), Row { renderer, own: false });
    }

    /// The row for a pair.
    pub fn get(&self, sigil: Sigil, render: Render) -> Option<&Renderer> {
        self.rows.get(&(sigil, render)).map(|row| &row.renderer)
    }

    /// All rows, ordered by pair.
    pub fn iter(&self) -> impl Iterator<Item = ((Sigil, Render), &Renderer)> {
        self.rows.iter().map(|(pair, row)| (*pair, &row.renderer))
    }

    /// Whether the pair is drawn by this crate's own row, which a view may then serve piece by piece.
    pub(crate) fn is_own(&self, sigil: Sigil, render: Render) -> bool {
        self.rows.get(&(sigil, render)).is_some_and(|row| row.own)
    }
}
