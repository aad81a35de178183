//! Tables of any length: rows are byte ranges of the chunks they came in, and only visible ones are read.

mod access;
mod cell;
mod columns;
mod key;
mod model;
mod nested;
mod sideways;
mod sort;
mod view;

pub(crate) use model::Table;
pub(crate) use view::{Slice, ui};
