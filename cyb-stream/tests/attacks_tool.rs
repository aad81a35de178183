//! Attacks and cases as the `cybs` tool meets them; the library's side is in the files named like them.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail like tests")]

#[path = "common/checked.rs"]
mod checked;
mod common;

use std::{
    io::Write as _,
    process::{Command, Stdio},
    thread,
};

use checked::{GOOD, bomb, lines, wire};
use cyb_stream::{Chunk, Progress, Render, Sigil, TableBuilder};
use serde_json::{Value, json};

/// Exit code and standard output of `cybs ARG -`, which must have nothing to say on standard error.
fn run(arg: &str, input: &[u8]) -> (i32, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cybs"))
        .args([arg, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let output = thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input).unwrap());
        child.wait_with_output().unwrap()
    });
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    (output.status.code().unwrap(), String::from_utf8(output.stdout).unwrap())
}

/// What `cybs json` prints, one object a line.
fn objects(input: &[u8]) -> Vec<Value> {
    let (code, out) = run("json", input);
    assert_eq!(code, 0);
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// What `cybs check` prints of damaged input.
fn places(input: &[u8]) -> Vec<String> {
    let (code, out) = run("check", input);
    assert_eq!(code, 1);
    out.lines().map(str::to_owned).collect()
}

fn text(offset: usize, text: &str) -> Value {
    json!({"sigil": "#", "render": "t", "offset": offset, "len": text.len(), "text": text})
}

#[test]
fn case_073_the_tool_tells_one_fault_for_the_bad_varint_and_the_frame_behind() {
    let input = b"\x1f#t\xff\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x1f#t\x03abc";
    let gap =
        json!({"gap": {"offset": 0, "len": 13, "kind": "long-varint", "base64": "HyN0////////////fw=="}});
    assert_eq!(objects(input), [gap, text(13, "abc")]);
    assert_eq!(places(input), ["offset 0: long-varint: length takes more than nine bytes"]);
}

#[test]
fn case_078_the_tool_tells_a_length_of_u64_max() {
    let input = b"\x1f#t\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01";
    assert_eq!(places(input), ["offset 0: long-varint: length takes more than nine bytes"]);
    assert_eq!(objects(input)[0]["gap"]["len"], 13);
}

#[test]
fn case_081_the_tool_shows_the_rows_that_are_there() {
    let mut table = TableBuilder::with_facts([("rows", "4294967295")], ["a"]);
    for number in 0..3 {
        table.row([Chunk::text(number.to_string())]);
    }
    let found = objects(&table.finish().to_bytes());
    let children = found[0]["children"].as_array().unwrap();
    let sigils: Vec<&str> = children.iter().map(|child| child["sigil"].as_str().unwrap()).collect();
    assert_eq!(sigils, ["=", "/", ":", ":", ":"]);
}

#[test]
fn case_082_the_tool_shows_ten_thousand_levels_up_to_its_limit_and_goes_on() {
    let deep = bomb(10_000, &[(Sigil::BAR, Render::COMPONENT, b"")]).to_bytes();
    let input = [&deep[..], GOOD].concat();
    let (code, out) = run("json", &input);
    let shown: Vec<&str> = out.lines().collect();
    assert_eq!((code, shown.len(), shown[0].matches("\"render\":\"c\"").count()), (0, 2, 256));
    assert_eq!(shown[0].matches("\"base64\"").count(), 1, "the deeper ones are bytes, once");
    assert!(shown[0].len() < 2 * deep.len() + 256 * 100, "in all about once their size");
    assert_eq!(serde_json::from_str::<Value>(shown[1]).unwrap(), text(deep.len(), "good"));
    assert_eq!(run("check", &input), (0, String::new()));
}

#[test]
fn case_083_the_tool_passes_an_unknown_kind_over() {
    let deep = bomb(10_000, &[(Sigil::HAX, Render(b'z'), b"")]).to_bytes();
    let found = objects(&[&deep[..], GOOD].concat());
    assert_eq!((&found[0]["render"], found[0].get("children")), (&json!("z"), None));
    assert_eq!(found[1], text(deep.len(), "good"));
    let deep = bomb(10_000, &[(Sigil(b'z'), Render(b'z'), b"")]).to_bytes();
    assert_eq!(places(&[&deep[..], GOOD].concat()), ["offset 0: bad-sigil: unknown sigil"]);
}

#[test]
fn case_085_the_tool_shows_plain_text_as_a_gap() {
    let gap = json!({"gap": {"offset": 0, "len": 12, "kind": "no-marker", "base64": "aGVsbG8gd29ybGQK"}});
    assert_eq!(objects(b"hello world\n"), [gap]);
    assert_eq!(places(b"hello world\n"), ["offset 0: no-marker: no frame starts here"]);
}

#[test]
fn case_086_the_tool_counts_the_bytes_of_a_bad_header() {
    let found = objects(b"\x1f#t\x01A\x1f\x00\x00\x05xx\x1f#t\x01B");
    let gap = json!({"gap": {"offset": 5, "len": 6, "kind": "bad-sigil", "base64": "HwAABXh4"}});
    assert_eq!(found, [text(0, "A"), gap, text(11, "B")]);
}

#[test]
fn case_087_the_tool_tells_a_part_of_a_frame_at_the_end() {
    let input = [GOOD, &GOOD[..6]].concat();
    let cut = json!({"truncated": {"offset": 8, "missing": 2, "base64": "HyN0BGdv"}});
    assert_eq!(objects(&input), [text(0, "good"), cut]);
    assert_eq!(places(&input), ["offset 8: truncated: 6 bytes, 2 missing"]);
}

#[test]
fn case_088_the_tool_shows_the_id_of_a_progress() {
    let progress = Progress { id: "build".into(), ..Progress::default() }.to_chunk();
    assert_eq!(objects(&progress.to_bytes())[0]["id"], "build");
}

#[test]
fn a_million_markers_are_one_place() {
    let input = [&[0x1F].repeat(1_000_000)[..], &GOOD[1..]].concat();
    assert_eq!(places(&input), ["offset 0: bad-sigil: unknown sigil"]);
    let found = objects(&input);
    let told: u64 = found.iter().filter_map(|object| object["gap"]["len"].as_u64()).sum();
    assert_eq!(told, 999_999);
    assert_eq!(found.last().unwrap(), &text(999_999, "good"));
}

#[test]
fn a_damaged_length_is_told_by_what_it_leaves_over() {
    let mut input = wire(&lines(1000));
    input[6003] = 0x7F;
    assert_eq!(places(&input), ["offset 6131: no-marker: no frame starts here"]);
    input[6003] = 0xFF;
    assert_eq!(places(&input), ["offset 6000: truncated: 6000 bytes, 7956 missing"]);
    // Where nothing is left over, nothing can be told.
    input[6003] = 20;
    assert_eq!(run("check", &input), (0, String::new()));
}

#[test]
fn escape_sequences_in_text_do_not_reach_the_terminal() {
    let (_, out) = run("json", &Chunk::text("\x1b[2J\x07\r\x08\n\0").to_bytes());
    assert!(!out.trim_end_matches('\n').contains(|char: char| char < ' '), "{out:?}");
    assert!(out.contains("\\u001b[2J\\u0007\\r\\b\\n\\u0000"));
}
