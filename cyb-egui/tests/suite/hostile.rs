//! Whatever comes is drawn or marked, and costs nothing else.

use cyb_egui::{Cx, Origin, Registry, Renderer, Scrollback};
use cyb_stream::{Chunk, ErrorReport, Render, Sigil};
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
    }
}
