//! What egui keeps for a piece stays with that piece, however one scrolls, and with no other.

use std::sync::atomic::{AtomicUsize, Ordering};

use cyb_egui::{Cx, Origin, Renderer, Scrollback, ViewContext, theme};
use cyb_stream::{Chunk, Render, Sigil, Table};
use egui::{
    Ui,
    accesskit::{Role, SortDirection},
};
use egui_kittest::{
    Harness,
    kittest::{NodeT as _, Queryable as _},
};

use crate::setup::{Test, window};

/// A window in whose upper half the chunk stands, in the second of many blocks.
fn amid(mut scrollback: Scrollback, chunk: &Chunk) -> Test {
    for number in 0..60 {
        scrollback.begin(Origin::Session, &format!("command {number}"), None);
        (0..5).for_each(|_| scrollback.push(Origin::Session, Chunk::text("between")));
        if number == 1 {
            scrollback.push(Origin::Session, chunk.clone());
        }
        scrollback.end(Chunk::status(0));
    }
    let mut test = window([900.0, 600.0], scrollback);
    test.state_mut().scrollback.scroll_to_top();
    test.run_steps(3);
    test
}

fn away_and_back(test: &mut Test) {
    for points in [150.0, 4_000.0, -4_000.0] {
        test.state_mut().scrollback.scroll_by(points);
        test.run_steps(3);
    }
}

#[test]
fn a_table_inside_of_another_chunk_stays_sorted() {
    let mut table = Table::builder(["n"]);
    for number in ["2", "1", "3"] {
        table.row([Chunk::literal(number)]);
    }
    let mut test = amid(Scrollback::new(), &Chunk::component([Chunk::text("a table:"), table.finish()]));
    test.get_by_role_and_label(Role::ColumnHeader, "n").click();
    test.run_steps(4);
    away_and_back(&mut test);
    let header = test.get_by_role_and_label(Role::ColumnHeader, "n");
    assert_eq!(header.accesskit_node().data().sort_direction(), Some(SortDirection::Ascending));
}

static DRAWN: AtomicUsize = AtomicUsize::new(0);

fn panics(_ui: &mut Ui, _cx: &mut Cx<'_>, _chunk: &Chunk) {
    DRAWN.fetch_add(1, Ordering::Relaxed);
    panic!("on purpose");
}

#[test]
fn what_panicked_is_not_tried_again() {
    let mut scrollback = Scrollback::new();
    let renderer = Renderer { name: "panics", ui: panics, sample: Vec::new };
    scrollback.registry_mut().insert(Sigil::KET, Render::FORMULA, renderer);
    let mut test = amid(scrollback, &Chunk::new(Sigil::KET, Render::FORMULA, &b"x"[..]));
    away_and_back(&mut test);
    test.get_by_label_contains("on purpose");
    assert_eq!(DRAWN.load(Ordering::Relaxed), 1);
}

#[test]
fn two_scrollbacks_in_one_window_share_nothing() {
    let scrollback = || {
        let mut scrollback = Scrollback::new();
        let inner = Chunk::record([("deep", Chunk::text("treasure"))]);
        scrollback.push(Origin::Session, Chunk::record([("outer", inner)]));
        scrollback
    };
    let mut both = [scrollback(), scrollback()];
    let mut test = Harness::builder().with_context_setup(theme::install).build_ui(move |ui| {
        ui.columns(2, |columns| {
            for (ui, scrollback) in columns.iter_mut().zip(&mut both) {
                scrollback.ui(ui, &ViewContext::default());
            }
        });
    });
    let first = test.get_all_by_role_and_label(Role::DisclosureTriangle, "outer").next();
    first.unwrap().click();
    test.run_steps(4);
    assert_eq!(test.get_all_by_label("treasure").count(), 1);
}
