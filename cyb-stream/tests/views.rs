//! Every typed view reads what its builder writes, and says what is wrong with what it did not write.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod common;

use common::{id, sent};
use cyb_stream::{
    Action, ActionStyle, Chunk, Component, ErrorReport, Fault, Frame, FrameError, InputEvent, InputRequest,
    Kind, Label, Level, Log, Place, Progress, ProgressState, Render, Scope, Sigil, Span, SpanValue, Status,
    Struct, Table, TableBuilder, frames, kv,
};

/// The one frame of a chunk that is kept by the caller as bytes.
fn frame(bytes: &[u8]) -> Frame<'_> {
    frames(bytes).next().unwrap().unwrap()
}

fn span() -> Span<'static> {
    let (file, text) = ("src/lib.rs".into(), "let x = ünknown;".into());
    Span { file, line: 3, column: 9, end_line: 3, end_column: 16, text }
}

#[test]
fn text_chunks_have_their_pairs() {
    let pairs = [
        (Chunk::text("a"), "#t"),
        (Chunk::annotation("a"), "~t"),
        (Chunk::stdout("a"), "~t"),
        (Chunk::stderr("a"), "!t"),
        (Chunk::neuron("a"), "@t"),
        (Chunk::token("a"), "$t"),
        (Chunk::augment("a"), "+t"),
        (Chunk::path("a"), "/t"),
        (Chunk::literal("a"), "=t"),
        (Chunk::binary("a"), "#b"),
    ];
    for (chunk, pair) in pairs {
        assert_eq!(format!("{}{}", chunk.sigil(), chunk.render()), pair);
        assert_eq!(sent(&chunk).text_lossy(), "a");
        assert_eq!(chunk.id(), None);
    }
    assert_eq!(Chunk::missing().to_bytes(), &b"\x1f?t\x00"[..]);
    assert_eq!(Chunk::null().to_bytes(), &b"\x1f~t\x00"[..]);
    assert_eq!(Chunk::stdout(&b"\xff\x1f"[..]).text_lossy(), "\u{fffd}\x1f");
}

#[test]
fn tables_round_trip_with_facts_rows_and_any_cell() {
    let mut table =
        TableBuilder::with_facts([("id", "7"), ("title", "Files"), ("rows", "2")], ["name", "size"]);
    table.row([Chunk::path("a/"), Chunk::literal("12b")]).row_with(|row| {
        row.text("b").nest(Sigil::HAX, Render::TABLE, |_| {});
    });
    let chunk = sent(&table.finish());
    assert_eq!(chunk.id(), Some(id("7")));
    let view = Table::read(chunk.payload());
    assert_eq!(
        (view.id.as_deref(), view.title.as_deref(), view.rows_hint),
        (Some("7"), Some("Files"), Some(2))
    );
    assert_eq!(view.columns().collect::<Vec<_>>(), ["name", "size"]);
    let mut rows = view.rows();
    let cells: Vec<Vec<Chunk>> =
        rows.by_ref().map(|row| row.cells().map(|cell| chunk.nested(&cell)).collect()).collect();
    let empty_table = Chunk::new(Sigil::HAX, Render::TABLE, "");
    assert_eq!(cells, [[Chunk::path("a/"), Chunk::literal("12b")], [Chunk::text("b"), empty_table]]);
    assert_eq!((view.fault, rows.fault()), (None, None));
}

#[test]
fn appended_rows_name_their_table_and_only_new_columns() {
    let mut more = Table::append("7").schema(["owner"]);
    more.row([Chunk::text("x"), Chunk::missing(), Chunk::text("root")]);
    let chunk = sent(&more.finish());
    assert!(chunk.is(Sigil::LUS, Render::TABLE));
    assert_eq!(chunk.id(), Some(id("7")));
    let view = Table::read(chunk.payload());
    assert_eq!(view.columns().collect::<Vec<_>>(), ["owner"]);
    assert_eq!(view.rows().map(|row| row.cells().count()).collect::<Vec<_>>(), [3]);
    let bare = Table::append("7").finish();
    assert_eq!(Table::read(bare.payload()).columns().count(), 0);
    assert_eq!(TableBuilder::with_id("7", ["a"]).finish().id(), Some(id("7")));
}

