//! What the test files share: feeding, and the account of every byte.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]
#![allow(dead_code, reason = "each test binary uses its own part")]

use cyb_stream::{Chunk, ChunkId, Decoder, Event, Fault, Gap, Limits, Truncated};

/// All events of `pieces` fed one after the other, each drained before the next, then finished.
pub(crate) fn events_of(limits: Limits, pieces: &[&[u8]]) -> Vec<Event> {
    let mut decoder = Decoder::with_limits(limits);
    let mut events = Vec::new();
    for piece in pieces {
        decoder.feed(piece);
        drain(&mut decoder, &mut events);
    }
    decoder.finish();
    drain(&mut decoder, &mut events);
    events
}

/// All events of one feed with the default limits.
pub(crate) fn events(input: &[u8]) -> Vec<Event> {
    events_of(Limits::default(), &[input])
}

/// Moves all events that are decided into `events`.
pub(crate) fn drain(decoder: &mut Decoder, events: &mut Vec<Event>) {
    loop {
        match decoder.next_event() {
            Event::Pending => return,
            event => events.push(event),
        }
    }
}

/// Panics unless the events cover `input` exactly: in order, without overlap, with the bytes that stand there.
pub(crate) fn assert_covers(input: &[u8], events: &[Event]) {
    let mut at = 0_usize;
    for (index, event) in events.iter().enumerate() {
        let rest = &input[at..];
        let (offset, len) = match event {
            Event::Chunk(found) => {
                let payload = found.chunk.payload();
                let (header, body) = rest.split_at(found.header_len);
                assert!(header.iter().copied().eq(found.frame().header()));
                assert_eq!(&body[..payload.len()], payload);
                (found.offset, header.len() + payload.len())
            }
            Event::Gap(gap) if gap.fault == Fault::Oversize => {
                assert!(gap.bytes.is_empty());
                (gap.offset, gap.len as usize)
            }
            Event::Gap(gap) => {
                assert!(gap.len > 0 && gap.len <= 64 * 1024, "{gap:?}");
                assert_eq!(gap.bytes.len() as u64, gap.len);
                assert_eq!(&rest[..gap.bytes.len()], gap.bytes);
                (gap.offset, gap.bytes.len())
            }
            Event::Truncated(cut) => {
                assert_eq!(index + 1, events.len(), "a cut frame is the last event");
                assert!(cut.bytes.is_empty() || cut.bytes == rest);
                (cut.offset, cut.len as usize)
            }
            Event::Pending => panic!("drained events are never pending"),
        };
        assert_eq!(offset, at as u64);
        at += len;
    }
    assert_eq!(at, input.len(), "every byte is accounted for");
}

/// The chunks among the events.
pub(crate) fn chunks(events: &[Event]) -> Vec<Chunk> {
    let chunk = |event: &Event| match event {
        Event::Chunk(found) => Some(found.chunk.clone()),
        _ => None,
    };
    events.iter().filter_map(chunk).collect()
}

/// A short form of events, for expectations: `chunk 0 #t 5`, `gap 5 3 bad-sigil`, `cut 9 2 missing 3`.
pub(crate) fn outline(events: &[Event]) -> Vec<String> {
    let line = |event: &Event| match event {
        Event::Chunk(found) => {
            let (sigil, render) = (found.chunk.sigil(), found.chunk.render());
            format!("chunk {} {sigil}{render} {}", found.offset, found.chunk.payload().len())
        }
        Event::Gap(Gap { offset, len, fault, .. }) => format!("gap {offset} {len} {}", fault.name()),
        Event::Truncated(Truncated { offset, len, missing, .. }) => match missing {
            Some(missing) => format!("cut {offset} {len} missing {missing}"),
            None => format!("cut {offset} {len} missing ?"),
        },
        Event::Pending => "pending".to_owned(),
    };
    events.iter().map(line).collect()
}

/// Over the wire and back.
pub(crate) fn sent(chunk: &Chunk) -> Chunk {
    let found = events(&chunk.to_bytes());
    let [Event::Chunk(found)] = &found[..] else { panic!("{found:?}") };
    assert_eq!(&found.chunk, chunk);
    found.chunk.clone()
}

/// An id, as [`Chunk::id`] gives it.
pub(crate) fn id(text: &'static str) -> ChunkId {
    ChunkId::new(text)
}

/// The bytes of a hex string.
pub(crate) fn unhex(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

/// `levels` components, one in the other, around `core`.
pub(crate) fn nested(levels: usize, core: &Chunk) -> Chunk {
    // From the inside out, so that it takes one buffer: the headers are laid down back to front.
    let mut out: Vec<u8> = core.to_bytes().iter().rev().copied().collect();
    for _ in 1..levels {
        let mut header = vec![0x1F, b'|', b'c'];
        cyb_stream::varint::encode(out.len() as u64, &mut header);
        out.extend(header.iter().rev());
    }
    out.reverse();
    Chunk::new(cyb_stream::Sigil::BAR, cyb_stream::Render::COMPONENT, out)
}

/// xorshift64*: small, seeded, the same everywhere.
pub(crate) struct Xorshift(pub(crate) u64);

impl Xorshift {
    /// The next number.
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }
}
