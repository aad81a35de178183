//! Wall time, which the drawing crate is handed because it has none.

use chrono::{DateTime, FixedOffset, Local, SecondsFormat};

/// Now, with the local offset.
pub(crate) fn now() -> DateTime<FixedOffset> {
    Local::now().fixed_offset()
}

/// Now as a date literal of the protocol (RFC 3339 with offset).
pub(crate) fn now_literal() -> String {
    now().to_rfc3339_opts(SecondsFormat::Nanos, false)
}
