//! Cases that other projects met, or the first implementation of this wire, by their numbers in this project's list.
//! What the `cybs` tool makes of them is in `attacks_tool.rs`.

#[path = "common/checked.rs"]
mod checked;
mod common;

use std::collections::HashSet;

use checked::{GOOD, bomb, lines, on_a_small_stack, told, told_open, told_with, wire};
use common::{chunks, drain, events, events_of, id, outline, sent};
use cyb_stream::{
    Chunk, Decoder, Event, Limits, ParsedHeader, Progress, Render, Sigil, Table, TableBuilder, frames,
    parse_header,
    varint::{self, Decoded},
};

#[test]
fn case_072_a_tenth_varint_byte_is_an_overflow_and_no_number() {
    let digits = b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
    assert_eq!(varint::decode(digits), Decoded::TooLong);
    // The ninth byte decides, whatever the tenth says.
    assert_eq!(varint::decode(&digits[..9]), Decoded::TooLong);
    assert_eq!(varint::decode(&digits[..8]), Decoded::Incomplete);
}

#[test]
fn case_073_one_fault_for_the_whole_bad_varint_then_the_good_frame() {
    let good = b"\x1f#t\x03abc";
    let digits = b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
    // Without a header the digits are no frame either.
    let input = [&digits[..], good].concat();
    assert_eq!(told(&input), ["gap 0 10 no-marker", "chunk 10 #t 3"]);
    let input = [b"\x1f#t", &digits[..], good].concat();
    assert_eq!(told(&input), ["gap 0 13 long-varint", "chunk 13 #t 3"]);
    assert_eq!(chunks(&events(&input)), [Chunk::text("abc")]);
}

#[test]
fn case_074_twelve_continuation_bytes_are_a_fault_and_not_a_wait() {
    assert_eq!(varint::decode(&[0x80; 12]), Decoded::TooLong);
    let input = [b"\x1f#t".as_slice(), &[0x80; 12], GOOD, GOOD].concat();
    assert_eq!(told_open(&input), ["gap 0 15 long-varint", "chunk 15 #t 4", "chunk 23 #t 4"]);
}

#[test]
fn case_075_a_sixth_varint_byte_is_read_as_padding() {
    // The case wants a fault for a 32-bit number. Here a length has up to nine digits, and padded forms are read.
    assert_eq!(varint::decode(b"\x80\x80\x80\x80\x80\x00"), Decoded::Value(0, 6));
    assert_eq!(told(b"\x1f#t\x80\x80\x80\x80\x80\x00\x1f#t\x00"), ["chunk 0 #t 0", "chunk 9 #t 0"]);
    // Where that digit counts, the number is over 32 bits, and right: 2^35, which as a length is too large.
    assert_eq!(varint::decode(b"\x80\x80\x80\x80\x80\x01"), Decoded::Value(1 << 35, 6));
    assert_eq!(told(b"\x1f#t\x80\x80\x80\x80\x80\x01"), ["gap 0 9 too-large"]);
}

#[test]
fn case_076_padded_varints_are_read_and_written_again_in_their_shortest_form() {
    for (padded, value, shortest) in [(&b"\x80\x00"[..], 0, b"\x00"), (b"\x81\x80\x00", 1, b"\x01")] {
        assert_eq!(varint::decode(padded), Decoded::Value(value, padded.len()));
        let mut out = Vec::new();
        varint::encode(value, &mut out);
        assert_eq!(out, shortest);
    }
    // Who compares or hashes chunks sees one encoding only.
    let read = chunks(&events(b"\x1f#t\x81\x80\x00x\x1f#t\x81\x00x\x1f#t\x01x"));
    assert_eq!(read.len(), 3);
    for chunk in &read {
        assert_eq!(chunk.to_bytes(), &b"\x1f#t\x01x"[..]);
    }
    assert_eq!(read.into_iter().collect::<HashSet<_>>().len(), 1);
}

#[test]
fn case_077_a_varint_in_two_feeds_is_the_same_number() {
    assert_eq!(varint::decode(b"\xac"), Decoded::Incomplete);
    assert_eq!(varint::decode(b"\xac\x02"), Decoded::Value(300, 2));
    let long = Chunk::text("x".repeat(300)).to_bytes();
    assert_eq!(long[3..5], *b"\xac\x02");
    let input = [&long[..], b"junk", GOOD, b"\x1f#t\x85\x80\x00hello\x1f?c\x09cut"].concat();
    let expected =
        ["chunk 0 #t 300", "gap 305 4 no-marker", "chunk 309 #t 4", "chunk 317 #t 5", "cut 328 7 missing 6"];
    for first in 0..=input.len() {
        for second in [first, first + 1, input.len()] {
            let (second, last) = input[first..].split_at((second - first).min(input.len() - first));
            let found = events_of(Limits::default(), &[&input[..first], second, last]);
            assert_eq!(outline(&found), expected, "cut at {first}");
        }
    }
}

#[test]
fn case_078_a_length_of_u64_max_overflows_nothing() {
    let input = b"\x1f#t\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";
    assert_eq!(told(input), ["gap 0 13 long-varint"]);
    assert!(matches!(parse_header(input), ParsedHeader::Malformed(_)));
    assert!(matches!(frames(input).collect::<Vec<_>>()[..], [Err(_)]));
    // The largest length that is read at all, where a frame's end may overflow.
    let input = b"\x1f#t\xff\xff\xff\xff\xff\xff\xff\xff\x7f";
    assert_eq!(told(input), ["gap 0 12 too-large"]);
    let all = Limits { payload: u64::MAX, ..Limits::default() };
    assert_eq!(told_with(all, input), ["gap 0 12 too-large"]);
}

