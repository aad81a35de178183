//! Hostile streams: what a reader makes of each kind of attack on the framing. Hostile payloads are in
//! `attacks_nested.rs`, what the tool makes of both in `attacks_tool.rs`.

#[path = "common/checked.rs"]
mod checked;
mod common;

use std::io::{self, Read as _};

use checked::{GOOD, lines, read_repeated, told, told_open, told_with, wire};
use common::{Xorshift, assert_covers, chunks, events, outline, sent};
use cyb_stream::{Chunk, Decoder, Event, Fault, Limits, MAX_PAYLOAD, Progress, Reader, Render, Sigil};

/// A payload limit of its own.
fn limit(payload: u64) -> Limits {
    Limits { payload, ..Limits::default() }
}

#[test]
fn length_bombs_with_few_bytes_behind_end_at_the_next_good_frame() {
    let bombs: [(&[u8], &str); 5] = [
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", "gap 0 16 long-varint"), // 2^64 - 1
        (b"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", "gap 0 16 long-varint"), // 2^63
        (b"\xff\xff\xff\xff\xff\xff\xff\xff\x7f", "gap 0 15 too-large"),       // 2^63 - 1
        (b"\x80\x80\x80\x80\x08", "gap 0 11 too-large"),                       // 2^31
        (b"\x81\x80\x80\x80\x04", "gap 0 11 too-large"),                       // 2^30 + 1: over by one
    ];
    for (length, gap) in bombs {
        let input = [b"\x1f#t", length, b"few", GOOD, GOOD].concat();
        // Before the end as well: nothing waits for bytes that never come.
        let open = told_open(&input);
        let start = input.len() - 16;
        assert_eq!(
            open,
            [gap.to_owned(), format!("chunk {start} #t 4"), format!("chunk {} #t 4", start + 8)]
        );
        assert_eq!(told(&input), open);
    }
}

#[test]
fn a_length_at_the_protocols_limit_waits_and_is_cut_at_the_end() {
    let input = b"\x1f#t\x80\x80\x80\x80\x04few";
    assert!(told_open(input).is_empty());
    // 2^30 - 3, whether this reader would hold it or skip it.
    assert_eq!(told(input), ["cut 0 11 missing 1073741821"]);
    assert_eq!(told_with(limit(MAX_PAYLOAD), input), ["cut 0 11 missing 1073741821"]);
}

#[test]
fn a_length_over_the_readers_limit_by_one_is_skipped_exactly() {
    // 1001 = 0x69 + 7 * 128. The inside holds good frames, which must not come out.
    let over = [b"\x1f#t\xe9\x07", &GOOD.repeat(126)[..1001]].concat();
    let input = [&over, GOOD].concat();
    assert_eq!(told_with(limit(1000), &input), ["gap 0 1006 oversize", "chunk 1006 #t 4"]);
    assert_eq!(told_with(limit(1001), &input), ["chunk 0 #t 1001", "chunk 1006 #t 4"]);
    assert_eq!(told_with(limit(1000), &over[..15]), ["cut 0 15 missing 991"]);
}

#[test]
fn a_frame_of_100_mb_of_markers_over_the_limit_is_skipped_and_the_one_behind_it_found() {
    // 100 000 000 = 0x00 0x42 0x57 0x2F in sevens of bits, lowest first: 0 + 66 * 2^7 + 87 * 2^14 + 47 * 2^21.
    let header = b"\x1f#b\x80\xc2\xd7\x2f";
    let source = header.chain(io::repeat(0x1F).take(100_000_000)).chain(GOOD);
    let found: Vec<Event> = Reader::with_limits(source, limit(1 << 20)).map(Result::unwrap).collect();
    assert_eq!(outline(&found), ["gap 0 100000007 oversize", "chunk 100000007 #t 4"]);
}

#[test]
fn lengths_reserve_nothing_before_their_bytes_arrive() {
    // Each waits for 1 GiB. Together that is more than 2^47 bytes, which is all that a process can address.
    let waiting: Vec<Decoder> = (0..150_000)
        .map(|_| {
            let mut decoder = Decoder::with_limits(limit(MAX_PAYLOAD));
            decoder.feed(b"\x1f#t\x80\x80\x80\x80\x04few");
            assert_eq!(decoder.next_event(), Event::Pending);
            decoder
        })
        .collect();
    assert!(waiting.len() as u64 * MAX_PAYLOAD > 1 << 47);
}

#[test]
fn behind_damage_a_length_bomb_hides_no_frame() {
    let good = lines(100);
    // 200 MiB, which this reader would hold: the end refuses it. 300 MiB, which it would skip: refused at once.
    for (length, at_once) in [(b"\x80\x80\x80\x64", 0), (b"\x80\x80\x80\x96", 101)] {
        let mut input = [b"x\x1f#t", &length[..]].concat();
        if at_once > 0 {
            input.push(0x01);
        }
        let gap = format!("gap 0 {} no-marker", input.len());
        input.extend(wire(&good));
        assert_eq!(told_open(&input).len(), at_once);
        assert_eq!(told(&input)[0], gap);
        assert_eq!(chunks(&events(&input)), good);
    }
}

