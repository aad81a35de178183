use std::borrow::Cow;

use crate::{Chunk, Render, Sigil, kv::Pair};

/// What weight an action has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ActionStyle {
    /// One of several.
    #[default]
    Plain,
    /// The one to choose.
    Primary,
    /// Destroys something.
    Danger,
}

/// `(!, c)`: a button. A click sends `reference` back.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Action<'a> {
    /// What the button says.
    pub label: Cow<'a, str>,
    /// What a click means: `verb:rest`.
    pub reference: Cow<'a, str>,
    /// Weight.
    pub style: ActionStyle,
    /// A longer explanation.
    pub tooltip: Option<Cow<'a, str>>,
    /// Not exactly one label and one ref, or damaged: to be drawn inert.
    pub malformed: bool,
}

impl<'a> Action<'a> {
    /// Reads the payload of a `(!, c)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut view = Self::default();
        let (mut labels, mut references) = (0_usize, 0_usize);
        for frame in crate::frames(payload) {
            let Ok(frame) = frame else {
                view.malformed = true;
                break;
            };
            match (frame.sigil, frame.render) {
                (Sigil::SIG, Render::TEXT) => {
                    labels = labels.saturating_add(1);
                    view.label = frame.text();
                }
                (Sigil::HAX, Render::TEXT) => {
                    references = references.saturating_add(1);
                    view.reference = frame.text();
                }
                (Sigil::TIS, Render::STRUCT) => match Pair::read(&frame) {
                    Some(pair) => view.option(&pair),
                    // It may have said that the action destroys something.
                    None => view.malformed = true,
                },
                _ => {}
            }
        }
        view.malformed |= labels != 1 || references != 1;
        view
    }

    fn option(&mut self, pair: &Pair<'a>) {
        match (pair.key, pair.value.payload) {
            (b"style", b"primary") => self.style = ActionStyle::Primary,
            (b"style", b"danger") => self.style = ActionStyle::Danger,
            (b"tooltip", _) => self.tooltip = Some(pair.text()),
            _ => {}
        }
    }

    /// The chunk.
    pub fn to_chunk(&self) -> Chunk {
        Chunk::build(Sigil::ZAP, Render::COMPONENT, |payload| {
            payload.label(&self.label).text(&self.reference);
            match self.style {
                ActionStyle::Plain => {}
                ActionStyle::Primary => {
                    payload.kv_text("style", "primary");
                }
                ActionStyle::Danger => {
                    payload.kv_text("style", "danger");
                }
            }
            if let Some(tooltip) = &self.tooltip {
                payload.kv_text("tooltip", tooltip);
            }
        })
    }
}

impl Chunk {
    /// `(!, c)` with a label and a ref.
    pub fn action(label: &str, reference: &str) -> Self {
        Action { label: label.into(), reference: reference.into(), ..Action::default() }.to_chunk()
    }
}
