use cyb_egui::{Origin, Scrollback};
use cyb_stream::{Chunk, Log};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::setup::{Test, wheel, window};

fn line(number: usize) -> Chunk {
    Log { message: format!("line {number}").into(), ..Log::default() }.to_chunk()
}

fn lines(count: usize) -> Scrollback {
    let mut scrollback = Scrollback::new();
    scrollback.begin(Origin::Session, "show", None);
    (0..count).for_each(|number| scrollback.push(Origin::Session, line(number)));
    scrollback
}

/// Where the label of a line is drawn.
fn top_of(test: &Test, number: usize) -> f32 {
    test.get_by_label(&format!("line {number}")).rect().top()
}

fn shows(test: &Test, number: usize) -> bool {
    test.query_by_label(&format!("line {number}")).is_some()
}

#[test]
fn steps_of_one_pixel_are_one_pixel_in_a_million_items() {
    let mut test = window([900.0, 600.0], lines(1_000_000));
    // A header of 40 and lines of 22 points.
    test.state_mut().scrollback.scroll_to_top();
    test.state_mut().scrollback.scroll_by(40.0 + 700_000.0 * 22.0);
    test.run_steps(3);
    for step in 0..50_u8 {
        assert_eq!(test.state().scrollback.offset(), 15_400_040.0 + f64::from(step));
        assert_eq!(top_of(&test, 700_010), 8.0 + 220.0 - f32::from(step), "below the margin");
        test.state_mut().scrollback.scroll_by(1.0);
        test.run_steps(2);
    }
}

#[test]
fn the_wheel_moves_exactly_what_it_says() {
    let mut test = window([900.0, 600.0], lines(1_000_000));
    test.state_mut().scrollback.scroll_by(-8_000_000.0);
    test.run_steps(3);
    let before = test.state().scrollback.offset();
    for _ in 0..20 {
        wheel(&mut test, 50.0);
    }
    let moved = test.state().scrollback.offset() - before;
    assert!((moved - 1000.0).abs() < 0.1, "{moved}");
}

#[test]
fn the_end_stays_in_view_as_output_comes() {
    let mut test = window([900.0, 600.0], lines(10));
    for number in 10..400 {
        test.state_mut().scrollback.push(Origin::Session, line(number));
        if number % 13 == 0 {
            test.run_steps(1);
            assert!(shows(&test, number), "{number}");
        }
    }
    assert!(test.state().scrollback.is_at_bottom());
}

#[test]
fn who_scrolled_up_is_left_alone() {
    let mut test = window([900.0, 600.0], lines(400));
    wheel(&mut test, -1000.0);
    assert!(!test.state().scrollback.is_at_bottom());
    let before = test.state().scrollback.offset();
    let seen = (0..400).find(|number| shows(&test, *number)).unwrap() + 2;
    let top = top_of(&test, seen);
    (400..500).for_each(|number| test.state_mut().scrollback.push(Origin::Session, line(number)));
    test.run_steps(3);
    assert_eq!(test.state().scrollback.offset(), before);
    assert_eq!(top_of(&test, seen), top);
    wheel(&mut test, 1_000_000.0);
    assert!(test.state().scrollback.is_at_bottom(), "scrolling to the end sticks again");
}

#[test]
fn a_narrower_window_keeps_the_place() {
    let mut scrollback = Scrollback::new();
    for number in 0..2000 {
        scrollback
            .push(Origin::Session, Chunk::text(format!("text {number} {}", "word ".repeat(number % 60))));
    }
    let mut test = window([900.0, 600.0], scrollback);
    test.state_mut().scrollback.scroll_by(-20_000.0);
    test.run_steps(3);
    let first = |test: &Test| {
        let labels = test.get_all_by(|node| node.role() == Role::Label && node.bounding_box().is_some());
        let top = labels
            .filter(|label| label.rect().bottom() > 1.0)
            .min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
        let value = top.unwrap().accesskit_node().value().unwrap();
        value.split(' ').nth(1).unwrap().to_owned()
    };
    let before = first(&test);
    for width in (500..900).rev().step_by(40) {
        test.set_size(egui::vec2(width as f32, 600.0));
        test.run_steps(2);
        assert_eq!(first(&test), before, "{width}");
    }
}

