//! What a click means: `verb:rest` (protocol, "Interaction" and "Trust").

use cyb_egui::{Origin, StreamEvent};

/// Something to be done for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Run this nushell code.
    Run(String),
    /// Put this into the line, without running it.
    Edit(String),
    /// Hand a web address to the system.
    Url(String),
    /// The same as the inner act, after showing its exact target and asking: it comes from outside.
    Ask(Box<Self>),
    /// Put this on the clipboard.
    Copy(String),
    /// Nobody here knows what it means.
    Unknown(String),
}

/// Reads what a click asks for. `None`: inert.
pub(crate) fn act(event: StreamEvent) -> Option<Act> {
    match event {
        StreamEvent::Action { reference, origin } => from_reference(&reference, origin),
        StreamEvent::OpenPath { path, directory, origin } => {
            let path = absolute(&path, directory.as_deref())?;
            Some(trusted(open(&path), origin))
        }
        StreamEvent::Copy(text) => Some(Act::Copy(text)),
        _ => None,
    }
}

fn from_reference(reference: &str, origin: Origin) -> Option<Act> {
    let (verb, rest) = reference.split_once(':').unwrap_or(("", reference));
    match (verb, origin) {
        ("open", _) => Some(trusted(open(without_place(rest)), origin)),
        ("url", _) => Some(trusted(Act::Url(rest.to_owned()), origin)),
        (_, Origin::Foreign) => None,
        ("cd", Origin::Session) => Some(Act::Run(format!("cd {}", quoted(rest)))),
        ("run", Origin::Session) => Some(Act::Run(rest.to_owned())),
        ("edit", Origin::Session) => Some(Act::Edit(rest.to_owned())),
        _ => Some(Act::Unknown(reference.to_owned())),
    }
}

/// What comes from outside asks first.
fn trusted(act: Act, origin: Origin) -> Act {
    match origin {
        Origin::Session => act,
        Origin::Foreign => Act::Ask(Box::new(act)),
    }
}

/// A directory is gone into, a file is shown.
fn open(path: &str) -> Act {
    let verb = if path.ends_with('/') { "cd" } else { "open" };
    Act::Run(format!("{verb} {}", quoted(path)))
}

/// A target without its `:LINE` or `:LINE:COL`: the file is shown whole.
fn without_place(target: &str) -> &str {
    let cut = |text: &'_ str| -> Option<usize> {
        let (path, number) = text.rsplit_once(':')?;
        let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        (digits && !path.is_empty()).then_some(path.len())
    };
    let once = cut(target).map_or(target, |end| &target[..end]);
    cut(once).map_or(once, |end| &once[..end])
}

/// `None` for a relative path with no directory in force: inert.
fn absolute(path: &str, directory: Option<&str>) -> Option<String> {
    if path.starts_with('/') {
        return Some(path.to_owned());
    }
    directory.map(|directory| format!("{}/{path}", directory.trim_end_matches('/')))
}

/// A nushell string that means exactly this text.
fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            letter if letter.is_control() => out.extend(letter.escape_unicode()),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(reference: &str, origin: Origin) -> Option<Act> {
        act(StreamEvent::Action { reference: reference.to_owned(), origin })
    }

    #[test]
    fn the_sessions_own_references_act_at_once() {
        let run = |code: &str| Some(Act::Run(code.to_owned()));
        assert_eq!(action("cd:/tmp/a b", Origin::Session), run("cd \"/tmp/a b\""));
        assert_eq!(action("run:ls | length", Origin::Session), run("ls | length"));
        assert_eq!(action("edit:ls", Origin::Session), Some(Act::Edit("ls".to_owned())));
        assert_eq!(action("cmd:x", Origin::Session), Some(Act::Unknown("cmd:x".to_owned())));
        assert_eq!(
            action("cd:/a\"; rm x", Origin::Session),
            run(r#"cd "/a\"; rm x""#),
            "a name cannot end the string"
        );
    }

    #[test]
    fn foreign_references_ask_or_are_inert() {
        for inert in ["cd:/tmp", "run:rm -rf /", "edit:ls", "anything"] {
            assert_eq!(action(inert, Origin::Foreign), None, "{inert}");
        }
        let url = Act::Ask(Box::new(Act::Url("https://example.org".to_owned())));
        assert_eq!(action("url:https://example.org", Origin::Foreign), Some(url));
    }

    #[test]
    fn a_place_in_a_file_opens_the_file() {
        let run = |path: &str| Some(Act::Run(format!("open \"{path}\"")));
        assert_eq!(action("open:/w/main.rs:31:14", Origin::Session), run("/w/main.rs"));
        assert_eq!(action("open:/w/main.rs:31", Origin::Session), run("/w/main.rs"));
        assert_eq!(action("open:/w/a:b.rs", Origin::Session), run("/w/a:b.rs"));
        assert_eq!(action("open:/w/main.rs", Origin::Session), run("/w/main.rs"));
    }

    #[test]
    fn a_relative_path_needs_a_directory() {
        let click = |directory: Option<&str>| {
            let directory = directory.map(ToOwned::to_owned);
            act(StreamEvent::OpenPath { path: "src/".to_owned(), directory, origin: Origin::Session })
        };
        assert_eq!(click(None), None);
        assert_eq!(click(Some("/w")), Some(Act::Run("cd \"/w/src/\"".to_owned())));
    }
}
