//! **cyb-stream**: a typed, framed byte stream between programs that compute and surfaces that draw.
//!
//! ```text
//! 0x1F  sigil  render  length      payload
//! 1 B   1 B    1 B     1-9 B       length bytes
//!       role   shape   LEB128
//! ```
//!
//! The *sigil* says what role a chunk has (content, effect, question, ...), the *render* says how it is to be
//! drawn (text, table, progress, ...). A structured payload is itself a sequence of frames, so one parser serves
//! every depth.
//!
//! ```
//! use cyb_stream::{Chunk, Decoder, Event, Table};
//!
//! let mut table = Table::builder(["name", "size"]);
//! table.row([Chunk::path("src/"), Chunk::literal("4096b")]);
//! let bytes = table.finish().to_bytes();
//!
//! let mut decoder = Decoder::new();
//! decoder.feed(&bytes);
//! let Event::Chunk(found) = decoder.next_event() else { panic!("one whole frame was fed") };
//! let view = Table::read(found.chunk.payload());
//! assert_eq!(view.columns().collect::<Vec<_>>(), ["name", "size"]);
//! ```
//!
//! # What is where
//!
//! - [`Decoder`]: bytes in, events out; no I/O, cannot panic, reports every byte it skips. [`Reader`] and [`Writer`]
//!   put it on [`std::io`].
//! - [`Chunk`]: one owned frame whose payload is a slice of the buffer it arrived in; [`Frame`]: the same, borrowed.
//! - [`frames`]: walk the frames nested in a payload without copying.
//! - [`Table`], [`Struct`], [`Progress`], [`Log`], [`ErrorReport`], [`Status`], [`Action`], [`Scope`], [`Component`],
//!   [`InputRequest`], [`InputEvent`]: typed views that read a payload leniently and say what was wrong with it.
//! - [`refs`]: references, URLs and source places in text.
//! - [`kv()`] and [`read_kv`]: the bindings that carry named fields.
//!
//! # What it does not do
//!
//! No drawing, no shell, no threads, no async runtime, no compression, no transport.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    warn(
        clippy::indexing_slicing,
        clippy::arithmetic_side_effects,
        clippy::cast_possible_truncation,
        clippy::expect_used,
        clippy::panic
    )
)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod chunk;
mod decoder;
mod encoder;
mod error;
mod frame;
mod kv;
mod reader;
pub mod refs;
mod render;
mod scan;
mod sigil;
mod texts;
pub mod varint;
mod writer;

pub use chunk::{
    Action, ActionStyle, Cells, Chunk, ChunkId, Component, Entries, Entry, ErrorReport, InputEvent,
    InputRequest, Kind, Label, Level, Log, Place, Progress, ProgressState, Row, Rows, Scope, Span, SpanValue,
    Status, Struct, Table, TableBuilder,
};
pub use decoder::{Decoder, Event, Found, Gap, Limits, Truncated};
pub use encoder::Encoder;
pub use error::{Fault, FrameError, PayloadTooLarge};
pub use frame::{Frame, Frames, Header, MARKER, MAX_PAYLOAD, ParsedHeader, frames, parse_header};
pub use kv::{Pair, Pairs, kv, read_kv};
pub use reader::{Lent, Reader};
pub use render::Render;
pub use sigil::Sigil;
pub use texts::Texts;
pub use writer::Writer;
