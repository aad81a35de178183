//! The terminal: embedded nushell produces chunks, `cyb-egui` draws them, and this crate holds them together.
//!
//! A library plus the thin binary `cyb-term`, so that tests can build the whole window without a display:
//! [`Shell`] is the window's content, [`headless`] runs a command with no window at all, [`standard`] keeps the
//! process's own streams out of everybody's reach.

mod app;
mod bar;
pub mod cli;
mod clock;
mod dialog;
mod editor;
pub mod headless;
mod options;
mod recorder;
pub mod standard;
mod terminal;
mod viewer;
pub mod window;

pub use app::Shell;
pub use options::Options;
pub use recorder::Recorder;
pub use viewer::Source;
