use egui::{Color32, Id};

/// A colour for each role. Code names roles, never colours; a host may draw with tokens of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tokens {
    /// Whether light text stands on dark ground.
    pub dark: bool,
    /// The ground.
    pub base: Color32,
    /// What is to be read.
    pub text: Color32,
    /// Labels and operators.
    pub dim: Color32,
    /// Times, indices, counts.
    pub faint: Color32,
    /// Links, paths, what runs, flags.
    pub blue: Color32,
    /// Commands, success, the prompt, the primary button.
    pub green: Color32,
    /// Errors and failure.
    pub red: Color32,
    /// Warnings and literals.
    pub orange: Color32,
    /// Hashes: identities of content.
    pub yellow: Color32,
    /// People and agents.
    pub violet: Color32,
    /// Ink on a green, red or blue fill.
    pub on_accent: Color32,
    /// Thin separating lines.
    pub hairline: Color32,
    /// Thin lines that have to be seen, such as a table's under its header.
    pub hairline_strong: Color32,
    /// The current row.
    pub selection: Color32,
    /// Selected text.
    pub selected_text: Color32,
    /// Under the pointer.
    pub hover: Color32,
    /// Popups and fields.
    pub raised: Color32,
    /// The unfilled part of a progress track.
    pub track: Color32,
    /// The ground of an error panel.
    pub error_fill: Color32,
    /// The edge of an error panel.
    pub error_line: Color32,
    /// The span an error points at.
    pub error_span: Color32,
    /// The ground of a form.
    pub form_fill: Color32,
    /// The edge of a form.
    pub form_line: Color32,
}

impl Tokens {
    /// The tokens that `ctx` draws with; [`Tokens::DARK`] until [`apply`](super::apply) sets others.
    pub fn of(ctx: &egui::Context) -> Self {
        ctx.data(|data| data.get_temp(Self::id())).unwrap_or(Self::DARK)
    }

    pub(super) fn store(self, ctx: &egui::Context) {
        ctx.data_mut(|data| data.insert_temp(Self::id(), self));
    }

    fn id() -> Id {
        Id::unique("cyb-egui tokens")
    }
}
