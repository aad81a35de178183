//! Chunks and the typed views of their payloads: one file per kind, as in the drawing crate.

mod action;
mod component;
mod input;
mod log;
mod progress;
mod record;
mod report;
mod scope;
mod span;
mod status;
mod table;
mod text;

use std::{borrow::Cow, fmt};

use bytes::Bytes;

pub use action::{Action, ActionStyle};
pub use component::Component;
pub use input::{InputEvent, InputRequest};
pub use log::{Level, Log};
pub use progress::{Progress, ProgressState};
pub use record::{Entries, Entry, Kind, Struct};
pub use report::{ErrorReport, Label};
pub use scope::{Place, Scope};
pub use span::{Span, SpanValue};
pub use status::Status;
pub use table::{Cells, Row, Rows, Table, TableBuilder};

use crate::{Encoder, Frame, Frames, Render, Sigil, frame::push_header, frames, kv::Pairs};

/// One frame of the stream, owned: its payload is a slice of the buffer it arrived in, so a clone is cheap.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Chunk {
    sigil: Sigil,
    render: Render,
    payload: Bytes,
}

impl Chunk {
    /// A chunk of any pair. The payload is taken as it is.
    pub fn new(sigil: Sigil, render: Render, payload: impl Into<Bytes>) -> Self {
        Self { sigil, render, payload: payload.into() }
    }

    /// A chunk whose payload is written by `fill`.
    pub fn build(sigil: Sigil, render: Render, fill: impl FnOnce(&mut Encoder)) -> Self {
        let mut payload = Encoder::new();
        fill(&mut payload);
        Self::new(sigil, render, payload.into_bytes())
    }

    /// Role.
    pub const fn sigil(&self) -> Sigil {
        self.sigil
    }

    /// Shape.
    pub const fn render(&self) -> Render {
        self.render
    }

    /// The payload's bytes.
    pub const fn payload(&self) -> &Bytes {
        &self.payload
    }

    /// The payload itself.
    pub fn into_payload(self) -> Bytes {
        self.payload
    }

    /// Whether the chunk is of this pair.
    pub fn is(&self, sigil: Sigil, render: Render) -> bool {
        self.sigil == sigil && self.render == render
    }

    /// What makes a later chunk of the same command and kind an update of this one: the value of the `(=, s)` pair
    /// `id` among the leading pairs of a nested payload; for `(?, c)` the one in its schema.
    pub fn id(&self) -> Option<ChunkId> {
        let id = id_of(self.sigil, self.render, &self.payload)?;
        Some(ChunkId(self.payload.slice_ref(id)))
    }

    /// The payload as text; bytes that are not UTF-8 become U+FFFD.
    pub fn text_lossy(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.payload)
    }

    /// The frames nested in the payload, borrowed.
    pub fn frames(&self) -> Frames<'_> {
        frames(&self.payload)
    }

    /// The frames nested in the payload as chunks that share its buffer, up to the first malformed place.
    pub fn children(&self) -> impl Iterator<Item = Self> {
        self.frames().map_while(Result::ok).map(|frame| self.nested(&frame))
    }

    /// A frame found in this chunk's payload, at any depth, as a chunk that shares its buffer.
    ///
    /// # Panics
    ///
    /// If the frame was walked out of other bytes than this payload.
    pub fn nested(&self, frame: &Frame<'_>) -> Self {
        Self::new(frame.sigil, frame.render, self.payload.slice_ref(frame.payload))
    }

    /// The whole frame, header and payload. Over [`MAX_PAYLOAD`](crate::MAX_PAYLOAD) no reader takes it;
    /// [`Writer`](crate::Writer) refuses it.
    pub fn to_bytes(&self) -> Bytes {
        let mut out = Vec::with_capacity(self.payload.len().saturating_add(12));
        push_header(self.sigil, self.render, self.payload.len() as u64, &mut out);
        out.extend_from_slice(&self.payload);
        out.into()
    }
}

impl From<&Frame<'_>> for Chunk {
    /// Copies the payload; [`Chunk::nested`] does not.
    fn from(frame: &Frame<'_>) -> Self {
        Self::new(frame.sigil, frame.render, Bytes::copy_from_slice(frame.payload))
    }
}

/// The value of the last `id` among the leading bindings; see [`Chunk::id`].
pub(crate) fn id_of(sigil: Sigil, render: Render, payload: &[u8]) -> Option<&[u8]> {
    let scanned = match (sigil, render) {
        (Sigil::WUT, Render::COMPONENT) => input::schema(payload),
        (_, render) if render.is_nested() => payload,
        _ => return None,
    };
    Pairs::leading(scanned).filter(|pair| pair.key == b"id").last().map(|pair| pair.value.payload)
}

/// The pair, then the children, or the payload's bytes where there are none.
impl fmt::Debug for Chunk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { sigil, render, ref payload } = *self;
        Outline { sigil, render, payload, depth: DEBUG_DEPTH }.fmt(f)
    }
}

/// How many levels `{:?}` opens: payloads may be nested deeper than the stack.
const DEBUG_DEPTH: usize = 32;

struct Outline<'a> {
    sigil: Sigil,
    render: Render,
    payload: &'a [u8],
    depth: usize,
}

impl fmt::Debug for Outline<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}) ", self.sigil, self.render)?;
        let Some(depth) = self.depth.checked_sub(1).filter(|_| self.render.is_nested()) else {
            return Quoted(self.payload).fmt(f);
        };
        let mut list = f.debug_list();
        let mut children = frames(self.payload);
        for Frame { sigil, render, payload, .. } in children.by_ref().map_while(Result::ok) {
            list.entry(&Outline { sigil, render, payload, depth });
        }
        if !children.rest().is_empty() {
            list.entry(&Quoted(children.rest()));
        }
        list.finish()
    }
}

struct Quoted<'a>(&'a [u8]);

impl fmt::Debug for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

/// The text that makes chunks updates of each other; compared byte for byte.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ChunkId(Bytes);

impl ChunkId {
    /// An id from its text.
    pub fn new(text: impl Into<Bytes>) -> Self {
        Self(text.into())
    }

    /// The id's bytes, usually UTF-8.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}
