use std::{
    fs::File,
    io::{self, PipeReader, Read as _},
    os::fd::OwnedFd,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use bytes::Bytes;
use crossbeam_channel::{Receiver, RecvTimeoutError, bounded};
use cyb_stream::Chunk;
use nu_protocol::engine::Stack;

use crate::{
    ui::Sink,
    walk::{Joiner, PIECE},
};

/// How long the end of a command waits for the rest of its output: a background child may keep the pipe for hours.
const DEADLINE: Duration = Duration::from_millis(100);

/// How often that is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// The pipes that take what a command's programs say besides its result. Each command has its own, so that late
/// output can be told apart.
pub(crate) struct Taps {
    taps: [Tap; 2],
}

/// One of them.
struct Tap {
    /// Disconnected when it was read to the end.
    done: Receiver<()>,
    blocked: Arc<Blocked>,
}

/// For how long a pump waited for room on the way out: that is not the programs' time.
#[derive(Default)]
struct Blocked(Mutex<(Duration, Option<Instant>)>);

impl Blocked {
    /// Counts the time that `work` takes.
    fn during(&self, work: impl FnOnce()) {
        self.lock().1 = Some(Instant::now());
        work();
        let mut state = self.lock();
        let waited = state.1.take().map(|since| since.elapsed()).unwrap_or_default();
        state.0 += waited;
    }

    fn total(&self) -> Duration {
        let state = self.lock();
        state.0 + state.1.map(|since| since.elapsed()).unwrap_or_default()
    }

    fn lock(&self) -> MutexGuard<'_, (Duration, Option<Instant>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Taps {
    /// Puts new pipes into the stack; they are read until nobody holds their other end.
    pub(crate) fn open(stack: Stack, sink: &Sink) -> (Stack, io::Result<Self>) {
        let open = || {
            let stdout = tap("cyb-stdout", sink, Chunk::stdout)?;
            Ok((stdout, tap("cyb-stderr", sink, Chunk::stderr)?))
        };
        match open() {
            Ok(((stdout, out), (stderr, err))) => {
                let stack = stack.reset_pipes().stdout_file(stdout).stderr_file(stderr);
                (stack, Ok(Self { taps: [out, err] }))
            }
            Err(error) => (stack.suppress_output(), Err(error)),
        }
    }

    /// Waits until all was read, for a moment in which it can be. The stack must have given up its ends before.
    pub(crate) fn settle(self) {
        let start = Instant::now();
        let blocked = self.taps.each_ref().map(|tap| tap.blocked.total());
        for (tap, before) in self.taps.into_iter().zip(blocked) {
            // Nothing is ever sent: any other answer than a timeout is the end.
            while tap.done.recv_timeout(LOOK_EVERY) == Err(RecvTimeoutError::Timeout) {
                let free = start.elapsed().saturating_sub(tap.blocked.total().saturating_sub(before));
                if free >= DEADLINE {
                    break;
                }
            }
        }
    }
}

fn tap(name: &str, sink: &Sink, wrap: fn(Bytes) -> Chunk) -> io::Result<(File, Tap)> {
    let (reader, writer) = io::pipe()?;
    let (ending, done) = bounded(0);
    let sink = sink.clone();
    let blocked = Arc::new(Blocked::default());
    let counted = Arc::clone(&blocked);
    thread::Builder::new().name(name.to_owned()).spawn(move || {
        pump(reader, &sink, &counted, wrap);
        drop::<crossbeam_channel::Sender<()>>(ending);
    })?;
    Ok((OwnedFd::from(writer).into(), Tap { done, blocked }))
}

/// Reads to the end, also when nobody wants it any more: a child must not hang on a full pipe.
fn pump(mut reader: PipeReader, sink: &Sink, blocked: &Blocked, wrap: fn(Bytes) -> Chunk) {
    let mut joiner = Joiner::default();
    let mut piece = vec![0; PIECE];
    loop {
        match reader.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => {
                let text = joiner.join(&piece[..read]);
                if !text.is_empty() {
                    blocked.during(|| {
                        sink.send(wrap(text.into()));
                    });
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
