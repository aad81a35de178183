//! The faults of the first implementation of this wire inside frames, one by one, with what has to happen instead.

#[path = "common/checked.rs"]
mod checked;
mod common;

use std::io::{self, Write};

use checked::{bomb, lines, on_a_small_stack, wire};
use common::{chunks, events, id, sent};
use cyb_stream::{
    Action, Chunk, Component, ErrorReport, Fault, FrameError, InputEvent, InputRequest, Log, Progress,
    Render, Scope, Sigil, Status, Struct, Table, TableBuilder, Writer, frames, kv, read_kv,
};

/// Walks to the innermost frame; every payload on the way lies inside the one around it.
fn levels(chunk: &Chunk) -> usize {
    let whole = chunk.payload().as_ptr_range();
    let (mut count, mut payload) = (1, &chunk.payload()[..]);
    while let Some(inner) = frames(payload).map(Result::unwrap).last() {
        let place = chunk.nested(&inner);
        let range = place.payload().as_ptr_range();
        // Nothing needs no buffer.
        let inside = whole.start <= range.start && range.end <= whole.end;
        assert!(inside || place.payload().is_empty(), "no copy");
        payload = inner.payload;
        count += 1;
    }
    count
}

#[test]
fn twenty_thousand_levels_break_no_stack_in_anything_that_reads_them() {
    let id = Chunk::annotation("id").to_bytes();
    let (cause, key) = (Chunk::annotation("cause").to_bytes(), Chunk::annotation("k").to_bytes());
    let error = (Sigil::ZAP, Render::ERROR, &b""[..]);
    let bombs = [
        bomb(20_000, &[(Sigil::BAR, Render::COMPONENT, b"")]),
        bomb(20_000, &[(Sigil::WUT, Render::COMPONENT, b""), (Sigil::FAS, Render::STRUCT, b"")]),
        bomb(20_000, &[(Sigil::TIS, Render::STRUCT, &id)]),
        bomb(20_000, &[(Sigil::FAS, Render::STRUCT, b""), (Sigil::COL, Render::STRUCT, &key)]),
        bomb(20_000, &[(Sigil::HAX, Render::TABLE, b""), (Sigil::COL, Render::STRUCT, b"")]),
        bomb(20_000, &[error, (Sigil::TIS, Render::STRUCT, &cause)]),
        bomb(20_000, &[(Sigil::DOT, Render(b'z'), b"")]),
    ];
    on_a_small_stack(|| {
        for deep in &bombs {
            let copy = sent(deep).clone();
            assert_eq!(levels(&copy), 20_000);
            // It opens 32 levels and shows the rest as bytes, about four characters for each.
            assert!(format!("{copy:?}").len() < 6 * copy.payload().len());
            let payload = copy.payload();
            let found = Component::read(payload).body().count()
                + Struct::read(payload).entries().count()
                + Table::read(payload).rows().count()
                + Table::read(payload).columns().count()
                + Scope::read(payload).places.len()
                + InputRequest::read(payload).choices.len()
                + usize::from(ErrorReport::read(payload).cause.is_some())
                + read_kv(payload).count()
                + usize::from(copy.id().is_some());
            assert!(found < 20, "{found}: a view looks at its own level");
            let _views = (Struct::read(payload).kind(), Log::read(payload), Progress::read(payload));
            let _views = (Status::read(payload), Action::read(payload), InputEvent::read(payload));
            let again = Chunk::component([copy.clone(), copy]);
            drop(again);
        }
    });
}

#[test]
fn a_cause_of_20_000_causes_is_walked_one_by_one() {
    let cause = Chunk::annotation("cause").to_bytes();
    let kinds = [(Sigil::ZAP, Render::ERROR, &b""[..]), (Sigil::TIS, Render::STRUCT, &cause)];
    let deep = bomb(39_999, &kinds);
    on_a_small_stack(|| {
        let mut causes = 0;
        let mut report = ErrorReport::read(deep.payload());
        while let Some(cause) = report.cause {
            causes += 1;
            report = ErrorReport::read(cause.payload);
        }
        assert_eq!(causes, 19_999);
    });
}

