//! The reading rules of the frame, one by one (protocol, section 1).

mod common;

use common::{assert_covers, chunks, drain, events, events_of, outline};
use cyb_stream::{Chunk, Decoder, Event, Limits, MAX_PAYLOAD, Reader};

/// One feed, byte by byte, and the account of the bytes, against an outline.
fn check(input: &[u8], expected: &[&str]) {
    check_with(Limits::default(), input, expected);
}

fn check_with(limits: Limits, input: &[u8], expected: &[&str]) {
    let whole = events_of(limits, &[input]);
    assert_eq!(outline(&whole), expected, "{:?}", input.escape_ascii().to_string());
    assert_covers(input, &whole);
    let bytes: Vec<&[u8]> = input.chunks(1).collect();
    assert_eq!(events_of(limits, &bytes), whole, "byte by byte");
}

fn small() -> Limits {
    Limits { payload: 8, ..Limits::default() }
}

/// What `input` says while more may come.
fn open(input: &[u8]) -> Vec<String> {
    let mut decoder = Decoder::new();
    decoder.feed(input);
    let mut events = Vec::new();
    drain(&mut decoder, &mut events);
    outline(&events)
}

#[test]
fn whole_frames_come_out_at_once() {
    assert_eq!(open(b"\x1f#t\x01a"), ["chunk 0 #t 1"]);
    check(b"", &[]);
    check(b"\x1f#t\x00", &["chunk 0 #t 0"]);
    check(b"\x1f#t\x01a\x1f.x\x00", &["chunk 0 #t 1", "chunk 5 .x 0"]);
    check(b"\x1f#t\x03a\x1fb\x1f#t\x01x", &["chunk 0 #t 3", "chunk 7 #t 1"]);
}

#[test]
fn the_header_is_kept_as_it_stood() {
    let found = events(b"\x1f#t\x85\x80\x00hello");
    let Event::Chunk(found) = &found[0] else { panic!("{found:?}") };
    assert!(found.frame().header().eq(*b"\x1f#t\x85\x80\x00"));
    assert!(found.frame().is_padded());
    assert_eq!(found.chunk, Chunk::text("hello"));
    check(b"\x1f#t\x80\x80\x80\x80\x80\x80\x80\x80\x00", &["chunk 0 #t 0"]);
}

#[test]
fn every_sigil_and_every_graphic_render_is_delivered_and_no_other() {
    for sigil in 0..=u8::MAX {
        let good = b"#@~/$^!.|=?:+".contains(&sigil);
        let input = [0x1F, sigil, b't', 0];
        let chunk = format!("chunk 0 {}t 0", char::from(sigil));
        check(&input, &[if good { &chunk } else { "gap 0 4 bad-sigil" }]);
    }
    for render in 0..=u8::MAX {
        let good = (0x21..=0x7E).contains(&render);
        let chunk = format!("chunk 0 #{} 0", char::from(render));
        check(&[0x1F, b'#', render, 0], &[if good { &chunk } else { "gap 0 4 bad-render" }]);
    }
}

#[test]
fn lengths_are_refused_when_too_long_or_too_large() {
    check(b"\x1f#t\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", &["gap 0 13 long-varint"]);
    check(b"\x1f#t\x80\x80\x80\x80\x80\x80\x80\x80\x80", &["gap 0 12 long-varint"]);
    check(b"\x1f#t\x80\x80\x80\x80\x80\x80\x80\x80", &["cut 0 11 missing ?"]);
    check(b"\x1f#t\x81\x80\x80\x80\x04", &["gap 0 8 too-large"]);
    check(b"\x1f#t\xff\xff\xff\xff\xff\xff\xff\xff\x7f", &["gap 0 12 too-large"]);
    // 1 GiB itself is sound: over the default limit, so skipped, and here cut.
    check(b"\x1f#t\x80\x80\x80\x80\x04", &["cut 0 8 missing 1073741824"]);
}

