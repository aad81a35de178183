use std::{error, fmt, io};

/// Why bytes are not a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A frame had to start here, and the byte is not 0x1F.
    NoMarker,
    /// The byte after the marker is none of the thirteen sigils.
    BadSigil,
    /// The render byte is not ASCII graphic.
    BadRender,
    /// The length takes more than nine bytes.
    LongVarint,
    /// The length is over [`MAX_PAYLOAD`](crate::MAX_PAYLOAD) (1 GiB).
    TooLarge,
    /// A sound frame whose payload is over the reader's own limit; skipped unread.
    Oversize,
    /// The bytes end inside the frame.
    Cut,
    /// A binding or pair that is not a key and one value.
    BadPair,
}

impl Fault {
    /// A short name in lower case with dashes, as `cybs` prints it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoMarker => "no-marker",
            Self::BadSigil => "bad-sigil",
            Self::BadRender => "bad-render",
            Self::LongVarint => "long-varint",
            Self::TooLarge => "too-large",
            Self::Oversize => "oversize",
            Self::Cut => "cut",
            Self::BadPair => "bad-pair",
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoMarker => "no frame starts here",
            Self::BadSigil => "unknown sigil",
            Self::BadRender => "render is not a graphic character",
            Self::LongVarint => "length takes more than nine bytes",
            Self::TooLarge => "length over 1 GiB",
            Self::Oversize => "payload over the reader's limit",
            Self::Cut => "frame is cut short",
            Self::BadPair => "pair is not a key and one value",
        })
    }
}

/// The first place in a payload that is not a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameError {
    /// Where the faulty frame starts, in bytes from the start of the payload that was walked.
    pub offset: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.fault, self.offset)
    }
}

impl error::Error for FrameError {}

/// A writer was given a payload over [`MAX_PAYLOAD`](crate::MAX_PAYLOAD).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PayloadTooLarge {
    /// The payload's length in bytes.
    pub len: u64,
}

impl fmt::Display for PayloadTooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a payload of {} bytes is over the limit of {}", self.len, crate::MAX_PAYLOAD)
    }
}

impl error::Error for PayloadTooLarge {}

impl From<PayloadTooLarge> for io::Error {
    fn from(error: PayloadTooLarge) -> Self {
        Self::new(io::ErrorKind::InvalidInput, error)
    }
}
