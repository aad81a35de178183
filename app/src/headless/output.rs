//! Standard output, written by a thread of its own: a reader that stalls must not keep signals from being seen.

use std::{
    collections::VecDeque,
    fs::File,
    io::{self, ErrorKind},
    sync::{Arc, OnceLock},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use cyb_stream::{Chunk, ErrorReport, Writer};
use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Batches between the loop and the thread.
const QUEUE: usize = 4;

/// The way out.
pub(super) struct Output {
    sender: Option<Sender<Vec<Chunk>>>,
    /// What did not fit yet; at most what one message brought.
    waiting: VecDeque<Vec<Chunk>>,
    /// Says that a batch was written, or that the thread ended.
    pub(super) progress: Receiver<()>,
    failed: Arc<OnceLock<ErrorKind>>,
    file: Arc<File>,
    thread: JoinHandle<()>,
}

impl Output {
    pub(super) fn start(file: File) -> io::Result<Self> {
        let file = Arc::new(file);
        let failed = Arc::new(OnceLock::new());
        let (sender, batches) = bounded::<Vec<Chunk>>(QUEUE);
        let (told, progress) = bounded(1);
        let (own, failure) = (Arc::clone(&file), Arc::clone(&failed));
        let thread = thread::Builder::new().name("cyb-output".into()).spawn(move || {
            let mut writer = Writer::new(&*own);
            for chunk in batches.iter().flatten() {
                if let Err(error) = write(&mut writer, &chunk) {
                    failure.set(error.kind()).ok();
                    break;
                }
                // Full: the loop has not looked yet.
                told.try_send(()).ok();
            }
            told.try_send(()).ok();
        })?;
        Ok(Self { sender: Some(sender), waiting: VecDeque::new(), progress, failed, file, thread })
    }

    /// Adds a batch; never waits.
    pub(super) fn push(&mut self, chunks: Vec<Chunk>) {
        if !chunks.is_empty() {
            self.waiting.push_back(chunks);
            self.pump();
        }
    }

    /// Whether more may be pushed without holding it here.
    pub(super) fn has_room(&mut self) -> bool {
        self.pump();
        self.waiting.is_empty()
    }

    /// Nothing more will be pushed.
    pub(super) fn close(&mut self) {
        self.pump();
        if self.waiting.is_empty() {
            self.sender = None;
        }
    }

    /// Whether all is written, or nothing can be any more.
    pub(super) fn has_ended(&mut self) -> bool {
        self.close();
        self.thread.is_finished()
    }

    /// Gives what is left `time` to be written.
    pub(super) fn finish(&mut self, time: Duration) {
        let deadline = Instant::now() + time;
        while !self.has_ended() && Instant::now() < deadline {
            // Progress, or the next look: either way the loop decides.
            self.progress.recv_timeout(Duration::from_millis(10)).ok();
        }
    }

    /// Why writing failed.
    pub(super) fn failed(&self) -> Option<ErrorKind> {
        self.failed.get().copied()
    }

    /// Looks whether the reader went away, which otherwise only the next write would tell.
    pub(super) fn look(&self) {
        let mut polled = [PollFd::new(&*self.file, PollFlags::empty())];
        let answered = poll(&mut polled, Some(&Timespec::default()));
        if answered.is_ok() && polled.iter().any(|file| file.revents().contains(PollFlags::ERR)) {
            self.failed.set(ErrorKind::BrokenPipe).ok();
        }
    }

    fn pump(&mut self) {
        while let (Some(sender), Some(chunks)) = (&self.sender, self.waiting.pop_front()) {
            match sender.try_send(chunks) {
                Ok(()) => {}
                Err(TrySendError::Full(chunks)) => return self.waiting.push_front(chunks),
                Err(TrySendError::Disconnected(_)) => return self.waiting.clear(),
            }
        }
    }
}

/// Writes a chunk at once: the file is unbuffered. One that no frame can carry is replaced by an error that says so.
fn write(writer: &mut Writer<&File>, chunk: &Chunk) -> io::Result<()> {
    match writer.write(chunk) {
        Err(error) if error.kind() == ErrorKind::InvalidInput => {
            let report = ErrorReport { source: "cyb-term".into(), ..ErrorReport::message(error.to_string()) };
            writer.write(&report.to_chunk())
        }
        result => result,
    }
}
