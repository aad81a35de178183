//! Wall time and home, which the drawing crate is handed because it asks the system for nothing.

use std::sync::LazyLock;

use chrono::{DateTime, FixedOffset, Local, SecondsFormat};
use cyb_egui::ViewContext;

static HOME: LazyLock<Option<String>> =
    LazyLock::new(|| std::env::home_dir().map(|home| home.to_string_lossy().into_owned()));

/// The moment of drawing.
pub(crate) fn view_context() -> ViewContext {
    ViewContext { now: Some(now()), home: HOME.clone(), ..ViewContext::default() }
}

/// Now, with the local offset.
pub(crate) fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset()
}

/// Now as a date literal of the protocol (RFC 3339 with offset).
pub(crate) fn now_literal() -> String {
    now().to_rfc3339_opts(SecondsFormat::Nanos, false)
}
