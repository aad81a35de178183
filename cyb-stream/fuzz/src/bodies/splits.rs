//! A stream in pieces of any size gives the events of the same bytes fed at once.

use cyb_stream::{Decoder, Limits, Reader};

use super::decode::{drain, events};

/// One byte: how many sizes follow (low four bits) and the limit (the others, 0 for the default); the sizes of the
/// pieces in turn, in bytes, one each; then the stream.
pub fn run(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let (sizes, stream) = rest.split_at(usize::from(first & 0x0F).min(rest.len()));
    let limits = match first >> 4 {
        0 => Limits::default(),
        eights => Limits { payload: u64::from(eights) * 8, ..Limits::default() },
    };
    let whole = events(stream, limits);
    assert_eq!(in_pieces(stream, sizes, limits), whole);
    let read: Vec<_> = Reader::with_limits(stream, limits).flatten().collect();
    assert_eq!(read, whole);
}

fn in_pieces(stream: &[u8], sizes: &[u8], limits: Limits) -> Vec<cyb_stream::Event> {
    let mut decoder = Decoder::with_limits(limits);
    let (mut events, mut rest) = (Vec::new(), stream);
    // Only zeros would feed nothing for ever.
    let sizes = if sizes.iter().any(|&size| size > 0) { sizes } else { &[1] };
    for &size in sizes.iter().cycle() {
        let (piece, behind) = rest.split_at(usize::from(size).min(rest.len()));
        decoder.feed(piece);
        drain(&mut decoder, &mut events);
        rest = behind;
        if rest.is_empty() {
            break;
        }
    }
    decoder.finish();
    drain(&mut decoder, &mut events);
    events
}
