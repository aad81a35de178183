//! Bytes arrive over a channel, events come out: how a host with threads or an async runtime uses the decoder.
//!
//! The [`Decoder`] does no I/O and knows no runtime. Whoever has bytes feeds them, then takes the events they decide:
//! with an async channel the loop in `main` is the same, with `.await` behind `recv`.
//!
//! ```text
//! producer | cargo run -p cyb-stream --example channel
//! ```

use std::{
    io::{self, Read as _, Write as _},
    sync::mpsc::{SyncSender, sync_channel},
    thread,
};

use cyb_stream::{Decoder, Event};

fn main() -> io::Result<()> {
    // Bounded: a fast producer waits instead of filling the memory.
    let (sender, receiver) = sync_channel(4);
    let source = thread::Builder::new().name("source".to_owned()).spawn(move || read(&sender))?;

    let mut decoder = Decoder::new();
    for bytes in receiver {
        decoder.feed(&bytes);
        show_decided(&mut decoder)?;
    }
    decoder.finish();
    show_decided(&mut decoder)?;
    source.join().unwrap_or_else(|_panicked| Err(io::Error::other("the source ended badly")))
}

/// Stands for a socket, a child process or a task: sends what it gets in pieces of any size, until its end.
fn read(sender: &SyncSender<Vec<u8>>) -> io::Result<()> {
    let mut piece = [0; 100];
    loop {
        let len = io::stdin().read(&mut piece)?;
        if len == 0 || sender.send(piece[..len].to_vec()).is_err() {
            return Ok(());
        }
    }
}

/// One line for each event that what was fed decides.
fn show_decided(decoder: &mut Decoder) -> io::Result<()> {
    let mut out = io::stdout().lock();
    loop {
        match decoder.next_event() {
            Event::Chunk(found) => writeln!(out, "{} {:?}", found.offset, found.chunk)?,
            Event::Gap(gap) => writeln!(out, "{} {} bytes skipped: {}", gap.offset, gap.len, gap.fault)?,
            Event::Truncated(cut) => writeln!(out, "{} cut after {} bytes", cut.offset, cut.len)?,
            Event::Pending => return Ok(()),
        }
    }
}
