//! What a session keeps from one command to the next, and what it says beside output.

mod common;

use std::sync::{
    Arc,
    atomic::{AtomicU16, AtomicUsize, Ordering},
};

use common::{PATIENCE, Shell, dump, next, places};
use cyb_stream::{Chunk, ErrorReport, InputRequest, Scope, SpanValue};
use nushell_adapter::{Config, Message, Session, StartError};

#[test]
fn things_persist_between_commands() {
    let shell = Shell::start();
    let cases: [(&str, &[&str]); 16] = [
        ("let x = 5", &[]),
        ("$x + 1", &["6"]),
        ("def double [n] { $n * 2 }", &[]),
        ("double $x", &["10"]),
        ("$env.FRUIT = 'pear'", &[]),
        ("^sh -c 'echo $FRUIT'", &["~\"pear\\n\""]),
        ("mkdir one/two; cd one/two; pwd | path basename", &["two"]),
        ("^pwd | path split | last 2 | str join '/'", &["one/two"]),
        ("alias hi = echo hello", &[]),
        ("hi", &["hello"]),
        ("cd ..; $env.PWD | path basename", &["one"]),
        ("mut m = 1; $m = 2", &[]),
        ("$m", &["2"]),
        ("$env.config.use_ansi_coloring", &["=\"\\\"false\\\"\""]),
        ("[1 2] | table | str contains \"\\u{1b}\"", &["false"]),
        ("$nu.is-interactive", &["false"]),
    ];
    for (code, lines) in cases {
        assert_eq!(shell.run(code).lines, lines, "{code}");
    }
    assert_ne!(std::env::current_dir().unwrap().file_name().unwrap(), "one", "the process stays where it is");
}

#[test]
fn codes_are_remembered() {
    let shell = Shell::start();
    assert_eq!(shell.run("^sh -c 'exit 3'").code, Some(3));
    assert_eq!(shell.run("$env.LAST_EXIT_CODE").lines, ["3"]);
    assert_eq!(shell.run("$env.LAST_EXIT_CODE").lines, ["0"]);
    let killed = shell.run("^sh -c 'kill -9 $$'");
    assert_eq!((killed.code, killed.signal.as_deref()), (Some(-9), Some("SIGKILL")));
    assert_eq!(shell.run("$env.LAST_EXIT_CODE").lines, ["-9"]);
    assert_eq!(shell.run("1 / 0").code, Some(1));
    assert_eq!(shell.run("$env.LAST_EXIT_CODE").lines, ["1"]);
    assert_eq!(shell.run("$env.CMD_DURATION_MS | describe").lines, ["string"]);
}

#[test]
fn a_lone_directory_goes_there() {
    let shell = Shell::start();
    shell.run("mkdir deep/er");
    assert_eq!(places(&shell.run("./deep").prompt).last().unwrap().rsplit('/').nth(1), Some("deep"));
    assert_eq!(places(&shell.run("er/").prompt).last().unwrap().rsplit('/').nth(1), Some("er"));
    assert_eq!(places(&shell.run(".../").prompt), places(&shell.first_prompt));
    assert_eq!(shell.run("./nowhere").code, Some(1));
    shell.run("mkdir 'with space'");
    assert_eq!(
        places(&shell.run("`./with space`").prompt).last().unwrap().rsplit('/').nth(1),
        Some("with space")
    );
    assert_eq!(shell.run("$env.OLDPWD == ($env.PWD | path dirname)").lines, ["true"]);
}

