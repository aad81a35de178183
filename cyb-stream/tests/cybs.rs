//! The `cybs` tool as a person or a script meets it.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

mod common;

use std::{
    io::{BufRead as _, BufReader, Write as _},
    process::{Child, Command, Stdio},
    thread,
};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use common::{nested, unhex};
use cyb_stream::{Chunk, Progress, Render, Sigil, varint};
use serde_json::{Value, json};

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cybs"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Exit code, standard output and standard error of one run over a pipe.
fn run(args: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = start(args);
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        scope.spawn(move || {
            // A tool that ends early closes the pipe: that is what some tests are about.
            let _ended = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    });
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The objects that `cybs json -` prints.
fn json(input: &[u8]) -> Vec<Value> {
    let (code, out, err) = run(&["json", "-"], input);
    assert_eq!((code, &*err), (0, ""));
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The bytes that an object stands for.
fn rebuilt(value: &Value) -> Vec<u8> {
    let bytes = |value: &Value| STANDARD.decode(value["base64"].as_str().unwrap()).unwrap();
    for skipped in ["gap", "truncated"] {
        if let Some(value) = value.get(skipped) {
            return bytes(value);
        }
    }
    let payload = match (value["text"].as_str(), value["children"].as_array()) {
        (Some(text), None) => text.as_bytes().to_vec(),
        (None, Some(children)) => children.iter().flat_map(rebuilt).collect(),
        _ => bytes(value),
    };
    assert_eq!(value["len"].as_u64(), Some(payload.len() as u64));
    let byte = |key: &str| value[key].as_str().unwrap().as_bytes()[0];
    let mut out = vec![0x1F, byte("sigil"), byte("render")];
    varint::encode(payload.len() as u64, &mut out);
    if let Some(header) = value["header"].as_str() {
        out = unhex(header);
    }
    out.extend(payload);
    out
}

#[test]
fn a_text_is_text_and_anything_else_is_base64() {
    assert_eq!(
        json(&Chunk::text("hé\n\"").to_bytes()),
        [json!({"sigil": "#", "render": "t", "offset": 0, "len": 5, "text": "hé\n\""})]
    );
    let plain = |sigil: &str, render: &str, len: usize, base64: &str| json!({"sigil": sigil, "render": render, "offset": 0, "len": len, "base64": base64});
    assert_eq!(json(b"\x1f#t\x02\xff\xfe"), [plain("#", "t", 2, "//4=")], "not UTF-8");
    assert_eq!(json(b"\x1f#b\x01a"), [plain("#", "b", 1, "YQ==")]);
    assert_eq!(json(b"\x1f#f\x00"), [plain("#", "f", 0, "")]);
    assert_eq!(json(b"\x1f|\"\x00"), [plain("|", "\"", 0, "")], "a render that JSON escapes");
    assert_eq!(json(b"\x1f|c\x05\x1f#t\x00x"), [plain("|", "c", 5, "HyN0AHg=")], "not wholly frames");
    assert_eq!(json(b"\x1f|c\x04\x1f#t\x09"), [plain("|", "c", 4, "HyN0CQ==")], "a cut frame inside");
}

#[test]
fn every_nested_render_shows_children_with_offsets_in_the_input() {
    for render in "csTplexik|".chars() {
        let header = [0x1F, b'.', render as u8, 0];
        let empty =
            json!({"sigil": ".", "render": render.to_string(), "offset": 0, "len": 0, "children": []});
        assert_eq!(json(&header), [empty]);
    }
    let inner = Chunk::record([("k", Chunk::text("v"))]);
    let input = [Chunk::text("ab").to_bytes(), Chunk::component([Chunk::null(), inner]).to_bytes()].concat();
    let found = json(&input);
    assert_eq!(found[1]["offset"], 6);
    let pair = &found[1]["children"][1]["children"][0];
    assert_eq!((&pair["sigil"], &pair["offset"], &pair["len"]), (&json!(":"), &json!(18), &json!(10)));
    let value = &pair["children"][1];
    assert_eq!((&value["text"], &value["offset"]), (&json!("v"), &json!(27)));
    let at = usize::try_from(value["offset"].as_u64().unwrap()).unwrap();
    assert_eq!(input[at..], *b"\x1f#t\x01v");
}

#[test]
fn ids_and_unusual_headers_are_told() {
    let progress = Progress { id: "p\u{1F980}".into(), ..Progress::default() }.to_chunk();
    let input = Chunk::component([progress, Chunk::text("x")]).to_bytes();
    let found = &json(&input)[0];
    assert_eq!(found.get("id"), None);
    assert_eq!(found["children"][0]["id"], "p\u{1F980}");
    assert_eq!(found["children"][1].get("id"), None);
    assert_eq!(found.get("header"), None);
    let padded = json(b"\x1f|c\x87\x00\x1f#t\x81\x80\x00a");
    assert_eq!((&padded[0]["header"], &padded[0]["len"]), (&json!("1f7c638700"), &json!(7)));
    assert_eq!(padded[0]["children"][0]["header"], "1f2374818000");
    assert_eq!(padded[0]["children"][0]["offset"], 5);
}

#[test]
fn gaps_and_cut_ends_are_told() {
    let found = json(b"junk\x1f#t\x00\x1fz\x1f#t\x05ab");
    assert_eq!(found[0], json!({"gap": {"offset": 0, "len": 4, "kind": "no-marker", "base64": "anVuaw=="}}));
    assert_eq!(
        found[2],
        json!({"gap": {"offset": 8, "len": 8, "kind": "bad-sigil", "base64": "H3ofI3QFYWI="}})
    );
    let cut = json(b"\x1f#t\x05ab");
    assert_eq!(cut, [json!({"truncated": {"offset": 0, "missing": 3, "base64": "HyN0BWFi"}})]);
    let cut = json(b"\x1f#t\x80");
    assert_eq!(cut, [json!({"truncated": {"offset": 0, "missing": null, "base64": "HyN0gA=="}})]);
    assert_eq!(json(b""), [json!(null); 0]);
}

#[test]
fn the_objects_hold_every_byte_of_every_vector() {
    let all: Value = serde_json::from_str(include_str!("data/vectors.json")).unwrap();
    let mut stream = Vec::new();
    for vector in all["vectors"].as_array().unwrap() {
        let bytes = unhex(vector["hex"].as_str().unwrap());
        let found = json(&bytes);
        let again: Vec<u8> = found.iter().flat_map(rebuilt).collect();
        assert_eq!(again, bytes, "{}", vector["name"]);
        if vector["expect"] == "one chunk; same bytes when written again" {
            stream.extend(&bytes);
        }
        let clean = found.iter().all(|value| value.get("sigil").is_some());
        let (code, lines, err) = run(&["check", "-"], &bytes);
        assert_eq!((code, lines.is_empty(), &*err), (i32::from(!clean), clean, ""), "{}", vector["name"]);
    }
    let again: Vec<u8> = json(&stream).iter().flat_map(rebuilt).collect();
    assert_eq!(again, stream);
    assert_eq!(run(&["check", "-"], &stream).0, 0);
}

#[test]
fn nesting_stops_at_256_frames() {
    for (levels, shown, leaf) in
        [(256, 256, "\"text\":\"core\""), (257, 256, "\"base64\""), (20_000, 256, "\"base64\"")]
    {
        let (code, out, _) = run(&["json", "-"], &nested(levels - 1, &Chunk::text("core")).to_bytes());
        assert_eq!((code, out.lines().count(), out.matches("\"sigil\"").count()), (0, 1, shown), "{levels}");
        assert!(out.contains(leaf));
        // The line is whole JSON, too deep for most parsers' defaults.
        assert_eq!(out.matches(['{', '[']).count(), out.matches(['}', ']']).count());
    }
    // An empty payload has nothing deeper to show.
    let (_, out, _) = run(&["json", "-"], &nested(255, &Chunk::component([])).to_bytes());
    assert!(out.contains("\"len\":0,\"children\":[]"));
}

#[test]
fn check_has_a_line_for_each_place() {
    let input = b"junk\x1f#t\x00\x1fz\x1f#t\x00\x1f#t\x05ab";
    let expected = "offset 0: no-marker: no frame starts here\n\
                    offset 8: bad-sigil: unknown sigil\n\
                    offset 14: truncated: 6 bytes, 3 missing\n";
    assert_eq!(run(&["check", "-"], input), (1, expected.to_owned(), String::new()));
    let long = vec![b'.'; 200_000];
    let (code, out, _) = run(&["check", "-"], &long);
    assert_eq!((code, out.lines().count()), (1, 1), "one gap is one place, in however many pieces it came");
    assert_eq!(run(&["check", "-"], b"\x1f#t").1, "offset 0: truncated: 3 bytes, in the header\n");
    // Inside a payload anything is legal.
    assert_eq!(run(&["check", "-"], b"\x1f|c\x04junk"), (0, String::new(), String::new()));
    assert_eq!(run(&["check", "-"], b""), (0, String::new(), String::new()));
}

#[test]
fn a_frame_over_the_limit_is_skipped_and_told() {
    let mut input = vec![0x1F, b'#', b'b'];
    varint::encode((256 << 20) + 1, &mut input);
    input.resize(input.len() + (256 << 20) + 1, 0);
    let len = input.len();
    let cut = json(&input[..len - 1]);
    assert_eq!(cut, [json!({"truncated": {"offset": 0, "missing": 1, "base64": null, "len": len - 1}})]);
    input.extend_from_slice(b"\x1f#t\x00");
    let found = json(&input);
    assert_eq!(found[0], json!({"gap": {"offset": 0, "len": len, "kind": "oversize", "base64": null}}));
    assert_eq!(found[1]["offset"], len);
    input.splice(len.., *b"junk");
    let lines = format!(
        "offset 0: oversize: payload over the reader's limit\noffset {len}: no-marker: no frame starts here\n"
    );
    assert_eq!(run(&["check", "-"], &input), (1, lines, String::new()));
}

#[test]
fn files_are_read_and_what_cannot_be_read_is_said() {
    let path = concat!(env!("CARGO_TARGET_TMPDIR"), "/cybs-test.cybs");
    std::fs::write(path, Chunk::text("x").to_bytes()).unwrap();
    assert_eq!(run(&["check", path], b""), (0, String::new(), String::new()));
    assert!(run(&["json", path], b"").1.contains("\"text\":\"x\""));
    for command in ["json", "check"] {
        for missing in [concat!(env!("CARGO_TARGET_TMPDIR"), "/none"), env!("CARGO_TARGET_TMPDIR")] {
            let (code, out, err) = run(&[command, missing], b"");
            assert_eq!((code, &*out), (2, ""), "{err}");
            assert!(
                err.starts_with("cybs: cannot read ") && err.contains(missing) && err.lines().count() == 1
            );
        }
        let (code, help, _) = run(&[command, "--help"], b"");
        assert!(code == 0 && help.contains("Example") && help.contains("Exit codes"), "{help}");
    }
    assert_eq!(run(&["json"], b"").0, 2);
    assert!(run(&["--help"], b"").1.contains("Examples:"));
}

#[test]
fn a_chunk_is_shown_while_the_pipe_is_open() {
    let mut child = start(&["json", "-"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for number in 0..3 {
        stdin.write_all(&Chunk::text(number.to_string()).to_bytes()).unwrap();
        let line = lines.next().unwrap().unwrap();
        assert!(line.contains(&format!("\"text\":\"{number}\"")), "{line}");
    }
    drop(stdin);
    assert!(lines.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_output_ends_it_quietly() {
    for (command, input, code) in [
        ("json", Chunk::text("x").to_bytes().repeat(200_000), 0),
        ("check", b"x\x1f#t\x00".repeat(200_000), 1),
    ] {
        let mut child = start(&[command, "-"]);
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        let _ended = stdin.write_all(&input);
        drop(stdin);
        let output = child.wait_with_output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(code), Vec::new()), "{command}");
    }
}

#[test]
fn unknown_renders_and_sigils_stay_what_they_are() {
    let chunk = Chunk::new(Sigil::KET, Render(b'~'), "x");
    assert_eq!(rebuilt(&json(&chunk.to_bytes())[0]), chunk.to_bytes());
}
