//! Runs of text: chunks of one stream, joined and cut into parts of a few lines each, so that a view lays out only
//! what is seen (protocol, "Text").

use std::ops::Range;

use bytes::{Bytes, BytesMut};
use cyb_stream::{Chunk, Render, Sigil};

/// How much text one part holds before it begins no more lines, in bytes and lines.
const BYTES: usize = 4096;
const LINES: u32 = 64;
/// The longest line that is not cut, in bytes.
const LINE: usize = 4096;

/// A part of a run: ranges of chunks whose bytes, joined, are its text.
#[derive(Debug)]
pub(super) struct Run {
    pub(super) sigil: Sigil,
    parts: Vec<Part>,
    bytes: usize,
    lines: u32,
    /// How long the last line is so far, if it has not ended.
    open: usize,
    cut: bool,
}

#[derive(Clone, Copy, Debug)]
struct Part {
    chunk: u32,
    start: u32,
    end: u32,
}

impl Run {
    pub(super) const fn new(sigil: Sigil) -> Self {
        Self { sigil, parts: Vec::new(), bytes: 0, lines: 0, open: 0, cut: false }
    }

    /// How many lines and bytes it holds.
    pub(super) const fn extent(&self) -> (u32, usize) {
        (self.lines + (self.open > 0) as u32, self.bytes)
    }

    /// Whether its last line goes on.
    pub(super) const fn is_open(&self) -> bool {
        self.open > 0 && !self.cut
    }

    /// Takes as much of `text` from `from` on as fits, or only the rest of the line it has begun; returns how much.
    pub(super) fn take(&mut self, chunk: u32, text: &[u8], from: usize, only_line: bool) -> usize {
        let mut end = from;
        while end < text.len() && !self.cut {
            let begins = self.open == 0;
            if begins && (only_line || self.lines >= LINES || self.bytes + (end - from) >= BYTES) {
                break;
            }
            let rest = text.get(end..).unwrap_or_default();
            let room = LINE - self.open;
            // No further than a line may reach: the rest of a long text is searched once, not once per part.
            let newline = rest.iter().take(room).position(|byte| *byte == b'\n');
            let line = newline.map_or(rest.len(), |at| at + 1);
            if line > room {
                end += cut(rest, room);
                self.open = LINE;
                self.cut = true;
                break;
            }
            end += line;
            if newline.is_some() {
                self.lines += 1;
                self.open = 0;
            } else {
                self.open += line;
            }
        }
        self.add(chunk, from..end);
        end - from
    }

    /// Whether nothing more is to be added at its end.
    pub(super) const fn is_full(&self) -> bool {
        self.cut || (self.open == 0 && (self.lines >= LINES || self.bytes >= BYTES))
    }

    /// The text as one chunk of its pair: a slice where it lies in one chunk, a copy where it does not.
    pub(super) fn to_chunk(&self, chunks: &[Chunk]) -> Chunk {
        let slice = |part: &Part| -> Bytes {
            let payload = chunks.get(part.chunk as usize).map(Chunk::payload);
            payload.map(|payload| payload.slice(part.start as usize..part.end as usize)).unwrap_or_default()
        };
        let text = match &self.parts[..] {
            [one] => slice(one),
            parts => {
                let mut joined = BytesMut::with_capacity(self.bytes);
                for part in parts {
                    joined.extend_from_slice(&slice(part));
                }
                joined.freeze()
            }
        };
        Chunk::new(self.sigil, Render::TEXT, text)
    }

    fn add(&mut self, chunk: u32, range: Range<usize>) {
        if !range.is_empty() {
            self.bytes += range.len();
            self.parts.push(Part { chunk, start: range.start as u32, end: range.end as u32 });
        }
    }
}

/// Where to cut a line that is longer than `room`: not inside a character.
fn cut(line: &[u8], room: usize) -> usize {
    let is_inside = |at: usize| line.get(at).is_some_and(|byte| byte & 0xC0 == 0x80);
    let at = room.min(line.len());
    let back = (at.saturating_sub(3)..=at).rev().find(|at| *at > 0 && !is_inside(*at));
    // Bytes that are no text may be cut anywhere; an empty part must not come of it.
    back.unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> Run {
        Run::new(Sigil::SIG)
    }

    #[test]
    fn takes_whole_lines_up_to_its_size() {
        let text = format!("{}\n", "x".repeat(1000)).repeat(6);
        let mut run = run();
        assert_eq!(run.take(0, text.as_bytes(), 0, false), 5 * 1001);
        assert_eq!(run.extent(), (5, 5 * 1001));
        assert!(run.is_full());
    }

    #[test]
    fn cuts_a_long_line_between_characters() {
        let text = "é".repeat(5000);
        let mut run = run();
        let taken = run.take(0, text.as_bytes(), 0, false);
        assert_eq!(taken, LINE);
        let odd = format!("x{text}");
        let mut run = Run::new(Sigil::SIG);
        assert_eq!(run.take(0, odd.as_bytes(), 0, false), LINE - 1);
        assert!(run.is_full());
    }

    #[test]
    fn joins_a_character_that_two_chunks_share() {
        let chunks = [Chunk::stdout(vec![b'a', 0xE2, 0x86]), Chunk::stdout(vec![0x92, b'b'])];
        let mut run = run();
        for (index, chunk) in chunks.iter().enumerate() {
            assert_eq!(run.take(index as u32, chunk.payload(), 0, false), chunk.payload().len());
        }
        assert_eq!(run.to_chunk(&chunks).text_lossy(), "a→b");
    }

    #[test]
    fn takes_only_the_rest_of_a_line_when_asked() {
        let mut run = run();
        assert_eq!(run.take(0, b"x\nab", 0, false), 4);
        assert!(run.is_open());
        assert_eq!(run.take(1, b"c\ndef\n", 0, true), 2);
        assert_eq!(run.take(1, b"c\ndef\n", 2, true), 0);
    }

    #[test]
    fn a_line_that_is_begun_ends_where_it_began() {
        let mut run = run();
        let begun = format!("{}a", "x\n".repeat(63));
        assert_eq!(run.take(0, begun.as_bytes(), 0, false), begun.len());
        assert_eq!(run.take(1, b"b\nc\n", 0, false), 2);
        assert!(run.is_full());
    }

    #[test]
    fn noise_is_cut_too() {
        let noise = vec![0x80; 10_000];
        let mut at = 0;
        while at < noise.len() {
            let taken = run().take(0, &noise, at, false);
            assert!(taken > 0);
            at += taken;
        }
    }
}