#[test]
fn the_prompt_tells_where_and_how() {
    let shell = Shell::start();
    let first = Scope::read(shell.first_prompt.payload());
    assert_eq!((first.code, first.branch), (None, None));
    let directory = shell.directory.path().canonicalize().unwrap();
    assert_eq!(places(&shell.first_prompt).last().unwrap(), &format!("{}/", directory.display()));
    let home = directory.join("home");
    shell.run("mkdir home/cyb/src");
    let prompt = shell.run(&format!("$env.HOME = '{}'; cd home/cyb/src", home.display())).prompt;
    let under_home = ["", "cyb/", "cyb/src/"].map(|part| format!("{}/{part}", home.display()));
    assert_eq!(places(&prompt), under_home);
    let prompt = shell.run("^sh -c 'exit 7'").prompt;
    let scope = Scope::read(prompt.payload());
    assert_eq!(scope.code, Some(7));
    assert!(scope.duration_ns.is_some());
}

#[test]
fn the_prompt_tells_the_branch() {
    let shell = Shell::interactive();
    let made = shell.run("mkdir work/sub; cd work; ^git init -q -b trunk; 'x' | save new.txt; cd sub").prompt;
    let scope = Scope::read(made.payload());
    assert_eq!(scope.branch.as_deref(), Some("trunk"));
    // Without git, or when it is slow, there is no count.
    assert!(matches!(scope.dirty, Some(1) | None), "{:?}", scope.dirty);
    let outside = shell.run("cd ../..").prompt;
    assert_eq!(Scope::read(outside.payload()).branch, None);
}

#[test]
fn values_are_printed_one_by_one() {
    let shell = Shell::start();
    let cases: [(&str, &[&str]); 11] = [
        ("for i in 1..3 { print $i }", &["1", "2", "3"]),
        ("print a [1 2] {x: 1}", &["a", "[1, 2]", "{x: 1}"]),
        ("[1 2] | print", &["[1, 2]"]),
        ("print -n a; print -n 1; print -n 1.0", &["~\"a11.0\""]),
        ("print -e oops", &["!\"oops\\n\""]),
        ("print -n -e oops", &["!\"oops\""]),
        ("print [{a: 1}]", &["table [a] (1)"]),
        ("print", &[]),
        ("^echo x | print", &["~\"x\\n\""]),
        ("print 1; 2", &["1", "2"]),
        ("[5 6] | inspect | length", &["[5, 6]", "2"]),
    ];
    for (code, lines) in cases {
        let answer = shell.run(code);
        assert_eq!(
            (answer.lines.as_slice(), answer.code),
            (lines.map_to_owned().as_slice(), Some(0)),
            "{code}"
        );
    }
}

trait MapToOwned {
    fn map_to_owned(&self) -> Vec<String>;
}

impl MapToOwned for &[&str] {
    fn map_to_owned(&self) -> Vec<String> {
        self.iter().map(|line| (*line).to_owned()).collect()
    }
}

#[test]
fn what_needs_a_terminal_says_so() {
    let shell = Shell::start();
    shell.run("'x' | save f");
    let cases = [
        "exec ls",
        "explore",
        "ls | explore",
        "input list [a b]",
        "input listen",
        "term query x",
        "keybindings listen",
        "rm -i f",
        "rm -I f",
        "mv -i f g",
        "cp -i f g",
        "^echo x | save --stderr e -f g",
    ];
    for code in cases {
        let answer = shell.run(code);
        assert_eq!(answer.code, Some(1), "{code}");
        assert_eq!(answer.lines.len(), 1, "{code}: {:?}", answer.lines);
        assert!(answer.lines[0].starts_with("error cyb::no_terminal at 1:"), "{code}: {:?}", answer.lines);
    }
    assert_eq!(
        shell.run("input 'name? '").lines,
        ["error cyb::no_input at 1:1-6 `input` needs somebody to answer"]
    );
    assert_eq!(shell.run("ls | get name").lines, ["[f]"], "nothing was touched");
    assert_eq!(shell.run("^sh -c 'echo o; echo e >&2' | save -f g; open g").lines.len(), 2);
}

