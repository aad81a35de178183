//! Whatever comes is drawn or marked, and costs nothing else.

use std::borrow::Cow;

use cyb_egui::{Cx, Origin, Registry, Renderer, Scrollback};
use cyb_stream::{
    Chunk, ErrorReport, Label, Log, Place, Progress, ProgressState, Render, Scope, Sigil, Span, SpanValue,
};
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use crate::setup::{Test, show, show_from, window, window_of_any_text};

fn broken(_ui: &mut egui::Ui, _cx: &mut Cx<'_>, _chunk: &Chunk) {
    panic!("this row is broken");
}

#[test]
fn a_panic_costs_one_chunk() {
    let mut scrollback = Scrollback::new();
    let row = Renderer { name: "broken", ui: broken, sample: Vec::new };
    scrollback.registry_mut().insert(Sigil::KET, Render::STRUCT, row);
    scrollback.push(Origin::Session, Chunk::text("before"));
    scrollback.push(Origin::Session, Chunk::new(Sigil::KET, Render::STRUCT, &b""[..]));
    scrollback.push(Origin::Session, Chunk::component([Chunk::new(Sigil::KET, Render::STRUCT, &b""[..])]));
    scrollback.push(Origin::Session, Chunk::text("after"));
    let mut test = window([900.0, 600.0], scrollback);
    for _ in 0..3 {
        test.run_steps(1);
        assert_eq!(test.get_all_by_label_contains("this row is broken").count(), 2);
        test.get_by_label("before");
        test.get_by_label("after");
    }
}

#[test]
fn what_nobody_draws_is_a_badge() {
    let test = show([Chunk::new(Sigil::KET, Render::FORMULA, &b"\x01\x02"[..])]);
    test.get_by_label("^ f");
    test.get_by_label("2 B");
    test.get_by_label("01 02");
}

#[test]
fn an_unknown_render_is_a_badge() {
    show([Chunk::new(Sigil::HAX, Render(b'Z'), &b""[..])]).get_by_label("# Z");
}

/// Every row with noise, with its own sample cut short at each byte, and with bytes of it changed.
#[test]
fn every_row_survives_damage() {
    let mut noise = Noise(7);
    for (_, renderer) in Registry::default().iter() {
        let mut chunks = Vec::new();
        for sample in (renderer.sample)() {
            let payload = sample.payload().clone();
            chunks.extend((0..payload.len()).step_by(3).map(|len| again(&sample, payload.slice(..len))));
            chunks.extend((0..40).map(|_| again(&sample, noise.damage(payload.to_vec()))));
        }
        scroll_through(show_all(chunks));
    }
}

/// Numbers that look random and are the same in every run.
struct Noise(u32);

impl Noise {
    fn next(&mut self) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 as usize >> 8
    }

    /// Changes three bytes.
    fn damage(&mut self, mut payload: Vec<u8>) -> Vec<u8> {
        for _ in 0..3.min(payload.len()) {
            let at = self.next() % payload.len();
            payload[at] = self.next() as u8;
        }
        payload
    }
}

fn again(sample: &Chunk, payload: impl Into<bytes::Bytes>) -> Chunk {
    Chunk::new(sample.sigil(), sample.render(), payload)
}

fn show_all(chunks: Vec<Chunk>) -> Scrollback {
    let mut scrollback = Scrollback::new();
    scrollback.begin(Origin::Session, "x", None);
    for chunk in chunks {
        scrollback.push_to(0, Origin::Session, chunk);
    }
    scrollback
}

/// Shows all of it once; nothing may be marked as panicked.
fn scroll_through(scrollback: Scrollback) {
    let mut test = window_of_any_text([900.0, 2000.0], scrollback);
    test.state_mut().scrollback.scroll_to_top();
    let mut last = -1.0;
    while test.state().scrollback.offset() > last {
        last = test.state().scrollback.offset();
        test.run_steps(2);
        assert!(test.query_by_label_contains("could not be drawn").is_none());
        test.state_mut().scrollback.scroll_pages(1.0);
    }
}

