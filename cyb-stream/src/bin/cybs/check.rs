use std::io::{self, Write};

use cyb_stream::{Event, Fault, Gap, Truncated};

use crate::Report;

/// One line per place that is not clean.
pub(crate) struct Check<W> {
    out: W,
    found: bool,
    /// Where the last piece of gap ended: a long gap comes in pieces and is one place.
    gap_end: Option<u64>,
}

impl<W: Write> Check<W> {
    pub(crate) const fn new(out: W) -> Self {
        Self { out, found: false, gap_end: None }
    }

    /// Whether anything was not clean.
    pub(crate) const fn found(&self) -> bool {
        self.found
    }

    fn gap(&mut self, gap: &Gap) -> io::Result<()> {
        let goes_on = self.gap_end == Some(gap.offset);
        self.gap_end = (gap.fault != Fault::Oversize).then(|| gap.offset.saturating_add(gap.len));
        if goes_on && gap.fault != Fault::Oversize {
            return Ok(());
        }
        self.found = true;
        writeln!(self.out, "offset {}: {}: {}", gap.offset, gap.fault.name(), gap.fault)
    }

    fn truncated(&mut self, cut: &Truncated) -> io::Result<()> {
        self.found = true;
        let Truncated { offset, len, missing, .. } = cut;
        match missing {
            Some(missing) => writeln!(self.out, "offset {offset}: truncated: {len} bytes, {missing} missing"),
            None => writeln!(self.out, "offset {offset}: truncated: {len} bytes, in the header"),
        }
    }
}

impl<W: Write> Report for Check<W> {
    fn event(&mut self, event: &Event) -> io::Result<()> {
        match event {
            Event::Gap(gap) => self.gap(gap),
            Event::Truncated(cut) => self.truncated(cut),
            Event::Chunk(_) | Event::Pending => Ok(()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
