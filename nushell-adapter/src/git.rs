//! Branch and changes of the git work tree around a directory.

use std::{
    io::{self, Read as _},
    os::unix::process::CommandExt as _,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use nu_protocol::engine::{EngineState, Stack};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    process::Signal,
};

use crate::interrupt::kill_group;

/// How long git may look for changes: the next command waits for it.
const DEADLINE: Duration = Duration::from_millis(200);

/// What git knows, as far as it told in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct State {
    /// The branch, or the start of the commit's id when there is none.
    pub(crate) branch: Option<String>,
    /// How many files differ from the commit.
    pub(crate) changed: Option<u64>,
}

/// The state of the work tree that `directory` lies in; empty outside of one.
pub(crate) fn state(engine: &EngineState, stack: &Stack, directory: &Path) -> State {
    let Some(link) = directory.ancestors().map(|ancestor| ancestor.join(".git")).find(|link| link.exists())
    else {
        return State::default();
    };
    let environment = nu_engine::env_to_strings(engine, stack).unwrap_or_default();
    let mut command = Command::new("git");
    command
        // A repository's own configuration must not name a program that runs because somebody looked at it.
        .args(["-c", "core.fsmonitor=false", "--no-optional-locks", "status", "--porcelain=v2", "--branch"])
        .current_dir(directory)
        .env_clear()
        .envs(environment)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0);
    match output(&mut command) {
        Ok(Some(status)) => parse(&status),
        // Slow, absent or unhappy: the branch can be had without it.
        Ok(None) | Err(_) => State { branch: head(&link), changed: None },
    }
}

/// Reads the answer of `git status --porcelain=v2 --branch`.
fn parse(status: &str) -> State {
    let fact = |name: &str| status.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let branch = match fact("# branch.head ") {
        Some("(detached)") | None => fact("# branch.oid ").map(short),
        Some(branch) => Some(branch.to_owned()),
    };
    let changed = status.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count();
    State { branch, changed: Some(changed as u64) }
}

/// Reads `HEAD` of the repository that `.git` is, or names in a linked work tree.
fn head(link: &Path) -> Option<String> {
    let folder = match std::fs::read_to_string(link) {
        Ok(named) => link.parent()?.join(named.strip_prefix("gitdir:")?.trim()),
        Err(_) => link.to_path_buf(),
    };
    let head = std::fs::read_to_string(folder.join("HEAD")).ok()?;
    let head = head.trim();
    match head.strip_prefix("ref:") {
        Some(name) => Some(name.trim().trim_start_matches("refs/heads/").to_owned()),
        None => Some(short(head)),
    }
}

fn short(commit: &str) -> String {
    commit.chars().take(8).collect()
}

/// What the command prints; `None` if it fails or is not done in time, and then it is killed.
fn output(command: &mut Command) -> io::Result<Option<String>> {
    let deadline = Instant::now() + DEADLINE;
    let mut child = command.spawn()?;
    let mut text = Vec::new();
    let ended = read(&mut child, &mut text, deadline)?;
    while ended && Instant::now() < deadline {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success().then(|| String::from_utf8_lossy(&text).into_owned()));
        }
        thread::sleep(Duration::from_millis(1));
    }
    kill_group(child.id().cast_signed(), Signal::KILL);
    // A process on a dead disk takes its time to die.
    thread::Builder::new().name("cyb-git-reaper".to_owned()).spawn(move || child.wait())?;
    Ok(None)
}

/// Reads to the end. `false`: not in time.
fn read(child: &mut Child, text: &mut Vec<u8>, deadline: Instant) -> io::Result<bool> {
    let Some(mut stdout) = child.stdout.take() else { return Ok(true) };
    let mut piece = vec![0; 8 << 10];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        let timeout = Timespec { tv_sec: 0, tv_nsec: i64::from(left.subsec_nanos()) };
        if left.is_zero() || poll(&mut [PollFd::new(&stdout, PollFlags::IN)], Some(&timeout))? == 0 {
            return Ok(false);
        }
        match stdout.read(&mut piece)? {
            0 => return Ok(true),
            read => text.extend_from_slice(&piece[..read]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_read() {
        let status = "# branch.oid 0123456789abcdef\n# branch.head main\n# branch.upstream o/main\n\
                      1 .M N... 100644 100644 100644 a b src/lib.rs\n? new.txt\n";
        assert_eq!(parse(status), State { branch: Some("main".to_owned()), changed: Some(2) });
        let detached = "# branch.oid 0123456789abcdef\n# branch.head (detached)\n";
        assert_eq!(parse(detached), State { branch: Some("01234567".to_owned()), changed: Some(0) });
    }

    #[test]
    fn head_is_read_without_git() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join(".git");
        std::fs::create_dir(&link).unwrap();
        assert_eq!(head(&link), None);
        std::fs::write(link.join("HEAD"), "ref: refs/heads/feature/x\n").unwrap();
        assert_eq!(head(&link).as_deref(), Some("feature/x"));
        std::fs::write(link.join("HEAD"), "0123456789abcdef\n").unwrap();
        assert_eq!(head(&link).as_deref(), Some("01234567"));
        let linked = folder.path().join("linked");
        std::fs::write(&linked, "gitdir: .git\n").unwrap();
        assert_eq!(head(&linked).as_deref(), Some("01234567"));
    }
}
