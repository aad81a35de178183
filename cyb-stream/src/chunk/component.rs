use std::borrow::Cow;

use crate::{Chunk, FrameError, Frames, Render, Sigil, kv::Pairs};

/// `(|, c)`: any chunks, drawn as one; with leading `(=, s)` pairs that say what they are.
#[derive(Clone, Debug)]
pub struct Component<'a> {
    /// What makes a later one replace this one.
    pub id: Option<Cow<'a, str>>,
    /// The media type of the binary inside.
    pub mime: Option<Cow<'a, str>>,
    /// A file name for it.
    pub name: Option<Cow<'a, str>>,
    /// The language of the text inside, such as `diff`.
    pub syntax: Option<Cow<'a, str>>,
    /// The number of the earlier command, counted from 0, whose late output this is.
    pub block: Option<u64>,
    /// The first malformed place among the pairs.
    pub fault: Option<FrameError>,
    body: Frames<'a>,
}

impl<'a> Component<'a> {
    /// Reads the payload of a `(|, c)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut pairs = Pairs::leading(payload);
        let (mut id, mut mime, mut name, mut syntax, mut block) = (None, None, None, None, None);
        for pair in pairs.by_ref() {
            match pair.key {
                b"id" => id = Some(pair.text()),
                b"mime" => mime = Some(pair.text()),
                b"name" => name = Some(pair.text()),
                b"syntax" => syntax = Some(pair.text()),
                b"block" => block = pair.number(),
                _ => {}
            }
        }
        let fault = pairs.fault();
        Self { id, mime, name, syntax, block, fault, body: pairs.into_rest() }
    }

    /// The chunks inside, with offsets counted from the start of the payload.
    pub fn body(&self) -> Frames<'a> {
        self.body.clone()
    }
}

impl Chunk {
    /// `(|, c)` of these chunks.
    pub fn component(body: impl IntoIterator<Item = Self>) -> Self {
        Self::component_with([], body)
    }

    /// `(|, c)` of pairs such as `("mime", "image/png")`, then these chunks.
    pub fn component_with<'a>(
        facts: impl IntoIterator<Item = (&'a str, &'a str)>,
        body: impl IntoIterator<Item = Self>,
    ) -> Self {
        Self::build(Sigil::BAR, Render::COMPONENT, |payload| {
            for (key, value) in facts {
                payload.kv_text(key, value);
            }
            payload.extend(body);
        })
    }
}