#[test]
fn the_very_end_does_not_oscillate() {
    let mut scrollback = Scrollback::new();
    for number in 0..300 {
        scrollback.push(Origin::Session, Chunk::text("wide ".repeat(number % 97)));
        scrollback.push(Origin::Session, Chunk::action("press", "run:x"));
    }
    let mut test = window([900.0, 600.0], scrollback);
    let settled = test.state().scrollback.offset();
    for _ in 0..10 {
        test.run_steps(1);
        assert_eq!(test.state().scrollback.offset(), settled);
    }
}

#[test]
fn the_scroll_bar_tells_where_we_are() {
    let test = window([900.0, 600.0], lines(1000));
    let bar = test.get_by_role(Role::ScrollBar);
    let node = bar.accesskit_node();
    // A header of 40 and 1000 lines of 22 points, 12 below them, less the 600 in view.
    assert_eq!(node.data().max_numeric_value(), Some(21_452.0));
    assert_eq!(node.data().numeric_value(), Some(21_452.0));
}

#[test]
fn the_scroll_bar_can_be_dragged() {
    let mut test = window([900.0, 600.0], lines(1000));
    test.drag_at(egui::pos2(903.0, 600.0));
    test.run_steps(2);
    test.hover_at(egui::pos2(903.0, 8.0));
    test.run_steps(2);
    test.drop_at(egui::pos2(903.0, 8.0));
    test.run_steps(2);
    assert_eq!(test.state().scrollback.offset(), 0.0);
    assert!(shows(&test, 0));
}

#[test]
fn an_empty_scrollback_is_drawn() {
    let test = window([900.0, 600.0], Scrollback::new());
    assert_eq!(test.state().scrollback.blocks().len(), 0);
    assert_eq!(test.state().scrollback.item_count(), 0);
}

#[test]
fn one_very_long_line_is_cut_in_one_go() {
    let mut scrollback = Scrollback::new();
    let line = "x".repeat(64 << 20);
    scrollback.push(Origin::Session, Chunk::stdout(line.clone()));
    scrollback.push(Origin::Session, Chunk::text(line));
    assert!(scrollback.item_count() > 32_000);
    window([900.0, 600.0], scrollback);
}

#[test]
fn what_is_in_view_stays_when_more_comes_into_view_above_it() {
    let mut scrollback = Scrollback::new();
    for number in 0..400 {
        if number % 40 == 0 {
            scrollback.begin(Origin::Session, &format!("command {number}"), None);
        }
        let chunk = match number % 3 {
            0 => Chunk::text(format!("text {number} {}", "word ".repeat(number * 7 % 500))),
            1 => Chunk::record((0..number % 13).map(|field| (format!("field {field}"), Chunk::text("wide")))),
            _ => cyb_stream::ErrorReport::message(format!("failure {number}")).to_chunk(),
        };
        scrollback.push(Origin::Session, chunk);
        scrollback.push(Origin::Session, line(number));
    }
    let mut test = window([900.0, 600.0], scrollback);
    let tops = |test: &Test| -> Vec<(usize, f32)> {
        (0..400).filter(|number| shows(test, *number)).map(|number| (number, top_of(test, number))).collect()
    };
    let mut compared = 0;
    for step in 0..150 {
        let before = tops(&test);
        let by = [50.0, 7.0, 230.0][step % 3];
        wheel(&mut test, -by);
        for (number, top) in tops(&test) {
            // The same line, but for one that was above or is below.
            let Some((_, was)) = before.iter().find(|(seen, _)| *seen == number) else { continue };
            assert!((top - was - by).abs() < 0.6, "step {step}, line {number}: {was} to {top}, not by {by}");
            compared += 1;
        }
    }
    assert!(compared > 300, "{compared}");
}
