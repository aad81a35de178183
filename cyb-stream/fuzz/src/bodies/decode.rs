//! Any bytes: every one of them comes out once, in order, as part of a chunk, a gap or a cut end.

use cyb_stream::{Decoder, Event, Fault, Limits, frames};

/// The bytes are a stream.
pub fn run(data: &[u8]) {
    let events = events(data, Limits::default());
    assert_covers(data, &events);
    let whole: usize = events.iter().filter(|event| matches!(event, Event::Chunk(_))).count();
    if whole == events.len() {
        // The strict walk reads a sound stream as the decoder does.
        let walked: Vec<_> = frames(data).flatten().collect();
        assert_eq!(walked.len(), whole);
        for (frame, event) in walked.iter().zip(&events) {
            let Event::Chunk(found) = event else { unreachable!("all are chunks") };
            assert_eq!((frame.offset as u64, frame.header_len), (found.offset, found.header_len));
            assert_eq!(&cyb_stream::Chunk::from(frame), &found.chunk);
        }
    } else {
        assert!(frames(data).any(|frame| frame.is_err()), "the strict walk stops where the decoder reports");
    }
    for payload in [0, 7] {
        let limits = Limits { payload, ..Limits::default() };
        let events = self::events(data, limits);
        assert_covers(data, &events);
        assert!(events.iter().all(|event| match event {
            Event::Chunk(found) => found.chunk.payload().len() as u64 <= payload,
            _ => true,
        }));
    }
}

/// All events of one feed.
pub(super) fn events(data: &[u8], limits: Limits) -> Vec<Event> {
    let mut decoder = Decoder::with_limits(limits);
    decoder.feed(data);
    decoder.finish();
    let mut events = Vec::new();
    drain(&mut decoder, &mut events);
    events
}

/// Moves all events that are decided into `events`.
pub(super) fn drain(decoder: &mut Decoder, events: &mut Vec<Event>) {
    loop {
        match decoder.next_event() {
            Event::Pending => return,
            event => events.push(event),
        }
    }
}

fn assert_covers(data: &[u8], events: &[Event]) {
    let mut at = 0;
    for (index, event) in events.iter().enumerate() {
        let rest = &data[at..];
        let (offset, bytes, len) = match event {
            Event::Chunk(found) => {
                let header = found.frame().header();
                let bytes: Vec<u8> = header.chain(found.chunk.payload().iter().copied()).collect();
                let len = bytes.len();
                (found.offset, bytes, len)
            }
            Event::Gap(gap) => {
                assert!(gap.len > 0 && gap.bytes.is_empty() == (gap.fault == Fault::Oversize), "{gap:?}");
                (gap.offset, gap.bytes.to_vec(), gap.len as usize)
            }
            Event::Truncated(cut) => {
                assert_eq!(index + 1, events.len(), "a cut frame is the last event");
                assert_ne!(cut.missing, Some(0), "{cut:?}");
                (cut.offset, cut.bytes.to_vec(), cut.len as usize)
            }
            Event::Pending => unreachable!("drained events are never pending"),
        };
        assert!(bytes.is_empty() || bytes.len() == len, "{event:?}");
        assert!(len <= rest.len() && rest.starts_with(&bytes), "{event:?} is what stands at {at}");
        assert_eq!(offset, at as u64);
        at += len;
    }
    assert_eq!(at, data.len(), "every byte is accounted for");
}
