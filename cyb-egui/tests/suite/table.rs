use cyb_egui::{Origin, StreamEvent};
use cyb_stream::{Chunk, Encoder, Place, Render, Scope, Sigil, Table, TableBuilder};
use egui::accesskit::{Role, SortDirection};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::setup::{Test, show, show_from, wheel};

/// The texts of a column as drawn, from top to bottom.
fn column(test: &Test, column: usize) -> Vec<String> {
    let mut cells: Vec<_> = test
        .get_all_by(|node| node.role() == Role::Cell && node.data().column_index() == Some(column))
        .map(|cell| {
            let node = cell.accesskit_node();
            (node.data().row_index().unwrap(), node.label().unwrap_or_default())
        })
        .collect();
    cells.sort();
    cells.into_iter().map(|(_, text)| text).collect()
}

fn click(test: &mut Test, header: &str) {
    test.get_by_role_and_label(Role::ColumnHeader, header).click();
    test.run_steps(5);
}

fn direction(test: &Test, header: &str) -> Option<SortDirection> {
    test.get_by_role_and_label(Role::ColumnHeader, header).accesskit_node().data().sort_direction()
}

fn files() -> Chunk {
    let mut table = Table::builder(["name", "size"]);
    for (name, size) in [("b10", "9b"), ("B9", "1200b"), ("a", "80b")] {
        table.row([Chunk::text(name), Chunk::literal(size)]);
    }
    table.row([Chunk::text("c"), Chunk::null()]);
    table.finish()
}

#[test]
fn a_click_on_a_header_sorts_by_value_up_down_and_not() {
    let mut test = show([files()]);
    let original = ["9 B", "1.2 kB", "80 B", "–"];
    assert_eq!(column(&test, 1), original);
    assert_eq!(direction(&test, "size"), None);
    click(&mut test, "size");
    assert_eq!(column(&test, 1), ["9 B", "80 B", "1.2 kB", "–"]);
    assert_eq!(direction(&test, "size"), Some(SortDirection::Ascending));
    click(&mut test, "size");
    assert_eq!(column(&test, 1), ["1.2 kB", "80 B", "9 B", "–"], "no value stays last");
    assert_eq!(direction(&test, "size"), Some(SortDirection::Descending));
    click(&mut test, "size");
    assert_eq!(column(&test, 1), original);
    assert_eq!(direction(&test, "size"), None);
}

#[test]
fn text_sorts_naturally() {
    let mut test = show([files()]);
    click(&mut test, "name");
    assert_eq!(column(&test, 0), ["a", "B9", "b10", "c"]);
}

#[test]
fn the_tree_tells_rows_and_columns() {
    let test = show([files()]);
    let table = test.get_by_role(Role::Table);
    let node = table.accesskit_node();
    assert_eq!((node.data().row_count(), node.data().column_count()), (Some(4), Some(2)));
    let cell = test.get_by_role_and_label(Role::Cell, "B9");
    assert_eq!(cell.accesskit_node().data().row_index(), Some(1));
    assert_eq!(cell.accesskit_node().parent().unwrap().role(), Role::Row);
}

#[test]
fn appended_rows_and_columns_join_their_table() {
    let mut table = TableBuilder::with_id("t", ["a"]);
    table.row([Chunk::text("1")]);
    let mut more = Table::append("t").schema(["b"]);
    more.row([Chunk::text("0"), Chunk::text("x")]);
    let mut test = show([table.finish(), more.finish()]);
    assert_eq!(test.get_all_by_role(Role::Table).count(), 1);
    assert_eq!(column(&test, 0), ["1", "0"]);
    assert_eq!(column(&test, 1), ["·", "x"], "the first row has no such column");
    click(&mut test, "a");
    let mut late = Table::append("t");
    late.row([Chunk::text("-1"), Chunk::null()]);
    test.state_mut().scrollback.push_to(0, Origin::Session, late.finish());
    test.run_steps(5);
    assert_eq!(column(&test, 0), ["-1", "0", "1"], "what comes later is sorted in");
}