#[test]
fn a_decided_fault_hides_no_frame_behind_it() {
    let faults: [(&[u8], &str); 5] = [
        (b"x", "no-marker"),
        (b"\x1f\x00t\x01", "bad-sigil"),
        (b"\x1f# \x01", "bad-render"),
        (b"\x1f#t\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "long-varint"),
        (b"\x1f#t\x80\x80\x80\x80\x08", "too-large"),
    ];
    for (bad, kind) in faults {
        let (len, behind) = (bad.len(), bad.len() + 5);
        let input = [b"\x1f#t\x01a", bad, b"\x1f#t\x01b\x1f#t\x01c"].concat();
        check(
            &input,
            &[
                "chunk 0 #t 1",
                &format!("gap 5 {len} {kind}"),
                &format!("chunk {behind} #t 1"),
                &format!("chunk {} #t 1", behind + 5),
            ],
        );
        // The second good frame vouches for the first; itself it waits for nothing.
        assert_eq!(open(&input).len(), 4);
    }
}

#[test]
fn text_without_frames_is_a_gap() {
    assert!(open(b"hello world\n").is_empty(), "more of the gap may come");
    check(b"hello world\n", &["gap 0 12 no-marker"]);
    check(b"log \x1fab c some", &["gap 0 14 no-marker"]);
    check(b"\x1f\x1f\x1f\x1f", &["gap 0 4 bad-sigil"]);
    check(b"\x1f", &["cut 0 1 missing ?"]);
    check(b"x\x1f", &["gap 0 2 no-marker"]);
}

#[test]
fn a_candidate_needs_a_marker_or_the_end_behind_it() {
    assert!(open(b"x\x1f#t\x01a").is_empty(), "the byte behind is not known");
    check(b"x\x1f#t\x01a", &["gap 0 1 no-marker", "chunk 1 #t 1"]);
    assert_eq!(open(b"x\x1f#t\x01a\x1f"), ["gap 0 1 no-marker", "chunk 1 #t 1"]);
    check(b"x\x1f#t\x01a\x1f", &["gap 0 1 no-marker", "chunk 1 #t 1", "cut 6 1 missing ?"]);
    check(b"x\x1f#t\x01ab", &["gap 0 7 no-marker"]);
    for run in 1..5 {
        let input = [b"x".as_slice(), &[0x1F; 4][..run], b"#t\x01a"].concat();
        check(&input, &[&format!("gap 0 {run} no-marker"), &format!("chunk {run} #t 1")]);
    }
    // Refused: the search goes on one byte after its marker, inside what it took for its payload.
    check(b"x\x1f#t\x05ab\x1f#t\x00\x1f", &["gap 0 7 no-marker", "chunk 7 #t 0", "cut 11 1 missing ?"]);
    // Delivered: what is behind is read as usual, and only faults begin a new gap.
    check(
        b"x\x1f#t\x01a\x1f\x00y\x1f#t\x00",
        &["gap 0 1 no-marker", "chunk 1 #t 1", "gap 6 3 bad-sigil", "chunk 9 #t 0"],
    );
}

#[test]
fn an_incomplete_candidate_is_refused_at_the_end_and_searched() {
    let input = b"x\x1f#t\x40\x1f~t\x01a\x1f~t\x01b";
    assert!(open(input).is_empty());
    check(input, &["gap 0 5 no-marker", "chunk 5 ~t 1", "chunk 10 ~t 1"]);
    check(b"x\x1f#t\x40\x1f~t\x01ab", &["gap 0 11 no-marker"]);
    check(b"x\x1f#t\x80\x1f~t\x01a", &["gap 0 5 no-marker", "chunk 5 ~t 1"]);
}

#[test]
fn the_marker_in_a_length_is_no_frame_start() {
    // A 31-byte payload has the marker's value as its length.
    let input = [b"\x1f#t\x1f".as_slice(), &[b'.'; 31], b"\x1f#t\x00"].concat();
    check(&input, &["chunk 0 #t 31", "chunk 35 #t 0"]);
}

#[test]
fn frames_over_the_limit_are_skipped_exactly() {
    check_with(small(), b"\x1f#t\x08\x1f#t\x01\x1f#t\x01", &["chunk 0 #t 8"]);
    // The inside is not parsed, so it cannot forge a frame, and the frame behind needs nobody to vouch for it.
    let mut decoder = Decoder::with_limits(small());
    decoder.feed(b"\x1f#t\x0a\x1f#t\x01A\x1f#t\x01B\x1f~t\x01c");
    let mut found = Vec::new();
    drain(&mut decoder, &mut found);
    assert_eq!(outline(&found), ["gap 0 14 oversize", "chunk 14 ~t 1"]);
    check_with(small(), b"\x1f#t\x09123456789", &["gap 0 13 oversize"]);
    check_with(small(), b"\x1f#t\x0912345", &["cut 0 9 missing 4"]);
    check_with(small(), b"\x1f#t\x09", &["cut 0 4 missing 9"]);
    let two = b"\x1f#t\x09.........\x1f#t\x0a..........x";
    check_with(small(), two, &["gap 0 13 oversize", "gap 13 14 oversize", "gap 27 1 no-marker"]);
}

#[test]
fn a_candidate_over_the_limit_is_refused_at_once() {
    let input = b"x\x1f#t\x09\x1f#t\x01a....\x1f";
    check_with(small(), input, &["gap 0 15 no-marker"]);
    let mut decoder = Decoder::with_limits(small());
    decoder.feed(b"x\x1f#t\x09\x1f~t\x01a\x1f");
    let mut found = Vec::new();
    drain(&mut decoder, &mut found);
    assert_eq!(outline(&found), ["gap 0 5 no-marker", "chunk 5 ~t 1"], "it is not waited for");
}

#[test]
fn a_limit_of_nothing_and_one_over_the_protocols_are_kept() {
    let none = Limits { payload: 0, ..Limits::default() };
    check_with(none, b"\x1f#t\x00\x1f#t\x01a", &["chunk 0 #t 0", "gap 4 5 oversize"]);
    let all = Limits { payload: u64::MAX, ..Limits::default() };
    check_with(all, b"\x1f#t\x81\x80\x80\x80\x04", &["gap 0 8 too-large"]);
    check_with(all, b"\x1f#t\x80\x80\x80\x80\x04", &["cut 0 8 missing 1073741824"]);
    assert_eq!(MAX_PAYLOAD, 1_073_741_824);
}

#[test]
fn a_cut_frame_is_pending_until_the_end_and_then_told() {
    let frame = Chunk::text("hello").to_bytes();
    for len in 1..frame.len() {
        assert!(open(&frame[..len]).is_empty());
        let missing = if len < 4 { "?".to_owned() } else { (frame.len() - len).to_string() };
        check(&frame[..len], &[&format!("cut 0 {len} missing {missing}")]);
    }
    let cut = events(&frame[..7]);
    let Event::Truncated(cut) = &cut[0] else { panic!("{cut:?}") };
    assert_eq!(cut.bytes, frame[..7]);
}

#[test]
fn pending_is_no_end_and_feeding_after_the_end_is_ignored() {
    let mut decoder = Decoder::default();
    assert_eq!(decoder.next_event(), Event::Pending);
    decoder.feed(b"");
    assert_eq!(decoder.next_event(), Event::Pending);
    decoder.feed(b"\x1f#t\x00");
    assert!(matches!(decoder.next_event(), Event::Chunk(_)));
    decoder.finish();
    decoder.finish();
    decoder.feed(b"\x1f#t\x00");
    assert_eq!(decoder.next_event(), Event::Pending);
    assert_eq!(decoder.next_event(), Event::Pending);
}

#[test]
fn a_long_gap_comes_in_pieces_of_64_kib() {
    const PIECE: usize = 64 * 1024;
    for len in [PIECE - 1, PIECE, PIECE + 1, 2 * PIECE, 3 * PIECE + 7] {
        let mut expected = Vec::new();
        for start in (0..len).step_by(PIECE) {
            expected.push(format!("gap {start} {} no-marker", PIECE.min(len - start)));
        }
        let mut input = vec![b'.'; len];
        assert_eq!(outline(&events(&input)), expected);
        input.extend_from_slice(b"\x1f#t\x01a\x1f");
        expected.push(format!("chunk {len} #t 1"));
        expected.push(format!("cut {} 1 missing ?", len + 5));
        for split in [1, 1000, PIECE - 1, PIECE, len] {
            let pieces: Vec<&[u8]> = input.chunks(split).collect();
            let found = events_of(Limits::default(), &pieces);
            assert_eq!(outline(&found), expected, "{len} in pieces of {split}");
            assert_covers(&input, &found);
        }
    }
    // Full pieces do not wait for the gap's end.
    assert_eq!(open(&vec![b'.'; 2 * PIECE + 5]).len(), 2);
}

#[test]
fn refused_candidates_do_not_shift_the_pieces() {
    const PIECE: usize = 64 * 1024;
    for at in [PIECE - 5, PIECE - 1, PIECE, PIECE + 1] {
        let mut input = vec![b'.'; 2 * PIECE];
        input[at..at + 5].copy_from_slice(b"\x1f#t\x01a");
        let found = events(&input);
        assert_eq!(outline(&found), ["gap 0 65536 no-marker", "gap 65536 65536 no-marker"]);
        let bytes: Vec<&[u8]> = input.chunks(7).collect();
        assert_eq!(events_of(Limits::default(), &bytes), found);
    }
}

#[test]
fn damage_costs_the_frames_it_hits_and_no_more() {
    let good: Vec<Chunk> = (0..1000).map(|number| Chunk::text(format!("line {number}"))).collect();
    let whole: Vec<u8> = good.iter().flat_map(Chunk::to_bytes).collect();
    let start: usize = good[..500].iter().map(|chunk| chunk.to_bytes().len()).sum();
    for at in start..start + good[500].to_bytes().len() {
        for bad in [0x00, 0x1F, b' ', 0x7F, 0x80, 0xFF] {
            let mut input = whole.clone();
            input[at] = bad;
            let found = events(&input);
            assert_covers(&input, &found);
            let left = chunks(&found);
            assert!(left.starts_with(&good[..500]));
            // A sound-looking length swallows what it covers: 127 bytes are about ten lines, two digits of length
            // (0x80 and up take the next byte as the second) up to 16 KiB.
            let lost = if at == start + 3 { 1000 } else { 1 };
            let kept = good.iter().filter(|chunk| left.contains(chunk)).count();
            assert!(kept + lost >= 1000, "byte {at} as {bad:#x}: {kept} kept");
        }
    }
}

#[test]
fn a_huge_length_does_not_hide_what_follows() {
    let good: Vec<u8> = (0..1000).flat_map(|number| Chunk::text(number.to_string()).to_bytes()).collect();
    for length in [b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01".as_slice(), b"\x80\x80\x80\x80\x08"] {
        let input = [b"\x1f#t", length, &good].concat();
        assert_eq!(chunks(&events(&input)).len(), 1000);
    }
}

#[test]
fn hostile_runs_take_linear_time() {
    // Each is a candidate that claims 200 MiB, so each is waited for, and all are refused at the end.
    let claims = b"\x1f#t\x80\x80\x80\x64".repeat(200_000);
    let mut input = vec![b'x'];
    input.extend_from_slice(&claims);
    for run in [input, vec![0x1F; 2_000_000], b"\x1f#t\x05".repeat(500_000)] {
        let pieces: Vec<&[u8]> = run.chunks(997).collect();
        let found = events_of(Limits::default(), &pieces);
        assert_covers(&run, &found);
    }
}

#[test]
fn the_reader_tells_what_the_decoder_tells() {
    let input = b"junk\x1f#t\x01a\x1f~t\x05cut";
    let read: Vec<Event> = Reader::new(&input[..]).map(Result::unwrap).collect();
    assert_eq!(read, events(input));
    assert_eq!(outline(&read), ["gap 0 4 no-marker", "chunk 4 #t 1", "cut 9 7 missing 2"]);
}
