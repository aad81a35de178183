use std::borrow::Cow;

use crate::{Chunk, FrameError, Render, Sigil, read_kv};

/// How far a piece of work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProgressState {
    /// Still going on.
    #[default]
    Run,
    /// Ended well; with an unknown total, drawn as plain text.
    Done,
    /// Ended badly.
    Fail,
}

impl ProgressState {
    const fn name(self) -> &'static str {
        match self {
            Self::Run => "run",
            Self::Done => "done",
            Self::Fail => "fail",
        }
    }
}

/// `(., p)`: a piece of work, updated in place by chunks with the same id.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress<'a> {
    /// What makes the next one an update; required, empty where it is missing.
    pub id: Cow<'a, str>,
    /// What is being done.
    pub label: Cow<'a, str>,
    /// Units done; may exceed `total`.
    pub current: u64,
    /// Units to do; 0 is unknown.
    pub total: u64,
    /// What is counted, such as `B`.
    pub unit: Option<Cow<'a, str>>,
    /// How it stands; written only where it is not [`ProgressState::Run`].
    pub state: ProgressState,
    /// The first malformed place.
    pub fault: Option<FrameError>,
}

impl<'a> Progress<'a> {
    /// Reads the payload of a `(., p)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut view = Self::default();
        let mut pairs = read_kv(payload);
        for pair in pairs.by_ref() {
            match (pair.key, pair.value.payload) {
                (b"id", _) => view.id = pair.text(),
                (b"label", _) => view.label = pair.text(),
                (b"current", _) => view.current = pair.number().unwrap_or_default(),
                (b"total", _) => view.total = pair.number().unwrap_or_default(),
                (b"unit", _) => view.unit = Some(pair.text()),
                (b"state", b"run") => view.state = ProgressState::Run,
                (b"state", b"done") => view.state = ProgressState::Done,
                (b"state", b"fail") => view.state = ProgressState::Fail,
                _ => {}
            }
        }
        view.fault = pairs.fault();
        view
    }

    /// The chunk.
    pub fn to_chunk(&self) -> Chunk {
        Chunk::build(Sigil::DOT, Render::PROGRESS, |payload| {
            payload
                .kv_text("id", &self.id)
                .kv_text("label", &self.label)
                .kv_text("current", &self.current.to_string())
                .kv_text("total", &self.total.to_string());
            if let Some(unit) = &self.unit {
                payload.kv_text("unit", unit);
            }
            if self.state != ProgressState::Run {
                payload.kv_text("state", self.state.name());
            }
        })
    }

    /// Between 0 and 1, `None` while the total is unknown.
    #[expect(clippy::cast_possible_truncation, reason = "a share to be drawn, not to be counted with")]
    pub fn fraction(&self) -> Option<f32> {
        (self.total > 0).then(|| (self.current as f64 / self.total as f64).clamp(0.0, 1.0) as f32)
    }
}