#[test]
fn clear_and_exit_are_told() {
    let shell = Shell::start();
    assert_eq!(shell.run("clear").lines, ["clear"]);
    let left = shell.run("print bye; exit 5; print never");
    assert_eq!(
        (left.lines.as_slice(), left.code, left.exit),
        (["bye".to_owned()].as_slice(), Some(5), Some(5))
    );
    assert_eq!(shell.run("try { exit } catch { 1 }").exit, Some(0));
    assert_eq!(shell.run("1 + 1").lines, ["2"]);
}

#[test]
fn the_size_of_the_pane_is_known() {
    let columns = Arc::new(AtomicU16::new(80));
    let config =
        Config { load_config: false, interactive: false, columns: Arc::clone(&columns), ..Config::default() };
    let shell = Shell::with(config);
    assert_eq!(shell.run("term size").lines, ["{columns: 80, rows: 24}"]);
    columns.store(132, Ordering::Relaxed);
    assert_eq!(shell.run("(term size).columns").lines, ["132"]);
    assert_eq!(shell.run("[$env.TERM $env.PAGER]").lines, ["[dumb, cat]"]);
    if std::env::var_os("COLUMNS").is_none() {
        assert_eq!(shell.run("^sh -c 'echo $COLUMNS'").lines, ["~\"132\\n\""]);
    }
}

/// Waits for a question and answers it; returns its text form and the rest of the command's output.
fn answered(shell: &Shell, code: &str, answer: Option<&str>) -> (String, common::Answer) {
    shell.session.run(code);
    let question = shell.wait_for_output().remove(0);
    let id = InputRequest::read(question.payload()).id.into_owned();
    shell.session.answer(&id, answer.map(Chunk::text));
    (dump(&[question]).remove(0), shell.finish())
}

#[test]
fn questions_are_asked_and_answered() {
    let shell = Shell::interactive();
    let (question, answer) = answered(&shell, "let name = (input 'name? '); $'hi ($name)'", Some("Ada"));
    assert_eq!((question.as_str(), answer.lines), ("ask text \"name? \" None", vec!["hi Ada".to_owned()]));
    let (question, answer) = answered(&shell, "input -s 'word? ' | str length", Some("1234"));
    assert_eq!((question.as_str(), answer.lines), ("ask secret \"word? \" None", vec!["4".to_owned()]));
    let (question, answer) = answered(&shell, "input --default blue", Some(""));
    assert_eq!((question.as_str(), answer.lines), ("ask text \"\" Some(\"blue\")", vec!["blue".to_owned()]));
    let (_, answer) = answered(&shell, "input --numchar 2", Some("abc"));
    assert_eq!(answer.lines, ["ab"]);
    let (_, answer) = answered(&shell, "input 'really? '; print never", None);
    assert_eq!((answer.lines.as_slice(), answer.code), ([].as_slice(), Some(130)));
}

#[test]
fn hooks_run_for_a_person() {
    let shell = Shell::interactive();
    shell.run("$env.config.hooks.pre_execution = [{|| print before }]");
    shell.run("$env.config.hooks.env_change = {PWD: [{|before, after| print ($after | path basename) }]}");
    shell.run("$env.config.hooks.pre_prompt = [{|| ^echo prompt }]");
    let answer = shell.run("mkdir inner; cd inner");
    assert_eq!(answer.code, Some(0));
    let mut lines = answer.lines;
    lines.sort();
    assert_eq!(lines, ["before", "inner", "~\"prompt\\n\""]);
}

#[test]
fn brackets_without_end_are_refused() {
    let shell = Shell::start();
    let answer = shell.run(&"[".repeat(1001));
    assert_eq!(answer.lines, ["error - at nowhere more than 1000 brackets are open at once"]);
    assert_eq!(
        shell.run(&format!("{}1{} | describe | str length", "[".repeat(900), "]".repeat(900))).code,
        Some(0)
    );
}

