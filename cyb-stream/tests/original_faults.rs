//! The faults of the first implementation of this wire in its framing, one by one, with what has to happen instead.

#[path = "common/checked.rs"]
mod checked;
mod common;

use std::io;

use checked::{GOOD, lines, told, told_open, wire};
use common::{assert_covers, chunks, drain, events, outline, sent};
use cyb_stream::{Chunk, Decoder, Event, Reader};

/// A header whose length is these bytes, then a good frame.
fn before_good(length: &[u8]) -> Vec<u8> {
    [b"\x1f#t", length, GOOD].concat()
}

#[test]
fn a_length_near_2_to_the_64_is_malformed_and_the_good_frame_behind_comes_out() {
    // 2^64 - 13 to 2^64 - 1: all of ten digits, of which the lowest differs.
    for lowest in 0xF3..=0xFF {
        let input = before_good(&[[lowest].as_slice(), &[0xFF; 8], &[0x01]].concat());
        assert_eq!(told(&input), ["gap 0 13 long-varint", "chunk 13 #t 4"]);
    }
    // The largest that nine digits carry is readable, and too large.
    let input = before_good(b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f");
    assert_eq!(told(&input), ["gap 0 12 too-large", "chunk 12 #t 4"]);
}

#[test]
fn a_length_of_2_to_the_64_is_malformed_and_not_0() {
    let input = before_good(b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02");
    assert_eq!(told(&input), ["gap 0 13 long-varint", "chunk 13 #t 4"]);
}

#[test]
fn a_length_of_2_to_the_63_and_one_of_11_bytes_hide_none_of_1000_frames() {
    let good = lines(1000);
    let eleven = [[0x80; 10].as_slice(), &[0x00]].concat();
    for (length, gap) in
        [(&b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01"[..], "gap 0 13"), (&eleven, "gap 0 14")]
    {
        let input = [b"\x1f#t", length, &wire(&good)].concat();
        // Nobody has to say that the input is over.
        let open = told_open(&input);
        assert_eq!((open.len(), &open[0]), (1001, &format!("{gap} long-varint")));
        assert_eq!(told(&input), open);
        assert_eq!(chunks(&events(&input)), good);
    }
}

#[test]
fn all_1000_frames_behind_an_endless_varint_come_out() {
    let good = lines(1000);
    let input = [b"\x1f#t".as_slice(), &vec![0x80; 1_000_000], &wire(&good)].concat();
    let found = events(&input);
    assert_covers(&input, &found);
    assert_eq!(chunks(&found), good);
    // 1 000 003 bytes are 15 pieces of 64 KiB and one of 16 963 bytes.
    assert_eq!(found.len(), 1016);
    assert_eq!(outline(&found[15..17]), ["gap 983040 16963 long-varint", "chunk 1000003 #t 8"]);
}

#[test]
fn a_length_of_2_gib_is_refused_and_the_frames_behind_come_as_they_arrive() {
    let mut decoder = Decoder::new();
    decoder.feed(b"\x1f#t\x80\x80\x80\x80\x08");
    let mut found = Vec::new();
    for (index, line) in lines(1000).iter().enumerate() {
        decoder.feed(&line.to_bytes());
        drain(&mut decoder, &mut found);
        // The first is believed once a marker follows it; then each comes at once, and none is held back.
        let expected = if index == 0 { 0 } else { 1 + index + 1 };
        assert_eq!(found.len(), expected);
    }
    assert_eq!(outline(&found[..2]), ["gap 0 8 too-large", "chunk 8 #t 8"]);
    assert_eq!(chunks(&found), lines(1000));
}

/// Frame 500 of 1000, 12 bytes each, with another byte for its length, which is 8.
fn damaged(length: u8) -> Vec<u8> {
    let mut input = wire(&lines(1000));
    assert_eq!(input[6003], 8);
    input[6003] = length;
    input
}

#[test]
fn a_damaged_length_that_ends_inside_a_frame_is_seen_there() {
    // Length, then what is told of bytes 6000 on, and the first line that is told again.
    let expected: [(u8, &[&str], usize); 5] = [
        // The text is left over.
        (0, &["chunk 6000 #t 0", "gap 6004 8 no-marker"], 501),
        // Its last byte is left over.
        (7, &["chunk 6000 #t 7", "gap 6011 1 no-marker"], 501),
        // It takes the marker of line 501, whose other 11 bytes are no frame.
        (9, &["chunk 6000 #t 9", "gap 6013 11 no-marker"], 502),
        // It ends at 6000 + 4 + 127 = 6131, and line 510 at 6132.
        (0x7F, &["chunk 6000 #t 127", "gap 6131 1 no-marker"], 511),
        // 21 = 8 + 12 + 1: line 501 and the marker of line 502.
        (21, &["chunk 6000 #t 21", "gap 6025 11 no-marker"], 503),
    ];
    for (length, place, again) in expected {
        let input = damaged(length);
        let found = events(&input);
        assert_covers(&input, &found);
        let told = outline(&found);
        assert_eq!(told[500..502], *place);
        assert_eq!(chunks(&found[..500]), lines(1000)[..500]);
        assert_eq!(chunks(&found[502..]), lines(1000)[again..], "length {length}");
        // What the wrong frame swallowed is in it, not lost.
        let Event::Chunk(wrong) = &found[500] else { panic!("{:?}", found[500]) };
        let len = wrong.chunk.payload().len();
        assert_eq!(wrong.chunk.payload(), &input[6004..6004 + len]);
    }
}

#[test]
fn a_damaged_length_that_ends_between_frames_is_told_by_nothing_but_loses_no_byte() {
    // 20 = 8 + 12: with it line 501 is the end of a longer text. Framing alone cannot tell; a checksum can.
    let input = damaged(20);
    let found = events(&input);
    assert_covers(&input, &found);
    assert_eq!(found.len(), 999);
    assert_eq!(chunks(&found[..500]), lines(1000)[..500]);
    assert_eq!(chunks(&found[500..501]), [Chunk::text("line 500\x1f#t\x08line 501")]);
    assert_eq!(chunks(&found[501..]), lines(1000)[502..]);
}

#[test]
fn a_damaged_length_that_reaches_over_the_end_is_a_cut_frame_with_all_that_follows() {
    // FF and the `l` behind it (6C) are two digits: 127 + 108 * 128 = 13 951, behind 5 bytes of header; the frame
    // would end at 19 956, and the input does at 12 000.
    let input = damaged(0xFF);
    let found = events(&input);
    assert_covers(&input, &found);
    assert_eq!(found.len(), 501);
    assert_eq!(chunks(&found), lines(1000)[..500]);
    assert_eq!(outline(&found[500..]), ["cut 6000 6000 missing 7956"]);
    // Whoever takes the length for damage finds the other 499 lines behind its marker.
    let Event::Truncated(cut) = &found[500] else { panic!("{:?}", found[500]) };
    let behind = events(&cut.bytes[1..]);
    assert_eq!(outline(&behind[..1]), ["gap 0 11 no-marker"]);
    assert_eq!(chunks(&behind), lines(1000)[501..]);
}

#[test]
fn a_cut_last_frame_is_told_with_its_count() {
    let input = wire(&lines(3));
    for (len, cut) in [
        (35, "cut 24 11 missing 1"),
        (30, "cut 24 6 missing 6"),
        (28, "cut 24 4 missing 8"),
        (27, "cut 24 3 missing ?"),
        (25, "cut 24 1 missing ?"),
    ] {
        assert_eq!(told(&input[..len]), ["chunk 0 #t 8", "chunk 12 #t 8", cut]);
    }
    assert_eq!(told(&input[..24]), ["chunk 0 #t 8", "chunk 12 #t 8"]);
}

#[test]
fn a_padded_length_is_read_and_never_written() {
    let input = b"\x1f#t\x85\x80\x00hello";
    assert_eq!(told(input), ["chunk 0 #t 5"]);
    let found = events(input);
    let Event::Chunk(found) = &found[0] else { panic!("{found:?}") };
    assert_eq!((found.header_len, found.frame().is_padded()), (6, true));
    assert_eq!(found.chunk.to_bytes(), &b"\x1f#t\x05hello"[..]);
}

#[test]
fn a_frame_of_the_pair_0_0_is_not_delivered() {
    assert_eq!(told(b"\x1f\x00\x00\x00"), ["gap 0 4 bad-sigil"]);
    let input = [GOOD, b"\x1f\x00\x00\x00", GOOD].concat();
    assert_eq!(told(&input), ["chunk 0 #t 4", "gap 8 4 bad-sigil", "chunk 12 #t 4"]);
    assert_eq!(told(b"\x1f#\x00\x00"), ["gap 0 4 bad-render"]);
}

#[test]
fn a_text_with_the_marker_inside_swallows_nothing() {
    let text = "log \x1fab c some text of a program, more than thirty-two bytes of it";
    let all = format!("gap 0 {} no-marker", text.len());
    assert_eq!(told(text.as_bytes()), std::slice::from_ref(&all));
    // With a good pair too: the blank is a length of 32, and no marker stands behind that many bytes.
    assert_eq!(told(text.replace("ab", "#t").as_bytes()), [all]);
    // As a program's output it is wrapped, and comes back whole.
    for text in [text.to_owned(), text.replace("ab", "#t")] {
        assert_eq!(sent(&Chunk::stdout(text.clone())).payload(), text.as_bytes());
    }
}

#[test]
fn pending_is_not_the_end() {
    let mut decoder = Decoder::new();
    assert_eq!(decoder.next_event(), Event::Pending, "nothing fed yet");
    decoder.feed(GOOD);
    assert!(matches!(decoder.next_event(), Event::Chunk(_)));
    assert_eq!(decoder.next_event(), Event::Pending, "all consumed");
    decoder.feed(b"garbage");
    assert_eq!(decoder.next_event(), Event::Pending, "it may go on");
    decoder.finish();
    assert!(matches!(decoder.next_event(), Event::Gap(gap) if gap.bytes == "garbage"));

    /// A source that has nothing for now before each piece, like a pipe that does not block.
    struct Slow<'a>(Vec<&'a [u8]>, bool);
    impl io::Read for Slow<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            let Some(piece) = self.0.pop() else { return Ok(0) };
            out[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }
    let mut reader = Reader::new(Slow(vec![GOOD, &GOOD[3..], &GOOD[..3]], false));
    let mut waited = 0;
    let mut found = Vec::new();
    loop {
        match reader.read() {
            Ok(Some(event)) => found.push(event),
            Ok(None) => break,
            Err(error) => {
                assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
                waited += 1;
            }
        }
    }
    assert_eq!(outline(&found), ["chunk 0 #t 4", "chunk 8 #t 4"]);
    assert_eq!(waited, 4, "before each of three pieces, and before the end");
}
