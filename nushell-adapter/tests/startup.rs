//! The user's configuration files. One test, as it sets the environment of its process through a child of its own.

mod common;

use std::{path::Path, process::Command};

use common::{dump, next};
use nushell_adapter::{Config, Message, Session};

/// Set in the child, which is this test again with another configuration directory.
const CHILD: &str = "ADAPTER_TEST_CONFIG";

#[test]
fn configuration_files_run_and_are_heard() {
    if std::env::var_os(CHILD).is_some() {
        return inside();
    }
    let folder = tempfile::tempdir().unwrap();
    let nushell = folder.path().join("nushell");
    std::fs::create_dir_all(nushell.join("autoload")).unwrap();
    write(&nushell, "env.nu", "$env.FROM_ENV = 'env'");
    write(
        &nushell,
        "config.nu",
        "print configured; ^echo program; def greet [] { 'hi' }\n$env.config.use_ansi_coloring = true",
    );
    write(&nushell, "autoload/b.nu", "$env.ORDER = $env.ORDER + 'b'");
    write(&nushell, "autoload/a.nu", "$env.ORDER = 'a'; error make {msg: 'in a'}");
    let status = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "configuration_files_run_and_are_heard", "--nocapture"])
        .env("XDG_CONFIG_HOME", folder.path())
        .env(CHILD, "1")
        .env("RUST_BACKTRACE", "0")
        .output()
        .unwrap();
    assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
}

fn write(folder: &Path, name: &str, text: &str) {
    std::fs::write(folder.join(name), text).expect("a file");
}

fn inside() {
    let session =
        Session::start(Config { interactive: false, ..Config::default() }, || {}).expect("a session");
    let mut heard = Vec::new();
    loop {
        match next(&session) {
            Message::Chunks(chunks) => heard.extend(chunks),
            Message::Prompt(_) => break,
            other => panic!("{other:?}"),
        }
    }
    let mut heard = dump(&heard);
    heard.sort();
    assert_eq!(heard, ["configured", "error - at 1:30-43 in a", "~\"program\\n\""]);
    let answer = |code: &str| {
        session.run(code);
        let mut lines = Vec::new();
        loop {
            match next(&session) {
                Message::Chunks(chunks) => lines.extend(dump(&chunks)),
                Message::Done(_) => return lines,
                _ => {}
            }
        }
    };
    assert_eq!(answer("$env.FROM_ENV + $env.ORDER + (greet)"), ["envabhi"]);
    assert_eq!(answer("$env.config.use_ansi_coloring"), ["=\"\\\"false\\\"\""]);
    let config = Config { load_config: false, interactive: false, ..Config::default() };
    let plain = Session::start(config, || {}).expect("a session");
    assert!(matches!(next(&plain), Message::Prompt(_)), "nothing is heard without configuration");
}