#[test]
fn late_output_names_its_command() {
    let shell = Shell::start();
    shell.run("1");
    // The child keeps the pipe and speaks when the file is there.
    let answer = shell.run("^sh -c '(while ! [ -e go ]; do sleep 0.01; done; echo late) >&2 &'");
    assert_eq!((answer.lines.as_slice(), answer.code), ([].as_slice(), Some(0)));
    shell.session.run("touch go");
    loop {
        match next(&shell.session) {
            Message::Late { command, chunks } => {
                assert_eq!(command, 1);
                assert_eq!(dump(&chunks), ["component (None, None, Some(1)) !\"late\\n\""]);
                break;
            }
            Message::Done(_) | Message::Prompt(_) => {}
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_job_prints_for_the_command_that_started_it() {
    let shell = Shell::start();
    shell.run("job spawn { job recv; print from-job } | ignore");
    shell.session.run("1 | job send 1");
    loop {
        if let Message::Late { command, chunks } = next(&shell.session) {
            assert_eq!(command, 0);
            assert_eq!(dump(&chunks), ["component (None, None, Some(0)) from-job"]);
            break;
        }
    }
}

#[test]
fn commands_queue_and_somebody_is_woken() {
    let woken = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&woken);
    let config = Config { load_config: false, interactive: false, ..Config::default() };
    let session = Session::start(config, move || {
        count.fetch_add(1, Ordering::Relaxed);
    })
    .unwrap();
    // Before the engine is up.
    session.run("1");
    session.run("2");
    let mut said = Vec::new();
    while said.len() < 2 {
        if let Message::Chunks(chunks) = session.messages().recv_timeout(PATIENCE).unwrap() {
            said.extend(dump(&chunks));
        }
    }
    assert_eq!(said, ["1", "2"]);
    assert!(woken.load(Ordering::Relaxed) > 0);
}

#[test]
fn a_directory_that_is_none_is_refused() {
    let config = Config { directory: Some("/nowhere/at/all".into()), ..Config::default() };
    assert!(matches!(Session::start(config, || {}), Err(StartError::Directory { .. })));
}

#[test]
fn the_version_is_the_engines() {
    let shell = Shell::start();
    assert_eq!(shell.run("$env.NU_VERSION == (version).version").lines, ["true"]);
    assert_eq!(shell.run("use std/assert; assert true; 'std'").lines, ["std"]);
}

#[test]
fn a_program_in_a_try_block_may_print_more_than_a_pipe_holds() {
    let shell = Shell::start();
    let all = shell.run("try { ^seq 100000 }");
    let bytes: usize = all.chunks.iter().map(|chunk| chunk.payload().len()).sum();
    // 9 of one digit, 90 of two, ..., 1 of six, each with a newline.
    assert_eq!((bytes, all.code), (9 * 2 + 90 * 3 + 900 * 4 + 9000 * 5 + 90_000 * 6 + 7, Some(0)));
    assert_eq!(shell.run("try { ^sh -c 'exit 3' } catch { 'caught' }").lines, ["caught"]);
    assert_eq!(shell.run("try { ^seq 100000 } | lines | length").lines, ["100000"]);
}

#[test]
fn leaving_and_programs_ends_count_inside_of_closures_too() {
    let shell = Shell::start();
    let left = shell.run("[1 2] | each {|x| exit 8 }");
    assert_eq!((left.exit, left.code, left.lines.len()), (Some(8), Some(8), 0));
    let failed = shell.run("[1 2] | each {|x| ^sh -c 'exit 4' }");
    assert_eq!((failed.code, failed.lines.len()), (Some(4), 0));
}

#[test]
fn an_error_about_a_text_points_into_it() {
    let shell = Shell::start();
    let answer = shell.run("'{\"a\": }' | from json");
    let report = ErrorReport::read(answer.chunks[0].payload());
    let cause = ErrorReport::read(report.cause.expect("where in the text").payload);
    let Some(SpanValue::Place(span)) = cause.span else { panic!("a place: {cause:?}") };
    // The brace that comes instead of a value is the seventh character.
    assert_eq!((span.line, span.column, span.text.as_ref()), (1, 7, "{\"a\": }"));
}
