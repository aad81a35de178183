//! One frame on the wire, and the walk over a sequence of them.

use crate::{
    Fault, FrameError, Render, Sigil,
    chunk::id_of,
    varint::{self, Decoded},
};

/// The byte every frame starts with: ASCII unit separator.
pub const MARKER: u8 = 0x1F;

/// The largest payload a frame may declare, in bytes (1 GiB). More is malformed: no producer means it.
pub const MAX_PAYLOAD: u64 = 1 << 30;

/// Walks the frames of `bytes`: a payload, or a whole stream held in memory.
///
/// Strict: the first malformed place ends the walk with one `Err`. To go on behind damage use a
/// [`Decoder`](crate::Decoder).
#[inline]
pub const fn frames(bytes: &[u8]) -> Frames<'_> {
    Frames { rest: bytes, offset: 0, failed: false }
}

/// A whole frame, borrowed from the bytes it lies in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame<'a> {
    /// Role.
    pub sigil: Sigil,
    /// Shape.
    pub render: Render,
    /// The bytes between the header and the next frame.
    pub payload: &'a [u8],
    /// Bytes of the header as it stands, 4 to 12: more than the length needs where it is padded.
    pub header_len: usize,
    /// Where the marker lies, in bytes from the start of the walk.
    pub offset: usize,
}

impl<'a> Frame<'a> {
    /// Whether the frame is of this pair.
    #[inline]
    pub fn is(&self, sigil: Sigil, render: Render) -> bool {
        self.sigil == sigil && self.render == render
    }

    /// The frames nested in the payload.
    #[inline]
    pub const fn children(&self) -> Frames<'a> {
        frames(self.payload)
    }

    /// Where the payload lies, in bytes from the start of the walk.
    #[inline]
    pub const fn payload_offset(&self) -> usize {
        self.offset.saturating_add(self.header_len)
    }

    /// The text that makes a later frame an update of this one; see [`Chunk::id`](crate::Chunk::id).
    pub fn id(&self) -> Option<&'a [u8]> {
        id_of(self.sigil, self.render, self.payload)
    }

    /// Whether the length takes more bytes than it needs. Readers accept that, writers never do it.
    pub const fn is_padded(&self) -> bool {
        self.header_len > varint::len(self.payload.len() as u64).saturating_add(3)
    }

    /// The header as it stands, padding included.
    pub fn header(&self) -> impl Iterator<Item = u8> + use<> {
        let digits = self.header_len.saturating_sub(3).min(varint::MAX_LEN);
        let len = varint::padded(self.payload.len() as u64, digits);
        [MARKER, self.sigil.0, self.render.0].into_iter().chain(len)
    }

    /// The payload as text; bytes that are not UTF-8 become U+FFFD.
    pub fn text(&self) -> std::borrow::Cow<'a, str> {
        String::from_utf8_lossy(self.payload)
    }
}

/// Iterator over the frames of a slice; see [`frames`].
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    rest: &'a [u8],
    offset: usize,
    failed: bool,
}

impl<'a> Frames<'a> {
    /// The bytes not walked yet; after an `Err`, the faulty frame and all behind it.
    pub const fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// Where the next frame starts, in bytes from the start of the walk.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    fn fail(&mut self, fault: Fault) -> Result<Frame<'a>, FrameError> {
        self.failed = true;
        Err(FrameError { offset: self.offset, fault })
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = Result<Frame<'a>, FrameError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.rest.is_empty() {
            return None;
        }
        let head = match parse_header(self.rest) {
            ParsedHeader::Complete(head) => head,
            ParsedHeader::Incomplete => return Some(self.fail(Fault::Cut)),
            ParsedHeader::Malformed(fault) => return Some(self.fail(fault)),
        };
        let Header { sigil, render, len: header_len, payload_len } = head;
        let split = self.rest.get(header_len..).and_then(|behind| {
            let len = usize::try_from(payload_len).ok()?;
            behind.split_at_checked(len)
        });
        let Some((payload, rest)) = split else { return Some(self.fail(Fault::Cut)) };
        let frame = Frame { sigil, render, payload, header_len, offset: self.offset };
        self.offset = self.offset.saturating_add(header_len).saturating_add(payload.len());
        self.rest = rest;
        Some(Ok(frame))
    }
}

/// A frame's header, read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// Role, one of the thirteen.
    pub sigil: Sigil,
    /// Shape, any graphic byte.
    pub render: Render,
    /// Bytes of the header itself, 4 to 12.
    pub len: usize,
    /// Bytes of the payload, at most [`MAX_PAYLOAD`].
    pub payload_len: u64,
}

impl Header {
    /// Bytes of the whole frame.
    #[inline]
    pub const fn frame_len(&self) -> u64 {
        self.payload_len.saturating_add(self.len as u64)
    }
}

