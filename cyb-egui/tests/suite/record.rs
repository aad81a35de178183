use cyb_stream::{Chunk, Render, Sigil};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::setup::{Test, show};

fn fold(test: &mut Test, key: &str) {
    test.get_by_role_and_label(Role::DisclosureTriangle, key).click();
    test.run_steps(4);
}

#[test]
fn a_nested_value_unfolds_and_folds() {
    let inner = Chunk::record([("deep", Chunk::text("treasure"))]);
    let mut test = show([Chunk::record([("outer", inner)])]);
    test.get_by_label("1 field");
    assert!(test.query_by_label("treasure").is_none());
    fold(&mut test, "outer");
    test.get_by_label("treasure");
    fold(&mut test, "outer");
    assert!(test.query_by_label("treasure").is_none());
}

#[test]
fn appended_pairs_join_their_struct() {
    let base = Chunk::build(Sigil::FAS, Render::STRUCT, |record| {
        record.kv_text("id", "r").pair("a", &Chunk::text("1"));
    });
    let more = Chunk::build(Sigil::LUS, Render::STRUCT, |record| {
        record.kv_text("id", "r").pair("b", &Chunk::text("2"));
    });
    let test = show([base, more]);
    test.get_by_label("1");
    test.get_by_label("2");
    assert!(
        test.get_by_label("b").rect().top() - test.get_by_label("a").rect().top() == 24.0,
        "rows of one tree"
    );
}

#[test]
fn of_many_entries_the_first_are_drawn_and_the_rest_on_demand() {
    let mut test = show([Chunk::list((0..1000).map(|number| Chunk::text(format!("value {number}"))))]);
    test.state_mut().scrollback.scroll_to_top();
    test.run_steps(2);
    test.state_mut().scrollback.scroll_to_bottom();
    test.run_steps(2);
    test.get_by_label("900 more").click();
    test.run_steps(4);
    test.get_by_label("600 more");
}

#[test]
fn empty_ones_say_so() {
    let test = show([Chunk::list([]), Chunk::record::<&str>([])]);
    test.get_by_label("empty list");
    test.get_by_label("empty record");
}

#[test]
fn nesting_beyond_the_limit_opens_on_demand() {
    let mut deep = Chunk::text("bottom");
    for _ in 0..100 {
        deep = Chunk::component([deep]);
    }
    let mut test = show([deep]);
    assert!(test.query_by_label("bottom").is_none());
    for _ in 0..3 {
        test.get_by_label("nested deeper, open").click();
        test.run_steps(4);
    }
    test.get_by_label("bottom");
}
