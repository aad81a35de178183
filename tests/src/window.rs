//! The whole window without a screen.

use std::{
    path::Path,
    time::{Duration, Instant},
};

use app::{Options, Shell};
use egui_kittest::Harness;

/// How long anything may take before a test gives up: only a hang reaches it.
const PATIENCE: Duration = Duration::from_mins(1);

/// The terminal in `directory`, without the user's configuration.
pub fn terminal(directory: &Path) -> Harness<'static, Shell> {
    shell(Options { directory: Some(directory.to_owned()), ..Options::default() })
}

/// A window with these options.
pub fn shell(options: Options) -> Harness<'static, Shell> {
    Harness::builder()
        .with_size([1180.0, 800.0])
        .with_max_steps(64)
        .allow_missing_glyphs()
        .build_eframe(|cx| Shell::new(&cx.egui_ctx, options).expect("the engine's thread starts"))
}

/// Draws frames until `done` holds, sleeping only where nothing asked for a frame.
pub fn until(
    harness: &mut Harness<'static, Shell>,
    what: &str,
    mut done: impl FnMut(&Harness<'static, Shell>) -> bool,
) {
    let start = Instant::now();
    let (sender, woken) = std::sync::mpsc::sync_channel(1);
    harness.ctx.set_request_repaint_callback(move |_| {
        // Full: a wake-up is waiting already.
        sender.try_send(()).ok();
    });
    loop {
        harness.step();
        if done(harness) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "never came: {what}");
        // Woken by the engine, or at the latest for the next look.
        woken.recv_timeout(Duration::from_millis(20)).ok();
    }
}
