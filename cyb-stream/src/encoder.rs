use bytes::Bytes;

use crate::{
    Chunk, MARKER, Render, Sigil,
    frame::{frame_len, push_frame, push_header},
    varint,
};

/// Builds a sequence of frames in memory: a payload, or a stream.
///
/// It does not judge what it is given: [`Writer`](crate::Writer) refuses frames that no reader would take.
///
/// One pass, however deep the frames are nested: each length has one byte at first, and those that need more get their
/// room in a single move when the outermost frame is closed.
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
    /// How many frames are open.
    open: usize,
    /// The lengths over one byte within the outermost open frame, and those of open frames, in their order in `buf`.
    lengths: Vec<Length>,
    /// Bytes that `lengths` need beyond the one each has.
    extra: usize,
}

/// A length whose single byte lies at `at`.
#[derive(Clone, Copy, Debug)]
struct Length {
    at: usize,
    value: u64,
}

impl Encoder {
    /// Nothing yet.
    pub const fn new() -> Self {
        Self { buf: Vec::new(), open: 0, lengths: Vec::new(), extra: 0 }
    }

    /// One frame with a payload that is at hand.
    #[inline]
    pub fn frame(&mut self, sigil: Sigil, render: Render, payload: &[u8]) -> &mut Self {
        push_frame(sigil, render, payload, &mut self.buf);
        self
    }

    /// One frame whose payload is written by `fill`.
    #[inline]
    pub fn nest(&mut self, sigil: Sigil, render: Render, fill: impl FnOnce(&mut Self)) -> &mut Self {
        push_header(sigil, render, 0, &mut self.buf);
        let (start, extra, slot) = (self.buf.len(), self.extra, self.lengths.len());
        let at = start.saturating_sub(1);
        self.lengths.push(Length { at, value: 0 });
        self.open = self.open.saturating_add(1);
        fill(self);
        self.open = self.open.saturating_sub(1);

        let written = self.buf.len().saturating_sub(start);
        let value = written.saturating_add(self.extra.saturating_sub(extra)) as u64;
        if let (Some(byte), 0..0x80) = (self.buf.get_mut(at), value) {
            // No frame inside is longer, so this slot is the last.
            *byte = (value & 0x7F) as u8;
            self.lengths.truncate(slot);
        } else if let Some(length) = self.lengths.get_mut(slot) {
            length.value = value;
            self.extra = self.extra.saturating_add(varint::len(value).saturating_sub(1));
        }
        if self.open == 0 {
            self.make_room();
        }
        self
    }

    /// Gives each long length its bytes, from the back to the front, so that nothing moves twice.
    fn make_room(&mut self) {
        if self.extra == 0 {
            return;
        }
        let mut from = self.buf.len();
        let mut to = from.saturating_add(self.extra);
        self.buf.resize(to, 0);
        for Length { at, value } in self.lengths.drain(..).rev() {
            let behind = at.saturating_add(1)..from;
            to = to.saturating_sub(behind.len());
            from = at;
            self.buf.copy_within(behind, to);
            let digits = varint::len(value);
            to = to.saturating_sub(digits);
            let places = self.buf.get_mut(to..to.saturating_add(digits)).unwrap_or_default();
            for (place, digit) in places.iter_mut().zip(varint::padded(value, digits)) {
                *place = digit;
            }
        }
        self.extra = 0;
    }

    /// `(#, t)`: plain text or a decimal number.
    #[inline]
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.frame(Sigil::HAX, Render::TEXT, text.as_bytes())
    }

    /// `(~, t)`: a key, header, label.
    #[inline]
    pub fn label(&mut self, text: &str) -> &mut Self {
        self.frame(Sigil::SIG, Render::TEXT, text.as_bytes())
    }

    /// `(=, s)`: a key bound to the one frame that `value` writes.
    #[inline]
    pub fn kv(&mut self, key: &str, value: impl FnOnce(&mut Self)) -> &mut Self {
        self.nest(Sigil::TIS, Render::STRUCT, |pair| {
            pair.label(key);
            value(pair);
        })
    }

    /// `(=, s)`: a key bound to a `(#, t)`.
    #[inline]
    pub fn kv_text(&mut self, key: &str, value: &str) -> &mut Self {
        self.keyed(Sigil::TIS, key, Sigil::HAX, Render::TEXT, value.as_bytes())
    }

    /// `(:, s)`: one key and its value.
    #[inline]
    pub fn pair(&mut self, key: &str, value: &Chunk) -> &mut Self {
        self.keyed(Sigil::COL, key, value.sigil(), value.render(), value.payload())
    }

    /// `(:, s)`: one key and a `(#, t)`.
    #[inline]
    pub fn pair_text(&mut self, key: &str, value: &str) -> &mut Self {
        self.keyed(Sigil::COL, key, Sigil::HAX, Render::TEXT, value.as_bytes())
    }

    /// `(:, s)`: one key and the one frame that `value` writes.
    #[inline]
    pub fn pair_with(&mut self, key: &str, value: impl FnOnce(&mut Self)) -> &mut Self {
        self.nest(Sigil::COL, Render::STRUCT, |pair| {
            pair.label(key);
            value(pair);
        })
    }

    /// A key and a value that are at hand: all lengths are known before the first byte.
    #[inline]
    fn keyed(&mut self, outer: Sigil, key: &str, sigil: Sigil, render: Render, value: &[u8]) -> &mut Self {
        let len = frame_len(key.len()).saturating_add(frame_len(value.len()));
        self.buf.reserve(frame_len(len));
        if let (Ok(len @ 0..0x80), Ok(key_len)) = (u8::try_from(len), u8::try_from(key.len())) {
            // Then the lengths inside are short too, and both headers are one store.
            let ((pair, label, text), outer) = ((Render::STRUCT.0, Sigil::SIG.0, Render::TEXT.0), outer.0);
            self.buf.extend_from_slice(&[MARKER, outer, pair, len, MARKER, label, text, key_len]);
            self.buf.extend_from_slice(key.as_bytes());
            return self.frame(sigil, render, value);
        }
        push_header(outer, Render::STRUCT, len as u64, &mut self.buf);
        self.label(key).frame(sigil, render, value)
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

    /// What was written. Inside [`nest`](Self::nest) the lengths of open frames are not there yet, nor are the longer
    /// ones of frames nested in them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.buf
    }

    /// Bytes written, counting the lengths of open frames as one byte each.
    pub const fn len(&self) -> usize {
        self.buf.len().saturating_add(self.extra)
    }

    /// Whether nothing was written.
    pub const fn is_empty(&self) -> bool {
        self.buf.is_empty()
    }

    /// Forgets what was written and keeps the memory, for the next batch.
    pub fn clear(&mut self) {
        self.buf.clear();
        self.lengths.clear();
        (self.open, self.extra) = (0, 0);
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
