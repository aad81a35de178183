use std::{
    fmt,
    io::{self, Write},
};

use base64::{display::Base64Display, engine::general_purpose::STANDARD};
use cyb_stream::{Event, Found, Frame, Frames, Gap, Limits, Render, Truncated};

use crate::Report;

/// One JSON object per line, written as the frames are walked: a payload is never held twice.
pub(crate) struct Json<W>(pub(crate) W);

impl<W: Write> Report for Json<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Chunk(found) => self.chunk(found)?,
            Event::Gap(gap) => self.gap(gap)?,
            Event::Truncated(cut) => self.truncated(cut)?,
            Event::Pending => return Ok(()),
        }
        writeln!(self.0)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The children of a frame that are still to be written.
struct Level<'a> {
    frames: Frames<'a>,
    /// Where the payload lies in the input.
    base: u64,
    first: bool,
}

impl<W: Write> Json<W> {
    /// Walks with a stack of its own: the input decides how deep it goes, up to the limit.
    fn chunk(&mut self, found: &Found) -> io::Result<()> {
        let depth = Limits::default().depth;
        let mut open: Vec<Level<'_>> = Vec::new();
        open.extend(self.frame(&found.frame(), found.offset, depth > 1)?);
        while let Some(level) = open.last_mut() {
            let Some(Ok(child)) = level.frames.next() else {
                open.pop();
                write!(self.0, "]}}")?;
                continue;
            };
            if !std::mem::take(&mut level.first) {
                write!(self.0, ",")?;
            }
            let offset = level.base.saturating_add(child.offset as u64);
            // The child lies one frame deeper than the open ones, its own children two.
            let may_open = open.len().saturating_add(1) < depth;
            open.extend(self.frame(&child, offset, may_open)?);
        }
        Ok(())
    }

    /// Writes a frame up to its children, or the whole of one that shows none.
    fn frame<'a>(&mut self, frame: &Frame<'a>, offset: u64, may_open: bool) -> io::Result<Option<Level<'a>>> {
        let Frame { sigil, render, payload, header_len, .. } = *frame;
        write!(self.0, "{{\"sigil\":")?;
        self.string(&sigil.to_string())?;
        write!(self.0, ",\"render\":")?;
        self.string(&render.to_string())?;
        write!(self.0, ",\"offset\":{offset},\"len\":{}", payload.len())?;
        if let Some(id) = frame.id() {
            write!(self.0, ",\"id\":")?;
            self.string(&String::from_utf8_lossy(id))?;
        }
        if frame.is_padded() {
            write!(
                self.0,
                ",\"header\":\"{}\"",
                frame.header().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"))
            )?;
        }
        if render == Render::TEXT
            && let Ok(text) = std::str::from_utf8(payload)
        {
            write!(self.0, ",\"text\":")?;
            self.string(text)?;
        } else if render.is_nested()
            && (may_open || payload.is_empty())
            && frame.children().all(|child| child.is_ok())
        {
            write!(self.0, ",\"children\":[")?;
            let base = offset.saturating_add(header_len as u64);
            return Ok(Some(Level { frames: frame.children(), base, first: true }));
        } else {
            write!(self.0, ",\"base64\":\"{}\"", base64(payload))?;
        }
        write!(self.0, "}}")?;
        Ok(None)
    }

    fn gap(&mut self, gap: &Gap) -> io::Result<()> {
        let Gap { offset, len, fault, bytes } = gap;
        let kind = fault.name();
        write!(self.0, "{{\"gap\":{{\"offset\":{offset},\"len\":{len},\"kind\":\"{kind}\",")?;
        self.bytes(bytes, *len)?;
        write!(self.0, "}}}}")
    }

    fn truncated(&mut self, cut: &Truncated) -> io::Result<()> {
        let Truncated { offset, len, missing, bytes } = cut;
        let missing = missing.map_or_else(|| "null".to_owned(), |missing| missing.to_string());
        write!(self.0, "{{\"truncated\":{{\"offset\":{offset},\"missing\":{missing},")?;
        self.bytes(bytes, *len)?;
        if bytes.len() as u64 != *len {
            write!(self.0, ",\"len\":{len}")?;
        }
        write!(self.0, "}}}}")
    }

    /// The skipped bytes, or null for those of a frame over the limit, which are not kept.
    fn bytes(&mut self, bytes: &[u8], len: u64) -> io::Result<()> {
        if bytes.len() as u64 == len {
            write!(self.0, "\"base64\":\"{}\"", base64(bytes))
        } else {
            write!(self.0, "\"base64\":null")
        }
    }

    fn string(&mut self, text: &str) -> io::Result<()> {
        Ok(serde_json::to_writer(&mut self.0, text)?)
    }
}

fn base64(bytes: &[u8]) -> impl fmt::Display {
    Base64Display::new(bytes, &STANDARD)
}
