//! For the tests that attack: every way of feeding, sources of any length, bombs, small stacks.
#![allow(dead_code, reason = "each test binary uses its own part")]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

use std::{
    cell::Cell,
    io::{self, Read},
    thread,
};

use cyb_stream::{Chunk, Decoder, Event, Limits, Reader, Render, Sigil, varint};

use crate::common::{assert_covers, drain, events_of, outline};

/// A frame that has done nothing wrong: 8 bytes.
pub(crate) const GOOD: &[u8] = b"\x1f#t\x04good";

/// The outline of `input`, which must be the same fed whole, byte by byte and through a reader, and cover all of it.
pub(crate) fn told(input: &[u8]) -> Vec<String> {
    told_with(Limits::default(), input)
}

/// The same with limits.
pub(crate) fn told_with(limits: Limits, input: &[u8]) -> Vec<String> {
    let whole = events_of(limits, &[input]);
    assert_covers(input, &whole);
    let bytes: Vec<&[u8]> = input.chunks(1).collect();
    assert!(events_of(limits, &bytes) == whole, "byte by byte as fed whole");
    let read: Vec<Event> = Reader::with_limits(input, limits).map(Result::unwrap).collect();
    assert!(read == whole, "a reader tells what its decoder tells");
    outline(&whole)
}

/// What is told of `input` while more may come.
pub(crate) fn told_open(input: &[u8]) -> Vec<String> {
    let mut decoder = Decoder::new();
    decoder.feed(input);
    let mut found = Vec::new();
    drain(&mut decoder, &mut found);
    outline(&found)
}

/// Frames of 12 bytes each: `line 000` to `line 999` at most.
pub(crate) fn lines(count: usize) -> Vec<Chunk> {
    (0..count).map(|number| Chunk::text(format!("line {number:03}"))).collect()
}

/// The chunks one behind the other.
pub(crate) fn wire(chunks: &[Chunk]) -> Vec<u8> {
    chunks.iter().flat_map(Chunk::to_bytes).collect()
}

/// A pattern over and over, `left` bytes of it, counted as they go.
struct Repeated<'a> {
    pattern: &'a [u8],
    left: u64,
    given: &'a Cell<u64>,
}

impl Read for Repeated<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = self.left.min(out.len() as u64) as usize;
        let start = self.given.get() as usize % self.pattern.len();
        for (byte, &next) in out[..len].iter_mut().zip(self.pattern.iter().cycle().skip(start)) {
            *byte = next;
        }
        self.left -= len as u64;
        self.given.set(self.given.get() + len as u64);
        Ok(len)
    }
}

/// Reads `len` bytes of `pattern` repeated, shows each event to `each`, and panics if the reader ever took in more
/// than `payload limit + 2 MiB` bytes that it had not told: so much it may hold, whatever comes.
pub(crate) fn read_repeated(limits: Limits, pattern: &[u8], len: u64, mut each: impl FnMut(&Event)) {
    let given = Cell::new(0);
    let source = Repeated { pattern, left: len, given: &given };
    let mut told = 0;
    for event in Reader::with_limits(source, limits) {
        let event = event.unwrap();
        let end = match &event {
            Event::Chunk(found) => {
                found.offset + found.header_len as u64 + found.chunk.payload().len() as u64
            }
            Event::Gap(gap) => gap.offset + gap.len,
            Event::Truncated(cut) => cut.offset + cut.len,
            Event::Pending => panic!("a reader is never pending"),
        };
        let held = given.get() - told;
        assert!(held <= limits.payload + (2 << 20), "{held} bytes were taken in before {event:?}");
        told = end;
        each(&event);
    }
    assert_eq!(told, len, "every byte is accounted for");
}

/// `levels` frames one in the other, kinds in turn from the outside, each with `before` in front of the next one.
pub(crate) fn bomb(levels: usize, kinds: &[(Sigil, Render, &[u8])]) -> Chunk {
    // Back to front, so that it takes one buffer.
    let mut out: Vec<u8> = Vec::new();
    for level in (0..levels).rev() {
        let (sigil, render, before) = kinds[level % kinds.len()];
        if level + 1 < levels {
            out.extend(before.iter().rev());
        }
        let mut header = vec![0x1F, sigil.0, render.0];
        varint::encode(out.len() as u64, &mut header);
        if level == 0 {
            out.reverse();
            return Chunk::new(sigil, render, out);
        }
        out.extend(header.iter().rev());
    }
    unreachable!("a bomb has levels")
}

/// Runs `work` where deep recursion ends at once: with 256 KiB of stack.
pub(crate) fn on_a_small_stack(work: impl FnOnce() + Send) {
    thread::scope(|scope| {
        thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, work).unwrap().join().unwrap();
    });
}