/// What the start of a buffer says about a header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParsedHeader {
    /// The header is whole; its payload may still be on its way.
    Complete(Header),
    /// Sound so far.
    Incomplete,
    /// No frame starts here, whatever follows.
    Malformed(Fault),
}

/// Reads a header from the start of `bytes`, judging each byte as soon as it is there.
#[inline]
pub fn parse_header(bytes: &[u8]) -> ParsedHeader {
    // Nearly all frames are short: one look at four bytes.
    if let &[MARKER, sigil, render, len @ 0..0x80, ..] = bytes {
        let (sigil, render, payload_len) = (Sigil(sigil), Render(render), u64::from(len));
        if sigil.is_known() && render.is_graphic() {
            return ParsedHeader::Complete(Header { sigil, render, len: 4, payload_len });
        }
    }
    parse_any_header(bytes)
}

fn parse_any_header(bytes: &[u8]) -> ParsedHeader {
    use ParsedHeader::{Complete, Incomplete, Malformed};
    let Some((&marker, rest)) = bytes.split_first() else { return Incomplete };
    if marker != MARKER {
        return Malformed(Fault::NoMarker);
    }
    let Some((&sigil, rest)) = rest.split_first() else { return Incomplete };
    let sigil = Sigil(sigil);
    if !sigil.is_known() {
        return Malformed(Fault::BadSigil);
    }
    let Some((&render, rest)) = rest.split_first() else { return Incomplete };
    let render = Render(render);
    if !render.is_graphic() {
        return Malformed(Fault::BadRender);
    }
    match varint::decode(rest) {
        Decoded::Incomplete => Incomplete,
        Decoded::TooLong => Malformed(Fault::LongVarint),
        Decoded::Value(len, _) if len > MAX_PAYLOAD => Malformed(Fault::TooLarge),
        Decoded::Value(payload_len, taken) => {
            Complete(Header { sigil, render, len: taken.saturating_add(3), payload_len })
        }
    }
}

/// Appends a header with the shortest length.
#[inline]
pub(crate) fn push_header(sigil: Sigil, render: Render, payload_len: u64, out: &mut Vec<u8>) {
    if payload_len < 0x80 {
        out.extend_from_slice(&[MARKER, sigil.0, render.0, (payload_len & 0x7F) as u8]);
    } else {
        out.extend_from_slice(&[MARKER, sigil.0, render.0]);
        varint::encode(payload_len, out);
    }
}

/// Appends a frame.
#[inline]
pub(crate) fn push_frame(sigil: Sigil, render: Render, payload: &[u8], out: &mut Vec<u8>) {
    match u8::try_from(payload.len()) {
        Ok(len) if payload.len() <= SHORT => push_short([MARKER, sigil.0, render.0, len], payload, out),
        _ => {
            out.reserve(frame_len(payload.len()));
            push_header(sigil, render, payload.len() as u64, out);
            out.extend_from_slice(payload);
        }
    }
}

/// The size of most cells, keys and numbers, at most, in bytes.
const SHORT: usize = 16;

/// Appends a header and at most [`SHORT`] bytes: room is made once, and no call is made to copy a few bytes.
#[inline]
fn push_short(head: [u8; 4], payload: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.extend_from_slice(&[0; 4 + SHORT]);
    let place = out.get_mut(start..).unwrap_or_default();
    if let Some((header, place)) = place.split_first_chunk_mut() {
        *header = head;
        copy_short(payload, place);
    }
    out.truncate(start.saturating_add(4).saturating_add(payload.len()));
}

/// Copies at most [`SHORT`] bytes as two pieces of known size that may overlap.
#[inline]
fn copy_short(from: &[u8], to: &mut [u8]) {
    if !copy_pair::<8>(from, to) && !copy_pair::<4>(from, to) {
        for (to, from) in to.iter_mut().zip(from) {
            *to = *from;
        }
    }
}

/// Copies N to 2 N bytes; answers false for fewer.
#[inline]
fn copy_pair<const N: usize>(from: &[u8], to: &mut [u8]) -> bool {
    let (Some(first), Some(last)) = (from.first_chunk::<N>(), from.last_chunk::<N>()) else { return false };
    let behind = from.len().saturating_sub(N);
    if let Some(to) = to.first_chunk_mut() {
        *to = *first;
    }
    if let Some(to) = to.get_mut(behind..).and_then(|to| to.first_chunk_mut()) {
        *to = *last;
    }
    true
}

/// Bytes of a whole frame with a payload of this many bytes and the shortest length.
pub(crate) const fn frame_len(payload_len: usize) -> usize {
    payload_len.saturating_add(varint::len(payload_len as u64)).saturating_add(3)
}
