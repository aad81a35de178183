//! A picture of every row of the registry, drawn from emitted bytes.

use cyb_egui::{Registry, Renderer};
use cyb_stream::{Chunk, Render, Sigil, Table};
use egui::accesskit::Role;
use egui_kittest::{SnapshotResults, kittest::Queryable as _};

use crate::setup::{over_the_wire, show, window};

#[test]
fn every_row_is_drawn_from_its_sample() {
    let mut results = SnapshotResults::new();
    for (_, renderer) in Registry::default().iter() {
        let mut test = small(over_the_wire((renderer.sample)()));
        results.add(test.try_snapshot(renderer.name));
    }
    let unknown = Chunk::new(Sigil::KET, Render::FORMULA, &b"e = m c^2"[..]);
    results.add(small(vec![unknown]).try_snapshot("badge"));
}

#[test]
fn samples_are_of_their_row_and_names_are_unique() {
    let registry = Registry::default();
    let mut names: Vec<_> = registry.iter().map(|(_, renderer)| renderer.name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), registry.iter().count());
    for ((sigil, render), Renderer { name, sample, .. }) in registry.iter() {
        assert!(sample().first().is_some_and(|chunk| chunk.is(sigil, render)), "{name}");
    }
}

/// The blocks of the design's first picture, as far as their data is told there.
#[test]
fn a_session_looks_like_the_design() {
    let mut results = SnapshotResults::new();
    let mut scrollback = cyb_egui::Scrollback::new();
    let origin = cyb_egui::Origin::Session;
    let registry = Registry::default();
    let blocks = [
        ("ls | sort-by size --reverse", Sigil::HAX, Render::TABLE, 0),
        ("open Cargo.toml | get workspace", Sigil::FAS, Render::STRUCT, 0),
        ("ls | get nmae", Sigil::ZAP, Render::ERROR, 1),
    ];
    for (command, sigil, render, code) in blocks {
        scrollback.begin(origin, command, Some(crate::setup::now()));
        let sample = registry.get(sigil, render).unwrap().sample;
        sample().into_iter().take(2).for_each(|chunk| scrollback.push(origin, chunk));
        let status = cyb_stream::Status { code: Some(code), duration_ns: Some(12_000_000), signal: None };
        scrollback.end(status.to_chunk());
    }
    scrollback.begin(
        origin,
        "cargo build",
        Some(crate::setup::now() - chrono::TimeDelta::milliseconds(8_400)),
    );
    for (sigil, render) in [(Sigil::DOT, Render::PROGRESS), (Sigil::DOT, Render::LOG)] {
        let sample = registry.get(sigil, render).unwrap().sample;
        sample().into_iter().skip(1).take(2).for_each(|chunk| scrollback.push(origin, chunk));
    }
    let mut test = window([1180.0, 800.0], scrollback);
    results.add(test.try_snapshot("session"));
}

/// The header of a table sticks, its columns move sideways where they are too many.
#[test]
fn long_and_wide_tables_look_like_tables() {
    let mut results = SnapshotResults::new();
    let mut long = Table::builder(["name", "number"]);
    for number in 0..1000 {
        long.row([Chunk::text(format!("row {number}")), Chunk::text((number * 37 % 1000).to_string())]);
    }
    let mut test = small(vec![long.finish()]);
    test.get_by_role_and_label(Role::ColumnHeader, "number").click();
    test.run_steps(4);
    test.state_mut().scrollback.scroll_by(-13_010.0);
    test.run_steps(3);
    results.add(test.try_snapshot("long-table"));

    let mut wide = Table::builder((0..30).map(|number| format!("column {number}")));
    wide.row((0..30).map(|number| Chunk::text("wide ".repeat(number))));
    wide.row((0..30).map(|number| Chunk::text(number.to_string())));
    let mut test = small(vec![wide.finish()]);
    test.hover_at(egui::pos2(200.0, 122.0));
    test.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(-1_000.0, 0.0),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    });
    test.run_steps(12);
    results.add(test.try_snapshot("wide-table"));
}

fn small(chunks: Vec<Chunk>) -> crate::setup::Test {
    let mut test = show(chunks);
    test.set_size(egui::vec2(720.0, 420.0));
    test.run_steps(2);
    test
}
