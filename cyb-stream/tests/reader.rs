//! Readers over sources that give what they like: both faces tell what the decoder tells, and nothing is copied or
//! allocated that need not be.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod common;
#[path = "common/generate.rs"]
mod generate;

use std::io::{self, Read};

use common::{Xorshift, chunks, events, events_of};
use cyb_stream::{Chunk, Event, Found, Gap, Lent, Limits, Reader, Truncated};
use generate::input;
use proptest::prelude::*;

/// Gives pieces of any size, with interruptions between them.
struct Trickle<'a> {
    rest: &'a [u8],
    sizes: Xorshift,
    largest: u64,
}

impl<'a> Trickle<'a> {
    const fn new(input: &'a [u8], seed: u64, largest: u64) -> Self {
        Self { rest: input, sizes: Xorshift(seed | 1), largest }
    }
}

impl Read for Trickle<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let draw = self.sizes.next();
        if draw.is_multiple_of(5) {
            return Err(io::ErrorKind::Interrupted.into());
        }
        let len = (1 + draw % self.largest).min(buf.len() as u64) as usize;
        self.rest.read(&mut buf[..len])
    }
}

/// A lent event, copied.
fn owned(lent: Lent<'_>) -> Event {
    match lent {
        Lent::Chunk { offset, frame } => {
            Event::Chunk(Found { offset, header_len: frame.header_len, chunk: Chunk::from(&frame) })
        }
        Lent::Gap(Gap { offset, len, fault, bytes }) => {
            Event::Gap(Gap { offset, len, fault, bytes: bytes.to_vec().into() })
        }
        Lent::Truncated(Truncated { offset, len, missing, bytes }) => {
            Event::Truncated(Truncated { offset, len, missing, bytes: bytes.to_vec().into() })
        }
    }
}

/// All events, by the face that `lends` says for each.
fn read_all(source: impl Read, limits: Limits, mut lends: impl FnMut() -> bool) -> Vec<Event> {
    let mut reader = Reader::with_limits(source, limits);
    let mut told = Vec::new();
    loop {
        let event = if lends() { reader.lend().unwrap().map(owned) } else { reader.read().unwrap() };
        match event {
            Some(event) => told.push(event),
            None => return told,
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_faces_tell_what_the_decoder_tells(
        input in input(),
        seed in any::<u64>(),
        payload in prop_oneof![Just(Limits::default().payload), 0..40_u64],
    ) {
        let limits = Limits { payload, ..Limits::default() };
        let expected = events_of(limits, &[&input]);
        let trickle = || Trickle::new(&input, seed, 9);
        prop_assert_eq!(&read_all(trickle(), limits, || true), &expected);
        prop_assert_eq!(&read_all(trickle(), limits, || false), &expected);
        let mut turns = Xorshift(seed | 1);
        prop_assert_eq!(&read_all(trickle(), limits, || turns.next().is_multiple_of(2)), &expected);
    }
}

/// Frames from empty to megabytes, with damage between some of them.
fn mixed_sizes() -> Vec<u8> {
    let mut random = Xorshift(0x51E5);
    let mut input = Vec::new();
    for round in 0..400_u32 {
        let largest = match round {
            _ if round % 60 == 59 => 3_000_000,
            _ if round.is_multiple_of(7) => 70_000,
            _ => 300,
        };
        let payload = vec![b'a' + (round % 26) as u8; (random.next() % largest) as usize];
        input.extend_from_slice(&Chunk::stdout(payload).to_bytes());
        if round.is_multiple_of(50) {
            input.extend_from_slice(&b"no frame ".repeat((random.next() % 20_000) as usize));
        }
    }
    input
}

#[test]
fn frames_of_all_sizes_come_whole_and_stay_whole_when_kept() {
    let input = mixed_sizes();
    let expected = events(&input);
    assert!(chunks(&expected).iter().any(|chunk| chunk.payload().len() > 1_000_000));
    for (seed, largest) in [(1, 100_000), (2, 3_000), (3, 5_000_000)] {
        let mut turns = Xorshift(seed);
        let source = Trickle::new(&input, seed, largest);
        let told = read_all(source, Limits::default(), || turns.next().is_multiple_of(3));
        assert!(told == expected, "in pieces of up to {largest}");
    }
}

#[test]
fn a_large_payload_is_not_copied_when_it_is_kept() {
    let large = Chunk::stdout(vec![b'x'; 5_000_000]).to_bytes();
    let input = [&large[..], &Chunk::text("behind").to_bytes()].concat();
    let mut reader = Reader::new(&input[..]);
    let lent = match reader.lend() {
        Ok(Some(Lent::Chunk { frame, .. })) => frame.payload.as_ptr(),
        other => panic!("{other:?}"),
    };
    assert!(!input.as_ptr_range().contains(&lent), "the reader has a buffer of its own");
    let mut reader = Reader::new(&input[..]);
    let Ok(Some(Event::Chunk(first))) = reader.read() else { panic!("a chunk was given") };
    let Ok(Some(Event::Chunk(second))) = reader.read() else { panic!("a chunk was given") };
    assert_eq!(first.chunk.payload().len(), 5_000_000);
    assert_eq!(second.chunk, Chunk::text("behind"));
    // A payload that is the only owner of its memory turns into it without a copy.
    let place = first.chunk.payload().as_ptr();
    let payload = first.chunk.into_payload().try_into_mut().unwrap();
    assert_eq!(payload.as_ptr(), place);
}

#[test]
fn small_payloads_that_are_kept_share_allocations() {
    let input = Chunk::text("some words").to_bytes().repeat(1000);
    let kept: Vec<Chunk> = chunks(&read_all(&input[..], Limits::default(), || false));
    let apart = |pair: &[Chunk]| {
        let [first, second] = pair else { panic!("two of them") };
        (second.payload().as_ptr() as usize).abs_diff(first.payload().as_ptr() as usize)
    };
    let frame = Chunk::text("some words").to_bytes().len();
    assert_eq!(kept.windows(2).map(apart).max(), Some(frame));
}

/// Endless input that notes the most it was asked for at once.
struct Endless {
    unit: &'static [u8],
    at: usize,
    asked: usize,
}

impl Read for Endless {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        self.asked = self.asked.max(buf.len());
        for place in buf.iter_mut() {
            *place = self.unit[self.at % self.unit.len()];
            self.at += 1;
        }
        Ok(buf.len())
    }
}

#[test]
fn memory_is_bounded_on_endless_input() {
    // Frames, a gap without end, markers without end.
    for unit in [&b"\x1f#t\x05hello"[..], b"no frame", b"\x1f"] {
        let mut reader = Reader::new(Endless { unit, at: 0, asked: 0 });
        for _ in 0..2000 {
            if reader.get_ref().at > 30_000_000 {
                break;
            }
            assert!(reader.lend().unwrap().is_some());
        }
        assert!(reader.get_ref().asked <= 128 * 1024, "{unit:?}");
    }
}
