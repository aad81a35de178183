//! Frame time of a scrollback with 100 000 chunks against one with 1 000, while scrolling 50 points a frame from the
//! middle. Prints each median and their ratio, which is to be at most 1.3: exits with a
//! failure where it is more.

#![expect(clippy::print_stdout, reason = "a bench tells what it measured")]

use std::{cell::RefCell, process::ExitCode, time::Instant};

use cyb_egui::{Origin, Registry, Scrollback, ViewContext, theme};
use cyb_stream::{Chunk, Render, Sigil, Table};

const SIZES: [usize; 2] = [1_000, 100_000];
const FRAMES: usize = 2_000;
/// The ratio that is still good.
const LIMIT: f64 = 1.3;

fn main() -> ExitCode {
    let good = compare();
    divan::main();
    if good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The measured comparison: frames of both sizes in turn, so that a busy machine is busy for both. Returns whether the
/// ratio is good.
fn compare() -> bool {
    let mut stages = SIZES.map(|chunks| Stage::new(|scrollback| fill(scrollback, chunks)));
    let mut times = SIZES.map(|_| Vec::with_capacity(FRAMES));
    for _ in 0..FRAMES {
        for (stage, times) in stages.iter_mut().zip(&mut times) {
            let start = Instant::now();
            stage.frame();
            times.push(start.elapsed().as_secs_f64() * 1e3);
        }
    }
    let medians = times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times.get(times.len() / 2).copied().unwrap_or_default()
    });
    let [small, large] = medians;
    let ratio = large / small;
    println!("median frame: {small:.3} ms with 1 000 chunks, {large:.3} ms with 100 000");
    let good = ratio <= LIMIT;
    println!("ratio {ratio:.2}, limit {LIMIT}: {}", if good { "good" } else { "TOO SLOW" });
    good
}

#[divan::bench(args = SIZES)]
fn frame(bencher: divan::Bencher<'_, '_>, chunks: usize) {
    let stage = RefCell::new(Stage::new(|scrollback| fill(scrollback, chunks)));
    bencher.bench_local(|| stage.borrow_mut().frame());
}

#[divan::bench(args = SIZES)]
fn table_frame(bencher: divan::Bencher<'_, '_>, rows: usize) {
    let stage = RefCell::new(Stage::new(|scrollback| scrollback.push(Origin::Session, table(rows))));
    bencher.bench_local(|| stage.borrow_mut().frame());
}

/// A headless window that scrolls to and fro around the middle of its scrollback.
struct Stage {
    ctx: egui::Context,
    scrollback: Scrollback,
    time: f64,
    frames: usize,
}

impl Stage {
    fn new(fill: impl FnOnce(&mut Scrollback)) -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let mut scrollback = Scrollback::new();
        fill(&mut scrollback);
        let mut stage = Self { ctx, scrollback, time: 0.0, frames: 0 };
        stage.draw();
        let middle = stage.scrollback.offset() / 2.0;
        stage.scrollback.scroll_by(-middle);
        stage.draw();
        stage
    }

    fn frame(&mut self) {
        // 40 frames down, 40 up: a stretch that both sizes have.
        let down = (self.frames / 40).is_multiple_of(2);
        self.frames += 1;
        let before = self.scrollback.offset();
        self.scrollback.scroll_by(if down { 50.0 } else { -50.0 });
        self.draw();
        assert_ne!(self.scrollback.offset(), before, "it moves");
    }

    fn draw(&mut self) {
        self.time += 1.0 / 60.0;
        let input = egui::RawInput {
            screen_rect: Some(egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1180.0, 800.0))),
            time: Some(self.time),
            ..egui::RawInput::default()
        };
        let view = ViewContext::default();
        let mut output = self.ctx.run_ui(input, |ui| {
            let events = self.scrollback.ui(ui, &view);
            assert!(events.is_empty());
        });
        output.textures_delta.clear();
        let shapes = std::mem::take(&mut output.shapes);
        divan::black_box(self.ctx.tessellate(shapes, output.pixels_per_point));
    }
}

/// A table of four typed columns.
fn table(rows: usize) -> Chunk {
    let mut table = Table::builder(["name", "type", "size", "modified"]);
    for row in 0..rows {
        let size = Chunk::literal(format!("{}b", row * 7_919 % 1_000_003));
        let modified = Chunk::literal("2026-03-14T15:09:26+01:00");
        table.row([Chunk::path(format!("file {row}")), Chunk::text("file"), size, modified]);
    }
    table.finish()
}

/// Mixed chunks in blocks of 50: text, logs, tables, trees, errors, buttons, progress.
fn fill(scrollback: &mut Scrollback, chunks: usize) {
    let registry = Registry::default();
    let pairs = [
        (Sigil::SIG, Render::TEXT),
        (Sigil::DOT, Render::LOG),
        (Sigil::HAX, Render::TABLE),
        (Sigil::FAS, Render::STRUCT),
        (Sigil::HAX, Render::TEXT),
        (Sigil::ZAP, Render::ERROR),
        (Sigil::ZAP, Render::COMPONENT),
        (Sigil::TIS, Render::TEXT),
        (Sigil::DOT, Render::PROGRESS),
    ];
    let samples: Vec<Chunk> = pairs
        .iter()
        .filter_map(|(sigil, render)| registry.get(*sigil, *render))
        .filter_map(|renderer| (renderer.sample)().into_iter().next())
        .collect();
    for (number, chunk) in samples.iter().cycle().take(chunks).enumerate() {
        if number.is_multiple_of(50) {
            scrollback.end(Chunk::status(0));
            scrollback.begin(Origin::Session, &format!("command {number}"), None);
        }
        scrollback.push(Origin::Session, chunk.clone());
    }
}
