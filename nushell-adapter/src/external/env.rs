use std::sync::atomic::Ordering;

use nu_protocol::{
    Span, Value,
    engine::{EngineState, Stack},
};

use crate::ui::Ui;

/// What programs are told: there is no terminal, nobody pages, nobody can be asked behind our back.
const ALWAYS: [(&str, &str); 1] = [("TERM", "dumb")];

/// The same, where the user has not decided otherwise.
const UNLESS_SET: [(&str, &str); 6] = [
    ("PAGER", "cat"),
    ("GIT_PAGER", "cat"),
    ("MANPAGER", "cat"),
    ("SYSTEMD_PAGER", "cat"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("DEBIAN_FRONTEND", "noninteractive"),
];

/// Any of these says how the user wants colours.
const COLOURS: [&str; 5] = ["NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "CLICOLOR", "COLORTERM"];

const COLUMNS: &str = "COLUMNS";

/// The process's environment with these additions.
pub(crate) fn variables(ui: &Ui) -> Vec<(String, String)> {
    let own: Vec<(String, String)> = std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .collect();
    let is_set = |name: &str| own.iter().any(|(other, _)| other == name);
    let mut added: Vec<(&str, String)> = ALWAYS.map(|(name, value)| (name, value.to_owned())).to_vec();
    added.extend(
        UNLESS_SET.iter().filter(|(name, _)| !is_set(name)).map(|(name, value)| (*name, (*value).to_owned())),
    );
    if !COLOURS.iter().any(|name| is_set(name)) {
        added.push(("NO_COLOR", "1".to_owned()));
    }
    if !is_set(COLUMNS) {
        added.push((COLUMNS, ui.columns.load(Ordering::Relaxed).to_string()));
    }
    let level = own.iter().find(|(name, _)| name == "SHLVL").and_then(|(_, level)| level.parse::<u32>().ok());
    added.push(("SHLVL", level.unwrap_or_default().saturating_add(1).to_string()));
    let kept =
        own.into_iter().filter(|(name, _)| !added.iter().any(|(other, _)| other == name)).collect::<Vec<_>>();
    kept.into_iter().chain(added.into_iter().map(|(name, value)| (name.to_owned(), value))).collect()
}

/// Tells programs how wide the pane is now, unless the user has set something else than we did `before`.
pub(crate) fn set_columns(engine: &EngineState, stack: &mut Stack, ui: &Ui, before: &mut Option<String>) {
    let columns = ui.columns.load(Ordering::Relaxed).to_string();
    let found = stack.get_env_var(engine, COLUMNS).and_then(|value| value.as_str().ok());
    let ours = before.as_deref().is_none_or(|before| found == Some(before));
    if !ours || std::env::var_os(COLUMNS).is_some() || found == Some(columns.as_str()) {
        *before = before.take().or(Some(columns));
        return;
    }
    stack.add_env_var(COLUMNS.to_owned(), Value::string(columns.as_str(), Span::unknown()));
    *before = Some(columns);
}
