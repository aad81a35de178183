//! Hostile payloads: what the walk and the views make of each kind of attack inside a frame that is sound itself.
//! Bombs of depth against every view are in `original_faults_nested.rs`.

#[path = "common/checked.rs"]
mod checked;
mod common;

use checked::{GOOD, bomb, on_a_small_stack};
use common::{chunks, events, sent};
use cyb_stream::{
    Action, Chunk, Component, ErrorReport, Fault, Frame, FrameError, Log, Progress, Render, Scope, Sigil,
    Status, Struct, Table, TableBuilder, frames, kv, read_kv,
};

/// A `(=, s)` of these frames, pair or not.
fn binding(children: &[Chunk]) -> Chunk {
    Chunk::build(Sigil::TIS, Render::STRUCT, |pair| pair.extend(children.iter().cloned()))
}

/// The first malformed place that each view with a `fault` finds in a payload, read to its end.
fn faults(payload: &[u8]) -> [(&'static str, Option<FrameError>); 8] {
    let (component, fields) = (Component::read(payload), Struct::read(payload));
    let (mut entries, table) = (fields.entries(), Table::read(payload));
    let mut rows = table.rows();
    entries.by_ref().for_each(drop);
    rows.by_ref().for_each(drop);
    let mut pairs = read_kv(payload);
    pairs.by_ref().for_each(drop);
    [
        ("pairs", pairs.fault()),
        ("component", component.fault.or_else(|| component.body().find_map(Result::err))),
        ("struct", fields.fault.or_else(|| entries.fault())),
        ("table", table.fault.or_else(|| rows.fault())),
        ("progress", Progress::read(payload).fault),
        ("log", Log::read(payload).fault),
        ("error", ErrorReport::read(payload).fault),
        ("scope", Scope::read(payload).fault),
    ]
}

/// Damage behind a good pair of 19 bytes, with another good pair behind the damage where it can be passed over.
fn assert_told(damage: &[u8], fault: Fault) {
    let payload = [&kv("id", &Chunk::text("front")).to_bytes(), damage].concat();
    assert_eq!(kv("id", &Chunk::text("front")).to_bytes().len(), 19);
    for (view, found) in faults(&payload) {
        assert_eq!(
            found,
            Some(FrameError { offset: 19, fault }),
            "{view} of {:?}",
            damage.escape_ascii().to_string()
        );
    }
    // What stands before the damage is read.
    assert_eq!(Progress::read(&payload).id, "front");
    // A success or a button is not made of damage.
    let status = [&kv("code", &Chunk::text("0")).to_bytes(), damage].concat();
    assert_eq!(Status::read(&status).code, None);
    let action =
        [&Chunk::annotation("label").to_bytes()[..], &Chunk::text("cd:/").to_bytes(), damage].concat();
    assert!(Action::read(&action).malformed);
}

#[test]
fn a_child_longer_than_its_parent_stays_inside_and_is_told() {
    assert_told(b"\x1f#t\x09a", Fault::Cut);
    assert_told(b"\x1f#t\x80\x80\x80\x80\x04", Fault::Cut);
    assert_told(b"\x1f#t\x80", Fault::Cut);
    assert_told(b"\x1f", Fault::Cut);
    // The next frame would complete it, and is read as the frame it is.
    let input = [b"\x1f|c\x05\x1f#t\x08a", GOOD].concat();
    let read = chunks(&events(&input));
    assert_eq!(read.len(), 2);
    assert_eq!(read[1], Chunk::text("good"));
    assert_eq!(read[0].children().count(), 0);
    let error = FrameError { offset: 0, fault: Fault::Cut };
    assert_eq!(read[0].frames().collect::<Vec<_>>(), [Err(error)]);
}

#[test]
fn bytes_that_are_no_frame_in_a_container_are_told() {
    assert_told(b"trailing", Fault::NoMarker);
    assert_told(b"\0", Fault::NoMarker);
    assert_told(b"\x1fzt\x00", Fault::BadSigil);
    assert_told(b"\x1f# \x00", Fault::BadRender);
    assert_told(b"\x1f#t\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", Fault::LongVarint);
    assert_told(b"\x1f#t\x81\x80\x80\x80\x04", Fault::TooLarge);
    // The walk ends there and does not search: a payload has no resynchronising, its reader shows the rest as bytes.
    let payload = [GOOD, b"x", GOOD].concat();
    let mut walk = frames(&payload);
    assert!(walk.next().unwrap().is_ok());
    assert_eq!(walk.next(), Some(Err(FrameError { offset: 8, fault: Fault::NoMarker })));
    assert_eq!((walk.next(), walk.rest()), (None, &payload[8..]));
}

#[test]
fn a_binding_of_no_one_or_three_children_is_told_and_not_guessed() {
    let (key, value) = (Chunk::annotation("label"), Chunk::text("wrong"));
    for children in [&[][..], std::slice::from_ref(&key), &[key.clone(), value.clone(), value]] {
        let damage = binding(children).to_bytes();
        assert_told(&damage, Fault::BadPair);
        let behind = kv("id", &Chunk::text("behind")).to_bytes();
        let view = [&damage[..], &behind].concat();
        let view = Progress::read(&view);
        assert_eq!((&*view.label, &*view.id), ("", "behind"), "the next binding is read");
    }
    // Two frames and something that is none.
    let damaged = [&key.to_bytes()[..], GOOD, b"x"].concat();
    assert_told(&Chunk::new(Sigil::TIS, Render::STRUCT, damaged).to_bytes(), Fault::BadPair);
    let cut = [&key.to_bytes()[..], b"\x1f#t\x09a"].concat();
    assert_told(&Chunk::new(Sigil::TIS, Render::STRUCT, cut).to_bytes(), Fault::BadPair);
}

#[test]
fn a_pair_of_no_one_or_three_children_is_told_and_the_others_are_read() {
    let (key, value) = (Chunk::annotation("k"), Chunk::text("wrong"));
    for children in [&[][..], std::slice::from_ref(&key), &[key.clone(), value.clone(), value]] {
        let odd = Chunk::build(Sigil::COL, Render::STRUCT, |pair| pair.extend(children.iter().cloned()));
        let good = |name: &str| Chunk::pair(name, &Chunk::text(name));
        let record =
            Chunk::build(Sigil::FAS, Render::STRUCT, |record| record.extend([good("a"), odd, good("b")]));
        let record = sent(&record);
        let mut entries = Struct::read(record.payload()).entries();
        let keys: Vec<String> = entries.by_ref().map(|entry| entry.key.into_owned()).collect();
        assert_eq!(keys, ["a", "b"]);
        let offset = good("a").to_bytes().len();
        assert_eq!(entries.fault(), Some(FrameError { offset, fault: Fault::BadPair }));
    }
}

#[test]
fn a_million_levels_are_decoded_walked_shown_copied_and_dropped() {
    let deep = bomb(1_000_000, &[(Sigil::BAR, Render::COMPONENT, b"")]);
    on_a_small_stack(|| {
        let read = sent(&deep);
        let (mut count, mut payload) = (1, &read.payload()[..]);
        while let Some(Ok(inner)) = frames(payload).next() {
            payload = inner.payload;
            count += 1;
        }
        assert_eq!(count, 1_000_000);
        // 31 levels are opened inside the first, and the rest is bytes.
        assert_eq!(format!("{read:?}").matches("(|, c) [").count(), 32);
        let outer = frames(read.payload()).next().unwrap().unwrap();
        let copy = Chunk::from(&outer);
        assert_eq!(copy, read.nested(&outer));
        assert_eq!(read.children().collect::<Vec<_>>(), [copy]);
    });
}

/// The cells' texts of each row.
fn texts(payload: &[u8]) -> Vec<Vec<String>> {
    let cells = |row: cyb_stream::Row<'_>| row.cells().map(|cell| cell.text().into_owned()).collect();
    Table::read(payload).rows().map(cells).collect()
}

#[test]
fn ragged_rows_have_the_cells_they_have() {
    let mut table = Table::builder(["a", "b"]);
    for cells in [&["1"][..], &[], &["1", "2", "3", "4"], &["1", "2"]] {
        table.row(cells.iter().map(|cell| Chunk::text(*cell)));
    }
    let table = sent(&table.finish());
    let rows = texts(table.payload());
    assert_eq!(rows, [&["1"][..], &[], &["1", "2", "3", "4"], &["1", "2"]]);
    assert_eq!(Table::read(table.payload()).columns().count(), 2, "extra cells make no columns");
}

#[test]
fn damage_in_one_row_stays_in_that_row() {
    let row = |payload: &[u8]| Chunk::new(Sigil::COL, Render::STRUCT, payload.to_vec()).to_bytes();
    let rows = [row(b"\x1f#t\x011junk"), row(b"\x1f#t\x012\x1f#t\x09"), row(b"junk"), row(b"\x1f#t\x014")];
    let table = [&b"\x1f/s\x00"[..], &rows.concat()].concat();
    assert_eq!(texts(&table), [&["1"][..], &["2"], &[], &["4"]]);
    let view = Table::read(&table);
    let rests: Vec<&[u8]> = view
        .rows()
        .map(|row| {
            let mut cells = row.cells();
            cells.by_ref().for_each(drop);
            cells.rest()
        })
        .collect();
    assert_eq!(rests, [&b"junk"[..], b"\x1f#t\x09", b"junk", b""], "and can be told from a short row");
}

#[test]
fn damage_between_rows_ends_them_and_is_told() {
    let mut table = Table::builder(["a"]);
    table.row([Chunk::text("1")]);
    let sound = table.finish();
    for (damage, fault) in
        [(&b"junk"[..], Fault::NoMarker), (b"\x1f:s\x7f", Fault::Cut), (b"\x1f:\x1f\x00", Fault::BadRender)]
    {
        let payload = [&sound.payload()[..], damage].concat();
        let view = Table::read(&payload);
        let mut rows = view.rows();
        assert_eq!((rows.by_ref().count(), view.fault), (1, None));
        assert_eq!(rows.fault(), Some(FrameError { offset: sound.payload().len(), fault }));
    }
    // Behind the damage nothing is guessed, a sound row neither.
    let more = Chunk::new(Sigil::COL, Render::STRUCT, "").to_bytes();
    let payload = [&sound.payload()[..], b"x", &more].concat();
    assert_eq!(Table::read(&payload).rows().count(), 1);
}

#[test]
fn ten_thousand_columns_are_read() {
    let names: Vec<String> = (0..10_000).map(|column| format!("c{column}")).collect();
    let mut table = Table::builder(&names);
    table.row(names.iter().map(Chunk::text));
    let table = sent(&table.finish());
    let view = Table::read(table.payload());
    assert!(view.columns().eq(names.iter().map(String::as_str)));
    assert_eq!(texts(table.payload()), [names]);
}

#[test]
fn ten_million_rows_are_read_one_by_one() {
    let mut payload = b"\x1f/s\x05\x1f~t\x01a".to_vec();
    payload.extend(b"\x1f:s\x00".repeat(10_000_000));
    let table = sent(&Chunk::new(Sigil::HAX, Render::TABLE, payload));
    let view = Table::read(table.payload());
    assert_eq!(view.columns().collect::<Vec<_>>(), ["a"]);
    let mut rows = view.rows();
    // Nothing was walked to open it: the first row is where the schema ends, with an own header of 4 bytes.
    assert_eq!(rows.next().unwrap().offset, 9 + 4);
    assert_eq!((rows.by_ref().count(), rows.fault()), (9_999_999, None));
}

#[test]
fn a_row_count_is_no_more_than_a_hint() {
    for (claim, hint) in [
        ("4294967295", Some(4_294_967_295)),
        ("18446744073709551615", Some(u64::MAX)),
        ("18446744073709551616", None),
        ("0", Some(0)),
        ("-1", None),
        ("1e9", None),
    ] {
        let mut table = TableBuilder::with_facts([("rows", claim)], ["a"]);
        table.row([Chunk::text("1")]).row([Chunk::text("2")]);
        let table = sent(&table.finish());
        assert_eq!(Table::read(table.payload()).rows_hint, hint, "{claim}");
        assert_eq!(texts(table.payload()), [["1"], ["2"]]);
    }
}

#[test]
fn text_payloads_with_frames_in_them_have_no_id() {
    let payload = kv("id", &Chunk::text("1")).to_bytes();
    for sigil in Sigil::ALL {
        for render in [Render::TEXT, Render::BINARY, Render::FORMULA, Render(b'z')] {
            assert_eq!(Chunk::new(sigil, render, payload.clone()).id(), None, "({sigil}, {render})");
        }
    }
    // Ids that are no UTF-8 are still two ids: they are compared byte for byte.
    let with = |id: &'static [u8]| {
        let id = Chunk::new(Sigil::HAX, Render::TEXT, id);
        Chunk::component([kv("id", &id)]).id().unwrap()
    };
    assert_ne!(with(b"\xff"), with(b"\xfe"));
    assert_eq!(with(b"\xff").as_bytes(), b"\xff");
    let frame: Frame<'_> = frames(b"\x1f|c\x00").next().unwrap().unwrap();
    assert_eq!(frame.id(), None);
}
