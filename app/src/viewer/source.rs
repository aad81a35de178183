use std::{
    fs::File,
    io::{self, Read},
    path::PathBuf,
    thread,
};

use crossbeam_channel::{Receiver, Sender, bounded};
use cyb_stream::{Decoder, Event};

/// Events of one message to the view.
const BATCH: usize = 256;

/// Bytes asked of the source at once; what they hold bounds a message's size.
const READ: usize = 64 * 1024;

/// Messages waiting: bounds what is read ahead of the view.
const QUEUE: usize = 16;

/// Where a recording comes from.
#[derive(Debug)]
pub enum Source {
    /// A file.
    File(PathBuf),
    /// Bytes that come when they come, such as standard input.
    Stream(File),
}

impl Source {
    /// What to call it.
    pub(super) fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Stream(_) => "standard input".to_owned(),
        }
    }

    /// Reads on a thread of its own. The channel closes at the end, after an error if there was one.
    pub(super) fn read(self, wake: impl Fn() + Send + 'static) -> Receiver<io::Result<Vec<Event>>> {
        let (sender, receiver) = bounded(QUEUE);
        let failed = sender.clone();
        let spawned = thread::Builder::new().name("cyb-viewer".into()).spawn(move || {
            let opened = match self {
                Self::File(path) => File::open(path),
                Self::Stream(file) => Ok(file),
            };
            match opened {
                Ok(file) => batches(file, &sender, &wake),
                // The view is gone when this fails.
                Err(error) => drop(sender.send(Err(error))),
            }
            drop(sender);
            wake();
        });
        if let Err(error) = spawned {
            drop(failed.try_send(Err(error)));
        }
        receiver
    }
}

fn batches(mut source: impl Read, sender: &Sender<io::Result<Vec<Event>>>, wake: &impl Fn()) {
    let mut decoder = Decoder::new();
    let mut block = vec![0; READ];
    loop {
        let ended = match source.read(&mut block) {
            Ok(count) => {
                decoder.feed(block.get(..count).unwrap_or_default());
                count == 0
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            // The view is gone when this fails; the same below.
            Err(error) => return drop(sender.send(Err(error))),
        };
        if ended {
            decoder.finish();
        }
        // All that one read brought is sent before the next: a slow stream shows what it has.
        loop {
            let batch = batch(&mut decoder);
            if batch.is_empty() {
                break;
            }
            if sender.send(Ok(batch)).is_err() {
                return;
            }
            wake();
        }
        if ended {
            return;
        }
    }
}

/// What the decoder can tell now, up to the size of one message.
fn batch(decoder: &mut Decoder) -> Vec<Event> {
    let mut batch = Vec::new();
    while batch.len() < BATCH {
        match decoder.next_event() {
            Event::Pending => break,
            event => batch.push(event),
        }
    }
    batch
}