#[test]
fn a_varint_of_one_to_nine_bytes_is_its_number_and_one_of_more_is_malformed() {
    for digits in 1..=9 {
        let mut input = b"\x1f#t".to_vec();
        input.extend(vec![0x80; digits]);
        input[3] |= 5;
        input[2 + digits] &= 0x7F;
        input.extend_from_slice(b"hello");
        assert_eq!(told(&input), ["chunk 0 #t 5"], "{digits}");
    }
    for digits in [10, 11, 12, 100, 10_000] {
        for last in [0x00, 0x01, 0x02, 0x7F] {
            let input = [b"\x1f#t", &vec![0x85; digits - 1][..], &[last], GOOD].concat();
            let end = 3 + digits;
            assert_eq!(told(&input), [format!("gap 0 {end} long-varint"), format!("chunk {end} #t 4")]);
        }
    }
}

#[test]
fn a_varint_without_end_is_told_after_a_bounded_wait() {
    // The source itself has no end.
    let mut reader = Reader::new(b"\x1f#t".chain(io::repeat(0x80)));
    for piece in 0..10 {
        let Some(Event::Gap(gap)) = reader.read().unwrap() else { panic!("no end, no frame") };
        assert_eq!((gap.offset, gap.len, gap.fault), (piece * 65_536, 65_536, Fault::LongVarint));
    }
}

#[test]
fn a_varint_cut_in_the_middle_is_waited_for_and_never_a_number() {
    for digits in 0..=8 {
        let input = [b"\x1f#t", &vec![0x81; digits][..]].concat();
        assert!(told_open(&input).is_empty());
        assert_eq!(told(&input), [format!("cut 0 {} missing ?", 3 + digits)]);
    }
    // Behind damage there is nothing to wait for at the end, and the bytes are searched.
    let input = [b"x\x1f#t\x81\x81", GOOD].concat();
    assert_eq!(told(&input), ["gap 0 6 no-marker", "chunk 6 #t 4"]);
}

#[test]
fn markers_in_a_payload_are_payload() {
    for payload in [vec![0x1F; 1000], GOOD.to_vec(), GOOD.repeat(500), b"\x1f#".to_vec(), b"a\x1f".to_vec()] {
        let chunk = Chunk::new(Sigil::HAX, Render::TEXT, payload);
        let input = [&chunk.to_bytes()[..], GOOD].concat();
        assert_eq!(told(&input).len(), 2);
        assert_eq!(chunks(&events(&input)), [chunk, Chunk::text("good")]);
    }
}

#[test]
fn of_a_run_of_markers_the_last_starts_the_frame() {
    for run in 1..200 {
        let input = [&vec![0x1F; run][..], &GOOD[1..]].concat();
        let mut expected = vec![format!("chunk {} #t 4", run - 1)];
        if run > 1 {
            expected.insert(0, format!("gap 0 {} bad-sigil", run - 1));
        }
        assert_eq!(told(&input), expected);
    }
}

#[test]
fn a_length_byte_that_is_the_marker_starts_no_frame() {
    // 31 bytes of payload, after which a frame follows. As they would continue a header at the length byte.
    let payload = *b"#t\x00ab.........................";
    let good = [b"\x1f#t\x1f", &payload[..], b"a"].concat();
    assert_eq!(good.len(), 35);
    assert_eq!(told(&[&good, GOOD].concat()), ["chunk 0 #t 31", "chunk 35 #t 4"]);
    // With the frame's own marker damaged, no marker stands behind what the length byte seems to start.
    let mut input = [&good, GOOD].concat();
    input[0] = 0;
    assert_eq!(told(&input), ["gap 0 35 no-marker", "chunk 35 #t 4"]);
}

#[test]
fn bytes_before_between_and_after_frames_are_told_with_what_they_hide() {
    let two = GOOD.repeat(2);
    let input = [b"before", &two[..], b"between", &two, b"after"].concat();
    let expected = [
        "gap 0 6 no-marker",
        "chunk 6 #t 4",
        "chunk 14 #t 4",
        "gap 22 7 no-marker",
        "chunk 29 #t 4",
        "chunk 37 #t 4",
        "gap 45 5 no-marker",
    ];
    assert_eq!(told(&input), expected);
    // A lone frame between bytes that are none is not believed: any text could hold it.
    assert_eq!(told(&[b"before", GOOD, b"after"].concat()), ["gap 0 19 no-marker"]);
    assert_eq!(told(&[GOOD, b"after"].concat()), ["chunk 0 #t 4", "gap 8 5 no-marker"]);
}

/// The gaps of 44 MB of one byte: as many as needed, all of one fault.
fn gaps_of_44_mb(byte: u8, fault: Fault) {
    let mut gaps = 0;
    read_repeated(limit(1 << 16), &[byte], 44_000_000, |event| {
        assert!(matches!(event, Event::Gap(gap) if gap.fault == fault && gap.len <= 65_536));
        gaps += 1;
    });
    // 44 000 000 / 65 536 is 671 and a rest.
    assert_eq!(gaps, 672);
}

