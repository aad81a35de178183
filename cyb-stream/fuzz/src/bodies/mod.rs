//! The bodies of the targets: any bytes in, a panic for whatever must not be. Nothing here knows the fuzzer.

pub mod decode;
pub mod refs;
pub mod splits;
pub mod views;

/// A target's name, which is also its corpus's, and its body.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: [Target; 4] =
    [("decode", decode::run), ("refs", refs::run), ("splits", splits::run), ("views", views::run)];
