use cyb_stream::Chunk;

use crate::StartError;

/// What a session says. Commands are counted from 0, in the order of [`Session::run`](crate::Session::run).
#[derive(Debug)]
#[non_exhaustive]
pub enum Message {
    /// A `(/, c)`: ready for the next command. The first one comes as soon as the engine is up.
    Prompt(Chunk),
    /// Output of the running command. Before the first prompt: what the configuration files print.
    Chunks(Vec<Chunk>),
    /// Output of a command that has ended, from a background child or job.
    Late {
        /// Whose output it is.
        command: u64,
        /// `(|, c)` components bound to the command by their `block`.
        chunks: Vec<Chunk>,
    },
    /// A `(., x)`: the end of the command.
    Done(Chunk),
    /// The person ran `clear`.
    Clear,
    /// The person ran `exit`, with this code. Comes after the command's [`Message::Done`]; the session stays usable
    /// until it is dropped.
    Exit(i32),
    /// The engine did not come up; nothing follows.
    Failed(StartError),
}
