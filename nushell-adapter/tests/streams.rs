//! Output that grows: what is sent first, what is added, and that nothing piles up.

mod common;

use std::borrow::Cow;

use common::{PATIENCE, Shell, next, show};
use cyb_stream::{Render, Sigil, Struct, Table};
use nushell_adapter::Message;

/// The chunks up to the command's end.
fn chunks(shell: &Shell, code: &str) -> Vec<cyb_stream::Chunk> {
    shell.run(code).chunks
}

#[test]
fn a_whole_list_of_records_is_one_table() {
    let shell = Shell::start();
    let chunks = chunks(&shell, "[{a: 1} {b: 2}]");
    assert_eq!(chunks.iter().map(show).collect::<Vec<_>>(), ["table [a, b] (1, missing) (missing, 2)"]);
}

#[test]
fn a_long_table_is_appended_to() {
    let shell = Shell::start();
    let chunks = chunks(&shell, "1..1000 | each {|n| if $n == 900 { {n: $n, late: yes} } else { {n: $n} } }");
    let (first, rest) = chunks.split_first().expect("rows");
    assert!(first.is(Sigil::HAX, Render::TABLE) && first.id().is_some());
    let view = Table::read(first.payload());
    assert_eq!(view.columns().collect::<Vec<_>>(), ["n"]);
    let mut rows = view.rows().count();
    let mut added = Vec::new();
    for chunk in rest {
        assert!(chunk.is(Sigil::LUS, Render::TABLE));
        assert_eq!(chunk.id(), first.id());
        let view = Table::read(chunk.payload());
        assert!(view.rows().count() <= 256);
        rows += view.rows().count();
        added.extend(view.columns().map(Cow::into_owned));
    }
    assert_eq!(rows, 1000);
    assert_eq!(added, ["late"], "only new columns are announced, once");
}

#[test]
fn a_long_list_is_appended_to() {
    let shell = Shell::start();
    let chunks = chunks(&shell, "1..1000 | each {|n| $n }");
    let (first, rest) = chunks.split_first().expect("items");
    assert!(first.is(Sigil::FAS, Render::STRUCT) && first.id().is_some() && !rest.is_empty());
    assert!(rest.iter().all(|chunk| chunk.is(Sigil::LUS, Render::STRUCT) && chunk.id() == first.id()));
    let keys: Vec<_> = chunks
        .iter()
        .flat_map(|chunk| {
            let entries = Struct::read(chunk.payload()).entries().map(|entry| entry.key.into_owned());
            entries.collect::<Vec<_>>()
        })
        .collect();
    assert!(keys.iter().enumerate().all(|(index, key)| *key == index.to_string()));
    assert_eq!(keys.len(), 1000);
}

#[test]
fn first_rows_do_not_wait_for_slow_ones() {
    let shell = Shell::interactive();
    shell.session.run("1..2 | each {|n| if $n == 2 { null | input wait }; {n: $n} }");
    // The first row comes although the second waits for an answer.
    let mut early = shell.wait_for_output();
    while early.len() < 2 {
        early.extend(shell.wait_for_output());
    }
    early.sort_by_key(cyb_stream::Chunk::render);
    assert_eq!(early.iter().map(show).collect::<Vec<_>>(), ["table id [n] (1)", "ask text \"wait\" None"]);
    let id = early[1].id().expect("a question has an id");
    shell.session.answer(std::str::from_utf8(id.as_bytes()).unwrap(), Some(cyb_stream::Chunk::text("")));
    loop {
        match next(&shell.session) {
            Message::Chunks(chunks) => assert_eq!(show(&chunks[0]), "+table id [] (2)"),
            Message::Done(_) => break,
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_endless_stream_waits_for_who_takes_it() {
    let shell = Shell::start();
    shell.session.run("1.. | each {|n| {n: $n, text: ('' | fill --width 1000)} }");
    // Nobody takes anything until the way is full: then the producer must stand still.
    let mut before = 0;
    let deadline = std::time::Instant::now() + PATIENCE;
    loop {
        std::thread::sleep(std::time::Duration::from_millis(300));
        let waiting = shell.session.messages().len();
        if waiting == before && waiting > 0 {
            break;
        }
        before = waiting;
        assert!(std::time::Instant::now() < deadline);
    }
    shell.session.interrupt();
    let mut bytes = 0;
    loop {
        match next(&shell.session) {
            Message::Chunks(chunks) => {
                bytes += chunks.iter().map(|chunk| chunk.payload().len()).sum::<usize>();
            }
            Message::Done(status) => {
                assert_eq!(cyb_stream::Status::read(status.payload()).code, Some(130));
                break;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!((1 << 20..10 << 20).contains(&bytes), "{bytes} bytes waited");
}

#[test]
fn a_value_larger_than_the_way_out_goes_through() {
    let shell = Shell::start();
    let chunks = chunks(&shell, "'' | fill --width 20_000_000");
    assert_eq!(chunks.iter().map(|chunk| chunk.payload().len()).collect::<Vec<_>>(), [20_000_000]);
}

#[test]
fn long_text_of_a_builtin_is_a_run() {
    let shell = Shell::start();
    let chunks = chunks(&shell, "1..20000 | each {|n| {n: $n} } | to csv");
    assert!(chunks.len() > 1 && chunks.iter().all(|chunk| chunk.is(Sigil::SIG, Render::TEXT)));
    let lines = chunks.iter().map(|chunk| chunk.text_lossy().matches('\n').count()).sum::<usize>();
    assert_eq!(lines, 20001);
}

#[test]
fn deep_values_end_in_nuon() {
    let shell = Shell::start();
    let answer = shell.run("0..200 | reduce --fold 1 {|_, inner| {a: $inner} }");
    let mut depth = 0;
    let mut payload = answer.chunks[0].payload().clone();
    while let Some(entry) = Struct::read(&payload).entries().next() {
        depth += 1;
        if entry.value.render == Render::TEXT {
            assert_eq!(entry.value.sigil, Sigil::TIS);
            assert!(entry.value.text().starts_with("{a: {a: "));
            break;
        }
        payload = payload.slice_ref(entry.value.payload);
    }
    assert_eq!(depth, 127, "the value at level 128 is text");
}

#[test]
fn very_deep_values_do_not_overflow() {
    let shell = Shell::start();
    let answer = shell.run("0..20000 | reduce --fold 1 {|_, inner| [$inner] }");
    assert_eq!(answer.code, Some(0));
    assert_eq!(answer.chunks.len(), 1);
}
