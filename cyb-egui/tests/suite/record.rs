use cyb_egui::{Origin, Scrollback};
use cyb_stream::{Chunk, Render, Sigil};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::setup::{Test, show, window};

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

#[test]
fn an_unfolded_value_stays_unfolded_when_it_is_scrolled_away() {
    let mut scrollback = Scrollback::new();
    for number in 0..30 {
        scrollback.begin(Origin::Session, &format!("command {number}"), None);
        let inner = Chunk::record([("deep", Chunk::text(format!("treasure {number}")))]);
        scrollback.push(Origin::Session, Chunk::record([(format!("outer {number}"), inner)]));
        (0..20).for_each(|_| scrollback.push(Origin::Session, Chunk::text("between")));
        scrollback.end(Chunk::status(0));
    }
    let mut test = window([900.0, 600.0], scrollback);
    test.state_mut().scrollback.scroll_to_top();
    test.state_mut().scrollback.scroll_by(400.0);
    test.run_steps(3);
    fold(&mut test, "outer 1");
    test.get_by_label("treasure 1");
    // Other blocks come first in the view.
    for points in [-400.0, 200.0, 5_000.0] {
        test.state_mut().scrollback.scroll_by(points);
        test.run_steps(3);
    }
    assert!(test.query_by_label("treasure 1").is_none());
    test.state_mut().scrollback.scroll_by(-4_800.0);
    test.run_steps(3);
    test.get_by_label("treasure 1");
    assert!(test.query_by_label("treasure 0").is_none() && test.query_by_label("treasure 2").is_none());
}

#[test]
fn what_is_unfolded_does_not_outlive_a_clear() {
    let record = || {
        let inner = Chunk::record([("deep", Chunk::text("treasure"))]);
        Chunk::record([("outer", inner)])
    };
    let mut test = show([record()]);
    fold(&mut test, "outer");
    test.get_by_label("treasure");
    let scrollback = &mut test.state_mut().scrollback;
    scrollback.clear();
    scrollback.begin(Origin::Session, "show", None);
    scrollback.push(Origin::Session, record());
    test.run_steps(3);
    test.get_by_role_and_label(Role::DisclosureTriangle, "outer");
    assert!(test.query_by_label("treasure").is_none());
}

#[test]
fn a_list_of_many_appends_is_drawn_while_it_grows() {
    let mut test = show([Chunk::record_with_id("r", [("first", Chunk::text("0"))])]);
    for number in 1..20_000 {
        let more = Chunk::append_fields("r", [(number.to_string(), Chunk::text("more"))]);
        test.state_mut().scrollback.push_to(0, Origin::Session, more);
        if number % 100 == 0 {
            test.run_steps(1);
        }
    }
    test.run_steps(3);
    assert_eq!(test.state().scrollback.item_count(), 2, "a header and one tree");
    test.get_by_label("19\u{2009}900 more");
}

#[test]
fn of_a_very_long_text_the_beginning_is_drawn_and_the_rest_on_demand() {
    let text = format!("{}the end", "é ".repeat(2_000));
    let mut test = show([Chunk::record([("key", Chunk::text(text))])]);
    assert!(test.query_by_label_contains("the end").is_none());
    test.get_by_label_contains("…");
    test.get_by_label_contains("more").click();
    test.run_steps(4);
    test.get_by_label_contains("the end");
}

#[test]
fn of_a_very_long_diff_the_beginning_is_drawn_and_the_rest_on_demand() {
    let diff = format!("{}-the end\n", "+added\n".repeat(10_000));
    let mut test = show([Chunk::component_with([("syntax", "diff")], [Chunk::annotation(diff)])]);
    assert!(test.query_by_label_contains("-the end").is_none());
    test.get_by_label_contains("more").click();
    test.run_steps(4);
    test.get_by_label_contains("-the end");
}

#[test]
fn of_very_many_entries_only_those_in_view_are_drawn() {
    let mut test = show([Chunk::list((0..20_000).map(|number| Chunk::text(format!("value {number}"))))]);
    for _ in 0..3 {
        test.get_by_label_contains("more").click();
        test.run_steps(4);
        test.state_mut().scrollback.scroll_to_bottom();
        test.run_steps(4);
    }
    test.get_by_label("value 6399");
    assert!(test.get_all_by_label_contains("value").count() < 60, "6400 are unfolded");
    test.state_mut().scrollback.scroll_to_top();
    test.run_steps(3);
    let top = |test: &Test, label| test.get_by_label(label).rect().top();
    assert_eq!(top(&test, "value 10") - top(&test, "value 0"), 240.0);
    assert!(test.get_all_by_label_contains("value").count() < 60);
}
