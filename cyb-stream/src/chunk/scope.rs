use std::borrow::Cow;

use crate::{Chunk, Fault, Frame, FrameError, Render, Sigil, kv::Pair};

/// One part of a [`Scope`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place<'a> {
    /// `(/, t)`: an absolute path, drawn by its last component; a click goes there.
    Path(Cow<'a, str>),
    /// Any other chunk, usually text.
    Other(Frame<'a>),
}

/// `(/, c)`: a breadcrumb. As a prompt: one path per part, the last being the directory of the command that follows,
/// then facts about it, then a right-hand text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope<'a> {
    /// The parts, outermost first.
    pub places: Vec<Place<'a>>,
    /// The git branch.
    pub branch: Option<Cow<'a, str>>,
    /// How many files differ from the commit; `true` is read as 1.
    pub dirty: Option<u64>,
    /// The last command's exit code.
    pub code: Option<i64>,
    /// How long the last command took, in nanoseconds.
    pub duration_ns: Option<u64>,
    /// What stands at the right: a `(~, t)` behind the bindings.
    pub right: Option<Cow<'a, str>>,
    /// The first malformed place.
    pub fault: Option<FrameError>,
}

impl<'a> Scope<'a> {
    /// Reads the payload of a `(/, c)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let mut view = Self::default();
        let mut bound = false;
        for frame in crate::frames(payload) {
            let frame = match frame {
                Ok(frame) => frame,
                Err(error) => {
                    view.fault.get_or_insert(error);
                    break;
                }
            };
            match (frame.sigil, frame.render) {
                (Sigil::TIS, Render::STRUCT) => {
                    bound = true;
                    view.fact(&frame);
                }
                (Sigil::FAS, Render::TEXT) => view.places.push(Place::Path(frame.text())),
                (Sigil::SIG, Render::TEXT) if bound => view.right = Some(frame.text()),
                _ => view.places.push(Place::Other(frame)),
            }
        }
        view
    }

    fn fact(&mut self, frame: &Frame<'a>) {
        let Some(pair) = Pair::read(frame) else {
            let offset = frame.offset;
            self.fault.get_or_insert(FrameError { offset, fault: Fault::BadPair });
            return;
        };
        match (pair.key, pair.value.payload) {
            (b"branch", _) => self.branch = Some(pair.text()),
            (b"dirty", b"true") => self.dirty = Some(1),
            (b"dirty", _) => self.dirty = pair.number(),
            (b"code", _) => self.code = pair.number(),
            (b"duration", _) => self.duration_ns = pair.number(),
            _ => {}
        }
    }

    /// The directory in force: the last path.
    pub fn directory(&self) -> Option<&str> {
        self.places.iter().rev().find_map(|place| match place {
            Place::Path(path) => Some(path.as_ref()),
            Place::Other(_) => None,
        })
    }

    /// The chunk.
    pub fn to_chunk(&self) -> Chunk {
        Chunk::build(Sigil::FAS, Render::COMPONENT, |payload| {
            for place in &self.places {
                match place {
                    Place::Path(path) => payload.frame(Sigil::FAS, Render::TEXT, path.as_bytes()),
                    Place::Other(frame) => payload.frame(frame.sigil, frame.render, frame.payload),
                };
            }
            if let Some(branch) = &self.branch {
                payload.kv_text("branch", branch);
            }
            let numbers = [
                ("dirty", self.dirty.map(|count| count.to_string())),
                ("code", self.code.map(|code| code.to_string())),
                ("duration", self.duration_ns.map(|duration| duration.to_string())),
            ];
            for (key, value) in numbers {
                if let Some(value) = value {
                    payload.kv_text(key, &value);
                }
            }
            if let Some(right) = &self.right {
                payload.label(right);
            }
        })
    }
}

impl Chunk {
    /// `(/, c)` of text parts.
    pub fn scope<P: AsRef<str>>(parts: impl IntoIterator<Item = P>) -> Self {
        Self::build(Sigil::FAS, Render::COMPONENT, |payload| {
            for part in parts {
                payload.label(part.as_ref());
            }
        })
    }
}
