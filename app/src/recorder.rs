//! Writes a session to a file as frames (protocol, section 6), away from the UI thread.

use std::{
    collections::VecDeque,
    fs::{File, OpenOptions},
    io::{self, BufWriter, Write as _},
    path::Path,
    sync::{Arc, OnceLock},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, TrySendError, bounded};
use cyb_stream::{Chunk, Event, Reader, Render, Sigil, Writer, read_kv};

use crate::clock;

/// Chunks on their way to the thread before the caller has to hold them.
const QUEUE: usize = 4096;

/// Data reaches the disk at least this often.
const FLUSH: Duration = Duration::from_secs(1);

/// A recording being written.
#[derive(Debug)]
pub struct Recorder {
    sender: Option<Sender<Chunk>>,
    waiting: VecDeque<Chunk>,
    thread: Option<JoinHandle<()>>,
    failure: Arc<OnceLock<String>>,
    started: Instant,
}

impl Recorder {
    /// Opens `path` for appending and writes a header: a recording that is there already goes on behind it.
    ///
    /// # Errors
    ///
    /// What the system answers, and [`io::ErrorKind::AlreadyExists`] for a file that is not empty and does not begin
    /// with a recording's header or ends inside a frame: nothing is appended to what it would spoil.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
        if !may_continue(&file)? {
            return Err(io::Error::new(
                io::ErrorKind::AlreadyExists,
                "the file is there and is no whole recording",
            ));
        }
        let (sender, receiver) = bounded(QUEUE);
        let failure = Arc::new(OnceLock::new());
        let told = Arc::clone(&failure);
        let thread = thread::Builder::new().name("cyb-recorder".into()).spawn(move || {
            if let Err(error) = write(file, &receiver) {
                drop(told.set(error.to_string()));
            }
        })?;
        let mut recorder = Self {
            sender: Some(sender),
            waiting: VecDeque::new(),
            thread: Some(thread),
            failure,
            started: Instant::now(),
        };
        recorder.push(header());
        Ok(recorder)
    }

    /// Adds a chunk. Never waits for the disk; see [`is_behind`](Self::is_behind).
    pub fn push(&mut self, chunk: Chunk) {
        if self.failure.get().is_none() {
            self.waiting.push_back(chunk);
            self.pump();
        }
    }

    /// Whether the disk is slower than the session: the caller should take no more output until it is not.
    pub fn is_behind(&mut self) -> bool {
        self.pump();
        self.waiting.len() > QUEUE
    }

    /// Why the recording ended, if it did.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// For how long it has been running.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn pump(&mut self) {
        let Some(sender) = &self.sender else { return };
        while let Some(chunk) = self.waiting.pop_front() {
            match sender.try_send(chunk) {
                Ok(()) => {}
                Err(TrySendError::Full(chunk)) => return self.waiting.push_front(chunk),
                Err(TrySendError::Disconnected(_)) => return self.waiting.clear(),
            }
        }
    }
}

/// Waits until all is written.
impl Drop for Recorder {
    fn drop(&mut self) {
        if let Some(sender) = self.sender.take() {
            for chunk in self.waiting.drain(..) {
                if sender.send(chunk).is_err() {
                    break;
                }
            }
        }
        if let Some(thread) = self.thread.take() {
            // A panic there has been told as a failure to write or is a bug to be seen on standard error.
            drop(thread.join());
        }
    }
}

fn write(file: File, chunks: &Receiver<Chunk>) -> io::Result<()> {
    let mut writer = Writer::new(BufWriter::new(file));
    let mut synced = Instant::now();
    let mut dirty = false;
    loop {
        let left = FLUSH.saturating_sub(synced.elapsed());
        match chunks.recv_timeout(if dirty { left } else { Duration::MAX }) {
            Ok(chunk) => {
                writer.write(&chunk)?;
                dirty = true;
                if chunk.is(Sigil::DOT, Render::STATUS) || left.is_zero() {
                    sync(&mut writer)?;
                    (synced, dirty) = (Instant::now(), false);
                }
            }
            Err(RecvTimeoutError::Timeout) => {
                sync(&mut writer)?;
                (synced, dirty) = (Instant::now(), false);
            }
            Err(RecvTimeoutError::Disconnected) => return sync(&mut writer),
        }
    }
}

fn sync(writer: &mut Writer<BufWriter<File>>) -> io::Result<()> {
    let buffer = writer.get_mut();
    buffer.flush()?;
    match buffer.get_ref().sync_data() {
        // Pipes and devices have nothing to sync.
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        result => result,
    }
}

/// Whether frames may be appended to what the file holds.
fn may_continue(file: &File) -> io::Result<bool> {
    if !file.metadata()?.is_file() || file.metadata()?.len() == 0 {
        return Ok(true);
    }
    let mut events = Reader::new(file);
    let Some(Event::Chunk(first)) = events.read()? else { return Ok(false) };
    let is_header = first.chunk.is(Sigil::KET, Render::STRUCT)
        && read_kv(first.chunk.payload()).any(|pair| pair.key == b"format" && pair.value.payload == b"cybs");
    let mut whole = true;
    while let Some(event) = events.read()? {
        whole = !matches!(event, Event::Truncated(_));
    }
    Ok(is_header && whole)
}

/// `(^, s)` with the format, its version, who wrote it and when.
fn header() -> Chunk {
    Chunk::build(Sigil::KET, Render::STRUCT, |header| {
        header
            .kv_text("format", "cybs")
            .kv_text("version", "1")
            .kv_text("producer", concat!("cyb-term ", env!("CARGO_PKG_VERSION")))
            .kv("created", |pair| {
                pair.frame(Sigil::TIS, Render::TEXT, clock::now_literal().as_bytes());
            });
    })
}
