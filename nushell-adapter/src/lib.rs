//! Nushell, embedded on a thread of its own, producing cyb-stream chunks.
//!
//! A [`Session`] takes commands and gives [`Message`]s: first a [`Message::Prompt`] when the engine is up, then for
//! each command any number of [`Message::Chunks`], one [`Message::Done`] and the next prompt.
//!
//! ```no_run
//! use nushell_adapter::{Config, Message, Session};
//!
//! let session = Session::start(Config { load_config: false, ..Config::default() }, || {})?;
//! session.run("ls | sort-by size");
//! for message in session.messages() {
//!     match message {
//!         Message::Chunks(chunks) => println!("{chunks:?}"),
//!         Message::Done(_) => break,
//!         _ => {}
//!     }
//! }
//! # Ok::<(), nushell_adapter::StartError>(())
//! ```
//!
//! # What is where
//!
//! - `session`, `request`, `message`: the two directions of traffic; `outlet` keeps the way out bounded and paced.
//! - `worker`: the engine thread; `engine` builds the engine, `startup` runs the configuration, `evaluate` runs code.
//! - `walk`: nushell values to chunks. `commands`: what replaces commands that need a terminal.
//! - `external`: environment and pipes of external programs; `interrupt`: how they and everything else are ended.
//!
//! # What it does not do
//!
//! No drawing and no terminal emulation; the only program it starts by itself is git, for the prompt of an interactive
//! session. Nothing of `nu_*` is in its interface. It does not read or write the process's own standard streams, but a
//! few of nushell's commands do (`ls` beside a name that is not UTF-8, `watch`): a host that must keep them clean puts
//! something else at descriptors 0 to 2. The process's current directory never moves.

#![expect(clippy::result_large_err, reason = "nushell's error type is large")]

mod commands;
mod engine;
mod evaluate;
mod external;
mod git;
mod hooks;
mod interrupt;
mod message;
mod outlet;
mod panics;
mod prompt;
mod request;
mod session;
mod startup;
mod ui;
mod walk;
mod worker;

pub use message::Message;
pub use session::{Config, Session, StartError};
