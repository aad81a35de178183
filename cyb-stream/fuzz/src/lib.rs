//! What the fuzz targets do; `tests/fuzz_corpus.rs` of the crate itself does the same with the kept inputs.

pub mod bodies;
