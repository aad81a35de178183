//! The process's standard streams: kept for the program's own use, and guarded against everything else.
//!
//! The engine runs foreign code in this process. Descriptors 0 to 2 are therefore replaced: reading gives end of
//! file, and what is written is captured and shown.

use std::{
    fs::File,
    io::{self, Read as _, Write as _},
    sync::Arc,
    thread,
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, bounded};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::fcntl_dupfd_cloexec,
    stdio::{dup2_stderr, dup2_stdin, dup2_stdout, stderr, stdin, stdout},
};

/// How long captured text waits for somebody to take it.
const PATIENCE: Duration = Duration::from_secs(1);

/// The real standard streams, and what others wrote to their old places.
#[derive(Debug)]
pub struct Standard {
    /// Standard input as it was at the start.
    pub input: File,
    /// Standard output as it was at the start.
    pub output: File,
    /// Pieces of what was written to descriptors 1 and 2 since.
    pub captured: Receiver<Vec<u8>>,
    error: Arc<File>,
}

impl Standard {
    /// Moves descriptors 0 to 2 out of reach. To be called once, before any other thread exists.
    ///
    /// # Errors
    ///
    /// What the system answers; the streams may then be half moved.
    pub fn take() -> io::Result<Self> {
        let input = File::from(fcntl_dupfd_cloexec(stdin(), 3)?);
        let output = File::from(fcntl_dupfd_cloexec(stdout(), 3)?);
        let error = Arc::new(File::from(fcntl_dupfd_cloexec(stderr(), 3)?));
        let (reader, writer) = io::pipe()?;
        dup2_stdin(File::open("/dev/null")?)?;
        dup2_stdout(&writer)?;
        dup2_stderr(&writer)?;
        let (sender, captured) = bounded(64);
        let real = Arc::clone(&error);
        thread::Builder::new().name("cyb-captured".into()).spawn(move || forward(reader, &sender, &real))?;
        Ok(Self { input, output, captured, error })
    }

    /// A way to say something on the real standard error.
    pub fn reporter(&self) -> Reporter {
        Reporter(Arc::clone(&self.error))
    }
}

/// Speaks on the real standard error.
#[derive(Clone, Debug)]
pub struct Reporter(Arc<File>);

impl Reporter {
    /// Writes a line. If nobody listens any more, nobody is told.
    pub fn say(&self, line: &str) {
        self.write(format!("{line}\n").as_bytes());
    }

    /// Writes bytes as they are.
    pub fn write(&self, bytes: &[u8]) {
        // There is no other place to report to.
        (&*self.0).write_all(bytes).ok();
    }
}

/// Hands over what was captured, by lines where they come whole: some write each word by itself. Whoever writes must
/// not wait for a window that is busy or hidden, so that what nobody takes in time goes to the real standard error.
fn forward(mut reader: io::PipeReader, sender: &Sender<Vec<u8>>, mut real: &File) {
    let mut block = [0; 4096];
    let mut piece = Vec::new();
    // The write end stays open in descriptors 1 and 2, so this ends with the process.
    while let Ok(count @ 1..) = reader.read(&mut block) {
        piece.extend_from_slice(block.get(..count).unwrap_or_default());
        let whole = piece.ends_with(b"\n") || piece.len() >= block.len();
        if !whole && more_comes(&reader) {
            continue;
        }
        if let Err(error) = sender.send_timeout(std::mem::take(&mut piece), PATIENCE) {
            // There is no other place to report to.
            real.write_all(&error.into_inner()).ok();
        }
    }
}

/// Whether something is written within a moment.
fn more_comes(reader: &io::PipeReader) -> bool {
    let moment = Timespec { tv_sec: 0, tv_nsec: 30_000_000 };
    poll(&mut [PollFd::new(reader, PollFlags::IN)], Some(&moment)).is_ok_and(|ready| ready > 0)
}
