use std::{
    io::{self, Read},
    mem,
    ops::Range,
};

use bytes::Bytes;

use crate::{
    Chunk, Event, Fault, Found, Frame, Gap, Header, Limits, Truncated,
    scan::{Scanner, Step},
};

/// Bytes asked of the source at once, at least.
const READ: usize = 64 * 1024;

/// The size of the buffer while frames are small: a whole read behind a cut frame.
const BLOCK: usize = 2 * READ;

/// A payload over this size that is to be kept takes the buffer over; a larger buffer is given back when it is empty.
const LARGE: usize = 4 * READ;

/// Pulls events out of a byte stream.
///
/// It has one buffer, which the source fills and which frames are read in. [`lend`](Self::lend) shows them where they
/// lie, without a copy or an allocation; [`read`](Self::read) hands out chunks that may be kept. Both may be mixed.
///
/// Memory: the buffer grows with the bytes that came of a frame, up to the largest allowed payload
/// ([`Limits::payload`]), and shrinks behind it.
///
/// ```
/// use cyb_stream::{Chunk, Event, Lent, Reader};
///
/// let input = [Chunk::text("hello").to_bytes(), Chunk::text("you").to_bytes()].concat();
/// let mut reader = Reader::new(&input[..]);
/// let Some(Lent::Chunk { frame, .. }) = reader.lend()? else { panic!("two frames were given") };
/// assert_eq!(frame.payload, b"hello");
/// let Some(Event::Chunk(found)) = reader.read()? else { panic!("two frames were given") };
/// assert_eq!(found.chunk, Chunk::text("you"));
/// assert!(reader.read()?.is_none());
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    scanner: Scanner,
    /// Initialised once, so that the source can write anywhere in it.
    block: Vec<u8>,
    /// The bytes that came and are not told yet.
    unread: Range<usize>,
    kept: Kept,
}

