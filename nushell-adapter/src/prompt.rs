//! What the person sees before typing: where they are, the git branch, how the last command ended.

use std::{
    path::{Path, PathBuf},
    time::Duration,
};

use cyb_stream::{Chunk, Place, Scope};
use nu_protocol::engine::{EngineState, Stack};

use crate::{evaluate::Outcome, git};

/// The `(/, c)` of the prompt. Where a person reads it, it takes at most as long as git is given.
pub(crate) fn prompt(
    (engine, stack): (&EngineState, &Stack),
    interactive: bool,
    outcome: &Outcome,
    duration: Option<Duration>,
) -> Chunk {
    let directory = directory(engine, stack);
    let git = if interactive { git::state(engine, stack, &directory) } else { git::State::default() };
    let scope = Scope {
        places: parts(&directory, home(engine, stack).as_deref())
            .into_iter()
            .map(|part| Place::Path(part.into()))
            .collect(),
        branch: git.branch.map(Into::into),
        dirty: git.changed,
        code: duration.map(|_| outcome.code.into()),
        duration_ns: duration.and_then(|duration| u64::try_from(duration.as_nanos()).ok()),
        ..Scope::default()
    };
    scope.to_chunk()
}

/// The user's home directory.
pub(crate) fn home(engine: &EngineState, stack: &Stack) -> Option<PathBuf> {
    let home = stack.get_env_var(engine, "HOME").and_then(|home| home.as_str().ok());
    home.map(PathBuf::from).or_else(std::env::home_dir).filter(|home| home.is_absolute())
}

/// Where the next command runs; where it was, if that directory is gone.
fn directory(engine: &EngineState, stack: &Stack) -> PathBuf {
    let named = || stack.get_env_var(engine, "PWD").and_then(|path| path.as_str().ok()).map(PathBuf::from);
    engine.cwd(Some(stack)).map(Into::into).ok().or_else(named).unwrap_or_else(|| PathBuf::from("/"))
}

/// The directories on the way, from home or the root, as paths that end in a slash.
fn parts(directory: &Path, home: Option<&Path>) -> Vec<String> {
    let start = home.filter(|home| home.parent().is_some() && directory.starts_with(home));
    let mut parts: Vec<_> = directory
        .ancestors()
        .take_while(|ancestor| start.is_none_or(|start| ancestor.starts_with(start)))
        .map(|ancestor| {
            let text = ancestor.to_string_lossy();
            if text.ends_with('/') { text.into_owned() } else { format!("{text}/") }
        })
        .collect();
    parts.reverse();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(directory: &str, home: Option<&str>, expected: &[&str]) {
        assert_eq!(parts(Path::new(directory), home.map(Path::new)), expected);
    }

    #[test]
    fn parts_start_at_home_or_the_root() {
        check("/users/u/cyb/src", Some("/users/u"), &["/users/u/", "/users/u/cyb/", "/users/u/cyb/src/"]);
        check("/users/u", Some("/users/u"), &["/users/u/"]);
        check("/users/user", Some("/users/u"), &["/", "/users/", "/users/user/"]);
        check("/etc", None, &["/", "/etc/"]);
        check("/", Some("/users/u"), &["/"]);
        check("/etc", Some("/"), &["/", "/etc/"]);
    }
}
