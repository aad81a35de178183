//! Inputs for property tests: frames, nearly frames, and noise.

use cyb_stream::{Chunk, Render, Sigil};
use proptest::prelude::*;

/// One of the thirteen.
pub(crate) fn sigil() -> impl Strategy<Value = Sigil> {
    prop::sample::select(&Sigil::ALL[..])
}

/// Mostly a defined render.
pub(crate) fn render() -> impl Strategy<Value = Render> {
    prop_oneof![3 => prop::sample::select(&Render::ALL[..]), 1 => (0x21..=0x7E_u8).prop_map(Render)]
}

/// A chunk, nested or with a payload that mostly looks like frames.
pub(crate) fn chunk() -> impl Strategy<Value = Chunk> {
    let leaf =
        (sigil(), render(), noise()).prop_map(|(sigil, render, payload)| Chunk::new(sigil, render, payload));
    leaf.prop_recursive(3, 24, 5, |inner| {
        (sigil(), render(), prop::collection::vec(inner, 0..5)).prop_map(|(sigil, render, children)| {
            Chunk::build(sigil, render, |payload| payload.extend(children))
        })
    })
}

/// Bytes that often are the start of a frame.
pub(crate) fn noise() -> impl Strategy<Value = Vec<u8>> {
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
pub(crate) fn input() -> impl Strategy<Value = Vec<u8>> {
    let frame = || chunk().prop_map(|chunk| chunk.to_bytes().to_vec());
    let padded = (sigil(), render(), noise(), 1..9_usize).prop_map(|(sigil, render, payload, len)| {
        let mut bytes = vec![0x1F, sigil.0, render.0, payload.len() as u8 | 0x80];
        bytes.extend(std::iter::repeat_n(0x80, len - 1));
        bytes[2 + len] &= 0x7F;
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
