use chrono::{DateTime, FixedOffset};
use cyb_egui::{Origin, Scrollback, StreamEvent, ViewContext, theme};
use cyb_stream::{Chunk, Decoder, Event};
use egui_kittest::{Harness, HarnessBuilder};

/// A window with a scrollback in it, and everything that was asked for.
pub(crate) struct Window {
    pub(crate) scrollback: Scrollback,
    pub(crate) context: ViewContext,
    pub(crate) events: Vec<StreamEvent>,
}

pub(crate) type Test = Harness<'static, Window>;

/// A window of 900 x 600 points that shows these chunks, of the session's own, in one block.
pub(crate) fn show(chunks: impl IntoIterator<Item = Chunk>) -> Test {
    show_from(Origin::Session, chunks)
}

pub(crate) fn show_from(origin: Origin, chunks: impl IntoIterator<Item = Chunk>) -> Test {
    let mut scrollback = Scrollback::new();
    scrollback.begin(origin, "show", None);
    chunks.into_iter().for_each(|chunk| scrollback.push(origin, chunk));
    scrollback.end(Chunk::status(0));
    window([900.0, 600.0], scrollback)
}

/// A window of this size inside the harness's margin of 8 points.
pub(crate) fn window(size: [f32; 2], scrollback: Scrollback) -> Test {
    window_with(Harness::builder(), size, scrollback)
}

/// The same where text may come that no bundled font has glyphs for.
pub(crate) fn window_of_any_text(size: [f32; 2], scrollback: Scrollback) -> Test {
    window_with(Harness::builder().allow_missing_glyphs(), size, scrollback)
}

fn window_with(builder: HarnessBuilder<Window>, [width, height]: [f32; 2], scrollback: Scrollback) -> Test {
    let context = ViewContext { now: Some(now()), reduced_motion: true, ..ViewContext::default() };
    let mut test = builder
        .with_size([width + 16.0, height + 16.0])
        .with_pixels_per_point(1.0)
        .with_render_cursor(false)
        .with_context_setup(theme::install)
        .build_ui_state(
            |ui, window: &mut Window| {
                let events = window.scrollback.ui(ui, &window.context);
                window.events.extend(events);
            },
            Window { scrollback, context, events: Vec::new() },
        );
    test.run_steps(3);
    test
}

pub(crate) fn now() -> DateTime<FixedOffset> {
    DateTime::parse_from_rfc3339("2026-03-14T12:00:00+01:00").unwrap()
}

/// Chunks as they come out of the bytes they are written as.
pub(crate) fn over_the_wire(chunks: impl IntoIterator<Item = Chunk>) -> Vec<Chunk> {
    let mut decoder = Decoder::new();
    chunks.into_iter().for_each(|chunk| decoder.feed(&chunk.to_bytes()));
    let mut out = Vec::new();
    while let Event::Chunk(found) = decoder.next_event() {
        out.push(found.chunk);
    }
    out
}

/// Turns the wheel over the middle of the window, down where positive.
pub(crate) fn wheel(test: &mut Test, points: f32) {
    test.hover_at(egui::pos2(450.0, 300.0));
    test.event(egui::Event::MouseWheel {
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, -points),
        phase: egui::TouchPhase::Move,
        source: egui::MouseWheelSource::Wheel,
        modifiers: egui::Modifiers::NONE,
    });
    test.run_steps(12);
}
