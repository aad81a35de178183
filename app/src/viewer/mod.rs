//! Shows a recording, read-only.

mod source;

use std::{
    io,
    time::{Duration, Instant},
};

use chrono::{DateTime, FixedOffset};
use crossbeam_channel::{Receiver, TryRecvError};
use cyb_egui::{Origin, Scrollback, StreamEvent, theme::Tokens};
use cyb_stream::{Chunk, ErrorReport, Event, Level, Log, Render, Sigil, read_kv};

pub use source::Source;

use crate::clock;

/// Time a frame spends on taking over what was read.
const BUDGET: Duration = Duration::from_millis(4);

/// A recording on screen.
pub(crate) struct Viewer {
    name: String,
    events: Receiver<io::Result<Vec<Event>>>,
    scrollback: Scrollback,
    ended: bool,
    damage: usize,
    created: Option<DateTime<FixedOffset>>,
}

impl Viewer {
    pub(crate) fn open(source: Source, wake: impl Fn() + Send + 'static) -> Self {
        Self {
            name: source.name(),
            events: source.read(wake),
            scrollback: Scrollback::new(),
            ended: false,
            damage: 0,
            created: None,
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Takes over what was read, within the budget. Returns whether there may be more at once.
    pub(crate) fn drain(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < BUDGET {
            match self.events.try_recv() {
                Ok(Ok(events)) => events.into_iter().for_each(|event| self.take(event)),
                Ok(Err(error)) => {
                    let report = ErrorReport {
                        source: self.name.as_str().into(),
                        ..ErrorReport::message(error.to_string())
                    };
                    self.scrollback.push(Origin::Foreign, report.to_chunk());
                }
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => {
                    if !std::mem::replace(&mut self.ended, true) {
                        self.scrollback.finish();
                    }
                    return false;
                }
            }
        }
        true
    }

    /// Draws it; what was clicked comes back.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui) -> Vec<StreamEvent> {
        egui::Panel::bottom("recording-state").show_separator_line(false).show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.add_space(16.0);
                ui.label(egui::RichText::new(self.state_line()).small().color(Tokens::of(ui).faint));
            });
        });
        let context = clock::view_context();
        egui::CentralPanel::default()
            .frame(egui::Frame::NONE)
            .show(ui, |ui| self.scrollback.ui(ui, &context))
            .inner
    }

    fn state_line(&self) -> String {
        let mut parts = vec!["read-only".to_owned(), format!("{} chunks", self.scrollback.chunk_count())];
        if !self.ended {
            parts.push("reading".to_owned());
        }
        parts.extend(self.created.map(|created| format!("recorded {}", created.format("%Y-%m-%d %H:%M"))));
        if self.damage > 0 {
            parts.push(format!("{} damaged places, marked in the output", self.damage));
        }
        parts.join(" · ")
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Chunk(found) if found.chunk.is(Sigil::KET, Render::STRUCT) => self.header(&found.chunk),
            Event::Chunk(found) => self.scrollback.push(Origin::Foreign, found.chunk),
            Event::Gap(gap) => {
                let message = format!("{} bytes at {} are no frame: {}", gap.len, gap.offset, gap.fault);
                self.lost(message, gap.bytes);
            }
            Event::Truncated(cut) => {
                let missing =
                    cut.missing.map_or_else(|| "an unknown number of".to_owned(), |count| count.to_string());
                self.lost(
                    format!(
                        "the recording ends inside a frame at {}: {missing} bytes are missing",
                        cut.offset
                    ),
                    cut.bytes,
                );
            }
            Event::Pending => {}
        }
    }

    /// Says what is damaged, then shows the bytes as text: plain text given to the viewer stays readable.
    fn lost(&mut self, message: String, bytes: bytes::Bytes) {
        self.damage += 1;
        let log =
            Log { level: Level::Warn, source: "cybs".into(), message: message.into(), ..Log::default() };
        self.scrollback.push(Origin::Foreign, log.to_chunk());
        if !bytes.is_empty() {
            self.scrollback.push(Origin::Foreign, Chunk::stdout(bytes));
        }
    }

    /// A recording's header or mark is about the file, not part of what it shows; anything else is drawn.
    fn header(&mut self, chunk: &Chunk) {
        let (mut starts, mut marks, mut created) = (false, false, None);
        for pair in read_kv(chunk.payload()) {
            match pair.key {
                b"format" => starts = pair.value.payload == b"cybs",
                b"crc" => marks = true,
                b"created" => created = DateTime::parse_from_rfc3339(&pair.text()).ok(),
                _ => {}
            }
        }
        if starts {
            // Another recording behind the first counts its commands anew.
            self.scrollback.start_recording();
            self.created = self.created.or(created);
        }
        if !starts && !marks {
            self.scrollback.push(Origin::Foreign, chunk.clone());
        }
    }
}
