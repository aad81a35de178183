//! What holds for any input: the events depend on the bytes only, and account for all of them.

mod common;
#[path = "common/generate.rs"]
mod generate;

use common::{Xorshift, assert_covers, chunks, events, events_of, outline};
use cyb_stream::{
    Chunk, Encoder, Event, Header, Limits, MARKER, ParsedHeader, Render, Sigil, frames, parse_header,
};
use generate::{chunk, input};
use proptest::prelude::*;

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

/// A tree to be written: a leaf's payload, or children.
#[derive(Clone, Debug)]
enum Tree {
    Leaf(Vec<u8>),
    Nest(Vec<Self>),
}

impl Tree {
    fn any() -> impl Strategy<Value = Self> {
        let len = prop_oneof![4 => 0..200_usize, 1 => 0..20_000_usize];
        let leaf = len.prop_map(|len| Self::Leaf(vec![b'x'; len]));
        leaf.prop_recursive(8, 40, 6, |inner| prop::collection::vec(inner, 0..6).prop_map(Self::Nest))
    }

    /// From the inside out, each payload in a buffer of its own: slow and plain.
    fn plainly(&self) -> Vec<u8> {
        let (pair, payload) = match self {
            Self::Leaf(payload) => (*b"#t", payload.clone()),
            Self::Nest(children) => (*b"|c", children.iter().flat_map(Self::plainly).collect()),
        };
        let mut out = vec![MARKER, pair[0], pair[1]];
        cyb_stream::varint::encode(payload.len() as u64, &mut out);
        out.extend(payload);
        out
    }

    fn encode(&self, out: &mut Encoder) {
        match self {
            Self::Leaf(payload) => out.frame(Sigil::HAX, Render::TEXT, payload),
            Self::Nest(children) => out.nest(Sigil::BAR, Render::COMPONENT, |out| {
                for child in children {
                    child.encode(out);
                }
            }),
        };
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn lengths_are_right_at_every_depth(trees in prop::collection::vec(Tree::any(), 0..4)) {
        let mut out = Encoder::new();
        for tree in &trees {
            tree.encode(&mut out);
        }
        let plainly: Vec<u8> = trees.iter().flat_map(Tree::plainly).collect();
        prop_assert_eq!(out.len(), plainly.len());
        prop_assert_eq!(out.as_bytes(), &plainly);
    }
}
