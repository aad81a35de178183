use bytes::{Buf as _, Bytes, BytesMut};

use crate::{
    Chunk, Fault, Frame, Header,
    scan::{Scanner, Step},
};

/// What a reader is willing to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The largest payload delivered, in bytes; default 256 MiB. Larger ones are skipped and reported, except behind
    /// damage: there nobody vouches for such a length, and the search goes on inside.
    pub payload: u64,
    /// How many frames deep a consumer looks into a payload; default 256. Deeper ones are leaves.
    pub depth: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { payload: 256 << 20, depth: 256 }
    }
}

/// What [`Decoder::next_event`] found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A whole frame.
    Chunk(Found),
    /// Bytes that are no frame, or a frame over the limit.
    Gap(Gap),
    /// The input ended inside a frame.
    Truncated(Truncated),
    /// More bytes are needed; after [`Decoder::finish`] it means that all is told.
    Pending,
}

/// A chunk and where it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where its marker lies, in bytes from the start of the input.
    pub offset: u64,
    /// Bytes of its header as it stood, 4 to 12.
    pub header_len: usize,
    /// The chunk.
    pub chunk: Chunk,
}

impl Found {
    /// The same, borrowed, with its offset counted from its own marker.
    pub fn frame(&self) -> Frame<'_> {
        let (sigil, render) = (self.chunk.sigil(), self.chunk.render());
        Frame { sigil, render, payload: self.chunk.payload(), header_len: self.header_len, offset: 0 }
    }
}

/// Bytes that were skipped, owned or, out of [`Reader::lend`](crate::Reader::lend), borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap<B = Bytes> {
    /// Where it begins, in bytes from the start of the input.
    pub offset: u64,
    /// How many bytes it covers.
    pub len: u64,
    /// Why the first of them is no frame.
    pub fault: Fault,
    /// The bytes; empty for [`Fault::Oversize`]. A gap over 64 KiB comes in several pieces.
    pub bytes: B,
}

impl<B> Gap<B> {
    pub(crate) fn map<T>(self, bytes: impl FnOnce(B) -> T) -> Gap<T> {
        let Self { offset, len, fault, bytes: from } = self;
        Gap { offset, len, fault, bytes: bytes(from) }
    }
}

/// A frame that the end of input cut, owned or borrowed as [`Gap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truncated<B = Bytes> {
    /// Where its marker lies, in bytes from the start of the input.
    pub offset: u64,
    /// How many of its bytes came.
    pub len: u64,
    /// How many are missing; `None` when the header itself is cut.
    pub missing: Option<u64>,
    /// The bytes that came; empty for a frame over the limit.
    pub bytes: B,
}

impl<B> Truncated<B> {
    pub(crate) fn map<T>(self, bytes: impl FnOnce(B) -> T) -> Truncated<T> {
        let Self { offset, len, missing, bytes: from } = self;
        Truncated { offset, len, missing, bytes: bytes(from) }
    }
}

/// Turns bytes, in pieces of any size, into chunks, gaps and a cut end, without I/O.
///
/// It copies what it is fed once; chunks are slices of that. It holds at most one frame of the largest allowed size and
/// what is fed behind it: take the events after each [`feed`](Self::feed). What it tells depends on the bytes only,
/// never on how they were fed.
#[derive(Debug)]
pub struct Decoder {
    buf: BytesMut,
    scanner: Scanner,
}

impl Default for Decoder {
    fn default() -> Self {
        Self::new()
    }
}

impl Decoder {
    /// A decoder with the default [`Limits`].
    pub fn new() -> Self {
        Self::with_limits(Limits::default())
    }

    /// A decoder with limits of its own; a payload limit over [`MAX_PAYLOAD`](crate::MAX_PAYLOAD) counts as that.
    pub fn with_limits(limits: Limits) -> Self {
        Self { buf: BytesMut::new(), scanner: Scanner::new(limits) }
    }

    /// Adds input. Bytes fed after [`finish`](Self::finish) are ignored.
    pub fn feed(&mut self, bytes: &[u8]) {
        if !self.scanner.is_finished() {
            self.buf.extend_from_slice(bytes);
        }
    }

    /// Says that no more input comes. Go on calling [`next_event`](Self::next_event) until it is pending.
    pub const fn finish(&mut self) {
        self.scanner.finish();
    }

    /// The next chunk, gap or cut end; [`Event::Pending`] when what was fed does not decide it yet.
    pub fn next_event(&mut self) -> Event {
        loop {
            let offset = self.scanner.offset();
            match self.scanner.step(&self.buf) {
                Step::Frame(head) => return Event::Chunk(self.take(offset, head)),
                Step::Gap { fault, len } => {
                    let bytes = self.split(len);
                    return Event::Gap(Gap { offset, len: len as u64, fault, bytes });
                }
                Step::Skip { len } => self.buf.advance(len),
                Step::Oversize { offset, len } => {
                    return Event::Gap(Gap { offset, len, fault: Fault::Oversize, bytes: Bytes::new() });
                }
                Step::Truncated { offset, len, missing } => {
                    let bytes = self.split(self.buf.len());
                    return Event::Truncated(Truncated { offset, len, missing, bytes });
                }
                Step::Pending { .. } => return Event::Pending,
            }
        }
    }

    fn take(&mut self, offset: u64, head: Header) -> Found {
        self.buf.advance(head.len);
        let payload = self.split(usize::try_from(head.payload_len).unwrap_or(usize::MAX));
        Found { offset, header_len: head.len, chunk: Chunk::new(head.sigil, head.render, payload) }
    }

    fn split(&mut self, len: usize) -> Bytes {
        if len == 0 {
            return Bytes::new();
        }
        self.buf.split_to(len.min(self.buf.len())).freeze()
    }
}