#[test]
fn deep_nesting_of_every_kind_is_drawn() {
    let wrap: [fn(Chunk) -> Chunk; 4] = [
        |inner| Chunk::component([inner]),
        |inner| Chunk::record([("k", inner)]),
        |inner| {
            let mut table = cyb_stream::Table::builder(["t"]);
            table.row([inner]);
            table.finish()
        },
        |inner| {
            Chunk::build(Sigil::ZAP, Render::ERROR, |report| {
                report.kv_text("message", "m").kv("cause", |cause| {
                    cause.chunk(&inner);
                });
            })
        },
    ];
    for wrap in wrap {
        let mut deep = ErrorReport::message("bottom").to_chunk();
        for _ in 0..2000 {
            deep = wrap(deep);
        }
        let mut test: Test = show_from(Origin::Foreign, [deep]);
        test.run_steps(1);
        assert!(test.query_by_label_contains("could not be drawn").is_none());
        assert!(test.get_all_by(|_| true).count() > 5, "something of it is drawn");
    }
}

/// Layout takes some two hundred times the memory of its text: whatever comes, a bounded part of it is laid out, and a
/// mark says that there is more.
#[test]
fn a_text_of_any_length_is_drawn_in_part() {
    let long = "ab é ".repeat(10_000_000);
    let text = || Cow::Borrowed(&*long);
    let report = |report: ErrorReport<'_>| report.to_chunk();
    let chunks = [
        Chunk::component([Chunk::text(long.clone())]),
        Chunk::literal(long.clone()),
        Chunk::literal(format!("\"{long}\"")),
        Chunk::neuron(long.clone()),
        Chunk::token(long.clone()),
        Chunk::augment(long.clone()),
        Progress { label: text(), state: ProgressState::Done, ..Progress::default() }.to_chunk(),
        Log { message: text(), ..Log::default() }.to_chunk(),
        report(ErrorReport::message(text())),
        report(ErrorReport { help: Some(text()), ..ErrorReport::message("m") }),
        report(ErrorReport { span: Some(SpanValue::Text(text())), ..ErrorReport::message("m") }),
        report(ErrorReport { labels: vec![label("x", &long)], ..ErrorReport::message("m") }),
        Chunk::component([Chunk::stdout(long.clone())]),
    ];
    // One by one, so that each is in view.
    for (number, chunk) in chunks.into_iter().enumerate() {
        let mut test = show([chunk]);
        test.state_mut().scrollback.scroll_to_bottom();
        test.run_steps(2);
        let marked = test.query_all_by(|node| {
            let texts = [node.label(), node.value()];
            texts.iter().flatten().any(|text| text.ends_with(" more bytes") || text.ends_with("MB more"))
        });
        assert!(marked.count() > 0, "kind {number}");
    }
    // What is one line ends in an ellipsis.
    let span = SpanValue::Place(Span { file: text(), line: 1, ..Span::default() });
    let lines = [
        Progress { label: text(), ..Progress::default() }.to_chunk(),
        Log { message: text(), source: text(), span: Some(span), ..Log::default() }.to_chunk(),
        Scope { places: vec![Place::Path(text())], branch: Some(text()), ..Scope::default() }.to_chunk(),
        report(ErrorReport {
            labels: vec![label(&long, "")],
            code: Some(text()),
            ..ErrorReport::message("m")
        }),
    ];
    for chunk in lines {
        show([chunk]);
    }
}

fn label<'a>(source: &'a str, text: &'a str) -> Label<'a> {
    Label { span: Span { text: source.into(), line: 1, ..Span::default() }, text: text.into() }
}

#[test]
fn of_any_number_of_places_some_are_drawn_and_the_rest_counted() {
    let labels = (0..5_000).map(|_| label("x", "here")).collect();
    let test = show([ErrorReport { labels, ..ErrorReport::message("m") }.to_chunk()]);
    assert!(test.get_all_by_label("here").count() <= 20);
    test.get_by_label_contains("4\u{2009}980 more places");
    let places = (0..5_000).map(|number| Place::Path(format!("/{number}").into())).collect();
    let test = show([Scope { places, ..Scope::default() }.to_chunk()]);
    test.get_by_label("4\u{2009}936 more places");
    test.get_by_role_and_label(Role::Link, "4999");
    assert!(test.query_by_role_and_label(Role::Link, "0").is_none());
}
