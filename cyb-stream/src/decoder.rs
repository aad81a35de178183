//! Bytes in, events out: the state machine under [`Reader`](crate::Reader), without I/O.
//!
//! ```text
//!            malformed                     candidate behind it followed by
//!   Synced ────────────▶ Lost ───────────▶ 0x1F, or by the end of input ──▶ Synced
//!     │ over the limit     │ refused: one byte on, search again
//!     ▼                    ▼
//!   Skipping ──▶ Synced   Lost
//! ```
//!
//! The events depend on the bytes only, never on how they were fed.

use bytes::{Buf as _, Bytes, BytesMut};

use crate::{
    Chunk, Fault, Frame, Header, MARKER, ParsedHeader,
    frame::{MAX_PAYLOAD, parse_header},
};

/// The longest piece of one gap that is reported at once, so that a gap of any length takes bounded memory.
const GAP_PIECE: usize = 64 * 1024;

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

/// Bytes that were skipped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where it begins, in bytes from the start of the input.
    pub offset: u64,
    /// How many bytes it covers.
    pub len: u64,
    /// Why the first of them is no frame.
    pub fault: Fault,
    /// The bytes; empty for [`Fault::Oversize`]. A gap over 64 KiB comes in several pieces.
    pub bytes: Bytes,
}

/// A frame that the end of input cut.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Truncated {
    /// Where its marker lies, in bytes from the start of the input.
    pub offset: u64,
    /// How many of its bytes came.
    pub len: u64,
    /// How many are missing; `None` when the header itself is cut.
    pub missing: Option<u64>,
    /// The bytes that came; empty for a frame over the limit.
    pub bytes: Bytes,
}

#[derive(Clone, Copy, Debug)]
enum State {
    /// A frame starts at the front of the buffer.
    Synced,
    /// The front of the buffer is inside a gap; `scanned` bytes of it are refused as frame starts.
    Lost { fault: Fault, scanned: usize },
    /// Inside a frame over the limit.
    Skipping { offset: u64, len: u64, left: u64 },
}

/// Turns bytes, in pieces of any size, into chunks, gaps and a cut end.
///
/// Holds at most one frame of the largest allowed size and what is fed behind it.
#[derive(Debug)]
pub struct Decoder {
    buf: BytesMut,
    /// Where the front of `buf` lies in the input.
    offset: u64,
    state: State,
    finished: bool,
    limits: Limits,
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

    /// A decoder with limits of its own; a payload limit over [`MAX_PAYLOAD`] counts as that.
    pub fn with_limits(limits: Limits) -> Self {
        let limits = Limits { payload: limits.payload.min(MAX_PAYLOAD), ..limits };
        Self { buf: BytesMut::new(), offset: 0, state: State::Synced, finished: false, limits }
    }

    /// Adds input. Bytes fed after [`finish`](Self::finish) are ignored.
    pub fn feed(&mut self, bytes: &[u8]) {
        if !self.finished {
            self.buf.extend_from_slice(bytes);
        }
    }

    /// Says that no more input comes. Go on calling [`next_event`](Self::next_event) until it is pending.
    pub const fn finish(&mut self) {
        self.finished = true;
    }

    /// The next chunk, gap or cut end; [`Event::Pending`] when what was fed does not decide it yet.
    pub fn next_event(&mut self) -> Event {
        loop {
            let step = match self.state {
                State::Synced => self.synced(),
                State::Lost { fault, scanned } => self.lost(fault, scanned),
                State::Skipping { offset, len, left } => Some(self.skipping(offset, len, left)),
            };
            if let Some(event) = step {
                return event;
            }
        }
    }

    /// A step in [`State::Synced`]; `None` when the state changed and nothing is to be told yet.
    fn synced(&mut self) -> Option<Event> {
        if self.buf.is_empty() {
            return Some(Event::Pending);
        }
        match parse_header(&self.buf) {
            ParsedHeader::Malformed(fault) => {
                // Its first byte starts no frame, even if it is a marker.
                self.state = State::Lost { fault, scanned: 1 };
                None
            }
            ParsedHeader::Complete(head) if head.payload_len > self.limits.payload => {
                let len = head.frame_len();
                self.state = State::Skipping { offset: self.offset, len, left: len };
                None
            }
            ParsedHeader::Complete(head) if self.holds(head, 0) => Some(Event::Chunk(self.take(head))),
            ParsedHeader::Complete(head) => {
                Some(self.pending_or_cut(Some(head.frame_len().saturating_sub(self.buf.len() as u64))))
            }
            ParsedHeader::Incomplete => Some(self.pending_or_cut(None)),
        }
    }

