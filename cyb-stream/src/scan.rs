//! The state machine under [`Decoder`](crate::Decoder) and [`Reader`](crate::Reader): it looks at a buffer it does not
//! own and says what lies at its front.
//!
//! ```text
//!            malformed                     candidate behind it followed by
//!   Synced ────────────▶ Lost ───────────▶ 0x1F, or by the end of input ──▶ Synced
//!     │ over the limit     │ refused: one byte on, search again
//!     ▼                    ▼
//!   Skipping ──▶ Synced   Lost
//! ```
//!
//! What it says depends on the bytes only, never on how they were fed.

use crate::{
    Fault, Header, Limits, MARKER, ParsedHeader, Render, Sigil,
    frame::{MAX_PAYLOAD, parse_header},
};

/// The longest piece of one gap that is reported at once, so that a gap of any length takes bounded memory.
pub(crate) const GAP_PIECE: usize = 64 * 1024;

/// What lies at the front of the buffer. The owner of the buffer takes as many bytes off it as each says.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step {
    /// A whole frame: the header's bytes, then its payload's.
    Frame(Header),
    /// This many bytes that are no frame.
    Gap { fault: Fault, len: usize },
    /// This many bytes inside a frame over the limit; more may follow.
    Skip { len: usize },
    /// A frame over the limit has been skipped: nothing is to be taken.
    Oversize { offset: u64, len: u64 },
    /// A cut frame at the end of input: all that is left, unless `offset` lies before the front, where nothing is.
    Truncated { offset: u64, len: u64, missing: Option<u64> },
    /// The bytes do not decide it yet, and at least this many more are needed; after the end of input all is told.
    Pending { missing: u64 },
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

#[derive(Debug)]
pub(crate) struct Scanner {
    /// Where the front of the buffer lies in the input.
    offset: u64,
    state: State,
    finished: bool,
    limits: Limits,
}

impl Scanner {
    pub(crate) fn new(limits: Limits) -> Self {
        let limits = Limits { payload: limits.payload.min(MAX_PAYLOAD), ..limits };
        Self { offset: 0, state: State::Synced, finished: false, limits }
    }

    /// Where the front of the buffer lies, in bytes from the start of the input.
    pub(crate) const fn offset(&self) -> u64 {
        self.offset
    }

    pub(crate) const fn finish(&mut self) {
        self.finished = true;
    }

    pub(crate) const fn is_finished(&self) -> bool {
        self.finished
    }

    /// Looks at the front of `buf`, which must be what was left behind after the last step, and anything added.
    #[inline]
    pub(crate) fn step(&mut self, buf: &[u8]) -> Step {
        // The common case, kept small enough to be inlined.
        if matches!(self.state, State::Synced)
            && let ParsedHeader::Complete(head) = parse_header(buf)
            && head.frame_len() <= buf.len() as u64
            && head.payload_len <= self.limits.payload
        {
            self.offset = self.offset.saturating_add(head.frame_len());
            return Step::Frame(head);
        }
        self.step_slowly(buf)
    }

    #[cold]
    fn step_slowly(&mut self, buf: &[u8]) -> Step {
        if let State::Synced = self.state {
            if buf.is_empty() {
                return Step::Pending { missing: 1 };
            }
            match parse_header(buf) {
                ParsedHeader::Malformed(fault) => {
                    // Its first byte starts no frame, even if it is a marker.
                    self.state = State::Lost { fault, scanned: 1 };
                }
                ParsedHeader::Complete(head) if head.payload_len > self.limits.payload => {
                    let len = head.frame_len();
                    self.state = State::Skipping { offset: self.offset, len, left: len };
                }
                ParsedHeader::Complete(head) => {
                    return self.pending_or_cut(buf, Some(head.frame_len().saturating_sub(buf.len() as u64)));
                }
                ParsedHeader::Incomplete => return self.pending_or_cut(buf, None),
            }
        }
        match self.state {
            State::Lost { fault, scanned } => self.lost(buf, fault, scanned),
            State::Skipping { offset, len, left } => self.skipping(buf, offset, len, left),
            State::Synced => Step::Pending { missing: 1 },
        }
    }

    /// A step in [`State::Lost`].
    fn lost(&mut self, buf: &[u8], fault: Fault, mut scanned: usize) -> Step {
        loop {
            let Some(at) = find_plausible(buf, scanned) else {
                return self.gap_or_wait(fault, buf.len());
            };
            if at >= GAP_PIECE {
                return self.gap_piece(fault, at);
            }
            match self.candidate(buf, at) {
                Candidate::Good if at == 0 => {
                    // The gap has been told to its end in pieces.
                    self.state = State::Synced;
                    return self.step(buf);
                }
                Candidate::Good => {
                    self.state = State::Synced;
                    return self.gap(fault, at);
                }
                Candidate::Refused => scanned = at.saturating_add(1),
                Candidate::Undecided { missing } => {
                    self.state = State::Lost { fault, scanned: at };
                    return Step::Pending { missing };
                }
            }
        }
    }