#[test]
fn an_append_to_nothing_is_a_table_of_its_own() {
    let mut orphan = Table::append("nobody");
    orphan.row([Chunk::text("1")]);
    let test = show([orphan.finish()]);
    assert_eq!(column(&test, 0), ["1"]);
}

#[test]
fn longer_rows_have_unnamed_columns() {
    let mut table = Table::builder(["a"]);
    table.row([Chunk::text("1"), Chunk::text("extra")]);
    let test = show([table.finish()]);
    assert_eq!(column(&test, 1), ["extra"]);
}

#[test]
fn a_damaged_table_shows_what_could_be_read_and_says_so() {
    let mut table = Table::builder(["a"]);
    table.row([Chunk::text("1")]);
    let mut payload = Encoder::new();
    payload.raw(table.finish().payload()).raw(b"noise");
    let test = show([Chunk::new(Sigil::HAX, Render::TABLE, payload.into_bytes())]);
    assert_eq!(column(&test, 0), ["1"]);
    test.get_by_label_contains("damaged at byte");
}

#[test]
fn a_path_in_a_cell_asks_to_be_opened() {
    let mut table = Table::builder(["name"]);
    table.row([Chunk::path("/srv/src/")]);
    let mut test = show_from(Origin::Foreign, [table.finish()]);
    test.get_by_role_and_label(Role::Link, "/srv/src/").click();
    test.run_steps(4);
    let expected =
        StreamEvent::OpenPath { path: "/srv/src/".to_owned(), directory: None, origin: Origin::Foreign };
    assert_eq!(test.state().events, [expected]);
}

#[test]
fn who_points_at_a_size_is_told_the_bytes() {
    let mut test = show([files()]);
    test.get_by_role_and_label(Role::Cell, "1.2 kB").hover();
    test.run_steps(6);
    test.get_by_label("1\u{2009}200 bytes");
}

#[test]
fn a_nested_value_opens_under_the_table() {
    let mut table = Table::builder(["value"]);
    table.row([Chunk::list([Chunk::text("first"), Chunk::text("second")])]);
    let mut test = show([table.finish()]);
    test.get_by_role_and_label(Role::Link, "2 items").click();
    test.run_steps(4);
    test.get_by_label("second");
    test.get_by_role_and_label(Role::Link, "2 items").click();
    test.run_steps(4);
    assert!(test.query_by_label("second").is_none());
}

#[test]
fn of_a_long_table_only_the_visible_rows_exist() {
    let mut table = Table::builder(["n"]);
    for number in 0..100_000 {
        table.row([Chunk::text(number.to_string())]);
    }
    let mut test = show([table.finish()]);
    let rows = column(&test, 0);
    assert!(rows.len() < 40, "{}", rows.len());
    assert_eq!(rows.last().unwrap(), "99999", "the end is shown");
    test.get_by_role_and_label(Role::ColumnHeader, "n");
    click(&mut test, "n");
    click(&mut test, "n");
    test.run_steps(30);
    test.state_mut().scrollback.scroll_to_top();
    test.run_steps(3);
    assert_eq!(column(&test, 0)[0], "99999");
    wheel(&mut test, 26_000.0);
    assert!(!column(&test, 0).contains(&"99999".to_owned()));
    test.get_by_role_and_label(Role::ColumnHeader, "n");
}

#[test]
fn dates_of_any_year_sort_as_dates() {
    let mut table = Table::builder(["when"]);
    for date in ["+10000-01-01T00:00:00+00:00", "2026-01-01T00:00:00+00:00", "-0044-03-15T00:00:00+00:00"] {
        table.row([Chunk::literal(date)]);
    }
    let mut test = show([table.finish()]);
    click(&mut test, "when");
    assert_eq!(column(&test, 0), ["-0044-03-15", "2026-01-01", "+10000-01-01"]);
}

