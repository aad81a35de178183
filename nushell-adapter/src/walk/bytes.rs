//! Byte streams: the output of external programs, files, and what builtins produce piece by piece.

use std::{
    io::{self, Read},
    os::fd::{AsFd, BorrowedFd},
};

use cyb_stream::Chunk;
use nu_protocol::{
    ByteStream, ByteStreamSource, ByteStreamType, DataSource, PipelineMetadata, ShellError, Span,
    process::{ChildPipe, ChildProcess},
    shell_error::{bridge::ShellErrorBridge, io::IoError},
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};

use super::{Context, value};
use crate::ui::Sink;

/// Bytes read at once: small enough to be shown while they come.
pub(crate) const PIECE: usize = 8 << 10;

/// A builtin's text up to this size is one value.
const WHOLE_TEXT: usize = 64 << 10;

/// Binary is sent in chunks of this size.
const BINARY_PIECE: usize = 16 << 20;

/// Sends a byte stream. For a child the result tells how it ended.
pub(super) fn stream(
    stream: ByteStream,
    metadata: Option<&PipelineMetadata>,
    sink: &Sink,
    context: &Context<'_>,
) -> Result<(), ShellError> {
    let span = stream.span();
    let kind = Kind::new(stream.type_(), metadata);
    let cancelled = || sink.cancelled();
    match stream.into_source() {
        ByteStreamSource::Child(child) => child_output(*child, sink, span),
        ByteStreamSource::File(file) => content(Poll::new(file, &cancelled), kind, sink, span),
        ByteStreamSource::Read(reader) => content(reader, kind, sink, span),
    }?;
    context.engine.signals().check(&span)
}

/// What a stream that is no child's holds.
enum Kind {
    Text,
    Binary {
        mime: Option<String>,
        name: Option<String>,
    },
    /// Text if it reads as text.
    Unknown,
}

impl Kind {
    fn new(declared: ByteStreamType, metadata: Option<&PipelineMetadata>) -> Self {
        let mime = metadata.and_then(|metadata| metadata.content_type.clone());
        let name = metadata.and_then(|metadata| match &metadata.data_source {
            DataSource::FilePath(path) => Some(path.file_name()?.to_string_lossy().into_owned()),
            _ => None,
        });
        let media = |mime: &str| ["image/", "audio/", "video/"].iter().any(|kind| mime.starts_with(kind));
        match (declared, &mime) {
            (ByteStreamType::String, _) => Self::Text,
            (ByteStreamType::Unknown, Some(known)) if media(known) => Self::Binary { mime, name },
            (ByteStreamType::Binary, _) => Self::Binary { mime, name },
            (ByteStreamType::Unknown, _) => Self::Unknown,
        }
    }
}

fn child_output(mut child: ChildProcess, sink: &Sink, span: Span) -> Result<(), ShellError> {
    let cancelled = || sink.cancelled();
    match child.stdout.take() {
        Some(ChildPipe::Pipe(pipe)) => run(Poll::new(pipe, &cancelled), &[], sink, span)?,
        Some(ChildPipe::Tee(reader)) => run(reader, &[], sink, span)?,
        None => {}
    }
    child.wait()
}

/// Sends a stream that is no child's.
fn content(mut reader: impl Read, kind: Kind, sink: &Sink, span: Span) -> Result<(), ShellError> {
    let mut head = Vec::new();
    let ended = fill(&mut reader, &mut head, WHOLE_TEXT, sink, span)?;
    if sink.cancelled() {
        return Ok(());
    }
    let (mime, name) = match kind {
        Kind::Binary { mime, name } => (mime, name),
        Kind::Unknown if !reads_as_text(&head, ended) => (None, None),
        _ if ended => {
            let text = String::from_utf8_lossy(&head);
            sink.send(value::plain(&text));
            return Ok(());
        }
        _ => return run(reader, &head, sink, span),
    };
    binary(reader, head, sink, span, mime.as_deref().map(|mime| (mime, name.as_deref())))
}

/// Whether the start of a stream is UTF-8 without NUL, cut or whole.
fn reads_as_text(head: &[u8], ended: bool) -> bool {
    let valid = match std::str::from_utf8(head) {
        Ok(_) => true,
        Err(error) => !ended && error.error_len().is_none(),
    };
    valid && !head.contains(&0)
}

fn binary(
    mut reader: impl Read,
    head: Vec<u8>,
    sink: &Sink,
    span: Span,
    media: Option<(&str, Option<&str>)>,
) -> Result<(), ShellError> {
    let mut piece = head;
    let mut first = true;
    loop {
        let ended = fill(&mut reader, &mut piece, BINARY_PIECE, sink, span)?;
        let whole = ended && first;
        let bytes = std::mem::take(&mut piece);
        let go_on = match media {
            _ if bytes.is_empty() && !first => true,
            Some((mime, name)) if whole => sink.send(value::media(Chunk::binary(bytes), mime, name)),
            _ if whole => sink.send(value::binary(bytes)),
            _ => sink.send(Chunk::binary(bytes)),
        };
        if ended || !go_on {
            return Ok(());
        }
        first = false;
    }
}