    /// Whether the frame that seems to start at `at` is one: the byte behind it decides.
    fn candidate(&self, buf: &[u8], at: usize) -> Candidate {
        let rest = buf.get(at..).unwrap_or_default();
        match parse_header(rest) {
            ParsedHeader::Malformed(_) => Candidate::Refused,
            // In the middle of damage a length over the limit is noise: its frame would be skipped unread anyway, and
            // to do so on the word of a marker nobody vouches for would hide all the sound frames in that reach.
            ParsedHeader::Complete(head) if head.payload_len > self.limits.payload => Candidate::Refused,
            ParsedHeader::Complete(head) => {
                let behind = usize::try_from(head.frame_len()).ok().and_then(|len| rest.get(len));
                match behind {
                    Some(&MARKER) => Candidate::Good,
                    Some(_) => Candidate::Refused,
                    None if self.finished && head.frame_len() == rest.len() as u64 => Candidate::Good,
                    None if self.finished => Candidate::Refused,
                    None => {
                        let needed = head.frame_len().saturating_add(1);
                        Candidate::Undecided { missing: needed.saturating_sub(rest.len() as u64) }
                    }
                }
            }
            ParsedHeader::Incomplete if self.finished => Candidate::Refused,
            ParsedHeader::Incomplete => Candidate::Undecided { missing: 1 },
        }
    }

    /// No candidate in the `end` bytes of gap that are there: tells a full piece, or the rest at the end.
    fn gap_or_wait(&mut self, fault: Fault, end: usize) -> Step {
        if end >= GAP_PIECE {
            return self.gap_piece(fault, end);
        }
        if !self.finished {
            self.state = State::Lost { fault, scanned: end };
            return Step::Pending { missing: 1 };
        }
        self.state = State::Synced;
        if end > 0 { self.gap(fault, end) } else { Step::Pending { missing: 1 } }
    }

    /// Tells the first piece of a gap that goes on, of which `scanned` bytes start no frame.
    fn gap_piece(&mut self, fault: Fault, scanned: usize) -> Step {
        self.state = State::Lost { fault, scanned: scanned.saturating_sub(GAP_PIECE) };
        self.gap(fault, GAP_PIECE)
    }

    const fn gap(&mut self, fault: Fault, len: usize) -> Step {
        self.offset = self.offset.saturating_add(len as u64);
        Step::Gap { fault, len }
    }

    /// A step in [`State::Skipping`].
    fn skipping(&mut self, buf: &[u8], offset: u64, len: u64, left: u64) -> Step {
        if left == 0 {
            self.state = State::Synced;
            return Step::Oversize { offset, len };
        }
        let here = usize::try_from(left).unwrap_or(usize::MAX).min(buf.len());
        if here > 0 {
            self.offset = self.offset.saturating_add(here as u64);
            self.state = State::Skipping { offset, len, left: left.saturating_sub(here as u64) };
            return Step::Skip { len: here };
        }
        if !self.finished {
            return Step::Pending { missing: left };
        }
        self.state = State::Synced;
        Step::Truncated { offset, len: len.saturating_sub(left), missing: Some(left) }
    }

    /// The buffer holds the start of a sound frame: wait for the rest, or tell that it never comes.
    const fn pending_or_cut(&mut self, buf: &[u8], missing: Option<u64>) -> Step {
        if !self.finished {
            return Step::Pending { missing: if let Some(missing) = missing { missing } else { 1 } };
        }
        let (offset, len) = (self.offset, buf.len() as u64);
        self.offset = offset.saturating_add(len);
        Step::Truncated { offset, len, missing }
    }
}

enum Candidate {
    Good,
    Refused,
    Undecided { missing: u64 },
}

/// The first marker at or behind `from` whose sigil and render, as far as they are there, may be a frame's.
fn find_plausible(buf: &[u8], mut from: usize) -> Option<usize> {
    loop {
        let unseen = buf.get(from..)?;
        // Where one marker follows the other a search that starts anew for each costs more than looking.
        let found = match unseen.first() {
            Some(&MARKER) => 0,
            _ => memchr::memchr(MARKER, unseen)?,
        };
        let plausible = match unseen.get(found..)? {
            [_, sigil, render, ..] => Sigil(*sigil).is_known() && Render(*render).is_graphic(),
            [_, sigil] => Sigil(*sigil).is_known(),
            _ => true,
        };
        let at = from.saturating_add(found);
        if plausible {
            return Some(at);
        }
        from = at.saturating_add(1);
    }
}