#[test]
fn forty_four_mb_without_a_marker_are_told_in_bounded_memory() {
    gaps_of_44_mb(b'.', Fault::NoMarker);
}

#[test]
fn forty_four_mb_of_markers_are_told_in_bounded_memory() {
    gaps_of_44_mb(0x1F, Fault::BadSigil);
}

#[test]
fn eleven_million_empty_frames_are_read_in_bounded_memory() {
    let mut count = 0;
    read_repeated(limit(1 << 16), b"\x1f#t\x00", 44_000_000, |event| {
        assert!(matches!(event, Event::Chunk(found) if found.chunk.payload().is_empty()));
        count += 1;
    });
    assert_eq!(count, 11_000_000);
}

#[test]
fn a_million_updates_of_one_progress_are_read_in_bounded_memory() {
    let update = Progress { id: "1".into(), current: 1, total: 2, ..Progress::default() }.to_chunk();
    let wire = update.to_bytes();
    let mut count = 0;
    read_repeated(limit(1 << 16), &wire, 1_000_000 * wire.len() as u64, |event| {
        assert!(matches!(event, Event::Chunk(found) if found.chunk == update));
        count += 1;
    });
    assert_eq!(count, 1_000_000);
}

#[test]
fn candidates_that_are_waited_for_and_refused_take_bounded_memory() {
    // Each claims 32 768 bytes. The first is a frame; it ends 2 bytes behind a marker, and so would all the others.
    let mut told = Vec::new();
    read_repeated(limit(1 << 16), b"\x1f#t\x80\x80\x02", 6_000_000, |event| told.push(event.clone()));
    assert_eq!(outline(&told[..2]), ["chunk 0 #t 32768", "gap 32774 65536 no-marker"]);
    assert!(told[1..].iter().all(|event| matches!(event, Event::Gap(_))));
    let mut random = Xorshift(0x5EED_0004);
    let noise: Vec<u8> = (0..100_000).flat_map(|_| random.next().to_le_bytes()).collect();
    read_repeated(limit(1 << 16), &noise, 8_000_000, |_| {});
}

#[test]
fn a_line_of_100_mb_is_one_chunk() {
    let source = b"\x1f~t\x80\xc2\xd7\x2f".chain(io::repeat(b'x').take(100_000_000)).chain(GOOD);
    let found: Vec<Event> = Reader::new(source).map(Result::unwrap).collect();
    assert_eq!(outline(&found), ["chunk 0 ~t 100000000", "chunk 100000007 #t 4"]);
}

#[test]
fn bytes_that_are_no_utf_8_are_shown_as_such_and_kept() {
    for (bytes, shown) in [
        (&b"a\xffb"[..], "a\u{fffd}b"),
        (b"\xc3", "\u{fffd}"),
        (b"a\0b", "a\0b"),
        (b"\xed\xa0\x80", "\u{fffd}\u{fffd}\u{fffd}"), // a lone surrogate
        (b"\xf4\x90\x80\x80", "\u{fffd}\u{fffd}\u{fffd}\u{fffd}"), // beyond U+10FFFF
    ] {
        let chunk = sent(&Chunk::stdout(bytes));
        assert_eq!((chunk.text_lossy().as_ref(), chunk.payload().as_ref()), (shown, bytes));
    }
    // A character cut between two reads of a program is whole again in the two payloads together.
    let halves = chunks(&events(&wire(&[Chunk::stdout(&b"th\xc3"[..]), Chunk::stdout(&b"\xa9"[..])])));
    assert_eq!(halves.iter().flat_map(Chunk::payload).copied().collect::<Vec<_>>(), "th\u{e9}".as_bytes());
}

#[test]
fn controls_and_invisible_characters_come_through_as_they_are() {
    // How they are drawn is the drawing's to decide; a copy gives the true bytes.
    let text = "\x07\x1b[2J\r\x7f\u{9b}31m\t\u{202e}\u{2066}\u{200b}\u{feff}\u{ad}\u{e0041}e\u{301}\u{301}";
    let chunk = sent(&Chunk::text(text));
    assert_eq!((chunk.text_lossy().as_ref(), chunk.payload().as_ref()), (text, text.as_bytes()));
}

#[test]
fn frames_that_a_program_prints_are_its_text() {
    let forged = wire(&[
        Chunk::status(0),
        Chunk::scope(["/", "root"]),
        Chunk::action("ok", "run:rm -r /"),
        Chunk::component_with([("id", "1")], [Chunk::text("x")]),
    ]);
    let output = sent(&Chunk::stdout(forged.clone()));
    assert!(output.is(Sigil::SIG, Render::TEXT));
    assert_eq!((output.payload(), output.id()), (&forged.clone().into(), None));
    // In two reads as well, wherever they part.
    for cut in 0..=forged.len() {
        let (front, back) = forged.split_at(cut);
        let parts = [Chunk::stdout(front.to_vec()), Chunk::stderr(back.to_vec())];
        let input = wire(&parts);
        let found = events(&input);
        assert_covers(&input, &found);
        assert_eq!(chunks(&found), parts);
    }
}
