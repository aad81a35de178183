//! Bindings: `(=, s)` holds a `(~, t)` key, then one value chunk (seed, "meta / stream control").

use std::borrow::Cow;

use crate::{Chunk, Encoder, Fault, Frame, FrameError, Frames, Render, Sigil, frames};

/// A binding of `key` to `value`.
pub fn kv(key: &str, value: &Chunk) -> Chunk {
    let mut payload = Encoder::new();
    payload.label(key).chunk(value);
    Chunk::new(Sigil::TIS, Render::STRUCT, payload.into_bytes())
}

/// The `(=, s)` pairs among the frames of `payload`, in order; other frames are passed over.
///
/// Of a repeated key the last counts, and unknown keys are to be ignored: both are the caller's to do, by
/// overwriting as it goes.
pub const fn read_kv(payload: &[u8]) -> Pairs<'_> {
    Pairs { frames: frames(payload), leading: false, fault: None }
}

/// One binding, borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair<'a> {
    /// The key's bytes.
    pub key: &'a [u8],
    /// The bound chunk, with offsets counted from the start of the pair's payload.
    pub value: Frame<'a>,
}

impl<'a> Pair<'a> {
    /// Reads a `(=, s)` frame or a `(:, s)` pair: two frames, the first being text.
    pub(crate) fn read(frame: &Frame<'a>) -> Option<Self> {
        let mut children = frame.children();
        let key = children.next()?.ok()?;
        let value = children.next()?.ok()?;
        (key.render == Render::TEXT && children.rest().is_empty()).then_some(Self { key: key.payload, value })
    }

    /// The value as text; bytes that are not UTF-8 become U+FFFD.
    pub fn text(&self) -> Cow<'a, str> {
        self.value.text()
    }

    /// The value as a decimal number, `None` where it is not one: another chunk than `(#, t)`, a plus, blanks.
    pub fn number<T: std::str::FromStr>(&self) -> Option<T> {
        let text = std::str::from_utf8(self.value.payload).ok()?;
        // The standard library takes a plus; the wire has one form per number.
        let is_number = self.value.is(Sigil::HAX, Render::TEXT) && !text.starts_with('+');
        if is_number { text.parse().ok() } else { None }
    }
}

/// Iterator over bindings; see [`read_kv`].
#[derive(Clone, Debug)]
pub struct Pairs<'a> {
    frames: Frames<'a>,
    leading: bool,
    fault: Option<FrameError>,
}

impl<'a> Pairs<'a> {
    /// Only the pairs before the first frame of another kind, which is left unread.
    pub(crate) const fn leading(payload: &'a [u8]) -> Self {
        Self { frames: frames(payload), leading: true, fault: None }
    }

    /// What is not walked yet.
    pub(crate) const fn into_rest(self) -> Frames<'a> {
        self.frames
    }

    /// The first malformed place met so far: bytes that are no frame, or a `(=, s)` that is no pair.
    pub const fn fault(&self) -> Option<FrameError> {
        self.fault
    }
}

impl<'a> Iterator for Pairs<'a> {
    type Item = Pair<'a>;

    fn next(&mut self) -> Option<Pair<'a>> {
        loop {
            let before = self.frames.clone();
            match self.frames.next()? {
                Ok(frame) if frame.is(Sigil::TIS, Render::STRUCT) => {
                    if let Some(pair) = Pair::read(&frame) {
                        return Some(pair);
                    }
                    let offset = frame.offset;
                    self.fault.get_or_insert(FrameError { offset, fault: Fault::BadPair });
                }
                Ok(_) if self.leading => {
                    self.frames = before;
                    return None;
                }
                Ok(_) => {}
                Err(error) => {
                    self.fault.get_or_insert(error);
                    if self.leading {
                        self.frames = before;
                    }
                    return None;
                }
            }
        }
    }
}
