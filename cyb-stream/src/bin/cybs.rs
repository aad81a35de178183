//! cybs.
fn main() {}
