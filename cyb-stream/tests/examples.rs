//! The examples, run as a person would run them.
#![expect(clippy::unwrap_used, clippy::panic, reason = "helpers of tests fail like tests")]

mod common;

use std::{
    env,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
};

use common::{assert_covers, chunks, events};
use cyb_stream::{Chunk, Level, Log, Progress, Render, Sigil, Status, Table};

/// Where cargo puts an example: beside the folder of the test programs.
fn example(name: &str) -> PathBuf {
    let tests = env::current_exe().unwrap();
    let path = tests.parent().and_then(Path::parent).unwrap().join("examples").join(name);
    let path = path.with_extension(env::consts::EXE_EXTENSION);
    assert!(path.is_file(), "{name} is not built: run `cargo test`, or `cargo build --examples` before");
    path
}

/// Runs a program to its end with this input.
fn run(command: &mut Command, input: &[u8]) -> Output {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("{command:?} does not start: {error}"));
    let mut stdin = child.stdin.take().unwrap();
    thread::scope(|scope| {
        scope.spawn(move || {
            // Who wants no input may end before it is written.
            let _ended = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

/// What a program writes that ends well and has nothing to complain about.
fn output(command: &mut Command, input: &[u8]) -> Vec<u8> {
    let Output { status, stdout, stderr } = run(command, input);
    assert!(status.success() && stderr.is_empty(), "{command:?}: {}", String::from_utf8_lossy(&stderr));
    stdout
}

fn filtered(level: &str, input: &[u8]) -> Vec<u8> {
    output(Command::new(example("filter")).arg(level), input)
}

fn log(level: Level) -> Chunk {
    Log { level, message: level.name().into(), ..Log::default() }.to_chunk()
}

fn assert_is_the_file_table(chunk: &Chunk) {
    assert!(chunk.is(Sigil::HAX, Render::TABLE) && chunk.payload().len() > 127, "a length of two bytes");
    let table = Table::read(chunk.payload());
    assert_eq!(table.fault, None);
    assert_eq!(table.columns().collect::<Vec<_>>(), ["name", "size"]);
    let cells = |row: cyb_stream::Row<'_>| row.cells().map(|cell| Chunk::from(&cell)).collect::<Vec<_>>();
    let rows: Vec<_> = table.rows().map(cells).collect();
    assert_eq!(
        rows,
        [
            [Chunk::path("src/"), Chunk::literal("4096b")],
            [Chunk::path("Cargo.toml"), Chunk::literal("795b")],
            [Chunk::path("README.md"), Chunk::literal("2133b")],
            [Chunk::path("SPEC.md"), Chunk::literal("16384b")],
            [Chunk::path("tests/"), Chunk::literal("4096b")],
        ]
    );
}

#[test]
fn the_producer_sends_a_table_a_progress_and_a_status() {
    let sent = output(&mut Command::new(example("producer")), b"");
    let events = events(&sent);
    assert_covers(&sent, &events);
    let chunks = chunks(&events);
    let [table, progress, status] = &chunks[..] else { panic!("{events:?}") };
    assert_is_the_file_table(table);
    assert!(progress.is(Sigil::DOT, Render::PROGRESS));
    let progress = Progress::read(progress.payload());
    assert_eq!(
        (&*progress.id, &*progress.label, progress.current, progress.total),
        ("copy", "copying", 1, 4)
    );
    assert!(status.is(Sigil::DOT, Render::STATUS) && Status::read(status.payload()).is_success());
}

#[test]
fn the_python_producer_sends_the_same_table_and_a_status() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/producer.py");
    assert!(
        Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success()),
        "python3 is needed for examples/producer.py and is not found"
    );
    let sent = output(Command::new("python3").arg(script), b"");
    let events = events(&sent);
    assert_covers(&sent, &events);
    let chunks = chunks(&events);
    let [table, status] = &chunks[..] else { panic!("{events:?}") };
    assert_is_the_file_table(table);
    assert!(status.is(Sigil::DOT, Render::STATUS) && Status::read(status.payload()).is_success());
}

#[test]
fn the_filter_drops_log_lines_under_the_level() {
    let levels = [Level::Trace, Level::Debug, Level::Info, Level::Warn, Level::Error];
    let input: Vec<u8> = levels.iter().flat_map(|&level| log(level).to_bytes()).collect();
    for (index, &level) in levels.iter().enumerate() {
        let kept: Vec<_> = levels[index..].iter().map(|&level| log(level)).collect();
        assert_eq!(chunks(&events(&filtered(level.name(), &input))), kept);
    }
}

#[test]
fn the_filter_passes_all_else_byte_for_byte() {
    let mut input = b"plain text first\n".to_vec();
    input.extend(Chunk::text("a").to_bytes());
    // A length of three bytes where one would do, a log line in a component, a bad sigil, and a cut end.
    input.extend(b"\x1f#t\x85\x80\x00hello");
    input.extend(Chunk::component([log(Level::Debug)]).to_bytes());
    input.extend(b"\x1fQt\x01x");
    input.extend(Chunk::text("x".repeat(100_000)).to_bytes());
    input.extend(Chunk::status(3).to_bytes());
    input.extend(b"\x1f#t\x09cut");
    let mut with_logs = input.clone();
    let end = with_logs.len() - b"\x1f#t\x09cut".len();
    with_logs.splice(end..end, log(Level::Info).to_bytes());
    assert_eq!(filtered("warn", &input), input);
    assert_eq!(filtered("warn", &with_logs), input);
    assert_eq!(filtered("trace", &with_logs), with_logs);
}

#[test]
fn the_filter_asks_for_a_level() {
    for args in [&[][..], &["loud"][..]] {
        let Output { status, stdout, stderr } = run(Command::new(example("filter")).args(args), b"");
        assert!(!status.success() && stdout.is_empty());
        assert!(String::from_utf8_lossy(&stderr).contains("usage: filter"));
    }
}

#[test]
fn the_channel_host_shows_each_event_in_order() {
    let mut input = Chunk::text("x".repeat(250)).to_bytes().to_vec();
    input.extend(Chunk::status(0).to_bytes());
    input.extend(b"noise");
    input.extend(Chunk::annotation("end").to_bytes());
    input.extend(b"\x1f#t\x09cut");
    let shown = output(&mut Command::new(example("channel")), &input);
    let shown = String::from_utf8(shown).unwrap();
    let lines: Vec<_> = shown.lines().collect();
    // A frame of 5 + 250 bytes, one of 4 + 17, 5 bytes that are none, one of 4 + 3, and a cut one.
    let text = format!("0 (#, t) b\"{}\"", "x".repeat(250));
    assert_eq!(
        lines,
        [
            text.as_str(),
            r#"255 (., x) [(=, s) [(~, t) b"code", (#, t) b"0"]]"#,
            "276 5 bytes skipped: no frame starts here",
            r#"281 (~, t) b"end""#,
            "288 cut after 7 bytes",
        ]
    );
}
