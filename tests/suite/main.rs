//! Integration tests of the whole, in one binary so that it is linked once.

mod gallery;
mod headless;
mod terminal;
mod tidy;
mod viewer;
