//! Whatever runs can be ended, its children with it, and the session goes on.

mod common;

use std::{
    path::Path,
    time::{Duration, Instant},
};

use common::{PATIENCE, Shell, next};
use nushell_adapter::Message;

/// Interrupts when the command has said that it runs; it must end with 130 and nothing else to say.
#[track_caller]
fn check(shell: &Shell, code: &str) {
    let answer = shell.run_and_interrupt(&format!("print -e started; {code}"));
    assert_eq!(answer.code, Some(130), "{code}");
    let errors: Vec<_> = answer.lines.iter().filter(|line| line.starts_with("error")).collect();
    assert!(errors.is_empty(), "{code}: {errors:?}");
    assert_eq!(shell.run("$env.LAST_EXIT_CODE").lines, ["130"], "the session goes on after {code}");
}

#[test]
fn builtins_end() {
    let shell = Shell::start();
    for code in
        ["loop {}", "sleep 1000sec", "1.. | each {|n| $n } | length", "1.. | where $it < 0", "job recv"]
    {
        check(&shell, code);
    }
}

#[test]
fn streams_end() {
    let shell = Shell::start();
    for code in ["1..", "1.. | each {|n| {n: $n} }", "loop { print x }", "^yes", "^yes | lines"] {
        check(&shell, code);
    }
}

#[test]
fn commands_that_catch_end() {
    let shell = Shell::start();
    for code in [
        "loop { try { sleep 1000sec } }",
        "loop { try { ^sleep 1000 } catch {} }",
        "try { loop {} } catch { 1 }",
    ] {
        check(&shell, code);
    }
}

#[test]
fn programs_end() {
    let shell = Shell::start();
    for code in [
        "^sleep 1000",
        "^sleep 1000; print never",
        "let x = (^sleep 1000)",
        "^sleep 1000 | complete",
        "1..2 | par-each { ^sleep 1000 }",
        "^yes | ^cat | ^wc -l",
        "^sh -c \"trap '' INT; sleep 1000; sleep 1000\"",
    ] {
        check(&shell, code);
    }
}

#[test]
fn questions_end() {
    let shell = Shell::interactive();
    let answer = shell.run_and_interrupt("input 'name? '; print never");
    assert_eq!((answer.lines.as_slice(), answer.code), ([].as_slice(), Some(130)));
}

#[test]
fn nothing_is_left_of_a_group() {
    let shell = Shell::start();
    for script in [
        "echo $$ >> pids; echo up >&2; exec sleep 1000",
        "sleep 1000 & echo $! >> pids; sleep 1000 & echo $! >> pids; echo up >&2; wait",
        "trap '' INT; echo $$ >> pids; echo up >&2; while :; do sleep 1; done",
        "setsid sleep 1000 & echo $! >> pids; echo $$ >> pids; echo up >&2; wait",
        "setsid sleep 1000 & echo $! >> pids; echo up >&2",
    ] {
        shell.run("rm -f pids");
        let answer = shell.run_and_interrupt(&format!("^sh -c r#'{script}'#"));
        assert_eq!(answer.code, Some(130), "{script}");
        let pids = std::fs::read_to_string(shell.directory.path().join("pids")).unwrap_or_default();
        for pid in pids.split_whitespace() {
            gone(pid);
        }
    }
}

/// Waits until the process is gone or a zombie that somebody has to fetch.
#[track_caller]
fn gone(pid: &str) {
    let deadline = Instant::now() + PATIENCE;
    let stat = Path::new("/proc").join(pid).join("stat");
    while let Ok(stat) = std::fs::read_to_string(&stat) {
        if stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')) {
            return;
        }
        assert!(Instant::now() < deadline, "{pid} is still there: {stat}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_was_queued_before_is_dropped_and_what_comes_later_runs() {
    let shell = Shell::start();
    shell.session.run("print -e started; ^sleep 1000");
    shell.session.run("print dropped");
    shell.wait_for_output();
    shell.session.interrupt();
    shell.session.run("print kept");
    let codes =
        [shell.finish(), shell.finish(), shell.finish()].map(|answer| (answer.lines.concat(), answer.code));
    let expected = [("", 130), ("", 130), ("kept", 0)].map(|(lines, code)| (lines.to_owned(), Some(code)));
    assert_eq!(codes, expected);
}

#[test]
fn an_interrupt_without_a_command_does_nothing() {
    let shell = Shell::start();
    shell.session.interrupt();
    assert_eq!(shell.run("1 + 1").lines, ["2"]);
}

#[test]
fn dropping_a_session_ends_its_children() {
    let shell = Shell::start();
    let file = shell.directory.path().join("pid");
    shell.session.run("job spawn { ^sh -c 'echo $$ > jobpid; exec sleep 1000' } | ignore");
    shell.session.run("^sh -c 'echo $$ > pid; echo up >&2; exec sleep 1000'");
    while !matches!(next(&shell.session), Message::Chunks(_)) {}
    let pid = std::fs::read_to_string(file).unwrap();
    let start = Instant::now();
    let Shell { session, directory, .. } = shell;
    drop(session);
    assert!(start.elapsed() < Duration::from_secs(5));
    gone(pid.trim());
    drop(directory);
}