#[test]
fn damaged_tables_show_what_is_sound_and_where_it_ends() {
    let table = [b"\x1f/s\x07\x1f~t\x01ax\x1f".as_slice(), b"\x1f:s\x06\x1f#t\x011z", b"\x1f:s\x09"].concat();
    let view = Table::read(&table);
    assert_eq!(view.columns().collect::<Vec<_>>(), ["a"]);
    assert_eq!(view.fault, Some(FrameError { offset: 9, fault: Fault::NoMarker }));
    let mut rows = view.rows();
    let row = rows.next().unwrap();
    let mut cells = row.cells();
    assert_eq!(cells.by_ref().map(|cell| cell.text()).collect::<Vec<_>>(), ["1"]);
    assert_eq!(cells.rest(), b"z");
    assert_eq!(rows.next(), None);
    assert_eq!(rows.fault(), Some(FrameError { offset: 21, fault: Fault::Cut }));
    assert!(Table::read(b"plain").fault.is_some());
}

#[test]
fn structs_round_trip_as_records_and_lists() {
    let record = sent(&Chunk::record_with_id("r", [("a", Chunk::text("1")), ("b", Chunk::null())]));
    assert_eq!(record.id(), Some(id("r")));
    let view = Struct::read(record.payload());
    assert_eq!((view.id.as_deref(), view.kind()), (Some("r"), Kind::Record));
    let mut entries = view.entries();
    let read: Vec<_> =
        entries.by_ref().map(|entry| (entry.key.into_owned(), Chunk::from(&entry.value))).collect();
    assert_eq!(read, [("a".to_owned(), Chunk::text("1")), ("b".to_owned(), Chunk::null())]);
    assert_eq!(entries.fault(), None);

    let more = sent(&Chunk::append_fields("r", [("c", Chunk::text("3"))]));
    assert!(more.is(Sigil::LUS, Render::STRUCT));
    assert_eq!(more.id(), Some(id("r")));

    let kind = |chunk: &Chunk| Struct::read(chunk.payload()).kind();
    let keyed = |keys: &[&str]| Chunk::record(keys.iter().map(|key| (*key, Chunk::null())));
    assert_eq!(kind(&Chunk::list([Chunk::text("x"), Chunk::text("y")])), Kind::List);
    assert_eq!(kind(&Chunk::list([])), Kind::List);
    assert_eq!(kind(&keyed(&[])), Kind::Record);
    assert_eq!(kind(&keyed(&["0", "1"])), Kind::List, "as the original writes it");
    for keys in [&["1", "2"][..], &["0", "2"], &["0", "1", "x"], &["00"], &["0", "0"]] {
        assert_eq!(kind(&keyed(keys)), Kind::Record, "{keys:?}");
    }
}

#[test]
fn a_struct_with_a_broken_pair_says_where() {
    let payload =
        [b"\x1f:s\x04\x1f~t\x00".as_slice(), &Chunk::pair("k", &Chunk::text("v")).to_bytes()].concat();
    let mut entries = Struct::read(&payload).entries();
    assert_eq!(entries.by_ref().map(|entry| entry.key).collect::<Vec<_>>(), ["k"]);
    assert_eq!(entries.fault(), Some(FrameError { offset: 0, fault: Fault::BadPair }));
}

#[test]
fn progress_round_trips() {
    let full = Progress {
        id: "p1".into(),
        label: "copy".into(),
        current: 3,
        total: 4,
        unit: Some("B".into()),
        state: ProgressState::Fail,
        fault: None,
    };
    let chunk = sent(&full.to_chunk());
    assert_eq!(Progress::read(chunk.payload()), full);
    assert_eq!(chunk.id(), Some(id("p1")));
    assert_eq!(full.fraction(), Some(0.75));
    assert_eq!(Progress { current: 9, ..full.clone() }.fraction(), Some(1.0));
    assert_eq!(Progress { total: 0, ..full }.fraction(), None);
    assert!(Progress::read(b"{\"id\":42}").fault.is_some());
}

#[test]
fn logs_round_trip() {
    for level in [Level::Trace, Level::Debug, Level::Info, Level::Warn, Level::Error] {
        assert_eq!(Level::from_name(level.name().as_bytes()), Some(level));
        let log = Log {
            level,
            source: "net".into(),
            message: "down".into(),
            span: Some(SpanValue::Place(span())),
            at: Some("2026-01-02T03:04:05+00:00".into()),
            fault: None,
        };
        assert_eq!(Log::read(sent(&log.to_chunk()).payload()), log);
    }
    assert_eq!(Level::from_name(b"warning"), Some(Level::Warn));
    assert_eq!(Log::read(kv("level", &Chunk::text("loud")).to_bytes().as_ref()).level, Level::Info);
}