/// What [`Reader::lend`] found, borrowed from the reader's buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lent<'a> {
    /// A whole frame.
    Chunk {
        /// Where its marker lies, in bytes from the start of the input.
        offset: u64,
        /// The frame, with its offset counted from its own marker.
        frame: Frame<'a>,
    },
    /// Bytes that are no frame, or a frame over the limit.
    Gap(Gap<&'a [u8]>),
    /// The input ended inside a frame.
    Truncated(Truncated<&'a [u8]>),
}

impl<R: Read> Reader<R> {
    /// Reads from `source`, unbuffered ones too: it is asked for 64 KiB or more at a time.
    pub fn new(source: R) -> Self {
        Self::with_limits(source, Limits::default())
    }

    /// The same with limits of its own.
    pub fn with_limits(source: R, limits: Limits) -> Self {
        let scanner = Scanner::new(limits);
        Self { source, scanner, block: vec![0; BLOCK], unread: 0..0, kept: Kept::default() }
    }

    /// The next chunk, gap or cut end, lent until the next call; `None` at the end of the stream. Blocks while the
    /// source does.
    ///
    /// # Errors
    ///
    /// What the source answers, except interrupted calls, which are made again. After an error the call may be
    /// repeated: nothing read before it is lost.
    #[inline]
    pub fn lend(&mut self) -> io::Result<Option<Lent<'_>>> {
        let Some(told) = self.advance()? else { return Ok(None) };
        let bytes = |range: Range<usize>| self.block.get(range).unwrap_or_default();
        Ok(Some(match told {
            Told::Chunk { offset, head, payload } => {
                let Header { sigil, render, len: header_len, .. } = head;
                let frame = Frame { sigil, render, payload: bytes(payload), header_len, offset: 0 };
                Lent::Chunk { offset, frame }
            }
            Told::Gap(gap) => Lent::Gap(gap.map(bytes)),
            Told::Truncated(cut) => Lent::Truncated(cut.map(bytes)),
        }))
    }

    /// The next chunk, gap or cut end, to be kept; `None` at the end of the stream. Blocks while the source does. Never
    /// answers [`Event::Pending`].
    ///
    /// What is kept is copied once, all that one call of the source brought into one allocation, which lives as long
    /// as any chunk of it; a payload over 256 KiB takes the buffer over instead.
    ///
    /// # Errors
    ///
    /// As [`lend`](Self::lend).
    pub fn read(&mut self) -> io::Result<Option<Event>> {
        let Some(told) = self.advance()? else { return Ok(None) };
        Ok(Some(match told {
            Told::Chunk { offset, head, payload } => {
                let chunk = Chunk::new(head.sigil, head.render, self.keep(payload));
                Event::Chunk(Found { offset, header_len: head.len, chunk })
            }
            Told::Gap(gap) => Event::Gap(gap.map(|range| self.keep(range))),
            Told::Truncated(cut) => Event::Truncated(cut.map(|range| self.keep(range))),
        }))
    }

    /// The source.
    pub const fn get_ref(&self) -> &R {
        &self.source
    }

    /// The source back; bytes read but not told yet are dropped.
    pub fn into_inner(self) -> R {
        self.source
    }

    #[inline]
    fn advance(&mut self) -> io::Result<Option<Told>> {
        loop {
            let offset = self.scanner.offset();
            let unread = self.block.get(self.unread.clone()).unwrap_or_default();
            match self.scanner.step(unread) {
                Step::Frame(head) => {
                    let payload = self.unread.start.saturating_add(head.len);
                    let len = usize::try_from(head.payload_len).unwrap_or(usize::MAX);
                    self.unread.start = payload.saturating_add(len);
                    return Ok(Some(Told::Chunk { offset, head, payload: payload..self.unread.start }));
                }
                Step::Gap { fault, len } => {
                    let bytes = self.take(len);
                    return Ok(Some(Told::Gap(Gap { offset, len: len as u64, fault, bytes })));
                }
                Step::Skip { len } => drop(self.take(len)),
                Step::Oversize { offset, len } => {
                    return Ok(Some(Told::Gap(Gap { offset, len, fault: Fault::Oversize, bytes: 0..0 })));
                }
                Step::Truncated { offset, len, missing } => {
                    let bytes = self.take(self.unread.len());
                    return Ok(Some(Told::Truncated(Truncated { offset, len, missing, bytes })));
                }
                Step::Pending { .. } if self.scanner.is_finished() => return Ok(None),
                Step::Pending { missing } => self.fill(missing)?,
            }
        }
    }

    fn take(&mut self, len: usize) -> Range<usize> {
        let start = self.unread.start;
        self.unread.start = start.saturating_add(len).min(self.unread.end);
        start..self.unread.start
    }

    /// Reads once; `missing` bytes would decide what comes next.
    fn fill(&mut self, missing: u64) -> io::Result<()> {
        self.make_room(missing);
        match self.source.read(self.block.get_mut(self.unread.end..).unwrap_or_default()) {
            Ok(0) => self.scanner.finish(),
            Ok(count) => self.unread.end = self.unread.end.saturating_add(count).min(self.block.len()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Makes sure that the source has a place to write to.
    fn make_room(&mut self, missing: u64) {
        let Range { start, end } = self.unread;
        let free = self.block.len().saturating_sub(end);
        let missing = usize::try_from(missing).unwrap_or(usize::MAX);
        if free >= missing.max(READ) {
            return;
        }
        self.kept = Kept::default();
        self.block.copy_within(self.unread.clone(), 0);
        self.unread = 0..end.saturating_sub(start);
        let needed = self.unread.end.saturating_add(missing);
        if needed > self.block.len() {
            // A declared length is no reason to allocate: the buffer doubles with the bytes that came.
            self.block.resize(needed.min(self.block.len().saturating_mul(2)), 0);
        } else if self.block.len() > LARGE && needed <= BLOCK {
            self.block.truncate(BLOCK);
            self.block.shrink_to_fit();
        }
    }

    /// The bytes of the buffer at `range`, which lies before what is unread, to be kept.
    fn keep(&mut self, range: Range<usize>) -> Bytes {
        if range.len() > LARGE {
            return self.give_away(range);
        }
        if range.start < self.kept.start || self.kept.end() < range.end {
            // With all that came behind it: what is kept next is there already.
            let bytes = self.block.get(range.start..self.unread.end).unwrap_or_default();
            self.kept = Kept { start: range.start, bytes: Bytes::copy_from_slice(bytes) };
        }
        let from = |place: usize| place.saturating_sub(self.kept.start);
        self.kept.bytes.slice(from(range.start)..from(range.end))
    }

    /// The buffer itself, cut to `range`; what is unread moves to a new one.
    fn give_away(&mut self, range: Range<usize>) -> Bytes {
        let unread = self.block.get(self.unread.clone()).unwrap_or_default();
        let mut block = vec![0; BLOCK.max(unread.len())];
        if let Some(front) = block.get_mut(..unread.len()) {
            front.copy_from_slice(unread);
        }
        self.unread = 0..unread.len();
        self.kept = Kept::default();
        Bytes::from(mem::replace(&mut self.block, block)).slice(range)
    }
}

/// A copy of a part of the buffer, which kept payloads are slices of.
#[derive(Debug, Default)]
struct Kept {
    /// Where it begins in the buffer.
    start: usize,
    bytes: Bytes,
}

impl Kept {
    const fn end(&self) -> usize {
        self.start.saturating_add(self.bytes.len())
    }
}

/// Never yields [`Event::Pending`].
impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Event>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

/// What lies where in the buffer.
enum Told {
    Chunk { offset: u64, head: Header, payload: Range<usize> },
    Gap(Gap<Range<usize>>),
    Truncated(Truncated<Range<usize>>),
}
