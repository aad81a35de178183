//! Pipelines and the chunks that come of them, read against the protocol's section 4.1.

mod common;

use common::Shell;

/// A command, the lines it gives, and its exit code.
type Case = (&'static str, &'static [&'static str], i64);

#[track_caller]
fn check(cases: &[Case]) {
    let shell = Shell::start();
    let mut wrong = Vec::new();
    for (code, lines, status) in cases {
        let answer = shell.run(code);
        if answer.lines != *lines || answer.code != Some(*status) {
            wrong.push(format!(
                "{code}\n  expected {lines:#?} {status}\n  found {:#?} {:?}",
                answer.lines, answer.code
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn scalars() {
    check(&[
        ("1 + 1", &["2"], 0),
        ("-7", &["-7"], 0),
        ("true", &["true"], 0),
        ("1.0", &["1.0"], 0),
        ("0.1 + 0.2", &["0.30000000000000004"], 0),
        ("1e300 * 10", &["1e301"], 0),
        ("1e300 * 1e300", &["inf"], 0),
        ("'text'", &["text"], 0),
        ("'two\nlines'", &["two\nlines"], 0),
        ("'12'", &["=\"\\\"12\\\"\""], 0),
        ("'1.0'", &["=\"\\\"1.0\\\"\""], 0),
        ("'true'", &["=\"\\\"true\\\"\""], 0),
        ("'NaN'", &["=\"\\\"NaN\\\"\""], 0),
        ("'12 apples'", &["12 apples"], 0),
        ("null", &[], 0),
        ("", &[], 0),
        ("# nothing but a remark", &[], 0),
        ("1.2kb", &["=\"1200b\""], 0),
        ("1.5us", &["=\"1500ns\""], 0),
        ("2024-02-03T04:05:06+07:00", &["=\"2024-02-03T04:05:06+07:00\""], 0),
        ("$.a.0", &["=\"$.a.0\""], 0),
        ("{r: 1..3}", &["{r: =\"1..3\"}"], 0),
        ("0x[1f 2e]", &["=\"0x[1f2e]\""], 0),
        ("{|x| $x + 1 }", &["=\"{|x| $x + 1 }\""], 0),
        ("0..70 | each { 0x[ff] } | bytes collect", &["(#, b) 71 bytes"], 0),
    ]);
}

#[test]
fn records_and_lists() {
    check(&[
        ("{}", &["{}"], 0),
        ("[]", &["[]"], 0),
        ("{a: 1, b: null}", &["{a: 1, b: null}"], 0),
        ("{a: {b: [1 x]}}", &["{a: {b: [1, x]}}"], 0),
        ("[1 two null]", &["[1, two, null]"], 0),
        ("[1 {a: 2}]", &["[1, {a: 2}]"], 0),
        ("1..3", &["[1, 2, 3]"], 0),
        ("[3 1] | each {|x| $x * 2 }", &["[6, 2]"], 0),
        ("[] | each {}", &["[]"], 0),
        ("[[1 2] []]", &["[[1, 2], []]"], 0),
    ]);
}

#[test]
fn tables() {
    check(&[
        ("[{a: 1} {b: 2}]", &["table [a, b] (1, missing) (missing, 2)"], 0),
        ("[{a: null} {}]", &["table [a] (null) (missing)"], 0),
        ("[[a b]; [1 x] [2 y]]", &["table [a, b] (1, x) (2, y)"], 0),
        ("[{a: 1} {b: 2}] | each {|row| $row }", &["table [a, b] (1, missing) (missing, 2)"], 0),
        (
            "[{a: 1} 5 {b: 2}] | each {|row| $row }",
            &["table [a, item, b] (1, missing, missing) (missing, 5, missing) (missing, missing, 2)"],
            0,
        ),
        ("[{a: [{b: 1}]}]", &["table [a] (table [b] (1))"], 0),
        ("[{a: {b: 1}}]", &["table [a] ({b: 1})"], 0),
        ("{t: [{a: 1} {b: 2}]}", &["{t: table [a, b] (1, missing) (missing, 2)}"], 0),
        ("[{}]", &["table [] ()"], 0),
        ("[[n]; [1kb]] | insert f {|| {|| 1 } }", &["table [n, f] (=\"1000b\", =\"{|| 1 }\")"], 0),
    ]);
}

#[test]
fn paths() {
    check(&[
        ("mkdir sub; 'x' | save f.txt", &[], 0),
        ("ls | select name type", &["table [name, type] (/\"f.txt\", file) (/\"sub/\", dir)"], 0),
        ("ls | select name", &["table [name] (/\"f.txt\") (/\"sub/\")"], 0),
        ("ls | get name", &["[f.txt, sub]"], 0),
        ("ls | rename file | select file", &["table [file] (f.txt) (sub)"], 0),
        ("'' | fill --width 1234 | save -f f.txt; ls f.txt | get size", &["[=\"1234b\"]"], 0),
        ("ls | columns", &["[name, type, size, modified]"], 0),
        ("ls | get modified | describe", &["list<datetime> (stream)"], 0),
        ("ls | first | select name type", &["{name: f.txt, type: file}"], 0),
    ]);
}

#[test]
fn programs() {
    check(&[
        ("^echo hello", &["~\"hello\\n\""], 0),
        ("^sh -c 'echo E >&2'", &["!\"E\\n\""], 0),
        ("^sh -c 'exit 3'", &[], 3),
        ("^sh -c 'echo O; exit 3'", &["~\"O\\n\""], 3),
        ("^echo a; ^echo b", &["~\"a\\nb\\n\""], 0),
        ("^echo a; 42", &["~\"a\\n\"", "42"], 0),
        ("^echo hi | str uppercase", &["HI"], 0),
        ("'a' | str upcase", &["warn Command deprecated. (Use `str uppercase` instead.)", "A"], 0),
        ("^echo hi | ^cat", &["~\"hi\\n\""], 0),
        ("^sh -c 'exit 4' | ^cat", &[], 4),
        ("^printf 'a\\nb\\n' | lines", &["[a, b]"], 0),
        ("let x = (^echo out); $x", &["out"], 0),
        ("^sh -c 'echo o; echo e >&2' o+e>| str length", &["3"], 0),
        ("^sh -c 'echo e >&2' e>| str trim", &["e"], 0),
        ("^echo gone | ignore", &[], 0),
        ("^sh -c 'exit 3' | complete", &["{stdout: , stderr: , exit_code: 3}"], 0),
        ("^echo kept o> out.txt; open out.txt", &["kept\n"], 0),
        ("^echo kept | save -f out.txt; open --raw out.txt", &["kept\n"], 0),
        ("if true { ^echo in-if }", &["~\"in-if\\n\""], 0),
        ("for x in 1..2 { ^echo $x }", &["~\"1\\n2\\n\""], 0),
        ("do { ^sh -c 'exit 5' }", &[], 5),
        ("try { ^sh -c 'exit 5' } catch {|e| $e.exit_code }", &["5"], 0),
        ("^printf '\\303\\251'", &["~\"é\""], 0),
        ("'a\nb' | ^cat", &["~\"a\\nb\""], 0),
        ("^tty", &["~\"not a tty\\n\""], 1),
    ]);
}

#[test]
fn byte_streams() {
    check(&[
        ("[a b] | str join ','", &["a,b"], 0),
        ("[[a]; [1]] | to csv", &["a\n1\n"], 0),
        ("'text' | save t.txt; open t.txt", &["text"], 0),
        ("open --raw t.txt", &["text"], 0),
        ("0x[00 ff] | save b.bin; open --raw b.bin", &["=\"0x[00ff]\""], 0),
        (
            "0x[89 50 4e 47] | save p.png; open p.png",
            &["component (Some(\"image/png\"), Some(\"p.png\"), None) (#, b) 4 bytes"],
            0,
        ),
    ]);
}

#[test]
fn errors() {
    check(&[
        (
            "[{a: 1}] | get nope",
            &["error nu::shell::column_not_found at 1:16-20 Cannot find column 'nope'"],
            1,
        ),
        ("1 / 0", &["error nu::shell::division_by_zero at 1:3-4 Division by zero."], 1),
        (
            "1\n  [{é: 1}] | get nope",
            &["error nu::shell::column_not_found at 2:18-22 Cannot find column 'nope'"],
            1,
        ),
        ("let x = ", &["error nu::parser::keyword_missing_arg at 1:8-8 Missing argument to `=`."], 1),
        ("break", &["error nu::compile::not_in_a_loop at 1:1-6 'break' can only be used inside a loop"], 1),
        ("error make {msg: outer}", &["error - at 1:12-24 outer"], 1),
        (
            "error make {msg: outer, inner: [{msg: one} {msg: two}]}",
            &["error - at 1:12-56 outer <- error - at 1:12-56 one <- error - at 1:12-56 two"],
            1,
        ),
        (
            "[1] | each {|x| error make {msg: inside} }",
            &["error nu::shell::eval_block_with_input at 1:2-3 Eval block failed with pipeline input <- \
              error - at 1:28-41 inside"],
            1,
        ),
        (
            "[1 0] | each {|x| 1 / $x }",
            &[
                "[1.0]",
                "error nu::shell::eval_block_with_input at 1:4-5 Eval block failed with pipeline input <- \
              error nu::shell::division_by_zero at 1:21-22 Division by zero.",
            ],
            1,
        ),
        ("[{a: 1}] | insert b {|| error make {msg: cell} } | get 0.a", &["error - at 1:36-47 cell"], 1),
        ("open nowhere.json", &["error nu::shell::io::file_not_found at 1:6-18 File not found"], 1),
        (
            "nosuchcommand",
            &["error nu::shell::external_command at 1:1-14 Command `nosuchcommand` not found"],
            1,
        ),
        ("^sh -c 'kill -9 $$'", &[], -9),
        ("exit 3", &[], 3),
    ]);
}
