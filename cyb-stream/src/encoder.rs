use bytes::Bytes;

use crate::{Chunk, Render, Sigil, frame::push_header, varint};

/// Builds a sequence of frames in memory: a payload, or a stream.
///
/// It does not judge what it is given: [`Writer`](crate::Writer) refuses frames that no reader would take.
///
/// ```
/// use cyb_stream::{Encoder, Render, Sigil};
///
/// let mut out = Encoder::new();
/// out.nest(Sigil::COL, Render::STRUCT, |pair| {
///     pair.label("name").text("alice");
/// });
/// assert_eq!(out.as_bytes(), b"\x1f:s\x11\x1f~t\x04name\x1f#t\x05alice");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    buf: Vec<u8>,
}

impl Encoder {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self { buf: Vec::new() }
    }

    /// One frame with a payload that is at hand.
    pub fn frame(&mut self, sigil: Sigil, render: Render, payload: &[u8]) -> &mut Self {
        push_header(sigil, render, payload.len() as u64, &mut self.buf);
        self.buf.extend_from_slice(payload);
        self
    }

    /// One frame whose payload is written by `fill`.
    pub fn nest(&mut self, sigil: Sigil, render: Render, fill: impl FnOnce(&mut Self)) -> &mut Self {
        // One byte is enough for most lengths; a longer one moves what was written.
        push_header(sigil, render, 0, &mut self.buf);
        let start = self.buf.len();
        fill(self);
        let len = self.buf.len().saturating_sub(start) as u64;
        let length_at = start.saturating_sub(1);
        if let (Some(byte), 0..0x80) = (self.buf.get_mut(length_at), len) {
            *byte = (len & 0x7F) as u8;
        } else {
            let mut digits = Vec::with_capacity(varint::MAX_LEN);
            varint::encode(len, &mut digits);
            self.buf.splice(length_at..start, digits);
        }
        self
    }

    /// `(#, t)`: plain text or a decimal number.
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.frame(Sigil::HAX, Render::TEXT, text.as_bytes())
    }

    /// `(~, t)`: a key, header, label.
    pub fn label(&mut self, text: &str) -> &mut Self {
        self.frame(Sigil::SIG, Render::TEXT, text.as_bytes())
    }

    /// `(=, s)`: a key bound to the one frame that `value` writes.
    pub fn kv(&mut self, key: &str, value: impl FnOnce(&mut Self)) -> &mut Self {
        self.nest(Sigil::TIS, Render::STRUCT, |pair| {
            pair.label(key);
            value(pair);
        })
    }

    /// `(=, s)`: a key bound to a `(#, t)`.
    pub fn kv_text(&mut self, key: &str, value: &str) -> &mut Self {
        self.kv(key, |pair| {
            pair.text(value);
        })
    }

    /// A chunk as it is.
    pub fn chunk(&mut self, chunk: &Chunk) -> &mut Self {
        self.frame(chunk.sigil(), chunk.render(), chunk.payload())
    }

    /// Frames that are encoded already.
    pub fn raw(&mut self, frames: &[u8]) -> &mut Self {
        self.buf.extend_from_slice(frames);
        self
    }

    /// What was written.
    pub fn as_bytes(&self) -> &[u8] {
        &self.buf
    }

    /// Bytes written.
    pub const fn len(&self) -> usize {
        self.buf.len()
    }

    /// Whether nothing was written.
    pub const fn is_empty(&self) -> bool {
        self.buf.is_empty()
    }

    /// What was written, without a copy.
    pub fn into_bytes(self) -> Bytes {
        self.buf.into()
    }
}

impl Extend<Chunk> for Encoder {
    fn extend<I: IntoIterator<Item = Chunk>>(&mut self, chunks: I) {
        for chunk in chunks {
            self.chunk(&chunk);
        }
    }
}