/// Sends a text run: `head`, then the rest of the reader as it comes.
fn run(mut reader: impl Read, head: &[u8], sink: &Sink, span: Span) -> Result<(), ShellError> {
    let mut joiner = Joiner::default();
    let mut piece = vec![0; PIECE];
    let mut text = joiner.join(head);
    loop {
        if !text.is_empty() && !sink.send(Chunk::stdout(text)) {
            return Ok(());
        }
        let read = read(&mut reader, &mut piece, span)?;
        if read == 0 {
            break;
        }
        text = joiner.join(&piece[..read]);
    }
    let rest = joiner.finish();
    if !rest.is_empty() {
        sink.send(Chunk::stdout(rest));
    }
    Ok(())
}

/// Reads until `bytes` holds `limit`. Returns whether the stream has ended.
fn fill(
    reader: &mut impl Read,
    bytes: &mut Vec<u8>,
    limit: usize,
    sink: &Sink,
    span: Span,
) -> Result<bool, ShellError> {
    let mut piece = vec![0; PIECE];
    while bytes.len() < limit {
        let read = read(reader, &mut piece, span)?;
        if read == 0 || sink.cancelled() {
            return Ok(true);
        }
        bytes.extend_from_slice(&piece[..read]);
    }
    Ok(false)
}

fn read(reader: &mut impl Read, piece: &mut [u8], span: Span) -> Result<usize, ShellError> {
    loop {
        match reader.read(piece) {
            Ok(read) => return Ok(read),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // Nushell's own readers wrap their errors.
            Err(error) => {
                return Err(match ShellErrorBridge::try_from(error) {
                    Ok(bridge) => bridge.0,
                    Err(error) => IoError::new(error, span, None).into(),
                });
            }
        }
    }
}

/// Reads that end when `cancelled` says so, although somebody may still hold the other end of the pipe.
pub(crate) struct Poll<'a, R> {
    reader: R,
    cancelled: &'a dyn Fn() -> bool,
}

impl<'a, R> Poll<'a, R> {
    pub(crate) const fn new(reader: R, cancelled: &'a dyn Fn() -> bool) -> Self {
        Self { reader, cancelled }
    }
}

impl<R: Read + AsFd> Read for Poll<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if wait(self.reader.as_fd())? {
                return self.reader.read(buffer);
            }
            if (self.cancelled)() {
                return Ok(0);
            }
        }
    }
}

/// Waits 20 ms for something to read.
fn wait(descriptor: BorrowedFd<'_>) -> io::Result<bool> {
    const PATIENCE: Timespec = Timespec { tv_sec: 0, tv_nsec: 20_000_000 };
    let mut descriptors = [PollFd::new(&descriptor, PollFlags::IN)];
    match poll(&mut descriptors, Some(&PATIENCE)) {
        Ok(ready) => Ok(ready > 0),
        Err(Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

/// Joins UTF-8 sequences that were split between two reads. Bytes that are not UTF-8 pass as they are.
#[derive(Debug, Default)]
pub(crate) struct Joiner {
    held: Vec<u8>,
}

impl Joiner {
    /// What was held back and what came, up to the last whole character.
    pub(crate) fn join(&mut self, bytes: &[u8]) -> Vec<u8> {
        let mut text = std::mem::take(&mut self.held);
        text.extend_from_slice(bytes);
        self.held = text.split_off(text.len() - incomplete_tail(&text));
        text
    }

    /// What is still held back.
    pub(crate) fn finish(self) -> Vec<u8> {
        self.held
    }
}

/// How many bytes at the end are the start of a character.
fn incomplete_tail(text: &[u8]) -> usize {
    // A character has at most four bytes: three can be waiting for the last.
    for length in 1..=text.len().min(3) {
        let tail = &text[text.len() - length..];
        let is_start = tail[0] >= 0xC0;
        if is_start {
            let cut = std::str::from_utf8(tail).is_err_and(|error| error.error_len().is_none());
            return if cut { length } else { 0 };
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(pieces: &[&[u8]], joined: &[&[u8]]) {
        let mut joiner = Joiner::default();
        let mut found: Vec<_> = pieces.iter().map(|piece| joiner.join(piece)).collect();
        found.push(joiner.finish());
        assert_eq!(found, joined);
    }

    #[test]
    fn characters_are_joined_across_reads() {
        check(&[b"ab"], &[b"ab", b""]);
        check(&[b"a\xC3", b"\xA9b"], &[b"a", b"\xC3\xA9b", b""]);
        check(&[b"\xF0\x9F", b"\xA6", b"\x80"], &[b"", b"", b"\xF0\x9F\xA6\x80", b""]);
    }

    #[test]
    fn other_bytes_pass() {
        check(&[b"a\xFF"], &[b"a\xFF", b""]);
        check(&[b"\x80\x80"], &[b"\x80\x80", b""]);
        check(&[b"\xC3", b"x"], &[b"", b"\xC3x", b""]);
        check(&[b"\xE2\x82"], &[b"", b"\xE2\x82"]);
    }
}
