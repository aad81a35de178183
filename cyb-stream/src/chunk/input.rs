use std::borrow::Cow;

use crate::{Chunk, Frame, Render, Sigil, Struct, frames, kv, read_kv};

/// `(?, c)`: a question to the person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InputRequest<'a> {
    /// What is asked.
    pub prompt: Cow<'a, str>,
    /// What the answer is addressed to.
    pub id: Cow<'a, str>,
    /// `text`, `secret`, `confirm`, `choice`, `multi`, `number`, `date` or `path`; empty counts as text.
    pub kind: Cow<'a, str>,
    /// The answer to start from.
    pub default: Option<Frame<'a>>,
    /// What can be chosen, in order.
    pub choices: Vec<Frame<'a>>,
}

impl<'a> InputRequest<'a> {
    /// Reads the payload of a `(?, c)`, older forms too: direct `(=, s)` pairs, the word `password`, a schema that is
    /// text.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut view = Self::default();
        view.fields(payload);
        for frame in frames(payload).map_while(Result::ok) {
            match (frame.sigil, frame.render) {
                (Sigil::SIG, Render::TEXT) => view.prompt = frame.text(),
                (Sigil::HAX, Render::TEXT) => view.kind = frame.text(),
                (Sigil::FAS, Render::STRUCT) => view.fields(frame.payload),
                _ => {}
            }
        }
        if view.kind == "password" {
            view.kind = "secret".into();
        }
        view
    }

    fn fields(&mut self, payload: &'a [u8]) {
        for pair in read_kv(payload) {
            match pair.key {
                b"prompt" => self.prompt = pair.text(),
                b"id" => self.id = pair.text(),
                b"type" => self.kind = pair.text(),
                b"default" => self.default = Some(pair.value),
                b"choices" => {
                    let list = Struct::read(pair.value.payload);
                    self.choices = list.entries().map(|entry| entry.value).collect();
                }
                _ => {}
            }
        }
    }

    /// The chunk.
    pub fn to_chunk(&self) -> Chunk {
        Chunk::build(Sigil::WUT, Render::COMPONENT, |payload| {
            payload.label(&self.prompt).nest(Sigil::FAS, Render::STRUCT, |schema| {
                schema.kv_text("id", &self.id).kv_text("type", &self.kind);
                if let Some(default) = &self.default {
                    schema.chunk(&kv("default", &default.into()));
                }
                if !self.choices.is_empty() {
                    let choices = Chunk::list(self.choices.iter().map(Chunk::from));
                    schema.chunk(&kv("choices", &choices));
                }
            });
        })
    }
}

/// The schema of a `(?, c)`: its `(/, s)` child, else the payload itself.
pub(super) fn schema(payload: &[u8]) -> &[u8] {
    let nested = frames(payload).map_while(Result::ok).find(|frame| frame.is(Sigil::FAS, Render::STRUCT));
    nested.map_or(payload, |frame| frame.payload)
}

/// `(?, i)`: a person's answer; a typed command is one with the id `prompt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputEvent<'a> {
    /// Addressed to `id`; no value means cancelled, and so does one that is no whole frame.
    Answer {
        /// What asked.
        id: Cow<'a, str>,
        /// The answer.
        value: Option<Frame<'a>>,
    },
    /// Older producers' bare text.
    Raw(Cow<'a, str>),
}

impl<'a> InputEvent<'a> {
    /// The id of a typed command.
    pub const PROMPT: &'static str = "prompt";

    /// Reads the payload of a `(?, i)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut children = frames(payload);
        match children.next() {
            Some(Ok(id)) if id.is(Sigil::HAX, Render::TEXT) => {
                Self::Answer { id: id.text(), value: children.next().and_then(Result::ok) }
            }
            _ => Self::Raw(String::from_utf8_lossy(payload)),
        }
    }

    /// The typed command, if this is one.
    pub fn command(&self) -> Option<Cow<'a, str>> {
        match self {
            Self::Answer { id, value: Some(value) } if id == Self::PROMPT => Some(value.text()),
            _ => None,
        }
    }
}

impl Chunk {
    /// `(?, i)`: the answer to `id`; `None` is cancelled.
    pub fn answer(id: &str, value: Option<&Self>) -> Self {
        Self::build(Sigil::WUT, Render::INPUT, |payload| {
            payload.text(id);
            if let Some(value) = value {
                payload.chunk(value);
            }
        })
    }

    /// `(?, i)` with the id `prompt`: a command that was typed.
    pub fn command(code: &str) -> Self {
        Self::answer(InputEvent::PROMPT, Some(&Self::text(code)))
    }
}