#[test]
fn case_081_a_row_count_is_a_hint_and_no_size() {
    let mut table = TableBuilder::with_facts([("rows", "4294967295")], ["a"]);
    for number in 0..3 {
        table.row([Chunk::text(number.to_string())]);
    }
    let table = sent(&table.finish());
    let view = Table::read(table.payload());
    assert_eq!((view.rows_hint, view.rows().count(), view.fault), (Some(4_294_967_295), 3, None));
    assert_eq!(view.rows().size_hint().1, None, "nothing is reserved for rows that are not there");
    assert_eq!(view.rows().size_hint().0, 0);
    for bad in ["18446744073709551616", "-1", "many", ""] {
        let table = TableBuilder::with_facts([("rows", bad)], ["a"]).finish();
        assert_eq!(Table::read(table.payload()).rows_hint, None, "{bad:?}");
    }
}

#[test]
fn case_082_ten_thousand_nested_components_are_one_chunk() {
    let deep = bomb(10_000, &[(Sigil::BAR, Render::COMPONENT, b"")]);
    on_a_small_stack(|| {
        let read = chunks(&events(&[&deep.to_bytes()[..], GOOD].concat()));
        assert_eq!(read, [deep.clone(), Chunk::text("good")]);
        // Debug opens 32 levels: 31 lists in the first one's list, then bytes.
        let shown = format!("{:?}", read[0]);
        assert_eq!(shown.matches("(|, c) [").count(), 32);
        assert!(shown.ends_with(&format!("\"{}", "]".repeat(32))));
    });
}

#[test]
fn case_083_an_unknown_kind_is_passed_over_by_its_length_whatever_is_in_it() {
    // The case's own bytes have an unknown sigil, which here is malformed: one gap, in which nothing is found.
    let deep = bomb(10_000, &[(Sigil(b'z'), Render(b'z'), b"")]).to_bytes();
    on_a_small_stack(|| {
        let input = [&deep[..], GOOD].concat();
        let len = deep.len();
        assert!(len < 64 * 1024, "one piece");
        assert_eq!(told(&input), [format!("gap 0 {len} bad-sigil"), format!("chunk {len} #t 4")]);
    });
    // An unknown render is delivered, its inside unseen, and drawn as a badge.
    let deep = bomb(10_000, &[(Sigil::HAX, Render(b'z'), b"")]);
    on_a_small_stack(|| {
        let read = chunks(&events(&[&deep.to_bytes()[..], GOOD].concat()));
        assert_eq!(read, [deep.clone(), Chunk::text("good")]);
        assert!(format!("{deep:?}").starts_with("(#, z) b\"\\x1f#z"), "nor is it opened to be shown");
        assert_eq!(deep.id(), None);
    });
}

#[test]
fn case_085_plain_text_comes_out_as_a_gap_with_its_bytes() {
    let found = events(b"hello world\n");
    assert_eq!(outline(&found), ["gap 0 12 no-marker"]);
    assert!(matches!(&found[0], Event::Gap(gap) if gap.bytes == "hello world\n"));
    assert_eq!(told(b"hello world\n"), ["gap 0 12 no-marker"]);
}

#[test]
fn case_086_a_bad_header_between_good_frames_costs_itself_and_is_counted() {
    let input = b"\x1f#t\x01A\x1f\x00\x00\x05xx\x1f#t\x01B";
    assert_eq!(told(input), ["chunk 0 #t 1", "gap 5 6 bad-sigil", "chunk 11 #t 1"]);
    assert_eq!(chunks(&events(input)), [Chunk::text("A"), Chunk::text("B")]);
}

#[test]
fn case_087_an_empty_feed_is_no_end_and_a_part_of_a_frame_at_the_end_is_told() {
    let mut decoder = Decoder::new();
    for _ in 0..3 {
        decoder.feed(b"");
        assert_eq!(decoder.next_event(), Event::Pending);
    }
    decoder.feed(GOOD);
    decoder.feed(&GOOD[..6]);
    let mut found = Vec::new();
    drain(&mut decoder, &mut found);
    assert_eq!(outline(&found), ["chunk 0 #t 4"]);
    decoder.finish();
    assert!(matches!(decoder.next_event(), Event::Truncated(cut)
            if (cut.offset, cut.len, cut.missing, &cut.bytes[..]) == (8, 6, Some(2), &GOOD[..6])));
    assert_eq!(decoder.next_event(), Event::Pending, "all is told");
}

#[test]
fn case_088_a_progress_keeps_its_id_over_the_wire() {
    let at = |current| Progress { id: "build".into(), current, total: 9, ..Progress::default() }.to_chunk();
    let read = chunks(&events(&wire(&[at(1), at(2), lines(1)[0].clone(), at(9)])));
    let ids: Vec<_> = read.iter().map(Chunk::id).collect();
    assert_eq!(ids, [Some(id("build")), Some(id("build")), None, Some(id("build"))]);
    // Recorded again from what was read, it is the same stream.
    assert_eq!(wire(&read), wire(&[at(1), at(2), lines(1)[0].clone(), at(9)]));
}
