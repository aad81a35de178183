//! One picture of every kind of chunk, as the gallery shows them.

use chrono::DateTime;
use cyb_egui::{Origin, Registry, Scrollback, ViewContext, theme};
use cyb_stream::{Chunk, Decoder, Event, Writer};
use egui_kittest::Harness;

/// A moment that the samples' dates lie shortly before, so that relative dates stay as they are.
const NOW: &str = "2026-03-14T18:05:00+00:00";

#[test]
fn every_kind_of_chunk_in_one_picture() {
    let mut scrollback = Scrollback::new();
    for chunk in over_the_wire(&samples()) {
        scrollback.push(Origin::Session, chunk);
    }
    let now = Some(DateTime::parse_from_rfc3339(NOW).unwrap());
    let context = ViewContext { now, reduced_motion: true, ..ViewContext::default() };
    let mut harness = Harness::builder()
        .with_size([1180.0, 3000.0])
        .with_context_setup(theme::install)
        .build_ui(move |ui| drop(scrollback.ui(ui, &context)));
    harness.run_steps(4);
    harness.remove_cursor();
    harness.snapshot("gallery");
}

/// A block for each row of the registry.
fn samples() -> Vec<Chunk> {
    let mut chunks = Vec::new();
    for (_, renderer) in Registry::default().iter() {
        chunks.push(Chunk::command(renderer.name));
        chunks.extend((renderer.sample)());
        chunks.push(Chunk::status(0));
    }
    chunks
}

/// Written to bytes and read back: what is drawn has been on the wire.
fn over_the_wire(chunks: &[Chunk]) -> Vec<Chunk> {
    let mut writer = Writer::new(Vec::new());
    for chunk in chunks {
        writer.write(chunk).expect("memory takes all");
    }
    let mut decoder = Decoder::new();
    decoder.feed(&writer.into_inner());
    std::iter::from_fn(|| match decoder.next_event() {
        Event::Chunk(found) => Some(found.chunk),
        _ => None,
    })
    .collect()
}
