//! What a writer emits and refuses.

mod common;

use std::io::{self, Write};

use common::{chunks, events};
use cyb_stream::{Chunk, Encoder, MAX_PAYLOAD, Reader, Render, Sigil, Writer};

/// Counts calls.
#[derive(Default)]
struct Sink {
    bytes: Vec<u8>,
    calls: usize,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.calls += 1;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_small_frame_is_one_call() {
    let mut writer = Writer::new(Sink::default());
    let sent = [Chunk::text("hello"), Chunk::status(0), Chunk::text("x".repeat(70_000))];
    for chunk in &sent[..2] {
        writer.write(chunk).unwrap();
    }
    assert_eq!(writer.get_mut().calls, 2);
    writer.write(&sent[2]).unwrap();
    writer.flush().unwrap();
    assert_eq!(chunks(&events(&writer.into_inner().bytes)), sent);
}

#[test]
fn what_no_reader_would_take_is_refused_before_a_byte_is_written() {
    let mut writer = Writer::new(Sink::default());
    // Zeroed and never touched: the length alone is judged.
    let huge = vec![0; usize::try_from(MAX_PAYLOAD).unwrap() + 1];
    let refused = [
        writer.write_frame(Sigil::HAX, Render::TEXT, &huge),
        writer.write_frame(Sigil(b'a'), Render::TEXT, b""),
        writer.write_frame(Sigil::HAX, Render(b' '), b""),
    ];
    for result in refused {
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::InvalidInput);
    }
    assert_eq!(writer.get_mut().calls, 0);
    writer.write_frame(Sigil::HAX, Render(b'~'), b"").unwrap();
    assert_eq!(writer.into_inner().bytes, b"\x1f#~\x00");
}

#[test]
fn nested_lengths_are_laid_down_in_their_shortest_form() {
    for len in [0, 1, 123, 124, 125, 16_379, 16_380, 16_381, 70_000] {
        let inner = "x".repeat(len);
        let mut encoder = Encoder::new();
        encoder.nest(Sigil::BAR, Render::COMPONENT, |outer| {
            outer.text(&inner);
        });
        assert_eq!(encoder.as_bytes(), Chunk::component([Chunk::text(inner)]).to_bytes());
        assert_eq!((encoder.len(), encoder.is_empty()), (encoder.as_bytes().len(), false));
        let found = events(encoder.as_bytes());
        assert_eq!(chunks(&found)[0].to_bytes(), encoder.into_bytes());
    }
}

#[test]
fn a_reader_goes_on_after_an_error() {
    /// A source that fails now and then.
    struct Shaky<'a>(&'a [u8], usize);
    impl io::Read for Shaky<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            self.1 += 1;
            match self.1 % 3 {
                0 => Err(io::ErrorKind::WouldBlock.into()),
                1 => Err(io::ErrorKind::Interrupted.into()),
                _ => io::Read::read(&mut self.0, &mut out[..2]),
            }
        }
    }
    let input = [Chunk::text("hello").to_bytes(), Chunk::status(0).to_bytes()].concat();
    let mut reader = Reader::new(Shaky(&input, 0));
    let (mut found, mut failed) = (Vec::new(), 0);
    loop {
        match reader.read() {
            Ok(Some(event)) => found.push(event),
            Ok(None) => break,
            Err(error) => {
                assert_eq!(error.kind(), io::ErrorKind::WouldBlock);
                failed += 1;
            }
        }
    }
    assert!(failed > 0);
    assert_eq!(found, events(&input));
}
