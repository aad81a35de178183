//! A command without a window: its chunks as frames on standard output, and nothing else anywhere.

mod output;

use std::{
    io::{self, ErrorKind},
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, RecvError, bounded, never, select};
use cyb_stream::{Chunk, ErrorReport, Level, Log, Status};
use nushell_adapter::{Config, Message, Session};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGPIPE, SIGTERM},
    iterator::Signals,
};

use self::output::Output;
use crate::{cli::RunOptions, standard::Standard};

/// How long a command may take to end after a terminating signal.
const GRACE: Duration = Duration::from_secs(2);

/// The exit code after an interrupt.
const INTERRUPTED: u8 = 130;

/// How often the deadline is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// Runs the command and returns the exit code for the process.
///
/// That is the command's `code & 255`; 128 + n where signal n ended the command or this process; 130 after an
/// interrupt; 1 when the engine does not start or the output cannot be written.
pub fn run(options: &RunOptions, standard: Standard) -> u8 {
    let config = Config { load_config: !options.no_config, interactive: false, ..Config::default() };
    let Ok(mut output) = Output::start(standard.output) else { return 1 };
    let session = match Session::start(config, || {}) {
        Ok(session) => session,
        Err(error) => {
            output.failure(&error.to_string());
            output.finish(GRACE);
            return 1;
        }
    };
    session.run(options.code.as_str());
    // Without handlers a signal ends the process, as it does by default.
    let signals = signals().unwrap_or_else(|_| never());
    let mut ending = Ending::default();
    let mut result = None;
    loop {
        // What is read waits here for nobody: while the output has no room, its producers wait.
        let open = result.is_none() && output.has_room();
        let messages = if open { session.messages().clone() } else { never() };
        let captured = if open { standard.captured.clone() } else { never() };
        select! {
            recv(messages) -> message => result = output.message(message, &standard.captured),
            recv(captured) -> stray => output.push(stray_chunks(stray.ok())),
            recv(signals) -> signal => ending.signal(&session, signal.unwrap_or(SIGINT)),
            recv(output.progress) -> _ => {}
            default(LOOK_EVERY) => output.look(),
        }
        match output.failed() {
            // Nobody is left to tell: as if the write had raised the signal.
            Some(ErrorKind::BrokenPipe) => ending.signal(&session, SIGPIPE),
            Some(_) => return 1,
            None => {}
        }
        if let Some(code) = result
            && output.has_ended()
        {
            return ending.code.unwrap_or(code);
        }
        if ending.is_over() {
            let code = ending.code.unwrap_or(INTERRUPTED);
            if result.is_none() {
                output.push(vec![Chunk::status(code.into())]);
            }
            output.finish(LOOK_EVERY);
            return code;
        }
    }
}

/// The end of the process before the command's own.
#[derive(Debug, Default)]
struct Ending {
    code: Option<u8>,
    deadline: Option<Instant>,
}

impl Ending {
    /// Ends the command; if it does not listen, the process ends without it. For every signal but SIGINT the process
    /// ends with the code of the first one.
    fn signal(&mut self, session: &Session, signal: i32) {
        if signal == SIGINT || self.code.is_none() {
            session.interrupt();
        }
        if signal != SIGINT {
            self.code.get_or_insert(128 | (signal & 0x7F) as u8);
        }
        self.deadline.get_or_insert_with(|| Instant::now() + GRACE);
    }

    /// Whether the command had its time to end.
    fn is_over(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

impl Output {
    /// Writes what a message brings. The process's exit code at the end.
    fn message(&mut self, message: Result<Message, RecvError>, captured: &Receiver<Vec<u8>>) -> Option<u8> {
        let (last, code) = match message {
            Ok(Message::Chunks(chunks) | Message::Late { chunks, .. }) => {
                self.push(chunks);
                return None;
            }
            Ok(Message::Done(status)) => {
                let code = exit_code(&Status::read(status.payload()));
                (status, code)
            }
            // A configuration file left before the command began.
            Ok(Message::Exit(code)) => (Chunk::status(code.into()), (code & 0xFF) as u8),
            Ok(Message::Failed(error)) => {
                self.failure(&error.to_string());
                (Chunk::status(1), 1)
            }
            Ok(_) => return None,
            Err(RecvError) => {
                self.failure("the engine ended without an answer");
                (Chunk::status(1), 1)
            }
        };
        self.push(stray_chunks(captured.try_iter()));
        self.push(vec![last]);
        self.close();
        Some(code)
    }

    fn failure(&mut self, message: &str) {
        let report = ErrorReport { source: "cyb-term".into(), ..ErrorReport::message(message) };
        self.push(vec![report.to_chunk()]);
    }
}

fn stray_chunks(pieces: impl IntoIterator<Item = Vec<u8>>) -> Vec<Chunk> {
    pieces.into_iter().map(|piece| stray_chunk(&piece)).collect()
}

/// What something in this process wrote past the shell.
pub(crate) fn stray_chunk(bytes: &[u8]) -> Chunk {
    let message = String::from_utf8_lossy(bytes);
    let message = message.trim_end_matches('\n').into();
    Log { level: Level::Warn, source: "process".into(), message, ..Log::default() }.to_chunk()
}

fn exit_code(status: &Status<'_>) -> u8 {
    match (status.code, &status.signal) {
        (Some(code @ ..0), Some(_)) => (128 - code).clamp(0, 255) as u8,
        (Some(code), _) => (code & 0xFF) as u8,
        (None, _) => 1,
    }
}

/// Interrupts and requests to end, as they come.
pub(crate) fn signals() -> io::Result<Receiver<i32>> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    let (sender, receiver) = bounded(8);
    thread::Builder::new().name("cyb-signals".into()).spawn(move || {
        for signal in signals.forever() {
            // A full channel already holds enough interrupts.
            if sender.try_send(signal).is_err_and(|error| error.is_disconnected()) {
                return;
            }
        }
    })?;
    Ok(receiver)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_mapped_as_a_shell_does() {
        let code = |status: Status<'_>| exit_code(&status);
        assert_eq!(code(Status { code: Some(0), ..Status::default() }), 0);
        assert_eq!(code(Status { code: Some(3), ..Status::default() }), 3);
        assert_eq!(code(Status { code: Some(259), ..Status::default() }), 3);
        assert_eq!(code(Status { code: Some(-1), ..Status::default() }), 255);
        assert_eq!(code(Status { code: Some(-9), signal: Some("SIGKILL".into()), ..Status::default() }), 137);
        assert_eq!(code(Status { code: Some(130), ..Status::default() }), 130);
        assert_eq!(code(Status::default()), 1, "an unknown status is a failure");
    }
}