#[test]
fn errors_round_trip_with_places_and_causes() {
    let cause = ErrorReport::message("no such file").to_chunk().to_bytes();
    let report = ErrorReport {
        level: Level::Warn,
        source: "nu".into(),
        message: "cannot open".into(),
        span: Some(SpanValue::Place(span())),
        code: Some("nu::shell::io".into()),
        help: Some("check the path".into()),
        url: Some("https://example.org".into()),
        labels: vec![
            Label { span: span(), text: "here".into() },
            Label { span: Span::default(), text: "".into() },
        ],
        cause: Some(frame(&cause)),
        fault: None,
    };
    let chunk = sent(&report.to_chunk());
    let read = ErrorReport::read(chunk.payload());
    let read_cause = read.cause.unwrap();
    assert_eq!(ErrorReport::read(read_cause.payload).message, "no such file");
    assert_eq!(ErrorReport { cause: report.cause, ..read }, report);
    assert_eq!(span().to_string(), "src/lib.rs:3:9");
    let older = ErrorReport { span: Some(SpanValue::Text("120..131".into())), ..ErrorReport::message("m") };
    assert_eq!(ErrorReport::read(older.to_chunk().payload()), older);
}

#[test]
fn a_label_whose_span_is_text_keeps_the_text() {
    let fields = Chunk::build(Sigil::FAS, Render::STRUCT, |fields| {
        fields.kv_text("span", "120..131").kv_text("text", "here");
    });
    let report = Chunk::build(Sigil::ZAP, Render::ERROR, |payload| {
        payload.chunk(&kv("labels", &Chunk::list([fields])));
    });
    let view = ErrorReport::read(report.payload());
    assert_eq!((view.labels[0].span.to_string(), &*view.labels[0].text), ("120..131".to_owned(), "here"));
}

#[test]
fn a_status_counts_as_success_only_when_it_says_so() {
    let full = Status { code: Some(143), duration_ns: Some(u64::MAX), signal: Some("SIGTERM".into()) };
    assert_eq!(Status::read(sent(&full.to_chunk()).payload()), full);
    for code in [0, 1, -1, 130, i64::MIN, i64::MAX] {
        let chunk = sent(&Chunk::status(code));
        let view = Status::read(chunk.payload());
        assert_eq!((view.code, view.is_success()), (Some(code), code == 0));
    }
    for text in ["", "abc", "1e2", " 1", "1 ", "+1", "0x1", "9223372036854775808", "\u{661}"] {
        let payload = kv("code", &Chunk::text(text)).to_bytes();
        assert_eq!(Status::read(&payload).code, None, "{text:?}");
    }
    let zero = kv("code", &Chunk::text("0")).to_bytes();
    assert_eq!(Status::read(&[&zero[..], &zero[..]].concat()).code, None, "repeated");
    assert_eq!(Status::read(&[&zero[..], b"x"].concat()).code, None, "damaged");
    assert_eq!(Status::read(b"").code, None, "missing");
}

#[test]
fn actions_round_trip_and_go_inert_when_damaged() {
    for style in [ActionStyle::Plain, ActionStyle::Primary, ActionStyle::Danger] {
        let tooltip = Some("for ever".into());
        let action =
            Action { label: "delete".into(), reference: "run:rm x".into(), style, tooltip, malformed: false };
        assert_eq!(Action::read(sent(&action.to_chunk()).payload()), action);
    }
    let good = Chunk::action("ok", "cd:/");
    assert!(!Action::read(good.payload()).malformed);
    let with = |more: &[u8]| [good.payload(), more].concat();
    assert!(Action::read(&with(&Chunk::annotation("evil").to_bytes())).malformed, "two labels");
    assert!(Action::read(&with(&Chunk::text("cmd:evil").to_bytes())).malformed, "two refs");
    assert!(Action::read(&with(b"junk")).malformed);
    assert!(Action::read(&with(b"\x1f=s\x00")).malformed, "an option that cannot be read");
    assert!(Action::read(b"").malformed);
}