#[test]
fn a_status_code_that_is_no_integer_is_unknown_and_no_success() {
    let read = |code: &str| {
        Status::read(
            sent(&Chunk::build(Sigil::DOT, Render::STATUS, |payload| {
                payload.kv_text("code", code);
            }))
            .payload(),
        )
        .code
    };
    for code in ["abc", "", "1e2", " 1", "1 ", " 0", "0x0", "0.0", "+0", "--0", "9223372036854775808", "0\0"]
    {
        assert_eq!(read(code), None, "{code:?}");
    }
    // An access violation on Windows, beyond 32 bits with a sign, is what it is.
    assert_eq!(read("3221225477"), Some(3_221_225_477));
    assert_eq!((read("0"), read("-1"), read("130")), (Some(0), Some(-1), Some(130)));
    assert_eq!(read("-9223372036854775808"), Some(i64::MIN));
    assert!(Status { code: Some(0), ..Status::default() }.is_success());
    assert!(!Status { code: Some(3_221_225_477), ..Status::default() }.is_success());
    assert!(!Status::default().is_success(), "unknown is no success");
}

#[test]
fn of_a_repeated_key_the_last_counts_in_both_orders() {
    for (first, last) in [("1", "2"), ("2", "1")] {
        let chunk = Chunk::build(Sigil::DOT, Render::PROGRESS, |payload| {
            payload.kv_text("id", first).kv_text("label", first).kv_text("total", first);
            payload.kv_text("total", last).kv_text("label", last).kv_text("id", last);
        });
        let chunk = sent(&chunk);
        let view = Progress::read(chunk.payload());
        assert_eq!((&*view.id, &*view.label, view.total.to_string()), (last, last, last.to_owned()));
        assert_eq!(chunk.id().unwrap().as_bytes(), last.as_bytes());
    }
}

/// A `(=, s)` of these frames, then a good pair.
fn pairs(children: &[Chunk]) -> Vec<u8> {
    let odd = Chunk::build(Sigil::TIS, Render::STRUCT, |pair| pair.extend(children.iter().cloned()));
    [odd.to_bytes(), kv("good", &Chunk::null()).to_bytes()].concat()
}

#[test]
fn a_key_that_is_no_text_is_no_key_and_told() {
    for byte in 0x21..=0x7E {
        let render = Render(byte);
        let input = pairs(&[Chunk::new(Sigil::SIG, render, "k"), Chunk::text("v")]);
        let mut found = read_kv(&input);
        let keys: Vec<&[u8]> = found.by_ref().map(|pair| pair.key).collect();
        if render == Render::TEXT {
            assert_eq!((keys, found.fault()), (vec![&b"k"[..], b"good"], None));
        } else {
            let fault = FrameError { offset: 0, fault: Fault::BadPair };
            assert_eq!((keys, found.fault()), (vec![&b"good"[..]], Some(fault)), "{render}");
        }
    }
}

#[test]
fn a_pair_of_one_child_is_passed_over_and_told() {
    let input = pairs(&[Chunk::annotation("k")]);
    let mut found = read_kv(&input);
    assert_eq!(found.by_ref().map(|pair| pair.key).collect::<Vec<_>>(), [b"good"]);
    assert_eq!(found.fault(), Some(FrameError { offset: 0, fault: Fault::BadPair }));
}

#[test]
fn a_key_of_any_sigil_is_read_where_it_is_text() {
    // The protocol writes `(~, t)`; older producers' keys of another sigil are still told apart by their text.
    for sigil in Sigil::ALL {
        let input = pairs(&[Chunk::new(sigil, Render::TEXT, "k"), Chunk::text("v")]);
        let mut found = read_kv(&input);
        assert_eq!(found.by_ref().map(|pair| pair.key).collect::<Vec<_>>(), [&b"k"[..], b"good"], "{sigil}");
        assert_eq!(found.fault(), None);
    }
}