    /// A step in [`State::Lost`].
    fn lost(&mut self, fault: Fault, mut scanned: usize) -> Option<Event> {
        loop {
            let unseen = self.buf.get(scanned..).unwrap_or_default();
            let Some(found) = memchr::memchr(MARKER, unseen) else {
                let end = self.buf.len();
                return self.gap_or_wait(fault, end);
            };
            let at = scanned.saturating_add(found);
            if at >= GAP_PIECE {
                return Some(self.gap_piece(fault, at));
            }
            match self.candidate(at) {
                Candidate::Good => {
                    self.state = State::Synced;
                    // The gap may have been told to its end in pieces.
                    return (at > 0).then(|| Event::Gap(self.take_gap(fault, at)));
                }
                Candidate::Refused => scanned = at.saturating_add(1),
                Candidate::Undecided => {
                    self.state = State::Lost { fault, scanned: at };
                    return Some(Event::Pending);
                }
            }
        }
    }

    /// Whether the frame that seems to start at `at` is one: the byte behind it decides.
    fn candidate(&self, at: usize) -> Candidate {
        match parse_header(self.buf.get(at..).unwrap_or_default()) {
            ParsedHeader::Malformed(_) => Candidate::Refused,
            // In the middle of damage a length over the limit is noise: its frame would be skipped unread anyway, and
            // to do so on the word of a marker nobody vouches for would hide all the sound frames in that reach.
            ParsedHeader::Complete(head) if head.payload_len > self.limits.payload => Candidate::Refused,
            ParsedHeader::Complete(head) if self.holds(head, at) => {
                match self.buf.get(at.saturating_add(frame_len(head))) {
                    Some(&MARKER) => Candidate::Good,
                    Some(_) => Candidate::Refused,
                    None if self.finished => Candidate::Good,
                    None => Candidate::Undecided,
                }
            }
            _ if self.finished => Candidate::Refused,
            _ => Candidate::Undecided,
        }
    }

    /// No candidate in the `end` bytes of gap that are there: tells a full piece, or the rest at the end.
    fn gap_or_wait(&mut self, fault: Fault, end: usize) -> Option<Event> {
        if end >= GAP_PIECE {
            return Some(self.gap_piece(fault, end));
        }
        if self.finished {
            self.state = State::Synced;
            return (end > 0).then(|| Event::Gap(self.take_gap(fault, end)));
        }
        self.state = State::Lost { fault, scanned: end };
        Some(Event::Pending)
    }

    /// Tells the first piece of a gap that goes on, of which `scanned` bytes start no frame.
    fn gap_piece(&mut self, fault: Fault, scanned: usize) -> Event {
        self.state = State::Lost { fault, scanned: scanned.saturating_sub(GAP_PIECE) };
        Event::Gap(self.take_gap(fault, GAP_PIECE))
    }

    /// A step in [`State::Skipping`].
    fn skipping(&mut self, offset: u64, len: u64, left: u64) -> Event {
        let here = usize::try_from(left).unwrap_or(usize::MAX).min(self.buf.len());
        self.advance(here);
        let left = left.saturating_sub(here as u64);
        if left == 0 {
            self.state = State::Synced;
            return Event::Gap(Gap { offset, len, fault: Fault::Oversize, bytes: Bytes::new() });
        }
        if !self.finished {
            self.state = State::Skipping { offset, len, left };
            return Event::Pending;
        }
        self.state = State::Synced;
        let came = len.saturating_sub(left);
        Event::Truncated(Truncated { offset, len: came, missing: Some(left), bytes: Bytes::new() })
    }

    /// The buffer holds the start of a sound frame: wait for the rest, or tell that it never comes.
    fn pending_or_cut(&mut self, missing: Option<u64>) -> Event {
        if !self.finished {
            return Event::Pending;
        }
        let offset = self.offset;
        let bytes = self.split(self.buf.len());
        Event::Truncated(Truncated { offset, len: bytes.len() as u64, missing, bytes })
    }

    fn holds(&self, head: Header, at: usize) -> bool {
        self.buf.len().saturating_sub(at) >= frame_len(head)
    }

    fn take(&mut self, head: Header) -> Found {
        let offset = self.offset;
        self.advance(head.len);
        let payload = self.split(usize::try_from(head.payload_len).unwrap_or(usize::MAX));
        Found { offset, header_len: head.len, chunk: Chunk::new(head.sigil, head.render, payload) }
    }

    fn take_gap(&mut self, fault: Fault, len: usize) -> Gap {
        let offset = self.offset;
        let bytes = self.split(len);
        Gap { offset, len: bytes.len() as u64, fault, bytes }
    }

    fn split(&mut self, len: usize) -> Bytes {
        let bytes = self.buf.split_to(len.min(self.buf.len())).freeze();
        self.offset = self.offset.saturating_add(bytes.len() as u64);
        bytes
    }

    fn advance(&mut self, len: usize) {
        self.buf.advance(len);
        self.offset = self.offset.saturating_add(len as u64);
    }
}

enum Candidate {
    Good,
    Refused,
    Undecided,
}

fn frame_len(head: Header) -> usize {
    usize::try_from(head.frame_len()).unwrap_or(usize::MAX)
}
