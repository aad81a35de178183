use std::borrow::Cow;

use crate::{Chunk, Render, Sigil, read_kv};

/// `(., x)`: the end of a command's output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Status<'a> {
    /// The exit code: 130 for an interrupt; `None` where it is missing, repeated or no integer, which counts as
    /// failure.
    pub code: Option<i64>,
    /// How long the command took, in nanoseconds.
    pub duration_ns: Option<u64>,
    /// The name of the signal that ended it.
    pub signal: Option<Cow<'a, str>>,
}

impl<'a> Status<'a> {
    /// Reads the payload of a `(., x)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut view = Self::default();
        let mut codes = 0_usize;
        let mut pairs = read_kv(payload);
        for pair in pairs.by_ref() {
            match pair.key {
                b"code" => {
                    codes = codes.saturating_add(1);
                    view.code = pair.number();
                }
                b"duration" => view.duration_ns = pair.number(),
                b"signal" => view.signal = Some(pair.text()),
                _ => {}
            }
        }
        if codes != 1 || pairs.fault().is_some() {
            view.code = None;
        }
        view
    }

    /// Whether the command is known to have ended well.
    pub fn is_success(&self) -> bool {
        self.code == Some(0)
    }

    /// The chunk.
    pub fn to_chunk(&self) -> Chunk {
        Chunk::build(Sigil::DOT, Render::STATUS, |payload| {
            if let Some(code) = self.code {
                payload.kv_text("code", &code.to_string());
            }
            if let Some(duration) = self.duration_ns {
                payload.kv_text("duration", &duration.to_string());
            }
            if let Some(signal) = &self.signal {
                payload.kv_text("signal", signal);
            }
        })
    }
}

impl Chunk {
    /// `(., x)` with nothing but a code.
    pub fn status(code: i64) -> Self {
        Status { code: Some(code), ..Status::default() }.to_chunk()
    }
}
