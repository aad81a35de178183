//! Any payload under any pair: every view reads it to the end.

use cyb_stream::{
    Action, Chunk, Component, ErrorReport, InputEvent, InputRequest, Log, Progress, Render, Scope, Sigil,
    Status, Struct, Table, frames, read_kv,
};

/// One byte each for sigil and render, then a payload.
pub fn run(data: &[u8]) {
    let &[sigil, render, ref payload @ ..] = data else { return };
    chunk(&Chunk::new(Sigil(sigil), Render(render), payload.to_vec()));
    structure(payload);
    facts(payload);
    // Views of what is nested, all levels of it: with a list, since the input decides how deep it goes.
    let mut open: Vec<&[u8]> = vec![payload];
    while let Some(payload) = open.pop() {
        for frame in frames(payload).map_while(Result::ok) {
            if frame.render.is_nested() {
                structure(frame.payload);
                facts(frame.payload);
                open.push(frame.payload);
            }
        }
    }
}

/// What a chunk says of itself.
fn chunk(chunk: &Chunk) {
    let shown = format!("{chunk:?}");
    assert!(shown.is_ascii(), "payloads are shown escaped");
    let text = chunk.text_lossy();
    assert!(text.len() >= chunk.payload().len());
    let id = chunk.id();
    let walked: Vec<_> = chunk.frames().collect();
    let children: Vec<_> = chunk.children().collect();
    assert_eq!(walked.iter().filter(|frame| frame.is_ok()).count(), children.len());
    assert!(walked.iter().rev().skip(1).all(Result::is_ok), "a fault ends the walk");
    let sent = chunk.to_bytes();
    if chunk.sigil().is_known() && chunk.render().is_graphic() {
        let walked: Vec<_> = frames(&sent).collect();
        let [Ok(frame)] = &walked[..] else { panic!("one frame: {walked:?}") };
        assert_eq!(&Chunk::from(frame), chunk);
        assert_eq!(frame.id(), id.as_ref().map(cyb_stream::ChunkId::as_bytes));
        assert!(!frame.is_padded());
    }
}

/// The views that walk: all they yield is taken, and lies in the payload.
fn structure(payload: &[u8]) {
    let cost = payload.len();
    let table = Table::read(payload);
    let cells: usize = table.rows().map(|row| row.cells().count()).sum();
    assert!(table.columns().count() + cells <= cost);
    let record = Struct::read(payload);
    let (mut entries, mut yielded) = (record.entries(), 0);
    yielded += entries.by_ref().count();
    assert!(yielded <= cost);
    let _judged = (record.kind(), entries.fault());
    assert!(Component::read(payload).body().count() <= cost);
    let request = InputRequest::read(payload);
    let again = request.to_chunk();
    let again = InputRequest::read(again.payload());
    assert_eq!((&again.prompt, &again.id, &again.kind), (&request.prompt, &request.id, &request.kind));
    let scope = Scope::read(payload);
    // Without a fact before it a right-hand text cannot be told from a part.
    let has_fact =
        scope.branch.is_some() || scope.dirty.or(scope.duration_ns).is_some() || scope.code.is_some();
    if has_fact || scope.right.is_none() {
        let again = scope.to_chunk();
        let again = Scope::read(again.payload());
        assert_eq!((again.directory(), again.places.len()), (scope.directory(), scope.places.len()));
        assert_eq!(again.right, scope.right);
    }
    let _command = InputEvent::read(payload).command();
    for pair in read_kv(payload) {
        let _value = (pair.text(), pair.number::<i64>(), pair.number::<u8>());
    }
}

/// The views of named facts: what they read, written and read again, is the same.
fn facts(payload: &[u8]) {
    let view = Progress { fault: None, ..Progress::read(payload) };
    assert_eq!(Progress::read(view.to_chunk().payload()), view);
    assert!(view.fraction().is_none_or(|share| (0.0..=1.0).contains(&share)));
    let view = Log { fault: None, ..Log::read(payload) };
    assert_eq!(Log::read(view.to_chunk().payload()), view);
    let view = Status::read(payload);
    assert_eq!(Status::read(view.to_chunk().payload()), view);
    let view = Action::read(payload);
    let again = view.to_chunk();
    assert_eq!(Action::read(again.payload()), Action { malformed: false, ..view });
    let mut report = ErrorReport { fault: None, ..ErrorReport::read(payload) };
    let mut levels = 0;
    while let Some(cause) = report.cause {
        levels += 1;
        report = ErrorReport::read(cause.payload);
    }
    assert!(levels <= payload.len());
    report.fault = None;
    assert_eq!(ErrorReport::read(report.to_chunk().payload()), report);
}
