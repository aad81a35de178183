use std::io::{self, Write};

use crate::{Chunk, Fault, FrameError, MAX_PAYLOAD, PayloadTooLarge, Render, Sigil, frame::push_header};

/// Frames up to this size are written in one call.
const ONE_WRITE: usize = 64 * 1024;

/// Emits frames into a byte stream.
///
/// Each small frame is one `write_all`, so that lines reach a pipe whole; put a [`io::BufWriter`] underneath where
/// throughput counts more than latency, and [`flush`](Self::flush) it at the end of each batch.
#[derive(Debug)]
pub struct Writer<W> {
    sink: W,
    scratch: Vec<u8>,
}

impl<W: Write> Writer<W> {
    /// Writes to `sink`.
    pub const fn new(sink: W) -> Self {
        Self { sink, scratch: Vec::new() }
    }

    /// Writes one chunk.
    ///
    /// # Errors
    ///
    /// See [`write_frame`](Self::write_frame).
    pub fn write(&mut self, chunk: &Chunk) -> io::Result<()> {
        self.write_frame(chunk.sigil(), chunk.render(), chunk.payload())
    }

    /// Writes one frame from its parts.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::InvalidInput`] for what no reader would take, before anything is written: a
    /// [`PayloadTooLarge`] for a payload over 1 GiB, a [`FrameError`] for an unknown sigil or a render that is not
    /// graphic. Else what the sink answers.
    pub fn write_frame(&mut self, sigil: Sigil, render: Render, payload: &[u8]) -> io::Result<()> {
        let len = payload.len() as u64;
        if len > MAX_PAYLOAD {
            return Err(PayloadTooLarge { len }.into());
        }
        let fault = match (sigil.is_known(), render.is_graphic()) {
            (false, _) => Some(Fault::BadSigil),
            (_, false) => Some(Fault::BadRender),
            _ => None,
        };
        if let Some(fault) = fault {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, FrameError { offset: 0, fault }));
        }
        self.scratch.clear();
        push_header(sigil, render, len, &mut self.scratch);
        if payload.len() <= ONE_WRITE {
            self.scratch.extend_from_slice(payload);
            return self.sink.write_all(&self.scratch);
        }
        self.sink.write_all(&self.scratch)?;
        self.sink.write_all(payload)
    }

    /// Flushes the sink.
    ///
    /// # Errors
    ///
    /// What the sink answers.
    pub fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    /// The sink, for instance to write frames that are encoded already.
    pub const fn get_mut(&mut self) -> &mut W {
        &mut self.sink
    }

    /// The sink back.
    pub fn into_inner(self) -> W {
        self.sink
    }
}
