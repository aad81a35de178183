//! What holds for any input: the events depend on the bytes only, and account for all of them.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod common;

use common::{Xorshift, assert_covers, chunks, events, events_of, outline};
use cyb_stream::{Chunk, Event, Header, Limits, MARKER, ParsedHeader, Render, Sigil, frames, parse_header};
use proptest::prelude::*;

fn sigil() -> impl Strategy<Value = Sigil> {
    prop::sample::select(&Sigil::ALL[..])
}

fn render() -> impl Strategy<Value = Render> {
    prop_oneof![3 => prop::sample::select(&Render::ALL[..]), 1 => (0x21..=0x7E_u8).prop_map(Render)]
}

/// A chunk, nested or with a payload that mostly looks like frames.
fn chunk() -> impl Strategy<Value = Chunk> {
    let leaf =
        (sigil(), render(), noise()).prop_map(|(sigil, render, payload)| Chunk::new(sigil, render, payload));
    leaf.prop_recursive(3, 24, 5, |inner| {
        (sigil(), render(), prop::collection::vec(inner, 0..5)).prop_map(|(sigil, render, children)| {
            Chunk::build(sigil, render, |payload| payload.extend(children))
        })
    })
}

/// Bytes that often are the start of a frame.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![
        4 => Just(0x1F),
        3 => prop::sample::select(&b"#@~/$^!.|=?:+"[..]),
        3 => prop::sample::select(&b"tsTc"[..]),
        3 => 0..12_u8,
        2 => any::<u8>(),
    ];
    prop::collection::vec(byte, 0..40)
}

/// Frames, padded frames, cut frames, damage and noise in any order.
fn input() -> impl Strategy<Value = Vec<u8>> {
    let frame = || chunk().prop_map(|chunk| chunk.to_bytes().to_vec());
    let padded = (sigil(), render(), noise(), 1..9_usize).prop_map(|(sigil, render, payload, len)| {
        let mut bytes = vec![0x1F, sigil.0, render.0, payload.len() as u8 | 0x80];
        bytes.extend(std::iter::repeat_n(0x80, len - 1));
        *bytes.last_mut().unwrap() &= 0x7F;
        bytes.extend(payload);
        bytes
    });
    let hurt = (frame(), any::<prop::sample::Index>(), any::<u8>()).prop_map(|(mut bytes, at, byte)| {
        let at = at.index(bytes.len());
        bytes[at] = byte;
        bytes
    });
    let cut = (frame(), any::<prop::sample::Index>()).prop_map(|(mut bytes, at)| {
        bytes.truncate(at.index(bytes.len()));
        bytes
    });
    let part = prop_oneof![4 => frame(), 1 => padded, 2 => hurt, 1 => cut, 2 => noise()];
    prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat())
}

fn limits() -> impl Strategy<Value = Limits> {
    let payload = prop_oneof![Just(Limits::default().payload), 0..40_u64];
    payload.prop_map(|payload| Limits { payload, ..Limits::default() })
}