#[test]
fn scopes_round_trip_as_prompts() {
    let pipe = Chunk::annotation("nu").to_bytes();
    let scope = Scope {
        places: vec![Place::Other(frame(&pipe)), Place::Path("/".into()), Place::Path("/home/".into())],
        branch: Some("main".into()),
        dirty: Some(2),
        code: Some(-1),
        duration_ns: Some(5),
        right: Some("12:00".into()),
        fault: None,
    };
    let chunk = sent(&scope.to_chunk());
    assert_eq!(Scope::read(chunk.payload()), scope);
    assert_eq!(scope.directory(), Some("/home/"));
    let plain = Chunk::scope(["a", "b"]);
    let view = Scope::read(plain.payload());
    assert_eq!((view.places.len(), view.directory(), view.fault), (2, None, None));
    let broken = Scope::read(b"\x1f/t\x01/\x1f=s\x00\x1f/t\x02/a");
    assert_eq!(broken.fault, Some(FrameError { offset: 5, fault: Fault::BadPair }));
    assert_eq!(broken.places.len(), 2, "the rest is shown");
}

#[test]
fn components_round_trip() {
    let facts = [("id", "c"), ("mime", "image/png"), ("name", "a.png"), ("syntax", "diff"), ("block", "12")];
    let chunk = sent(&Chunk::component_with(facts, [Chunk::binary("x"), Chunk::text("y")]));
    assert_eq!(chunk.id(), Some(id("c")));
    let view = Component::read(chunk.payload());
    assert_eq!((view.mime.as_deref(), view.name.as_deref()), (Some("image/png"), Some("a.png")));
    assert_eq!((view.syntax.as_deref(), view.block), (Some("diff"), Some(12)));
    let body: Vec<Chunk> = view.body().map(|frame| chunk.nested(&frame.unwrap())).collect();
    assert_eq!(body, [Chunk::binary("x"), Chunk::text("y")]);
    let damaged = Component::read(b"\x1f#t\x00oops");
    assert_eq!(damaged.body().filter_map(Result::err).count(), 1);
    let damaged = Component::read(b"oops");
    assert!(
        damaged.fault.is_some() && damaged.body().next().unwrap().is_err(),
        "left for who draws the body"
    );
}

#[test]
fn questions_and_answers_round_trip() {
    let (default, first, second) = (Chunk::text("b").to_bytes(), Chunk::text("a").to_bytes(), b"\x1f#t\x01b");
    let request = InputRequest {
        prompt: "which?".into(),
        id: "q".into(),
        kind: "choice".into(),
        default: Some(frame(&default)),
        choices: vec![frame(&first), frame(second)],
    };
    let chunk = sent(&request.to_chunk());
    assert_eq!(chunk.id(), Some(id("q")));
    let read = InputRequest::read(chunk.payload());
    assert_eq!((&read.prompt, &read.id, &read.kind), (&request.prompt, &request.id, &request.kind));
    let texts = |request: &InputRequest<'_>| {
        request
            .choices
            .iter()
            .chain(&request.default)
            .map(|frame| frame.text().into_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&read), texts(&request));
    let older = [kv("type", &Chunk::text("password")), kv("id", &Chunk::text("z"))];
    let older = Chunk::build(Sigil::WUT, Render::COMPONENT, |payload| payload.extend(older));
    assert_eq!(InputRequest::read(older.payload()).kind, "secret");
    assert_eq!(older.id(), Some(id("z")));
}

#[test]
fn answers_carry_a_value_or_are_cancelled() {
    let event = |chunk: &Chunk| match InputEvent::read(sent(chunk).payload()) {
        InputEvent::Answer { id, value } => (id.into_owned(), value.map(|value| Chunk::from(&value))),
        InputEvent::Raw(text) => panic!("{text}"),
    };
    let list = Chunk::list([Chunk::path("/a")]);
    assert_eq!(event(&Chunk::answer("q", Some(&list))), ("q".to_owned(), Some(list.clone())));
    assert_eq!(event(&Chunk::answer("q", None)), ("q".to_owned(), None));
    let command = Chunk::command("ls");
    assert_eq!(InputEvent::read(command.payload()).command().as_deref(), Some("ls"));
    assert_eq!(InputEvent::read(Chunk::answer("q", Some(&list)).payload()).command(), None);
    assert_eq!(InputEvent::read(b"Ada"), InputEvent::Raw("Ada".into()));
}
