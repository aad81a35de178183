//! Draws [`cyb_stream`] chunks in [`egui`] as what they are: tables that sort, trees that fold, progress that updates
//! in place, errors that point at the place.
//!
//! ```
//! use cyb_egui::{Origin, Scrollback, ViewContext, theme};
//! use cyb_stream::Chunk;
//!
//! let ctx = egui::Context::default();
//! theme::install(&ctx);
//! let mut scrollback = Scrollback::new();
//! scrollback.begin(Origin::Foreign, "1 + 1", None);
//! scrollback.push(Origin::Foreign, Chunk::text("2"));
//! scrollback.end(Chunk::status(0));
//!
//! let mut output = ctx.run_ui(egui::RawInput::default(), |ui| {
//!     for event in scrollback.ui(ui, &ViewContext::default()) {
//!         println!("asked for: {event:?}");
//!     }
//! });
//! # output.textures_delta.clear();
//! ```
//!
//! # What is where
//!
//! - [`Scrollback`]: blocks of chunks, one per command; draws what is visible, at any length.
//! - [`chunk_ui`]: draws one chunk anywhere.
//! - [`Registry`]: which plain function draws which pair of sigil and render; hosts add rows.
//! - [`StreamEvent`]: what a click asks for. Drawing itself never acts.
//! - [`theme`]: colours, sizes and fonts.
//!
//! # What it does not do
//!
//! No window, no shell, no files, no threads, no clock, no channels. The wall time comes from the host in
//! [`ViewContext::now`]; whether to do what a [`StreamEvent`] asks for is the host's to decide.
#![forbid(unsafe_code)]

mod context;
mod draw;
mod event;
mod ink;
mod literal;
mod quantity;
mod registry;
mod render;
mod scrollback;
mod table;
pub mod theme;
mod visible;

pub use context::{Cx, ViewContext};
pub use draw::{MAX_DEPTH, chunk_ui};
pub use event::{Origin, StreamEvent};
pub use registry::{Registry, RenderFn, Renderer};
pub use scrollback::{Block, Scrollback};
pub use visible::visible;