/// The rules read literally, over a whole input: slow, without states, and in no need of being fed.
fn model(input: &[u8], limit: u64) -> Vec<String> {
    let (mut told, mut at) = (Vec::new(), 0);
    let parsed = |at: usize| parse_header(&input[at..]);
    while at < input.len() {
        let left = input.len() - at;
        match parsed(at) {
            ParsedHeader::Incomplete => {
                told.push(format!("cut {at} {left} missing ?"));
                at = input.len();
            }
            ParsedHeader::Complete(head) if head.frame_len() > left as u64 => {
                told.push(format!("cut {at} {left} missing {}", head.frame_len() - left as u64));
                at = input.len();
            }
            ParsedHeader::Complete(head) => {
                let Header { sigil, render, payload_len, .. } = head;
                told.push(if payload_len > limit {
                    format!("gap {at} {} oversize", head.frame_len())
                } else {
                    format!("chunk {at} {sigil}{render} {payload_len}")
                });
                at += head.frame_len() as usize;
            }
            ParsedHeader::Malformed(fault) => {
                let vouched = |&at: &usize| match parsed(at) {
                    ParsedHeader::Complete(head) if head.payload_len <= limit => {
                        let end = at as u64 + head.frame_len();
                        let behind = usize::try_from(end).ok().and_then(|end| input.get(end));
                        end == input.len() as u64 || behind == Some(&MARKER)
                    }
                    _ => false,
                };
                let end = (at + 1..input.len()).find(vouched).unwrap_or(input.len());
                for piece in (at..end).step_by(64 * 1024) {
                    told.push(format!("gap {piece} {} {}", (end - piece).min(64 * 1024), fault.name()));
                }
                at = end;
            }
        }
    }
    told
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_split_gives_the_same_events(
        input in input(),
        limits in limits(),
        mut cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
    ) {
        let whole = events_of(limits, &[&input]);
        assert_covers(&input, &whole);
        prop_assert_eq!(outline(&whole), model(&input, limits.payload));
        let bytes: Vec<&[u8]> = input.chunks(1).collect();
        prop_assert_eq!(&events_of(limits, &bytes), &whole);
        cuts.sort_by_key(|cut| cut.index(input.len() + 1));
        let (mut pieces, mut from) = (Vec::new(), 0);
        for cut in cuts {
            let to = cut.index(input.len() + 1);
            pieces.push(&input[from..to]);
            from = to;
        }
        pieces.push(&input[from..]);
        prop_assert_eq!(&events_of(limits, &pieces), &whole);
    }

    #[test]
    fn what_is_written_is_read_back(written in prop::collection::vec(chunk(), 0..8)) {
        let bytes: Vec<u8> = written.iter().flat_map(Chunk::to_bytes).collect();
        let read = events(&bytes);
        prop_assert_eq!(read.len(), written.len());
        prop_assert_eq!(&chunks(&read), &written);
        // The walk in memory sees the same.
        let walked: Vec<Chunk> = frames(&bytes).map(|frame| Chunk::from(&frame.unwrap())).collect();
        prop_assert_eq!(&walked, &written);
        // Every header was in its shortest form, so writing again gives the same bytes.
        let again: Vec<u8> = walked.iter().flat_map(Chunk::to_bytes).collect();
        prop_assert_eq!(again, bytes);
    }

    /// A gap is told only where the rules demand one: without damage at the top level there is none, and behind a
    /// sound frame the next sound frame is always found.
    #[test]
    fn the_walk_and_the_decoder_agree_up_to_the_first_damage(input in input()) {
        let read = events(&input);
        let mut read = read.iter();
        for walked in frames(&input) {
            match (walked, read.next()) {
                (Ok(frame), Some(Event::Chunk(found))) => {
                    prop_assert_eq!(found.offset, frame.offset as u64);
                    prop_assert_eq!(&found.chunk, &Chunk::from(&frame));
                }
                (Err(error), Some(Event::Gap(gap))) => {
                    prop_assert_eq!((gap.offset, gap.fault), (error.offset as u64, error.fault));
                }
                (Err(error), Some(Event::Truncated(cut))) => {
                    prop_assert_eq!((cut.offset, "cut"), (error.offset as u64, error.fault.name()));
                }
                (walked, read) => prop_assert!(false, "{:?} against {:?}", walked, read),
            }
        }
    }
}

const TEN_MILLION: usize = 10_000_000;

/// Feeds in pieces of odd sizes, and again whole.
fn survive(input: &[u8]) -> Vec<Event> {
    let mut sizes = Xorshift(7);
    let (mut pieces, mut rest) = (Vec::new(), input);
    while !rest.is_empty() {
        let len = (sizes.next() % 200_000) as usize;
        let (piece, behind) = rest.split_at(len.min(rest.len()));
        pieces.push(piece);
        rest = behind;
    }
    let found = events_of(Limits::default(), &pieces);
    assert_covers(input, &found);
    assert!(events(input) == found, "one feed and many give the same");
    assert!(outline(&found) == model(input, Limits::default().payload), "and what the rules say");
    found
}

#[test]
fn ten_million_random_bytes_are_all_accounted_for() {
    let mut random = Xorshift(0x5EED_0001);
    let mut input = Vec::with_capacity(TEN_MILLION);
    while input.len() < TEN_MILLION {
        input.extend_from_slice(&random.next().to_le_bytes());
    }
    survive(&input);
}

/// Random bytes, three in four of them from what headers are made of.
fn likely(seed: u64, mask: u8) -> Vec<u8> {
    const LIKELY: &[u8] =
        b"\x1f\x1f\x1f\x1f#@~/$^!.|=?:+tsTcplexi\x00\x01\x02\x03\x05\x08\x1e\x7f\x80\x81\xff";
    let mut random = Xorshift(seed);
    let mut byte = || match random.next() {
        draw if draw & 0x300 == 0 => draw as u8 & mask,
        draw => LIKELY[(draw >> 32) as usize % LIKELY.len()] & mask,
    };
    (0..TEN_MILLION).map(|_| byte()).collect()
}

#[test]
fn ten_million_bytes_that_look_like_frames_are_all_accounted_for() {
    // With long frames that reach over megabytes.
    let found = survive(&likely(0x5EED_0002, 0xFF));
    assert!(found.len() > 100);
    // With short ones only, so that it goes in and out of sync all the way.
    let found = survive(&likely(0x5EED_0003, 0x7F));
    assert!(chunks(&found).len() > 10_000);
}
