//! What the suite shares: the programs under test, a readable form of chunks, and a window without a screen.

#![expect(clippy::missing_panics_doc, reason = "a test that panics has failed, which is what is wanted")]

use std::{
    env,
    fmt::Write as _,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use cyb_stream::{Chunk, Decoder, Event, Frame, frames};

pub mod window;

/// The terminal's program.
pub fn cyb_term() -> PathBuf {
    program("CYB_TERM", "cyb-term")
}

/// The stream tool.
pub fn cybs() -> PathBuf {
    program("CYBS", "cybs")
}

/// Where `tests/run` says the program is, else beside the test's own folder.
fn program(variable: &str, name: &str) -> PathBuf {
    let beside = || {
        let test = env::current_exe().expect("the test's own path is known");
        test.ancestors().nth(2).expect("tests lie two folders deep in the target folder").join(name)
    };
    let path = env::var_os(variable).map_or_else(beside, PathBuf::from);
    assert!(path.is_file(), "{} is not built: use tests/run", path.display());
    path
}

/// `cyb-term run --no-config -c CODE` in `directory`, with nothing to read.
pub fn run(directory: &Path, code: &str) -> Output {
    command(directory, code).stdin(Stdio::null()).output().expect("the program starts")
}

/// The same, not started.
pub fn command(directory: &Path, code: &str) -> Command {
    let mut command = Command::new(cyb_term());
    command.args(["run", "--no-config", "-c", code]).current_dir(directory);
    command
}

/// `cybs ARGUMENTS` fed with `input`.
pub fn run_cybs(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(cybs())
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().expect("it is piped").write_all(input).expect("it reads");
    child.wait_with_output().expect("it ends")
}

/// The chunks of a stream that must be sound.
pub fn decode(bytes: &[u8]) -> Vec<Chunk> {
    let mut decoder = Decoder::new();
    decoder.feed(bytes);
    decoder.finish();
    let mut chunks = Vec::new();
    loop {
        match decoder.next_event() {
            Event::Chunk(found) => chunks.push(found.chunk),
            Event::Pending => return chunks,
            damage => panic!("not a sound stream: {damage:?}"),
        }
    }
}

/// A line per chunk, nested ones in brackets: `(#, t) "2"`.
pub fn dump(chunks: &[Chunk]) -> String {
    let mut out = String::new();
    for chunk in chunks {
        writeln!(
            out,
            "({}, {}) {}",
            chunk.sigil(),
            chunk.render(),
            dump_payload(chunk.render().is_nested(), chunk.payload())
        )
        .expect("a string takes all");
    }
    out
}

fn dump_payload(nested: bool, payload: &[u8]) -> String {
    let whole: Result<Vec<Frame<'_>>, _> = frames(payload).collect();
    match whole {
        Ok(children) if nested => {
            let children: Vec<String> = children
                .iter()
                .map(|child| {
                    format!(
                        "({}, {}) {}",
                        child.sigil,
                        child.render,
                        dump_payload(child.render.is_nested(), child.payload)
                    )
                })
                .collect();
            format!("[{}]", children.join(", "))
        }
        _ => format!("{:?}", String::from_utf8_lossy(payload)),
    }
}
