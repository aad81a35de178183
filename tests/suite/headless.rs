//! `cyb-term run`: frames on standard output, and nothing else anywhere.

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _},
    process::{Child, Stdio},
};

use cyb_stream::{Chunk, ErrorReport, Render, Sigil, Span, SpanValue, Status, Table};
use rustix::process::{Pid, Signal, kill_process};
use tests::{command, decode, dump, run, run_cybs};

/// Runs code in an empty folder: its chunks without the status, and the status's code; checks that the process agrees
/// and says nothing besides.
fn output(code: &str) -> (Vec<Chunk>, i64) {
    let folder = tempfile::tempdir().expect("a folder of our own");
    output_in(folder.path(), code)
}

fn output_in(folder: &std::path::Path, code: &str) -> (Vec<Chunk>, i64) {
    let output = run(folder, code);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{code}");
    let mut chunks = decode(&output.stdout);
    let status = chunks.pop().expect("a status at least");
    assert!(status.is(Sigil::DOT, Render::STATUS), "{code}: ends with {status:?}");
    let status_code = Status::read(status.payload()).code.expect("a code");
    assert_eq!(i64::from(output.status.code().expect("it ended by itself")), status_code & 0xFF, "{code}");
    (chunks, status_code)
}

/// Starts it with its output in pipes that nobody reads yet.
fn spawn(folder: &std::path::Path, code: &str) -> Child {
    let mut command = command(folder, code);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

#[test]
fn a_number_is_one_text_chunk_then_the_status() {
    let output = run(&std::env::current_dir().unwrap(), "1 + 1");
    assert_eq!(output.stdout[..5], [0x1F, 0x23, 0x74, 0x01, 0x32]);
    let chunks = decode(&output.stdout);
    assert_eq!(chunks.len(), 2);
    let status = Status::read(chunks[1].payload());
    assert_eq!((chunks[1].sigil(), chunks[1].render(), status.code), (Sigil::DOT, Render::STATUS, Some(0)));
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn ls_is_a_table_with_typed_cells() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("data.bin"), [7; 1234]).unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    let (chunks, code) = output_in(folder.path(), "ls");
    assert_eq!((chunks.len(), code), (1, 0), "{}", dump(&chunks));
    let table = Table::read(chunks[0].payload());
    assert_eq!(table.columns().collect::<Vec<_>>(), ["name", "type", "size", "modified"]);
    let rows: Vec<Vec<_>> = table.rows().map(|row| row.cells().collect()).collect();
    let cell = |row: usize, column: usize| {
        (rows[row][column].sigil, rows[row][column].render, rows[row][column].text())
    };
    assert_eq!(cell(0, 0), (Sigil::FAS, Render::TEXT, "data.bin".into()));
    assert_eq!(cell(0, 1), (Sigil::HAX, Render::TEXT, "file".into()));
    assert_eq!(cell(0, 2), (Sigil::TIS, Render::TEXT, "1234b".into()));
    assert_eq!(cell(1, 0), (Sigil::FAS, Render::TEXT, "sub/".into()), "a directory ends in a slash");
    assert_eq!((rows[0][3].sigil, rows[0][3].render), (Sigil::TIS, Render::TEXT));
}

#[test]
fn an_externals_streams_are_told_apart_and_its_code_is_kept() {
    let (chunks, code) = output("^sh -c 'echo O; echo E >&2; exit 3'");
    assert_eq!(code, 3);
    let of = |sigil: Sigil| -> String {
        chunks
            .iter()
            .filter(|chunk| chunk.is(sigil, Render::TEXT))
            .map(|chunk| chunk.text_lossy().into_owned())
            .collect()
    };
    assert_eq!((of(Sigil::SIG).as_str(), of(Sigil::ZAP).as_str()), ("O\n", "E\n"));
    assert!(chunks.iter().all(|chunk| chunk.render() == Render::TEXT), "no wall of error: {}", dump(&chunks));
}

#[test]
fn an_error_is_one_chunk_with_its_place() {
    let (chunks, code) = output("[{a: 1}] | get nope");
    assert_eq!((chunks.len(), code), (1, 1), "{}", dump(&chunks));
    assert!(chunks[0].is(Sigil::ZAP, Render::ERROR));
    let report = ErrorReport::read(chunks[0].payload());
    let Some(SpanValue::Place(Span { line, column, text, .. })) = report.span else {
        panic!("a place: {report:?}")
    };
    // The column is of `nope`: "[{a: 1}] | get " is 15 characters.
    assert_eq!((line, column, text.as_ref()), (1, 16, "[{a: 1}] | get nope"));
}

#[test]
fn each_print_is_a_chunk() {
    let (chunks, code) = output("for i in 1..3 { print $i }");
    assert_eq!(code, 0);
    assert_eq!(dump(&chunks), "(#, t) \"1\"\n(#, t) \"2\"\n(#, t) \"3\"\n");
}