#[test]
fn a_table_cell_that_is_no_text_round_trips() {
    let progress = Progress { id: "p".into(), current: 3, total: 9, ..Progress::default() }.to_chunk();
    let cells = [progress, Chunk::record([("k", Chunk::null())]), Chunk::binary(&b"\x1f\xff"[..])];
    let mut table = Table::builder(["a", "b", "c"]);
    table.row(cells.clone());
    let table = sent(&table.finish());
    let view = Table::read(table.payload());
    let row = view.rows().next().unwrap();
    let read: Vec<Chunk> = row.cells().map(|cell| table.nested(&cell)).collect();
    assert_eq!(read, cells);
    let progress = Progress::read(read[0].payload());
    assert_eq!((&*progress.id, progress.current, progress.total), ("p", 3, 9));
    let mut again = Table::builder(view.columns());
    again.row(read);
    assert_eq!(again.finish(), table, "written again it is the same");
}

#[test]
fn of_two_schema_rows_the_first_counts_and_the_second_is_no_row() {
    let schema = |header: &str| {
        Chunk::build(Sigil::FAS, Render::STRUCT, |schema| {
            schema.label(header);
        })
    };
    let row = Chunk::build(Sigil::COL, Render::STRUCT, |row| {
        row.text("cell");
    });
    let table = Chunk::build(Sigil::HAX, Render::TABLE, |table| {
        table.extend([schema("first"), schema("second"), row.clone()]);
    });
    let table = sent(&table);
    let view = Table::read(table.payload());
    assert_eq!(view.columns().collect::<Vec<_>>(), ["first"]);
    let rows: Vec<String> =
        view.rows().flat_map(|row| row.cells().map(|cell| cell.text().into_owned())).collect();
    assert_eq!(rows, ["cell"]);
    assert_eq!(
        table.children().collect::<Vec<_>>(),
        [schema("first"), schema("second"), row],
        "all is there"
    );
}

#[test]
fn ids_are_on_the_wire() {
    let progress = Progress { id: "1".into(), ..Progress::default() }.to_chunk();
    let request = InputRequest { id: "1".into(), prompt: "?".into(), ..InputRequest::default() }.to_chunk();
    let all = [
        progress,
        TableBuilder::with_id("1", ["a"]).finish(),
        Table::append("1").finish(),
        Chunk::record_with_id("1", [("k", Chunk::null())]),
        Chunk::append_fields("1", [("k", Chunk::null())]),
        Chunk::component_with([("id", "1")], [Chunk::text("x")]),
        request,
    ];
    for chunk in chunks(&events(&wire(&all))) {
        assert_eq!(chunk.id(), Some(id("1")), "{chunk:?}");
    }
}

#[test]
fn chunks_of_one_feed_and_all_levels_in_them_lie_in_one_buffer() {
    // Frames of 4 bytes of header (two of length) and 4 KiB of payload: neighbours are that far apart.
    let sent: Vec<Chunk> = (0..8).map(|number| bomb_of(4096, number)).collect();
    let read = chunks(&events(&wire(&sent)));
    assert_eq!(read, sent);
    for pair in read.windows(2) {
        let [first, second] = pair else { unreachable!() };
        let apart = second.payload().as_ptr() as usize - first.payload().as_ptr() as usize;
        assert_eq!(apart, 4096 + 5);
    }
    for chunk in &read {
        assert_eq!(chunk.clone().payload().as_ptr(), chunk.payload().as_ptr(), "a clone is no copy");
        assert!(levels(chunk) > 500, "and no level is a copy, which `levels` looks at");
    }
}

/// A component of components whose payload is exactly `len` bytes.
fn bomb_of(len: usize, number: u8) -> Chunk {
    let deep = bomb(700, &[(Sigil::BAR, Render::COMPONENT, b"")]);
    let rest = len - deep.payload().len() - 5;
    let front = Chunk::binary(vec![number; rest]).to_bytes();
    Chunk::new(Sigil::BAR, Render::COMPONENT, [&front[..], deep.payload()].concat())
}

/// Counts calls.
#[derive(Default)]
struct Sink {
    bytes: Vec<u8>,
    calls: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_writer_makes_one_call_for_each_of_1000_lines() {
    let mut writer = Writer::new(Sink::default());
    for (index, line) in lines(1000).iter().enumerate() {
        writer.write(line).unwrap();
        let sink = writer.get_mut();
        assert_eq!((sink.calls, sink.bytes.len()), (index + 1, 12 * (index + 1)), "whole lines, at once");
    }
    assert_eq!(chunks(&events(&writer.into_inner().bytes)), lines(1000));
}
