//! The facts about the original's wire in `data/vectors.json`: what it writes is written byte for byte, and all of it
//! is read as the vector expects.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod common;

use common::{assert_covers, chunks, drain, events, outline, unhex};
use cyb_stream::{
    Action, Chunk, Decoder, ErrorReport, Event, InputEvent, InputRequest, Level, Log, Progress, Render,
    Sigil, Status, Table, frames, kv, read_kv,
};
use serde_json::Value;

struct Vector {
    name: String,
    entry: String,
    origin: String,
    bytes: Vec<u8>,
    expect: String,
}

fn vectors() -> Vec<Vector> {
    let all: Value = serde_json::from_str(include_str!("data/vectors.json")).unwrap();
    let vector = |value: &Value| {
        let text = |key: &str| value[key].as_str().unwrap().to_owned();
        let bytes = unhex(&text("hex"));
        assert_eq!(bytes.len() as u64, value["len"].as_u64().unwrap());
        let (name, entry, origin, expect) = (text("name"), text("entry"), text("origin"), text("expect"));
        Vector { name, entry, origin, bytes, expect }
    };
    let vectors: Vec<Vector> = all["vectors"].as_array().unwrap().iter().map(vector).collect();
    assert_eq!(vectors.len(), 60, "a vector more or less is a change to look at");
    vectors
}

/// The chunk of a vector, from the library's builders; `None` for one that has none here.
fn built(name: &str) -> Option<Chunk> {
    let text = |text: &str| Chunk::text(text);
    Some(match name {
        "text_hello" => text("hello"),
        "text_empty" => text(""),
        "text_utf8" => text("héllo → 世界 🦀"),
        "text_127" => Chunk::text("x".repeat(127)),
        "text_128" => Chunk::text("x".repeat(128)),
        "text_refs" => text("see #cyber/truth by @alice for $BOOT and [[cyber/rank|rank]]"),
        "annotation" => Chunk::annotation("~/cyber/cyb"),
        "neuron" => Chunk::neuron("@alice"),
        "token_text" => Chunk::token("1000 BOOT"),
        "augment" => Chunk::augment("+42"),
        name if name.starts_with("table") => return table(name),
        "scope_breadcrumb" => Chunk::scope(["~/cyber/cyb", "shell", "worlds"]),
        "button" => Chunk::action("retry build", "cmd:cargo_build"),
        "input_event" => Chunk::answer("q1", Some(&text("Ada"))),
        "compose" => Chunk::component([
            text("composed:"),
            Chunk::annotation("three chunks inside one container"),
            Chunk::neuron("@builder"),
        ]),
        "pair" => Chunk::pair("name", &text("alice")),
        "record" => Chunk::record([("name", text("alice")), ("age", text("30"))]),
        "list_mixed" => Chunk::record([("0", text("hello")), ("1", text("42"))]),
        "list_empty" => Chunk::annotation("(empty list)"),
        "closure" => Chunk::annotation("[closure]"),
        "kv" => kv("level", &text("error")),
        "progress" => progress("42", "building", 30, 100),
        "progress_u64max" => progress(&u64::MAX.to_string(), "", u64::MAX, u64::MAX),
        "progress_total0" => progress("1", "?", 0, 0),
        "log_info" => {
            let (source, message) = ("compiler".into(), "build complete".into());
            Log { level: Level::Info, source, message, ..Log::default() }.to_chunk()
        }
        "error" => ErrorReport::message("file not found").to_chunk(),
        "status_ok" => Chunk::status(0),
        "status_101" => Chunk::status(101),
        "status_neg" => Chunk::status(-1),
        "status_empty" => Status::default().to_chunk(),
        "unknown_pair" => Chunk::new(Sigil::KET, Render::VECTOR, "<svg/>"),
        _ => return None,
    })
}

fn table(name: &str) -> Option<Chunk> {
    let text = |text: &str| Chunk::text(text);
    Some(match name {
        "table_2x2" => {
            let mut table = Table::builder(["name", "size"]);
            table.row([text("Cargo.toml"), text("512 B")]).row([text("src/lib.rs"), text("18.3 KB")]);
            table.finish()
        }
        "table_no_rows" => Table::builder(["a", "b"]).finish(),
        "table_no_cols" => Table::builder([""; 0]).finish(),
        "table_ragged" => {
            let mut table = Table::builder(["a", "b"]);
            table.row([text("1")]).row([text("1"), text("2"), text("3")]);
            table.finish()
        }
        "table_mixed_cells" => {
            let mut table = Table::builder(["k", "v"]);
            let mut inner = Table::builder(["x"]);
            inner.row([text("1")]);
            let progress = Progress { id: "1".into(), current: 1, total: 2, ..Progress::default() };
            table.row([text("t"), inner.finish()]).row([text("p"), progress.to_chunk()]);
            table.finish()
        }
        _ => return None,
    })
}

fn progress(id: &str, label: &str, current: u64, total: u64) -> Chunk {
    Progress { id: id.into(), label: label.into(), current, total, ..Progress::default() }.to_chunk()
}