#[test]
fn columns_are_the_union_and_missing_is_not_null() {
    let (chunks, _) = output("[{a: 1} {b: 2}]");
    assert_eq!(chunks.len(), 1);
    let table = Table::read(chunks[0].payload());
    assert_eq!(table.columns().collect::<Vec<_>>(), ["a", "b"]);
    let cells: Vec<_> = table
        .rows()
        .flat_map(|row| row.cells().map(|cell| (cell.sigil, cell.text().into_owned())).collect::<Vec<_>>())
        .collect();
    let missing = (Sigil::WUT, String::new());
    let one = |text: &str| (Sigil::HAX, text.to_owned());
    assert_eq!(cells, [one("1"), missing.clone(), missing, one("2")]);
}

#[test]
fn a_question_fails_with_a_clear_error() {
    let (chunks, code) = output("input 'your name? '");
    assert_eq!((chunks.len(), code), (1, 1), "{}", dump(&chunks));
    let report = ErrorReport::read(chunks[0].payload());
    assert!(chunks[0].is(Sigil::ZAP, Render::ERROR) && !report.message.is_empty(), "{report:?}");
}

#[test]
fn exit_leaves_with_its_code() {
    assert_eq!(output("print before; exit 7"), (vec![Chunk::text("before")], 7));
}

#[test]
fn a_signal_that_kills_the_command_shows_in_the_code() {
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), "^sh -c 'kill -9 $$'");
    let chunks = decode(&output.stdout);
    let status = Status::read(chunks.last().unwrap().payload());
    assert_eq!((status.signal.as_deref(), output.status.code()), (Some("SIGKILL"), Some(128 + 9)));
}

#[test]
fn commands_that_like_terminals_leave_the_streams_of_the_process_alone() {
    let code = "print -e err; try { inspect } ; clear; term size; 'x' | save f.txt; ^sh -c 'echo a; echo b >&2' | save g.txt; \
                try { rm -i f.txt }; try { explore }; try { input listen }; try { ^nothing-of-that-name }; 1";
    let (chunks, status) = output(code);
    assert_eq!(status, 0, "{}", dump(&chunks));
    assert_eq!(chunks.last(), Some(&Chunk::text("1")), "{}", dump(&chunks));
}

#[test]
fn an_interrupt_ends_the_command_and_its_children() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = spawn(folder.path(), "print started; ^sleep 1000");
    let mut out = BufReader::new(child.stdout.take().unwrap());
    // `print` tells that the command runs: (#, t) of 7 bytes.
    let mut first = [0; 11];
    out.read_exact(&mut first).unwrap();
    assert_eq!(first[4..], *b"started");
    kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    let mut rest = Vec::new();
    out.read_to_end(&mut rest).unwrap();
    let chunks = decode(&rest);
    assert_eq!(Status::read(chunks.last().unwrap().payload()).code, Some(130), "{}", dump(&chunks));
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
fn signals_are_seen_while_nobody_reads_the_output() {
    let folder = tempfile::tempdir().unwrap();
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let mut child = spawn(folder.path(), "1..");
        let mut out = BufReader::new(child.stdout.take().unwrap());
        // It writes; nobody takes what comes next, so that the pipe fills.
        assert!(!out.fill_buf().unwrap().is_empty());
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(code));
    }
}

#[test]
fn a_reader_that_goes_away_ends_a_silent_command() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = spawn(folder.path(), "print started; ^sleep 1000");
    let mut out = child.stdout.take().unwrap();
    let mut first = [0; 11];
    out.read_exact(&mut first).unwrap();
    drop(out);
    assert_eq!(child.wait().unwrap().code(), Some(128 + 13), "as SIGPIPE would");
}

#[test]
fn a_slow_reader_gets_everything() {
    let folder = tempfile::tempdir().unwrap();
    let (chunks, code) = output_in(folder.path(), "^sh -c 'head -c 9000000 /dev/zero >&2'");
    let bytes: usize =
        chunks.iter().filter(|chunk| chunk.sigil() == Sigil::ZAP).map(|chunk| chunk.payload().len()).sum();
    assert_eq!((bytes, code), (9_000_000, 0));
}

#[test]
fn a_closed_output_ends_it_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = spawn(folder.path(), "1..");
    let mut out = BufReader::new(child.stdout.take().unwrap());
    assert!(!out.fill_buf().unwrap().is_empty(), "an endless list shows its start");
    drop(out);
    let ended = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
}

#[test]
fn the_stream_is_sound_for_the_tools() {
    let folder = tempfile::tempdir().unwrap();
    let stream = run(folder.path(), "ls; {a: [1 2], b: null}").stdout;
    assert!(run_cybs(&["check", "-"], &stream).status.success());
    let json = run_cybs(&["json", "-"], &stream);
    let first: serde_json::Value =
        serde_json::from_slice(json.stdout.split(|byte| *byte == b'\n').next().unwrap()).unwrap();
    assert_eq!((&first["sigil"], &first["offset"]), (&"/".into(), &0.into()));
}
