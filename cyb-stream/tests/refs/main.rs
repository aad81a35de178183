//! References in text: what is one, what is none, and that no text is too much.

mod hostile;
mod output;
mod properties;
mod prose;
#[expect(unreachable_pub, reason = "the fuzz targets are crates of their own")]
#[path = "../../fuzz/src/bodies/refs.rs"]
mod rules;

use cyb_stream::refs::Reference;

/// Panics unless the ranges of what `find` finds in each text spell the expected pieces.
fn check<'a, I: Iterator<Item = Reference<'a>>>(find: fn(&'a str) -> I, cases: &[(&'a str, &[&str])]) {
    for &(text, expected) in cases {
        let found: Vec<_> = find(text).map(|found| &text[found.range]).collect();
        assert_eq!(found, expected, "in {text:?}");
    }
}
