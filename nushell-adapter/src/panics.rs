//! A panic on the engine thread costs its command, not the session.

use std::{
    any::Any,
    cell::RefCell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

use cyb_stream::{Chunk, ErrorReport};

thread_local! {
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`; a panic in it comes back as an error chunk.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Chunk> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let place = PLACE.take().map(|place| format!(" ({place})")).unwrap_or_default();
        let message = format!("panicked: {}{place}", text(payload.as_ref()));
        let help = "a fault of the command, not of its input; the session goes on as it was before";
        let report =
            ErrorReport { source: "nu".into(), help: Some(help.into()), ..ErrorReport::message(message) };
        report.to_chunk()
    })
}

/// Keeps the panics of this thread from being printed; others stay as they were. To be called on the engine thread.
pub(crate) fn quiet() {
    thread_local! {
        static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }
    static ONCE: Once = Once::new();
    QUIET.set(true);
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if QUIET.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                before(info);
            }
        }));
    });
}

fn text(payload: &(dyn Any + Send)) -> &str {
    let fixed = payload.downcast_ref::<&str>().copied();
    fixed.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
