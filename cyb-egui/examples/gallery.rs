//! Every row of the registry in one window, drawn from emitted bytes: the samples are encoded into one stream, decoded
//! again and pushed into a scrollback. The table sorts, the progress goes on, the buttons report what they ask for.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use chrono::{DateTime, FixedOffset};
use cyb_egui::{Origin, Registry, Scrollback, StreamEvent, ViewContext, theme};
use cyb_stream::{Chunk, Decoder, Event, Progress, ProgressState, Status};

fn main() -> eframe::Result {
    let options = eframe::NativeOptions {
        renderer: eframe::Renderer::Glow,
        viewport: egui::ViewportBuilder::default().with_inner_size([1180.0, 1000.0]),
        ..Default::default()
    };
    eframe::run_native("cyb-egui gallery", options, Box::new(|cc| Ok(Box::new(Gallery::new(&cc.egui_ctx)))))
}

struct Gallery {
    decoder: Decoder,
    scrollback: Scrollback,
    start: Instant,
    /// How far the last block's work is.
    done: u64,
    asked: String,
}

/// How much there is to do, and in how many seconds it is done.
const WORK: u64 = 305;
const SECONDS: f64 = 20.0;

impl Gallery {
    fn new(ctx: &egui::Context) -> Self {
        theme::install(ctx);
        let mut gallery = Self {
            decoder: Decoder::new(),
            scrollback: Scrollback::new(),
            start: Instant::now(),
            done: 0,
            asked: "click something".to_owned(),
        };
        for ((sigil, render), renderer) in Registry::default().iter() {
            gallery.emit([Chunk::command(&format!("show {} # ({sigil}, {render})", renderer.name))]);
            gallery.emit((renderer.sample)());
            let end = Status { code: Some(0), duration_ns: Some(12_000_000), signal: None };
            gallery.emit([end.to_chunk()]);
        }
        let unknown = Chunk::new(cyb_stream::Sigil::KET, cyb_stream::Render::FORMULA, &b"e = m c^2"[..]);
        gallery.emit([Chunk::command("show what nobody draws"), unknown, Chunk::status(1)]);
        gallery.emit([Chunk::command("cargo build")]);
        gallery
    }

    /// Writes chunks as bytes, reads them back and shows them.
    fn emit(&mut self, chunks: impl IntoIterator<Item = Chunk>) {
        for chunk in chunks {
            self.decoder.feed(&chunk.to_bytes());
        }
        while let Event::Chunk(found) = self.decoder.next_event() {
            self.scrollback.push(Origin::Session, found.chunk);
        }
    }

    /// Reports how far the work is; once done, ends it.
    fn work(&mut self, ctx: &egui::Context) {
        let done = ((self.start.elapsed().as_secs_f64() / SECONDS * WORK as f64) as u64).min(WORK);
        if self.done < WORK {
            ctx.request_repaint_after_secs(0.05);
        }
        if done == self.done {
            return;
        }
        self.done = done;
        let state = if done == WORK { ProgressState::Done } else { ProgressState::Run };
        let progress = Progress {
            id: "build".into(),
            label: "Building cyb-egui, app".into(),
            current: done,
            total: WORK,
            state,
            ..Progress::default()
        };
        self.emit([progress.to_chunk()]);
        if done == WORK {
            self.emit([Chunk::status(0)]);
        }
    }
}

impl eframe::App for Gallery {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.work(ui.ctx());
        egui::Panel::bottom("asked").show(ui, |ui| ui.monospace(&self.asked));
        let context = ViewContext { now: now(), ..ViewContext::default() };
        let panel = egui::CentralPanel::default().frame(egui::Frame::NONE);
        for event in panel.show(ui, |ui| self.scrollback.ui(ui, &context)).inner {
            if event == StreamEvent::Interrupt {
                self.done = WORK;
                self.emit([Chunk::status(130)]);
            }
            self.asked = format!("{event:?}");
        }
    }
}

fn now() -> Option<DateTime<FixedOffset>> {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).ok()?;
    DateTime::from_timestamp(i64::try_from(since.as_secs()).ok()?, 0).map(|now| now.fixed_offset())
}