#[test]
fn what_cannot_be_opened_is_no_link() {
    let mut table = Table::builder(["name"]);
    table.row([Chunk::path("src/")]);
    let scope = Chunk::scope(["cyber"]);
    let prompt = Scope { places: vec![Place::Path("/srv".into())], ..Scope::default() }.to_chunk();
    let test = show_from(Origin::Foreign, [table.finish(), Chunk::path("Cargo.toml"), scope, prompt]);
    assert_eq!(test.query_all_by_role(Role::Link).count(), 0);
    test.get_by_role_and_label(Role::Cell, "src/");
    test.get_by_label("Cargo.toml");
    test.get_by_label("srv");
}

#[test]
fn a_nested_value_of_a_long_table_opens_under_its_row() {
    let mut table = Table::builder(["value", "n"]);
    for number in 0..1_000 {
        let value = Chunk::list([Chunk::text(format!("inside {number}")), Chunk::null()]);
        table.row([value, Chunk::text(format!("row {number}"))]);
    }
    let mut test = show([table.finish()]);
    test.state_mut().scrollback.scroll_by(-13_000.0);
    test.run_steps(3);
    let rows = column(&test, 1);
    let (row, next) = (&rows[5], &rows[6]);
    let at = |test: &Test, text: &str| test.get_by_role_and_label(Role::Cell, text).rect();
    let y = at(&test, row).center().y;
    let link = test.get_all_by_role_and_label(Role::Link, "2 items").find(|link| link.rect().center().y == y);
    link.unwrap().click();
    test.run_steps(5);
    let inside = test.get_by_label(&row.replace("row", "inside")).rect();
    assert_eq!(at(&test, row).center().y, y, "the row stays");
    assert!(inside.top() > at(&test, row).bottom() && inside.bottom() < at(&test, next).top());
    wheel(&mut test, 5_000.0);
    wheel(&mut test, -5_000.0);
    assert!(test.query_by_label(&row.replace("row", "inside")).is_some(), "it stays open out of sight");
    test.get_by_label_contains(", close").click();
    test.run_steps(5);
    assert!(test.query_by_label(&row.replace("row", "inside")).is_none());
    assert_eq!(at(&test, next).top() - at(&test, row).top(), 26.0);
}

fn wide(columns: usize) -> Chunk {
    let mut table = Table::builder((0..columns).map(|number| format!("column {number}")));
    table.row((0..columns).map(|number| Chunk::text(format!("cell {number}"))));
    table.finish()
}

#[test]
fn of_a_wide_table_only_the_visible_columns_exist() {
    let mut test = show([wide(100)]);
    let headers = |test: &Test| test.get_all_by_role(Role::ColumnHeader).count();
    assert!(headers(&test) < 15 && test.get_all_by_role(Role::Cell).count() < 15);
    test.get_by_label("1 row · 100 columns");
    // A wheel with shift held goes sideways.
    test.hover_at(egui::pos2(200.0, 90.0));
    test.event_modifiers(
        egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, -1_000.0),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: egui::Modifiers::SHIFT,
        },
        egui::Modifiers::SHIFT,
    );
    test.run_steps(20);
    assert!(test.query_by_role_and_label(Role::Cell, "cell 0").is_none());
    assert!(headers(&test) < 15 && headers(&test) > 5);
    // The bar leads to the last one.
    let bar = test.get_by_role_and_label(Role::ScrollBar, "columns").rect();
    test.drag_at(bar.center());
    test.run_steps(2);
    test.hover_at(bar.right_center());
    test.drop_at(bar.right_center());
    test.run_steps(2);
    test.get_by_role_and_label(Role::Cell, "cell 99");
}

#[test]
fn of_any_number_of_columns_some_are_drawn_and_all_counted() {
    let test = show([wide(50_000)]);
    test.get_by_label("1 row · the first 1\u{2009}024 of 50\u{2009}000 columns");
    assert!(show([files()]).query_by_role_and_label(Role::ScrollBar, "columns").is_none());
}
