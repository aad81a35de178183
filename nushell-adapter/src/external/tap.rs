use std::{
    fs::File,
    io::{self, PipeReader, Read as _},
    os::fd::OwnedFd,
    thread,
    time::{Duration, Instant},
};

use bytes::Bytes;
use crossbeam_channel::{Receiver, bounded};
use cyb_stream::Chunk;
use nu_protocol::engine::Stack;

use crate::{
    ui::Sink,
    walk::{Joiner, PIECE},
};

/// How long the end of a command waits for the rest of its output: a background child may keep the pipe for hours.
const DEADLINE: Duration = Duration::from_millis(100);

/// The pipes that take what a command's programs say besides its result. Each command has its own, so that late
/// output can be told apart.
pub(crate) struct Taps {
    done: [Receiver<()>; 2],
}

impl Taps {
    /// Puts new pipes into the stack; they are read until nobody holds their other end.
    pub(crate) fn open(stack: Stack, sink: &Sink) -> (Stack, io::Result<Self>) {
        let open = || {
            let stdout = tap("cyb-stdout", sink, Chunk::stdout)?;
            Ok((stdout, tap("cyb-stderr", sink, Chunk::stderr)?))
        };
        match open() {
            Ok(((stdout, out_done), (stderr, err_done))) => {
                let stack = stack.reset_pipes().stdout_file(stdout).stderr_file(stderr);
                (stack, Ok(Self { done: [out_done, err_done] }))
            }
            Err(error) => (stack.suppress_output(), Err(error)),
        }
    }

    /// Waits until all was read, for a moment. The stack must have given up its ends before.
    pub(crate) fn settle(self) {
        let deadline = Instant::now() + DEADLINE;
        for done in self.done {
            // Disconnected: read to the end. Nothing is ever sent.
            done.recv_deadline(deadline).ok();
        }
    }
}

fn tap(name: &str, sink: &Sink, wrap: fn(Bytes) -> Chunk) -> io::Result<(File, Receiver<()>)> {
    let (reader, writer) = io::pipe()?;
    let (ending, done) = bounded(0);
    let sink = sink.clone();
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        pump(reader, &sink, wrap);
        drop::<crossbeam_channel::Sender<()>>(ending);
    })?;
    Ok((OwnedFd::from(writer).into(), done))
}

/// Reads to the end, also when nobody wants it any more: a child must not hang on a full pipe.
fn pump(mut reader: PipeReader, sink: &Sink, wrap: fn(Bytes) -> Chunk) {
    let mut joiner = Joiner::default();
    let mut piece = vec![0; PIECE];
    loop {
        match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => {
                let text = joiner.join(&piece[..read]);
                if !text.is_empty() {
                    sink.send(wrap(text.into()));
                }
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => break,
        }
    }
    let rest = joiner.finish();
    if !rest.is_empty() {
        sink.send(wrap(rest.into()));
    }
}
