use std::io::{self, Read};

use crate::{Decoder, Event, Limits};

/// Bytes asked of the source at once.
const BLOCK: usize = 64 * 1024;

/// Pulls events out of a byte stream: a [`Decoder`] over a [`Read`].
///
/// ```
/// use cyb_stream::{Chunk, Event, Reader};
///
/// let input = Chunk::text("hello").to_bytes();
/// let mut reader = Reader::new(&input[..]);
/// let Some(Ok(Event::Chunk(found))) = reader.next() else { panic!("one frame was given") };
/// assert_eq!(found.chunk, Chunk::text("hello"));
/// assert!(reader.next().is_none());
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    decoder: Decoder,
    block: Box<[u8]>,
    ended: bool,
}

impl<R: Read> Reader<R> {
    /// Reads from `source`, unbuffered ones too: it is asked for 64 KiB at a time.
    pub fn new(source: R) -> Self {
        Self::with_limits(source, Limits::default())
    }

    /// The same with limits of its own.
    pub fn with_limits(source: R, limits: Limits) -> Self {
        let decoder = Decoder::with_limits(limits);
        Self { source, decoder, block: vec![0; BLOCK].into(), ended: false }
    }

    /// The next chunk, gap or cut end; `None` at the end of the stream. Blocks while the source does.
    ///
    /// # Errors
    ///
    /// What the source answers, except interrupted calls, which are made again. After an error the call may be
    /// repeated: nothing read before it is lost.
    pub fn read(&mut self) -> io::Result<Option<Event>> {
        loop {
            match self.decoder.next_event() {
                Event::Pending if self.ended => return Ok(None),
                Event::Pending => self.fill()?,
                event => return Ok(Some(event)),
            }
        }
    }

    /// The source back; bytes read but not told yet are dropped.
    pub fn into_inner(self) -> R {
        self.source
    }

    fn fill(&mut self) -> io::Result<()> {
        match self.source.read(&mut self.block) {
            Ok(0) => {
                self.ended = true;
                self.decoder.finish();
            }
            Ok(count) => self.decoder.feed(self.block.get(..count).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Never yields [`Event::Pending`].
impl<R: Read> Iterator for Reader<R> {
    type Item = io::Result<Event>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