#[test]
fn what_the_original_writes_is_written_byte_for_byte() {
    for Vector { name, origin, bytes, .. } in vectors() {
        let needed = matches!(origin.as_str(), "constructor" | "demo" | "adapter");
        match built(&name) {
            Some(chunk) => assert_eq!(chunk.to_bytes(), bytes, "{name}"),
            None => assert!(!needed, "{name} has no builder"),
        }
    }
}

#[test]
fn every_vector_is_read_as_expected() {
    for vector in vectors() {
        let found = events(&vector.bytes);
        assert_covers(&vector.bytes, &found);
        expect(&vector, &found);
    }
}

fn expect(vector: &Vector, found: &[Event]) {
    let Vector { name, bytes, expect, .. } = vector;
    let lines = outline(found);
    let is = |expected: &[&str]| assert_eq!(lines, expected, "{name}");
    match expect.as_str() {
        "one chunk; same bytes when written again" => drop(one(vector, found)),
        "one chunk; malformed action, drawn inert" => {
            assert!(Action::read(one(vector, found).payload()).malformed, "{name}");
        }
        "one chunk; status unknown, counted as failure" => {
            let chunk = one(vector, found);
            let status = Status::read(chunk.payload());
            assert_eq!((status.code, status.is_success()), (None, false), "{name}");
        }
        text if text.starts_with("one chunk whose payload is no frames") => {
            let chunk = one(vector, found);
            assert!(frames(chunk.payload()).any(|frame| frame.is_err()), "{name}");
            let mut pairs = read_kv(chunk.payload());
            assert!(pairs.next().is_none() && pairs.fault().is_some(), "{name}");
            assert_eq!(Status::read(chunk.payload()).code, None);
        }
        "one chunk (#,t) \"hello\"; header not in shortest form" => {
            assert_eq!(chunks(found), [Chunk::text("hello")], "{name}");
            let Event::Chunk(found) = &found[0] else { panic!("{name}") };
            assert!(found.frame().is_padded(), "{name}");
        }
        "gap of 5 bytes at 0, then one chunk (#,t) \"x\"" => is(&["gap 0 5 no-marker", "chunk 5 #t 1"]),
        "gap of 3 bytes at 0, then one chunk (#,t) \"x\"" => is(&["gap 0 3 bad-sigil", "chunk 3 #t 1"]),
        "two chunks" => is(&["chunk 0 #t 1", "chunk 5 .x 0"]),
        "gap of 4 bytes (bad sigil), no chunk" => is(&["gap 0 4 bad-sigil"]),
        "gap (over-long varint); a good frame behind it is delivered" => recovers(bytes, "long-varint"),
        "gap (length over 1 GiB); a good frame behind it is delivered" => recovers(bytes, "too-large"),
        "pending; after finish truncated, 3 bytes, missing unknown" => cut(bytes, "cut 0 3 missing ?"),
        "pending; after finish truncated, 1 byte missing" => cut(bytes, "cut 0 8 missing 1"),
        "one gap of all bytes, no chunk" => is(&[&format!("gap 0 {} no-marker", bytes.len())]),
        other => panic!("{name}: an outcome nobody tests: {other}"),
    }
}

/// The vector's only chunk, of the pair it names, and equal to its bytes when written again.
fn one(vector: &Vector, found: &[Event]) -> Chunk {
    let [Event::Chunk(found)] = found else { panic!("{}: {found:?}", vector.name) };
    let chunk = found.chunk.clone();
    assert_eq!(format!("({},{})", chunk.sigil(), chunk.render()), vector.entry);
    assert_eq!(chunk.to_bytes(), vector.bytes, "{}", vector.name);
    chunk
}

fn recovers(bad: &[u8], kind: &str) {
    let len = bad.len();
    assert_eq!(outline(&events(bad)), [format!("gap 0 {len} {kind}")]);
    let input = [bad, b"\x1f#t\x01x"].concat();
    assert_eq!(outline(&events(&input)), [format!("gap 0 {len} {kind}"), format!("chunk {len} #t 1")]);
}

fn cut(bytes: &[u8], expected: &str) {
    let mut decoder = Decoder::new();
    decoder.feed(bytes);
    assert_eq!(decoder.next_event(), Event::Pending);
    decoder.finish();
    let mut found = Vec::new();
    drain(&mut decoder, &mut found);
    assert_eq!(outline(&found), [expected]);
}

#[test]
fn older_forms_of_questions_and_answers_are_understood() {
    let payload = |name: &str| {
        let vector = vectors().into_iter().find(|vector| vector.name == name).unwrap();
        one(&vector, &events(&vector.bytes)).payload().clone()
    };
    for name in ["input_request", "input_request_seed"] {
        let payload = payload(name);
        let request = InputRequest::read(&payload);
        assert_eq!((&*request.prompt, &*request.kind), ("your name?", "text"), "{name}");
    }
    let answer = payload("input_event");
    let InputEvent::Answer { id, value: Some(value) } = InputEvent::read(&answer) else { panic!() };
    assert_eq!((&*id, &*value.text()), ("q1", "Ada"));
    assert_eq!(InputEvent::read(&payload("input_event_raw")), InputEvent::Raw("Ada".into()));
}
