//! Stands between two pipes and drops log lines under a level; all else passes byte for byte, damage too.
//!
//! ```text
//! producer | cargo run -p cyb-stream --example filter -- warn | consumer
//! ```

use std::{
    env,
    io::{self, Write as _},
};

use cyb_stream::{Event, Found, Level, Limits, Log, MAX_PAYLOAD, Reader, Render, Sigil, Writer};

fn main() -> io::Result<()> {
    let name = env::args().nth(1).unwrap_or_default();
    let Some(least) = Level::from_name(name.as_bytes()) else {
        return Err(io::Error::other("usage: filter trace|debug|info|warn|error"));
    };
    match pass(least) {
        // Nobody reads any more: that is how `head` ends a pipe.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        ended => ended,
    }
}

fn pass(least: Level) -> io::Result<()> {
    // What is over a reader's limit is skipped, not kept: a filter that loses nothing takes all there can be.
    let limits = Limits { payload: MAX_PAYLOAD, ..Limits::default() };
    let mut out = Writer::new(io::stdout().lock());
    for event in Reader::with_limits(io::stdin().lock(), limits) {
        match event? {
            Event::Chunk(found) if is_log_under(least, &found) => {}
            // A writer gives the length its shortest form; this one had another.
            Event::Chunk(found) if found.frame().is_padded() => {
                let header: Vec<u8> = found.frame().header().collect();
                out.get_mut().write_all(&header)?;
                out.get_mut().write_all(found.chunk.payload())?;
            }
            Event::Chunk(found) => out.write(&found.chunk)?,
            Event::Gap(gap) => out.get_mut().write_all(&gap.bytes)?,
            Event::Truncated(cut) => out.get_mut().write_all(&cut.bytes)?,
            Event::Pending => {}
        }
        // Whoever looks at the other end is to see it now.
        out.flush()?;
    }
    Ok(())
}

fn is_log_under(least: Level, found: &Found) -> bool {
    found.chunk.is(Sigil::DOT, Render::LOG) && Log::read(found.chunk.payload()).level < least
}
