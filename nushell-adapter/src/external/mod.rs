//! External programs: what they are told through the environment, and the pipes that take what they say.

mod env;
mod tap;

pub(crate) use env::{set_columns, variables};
pub(crate) use tap::Taps;
