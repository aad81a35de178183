//! Nushell's engine with our commands in it, ready for the configuration.

use std::{
    borrow::Cow,
    path::Path,
    sync::{Arc, Mutex, atomic::Ordering},
};

use nu_protocol::{
    Config, Handlers, IntoValue as _, JobId, ShellError, Span, Type, UseAnsiColoring, Value,
    engine::{CurrentJob, EngineState, Mailbox, Stack, StateWorkingSet},
    record,
};

use crate::{StartError, commands, external, ui::Ui};

/// An engine and an empty stack.
pub(crate) fn build(
    ui: &Ui,
    mailbox: Mailbox,
    directory: &Path,
    extra: fn(&mut StateWorkingSet<'_>),
) -> Result<(EngineState, Stack), StartError> {
    // Nushell would write errors to our standard error, and move the process to another directory.
    nu_protocol::report_error::SUPPRESS_REPORTING.store(true, Ordering::Relaxed);
    nu_protocol::engine::UPDATE_CWD.store(false, Ordering::Relaxed);

    // With it, a `try` block waits for the end of a program before anybody reads its output: for ever, if that is
    // more than a pipe holds. The last pipeline's codes are looked at in `evaluate`;
    // what goes unnoticed is a failing program before the end of a pipeline that is not the last, or in a `try`.
    let pipefail = (Cow::Borrowed("pipefail"), Some(Cow::Borrowed("false")), ());
    nu_experimental::parse_iter(std::iter::once(pipefail));

    let engine = nu_cmd_lang::create_default_context();
    let engine = nu_command::add_shell_command_context(engine);
    let mut engine = nu_cli::add_cli_context(engine);
    let delta = {
        let mut working_set = StateWorkingSet::new(&engine);
        commands::declare(&mut working_set, &engine, ui);
        extra(&mut working_set);
        working_set.render()
    };
    engine.merge_delta(delta).map_err(failed)?;
    engine.set_signals(ui.control.signals());
    engine.signal_handlers = Some(Handlers::new());
    let job = ui.control.job();
    engine.root_job_sender = job.sender.clone();
    engine.current_job = CurrentJob {
        id: JobId::new(0),
        // The foreground as a job: so the pids of its children are known.
        background_thread_job: Some(job),
        mailbox: Arc::new(Mutex::new(mailbox)),
    };
    engine.history_enabled = ui.interactive;

    let mut stack = Stack::new().suppress_stdin();
    set_environment(&mut engine, &mut stack, ui, directory).map_err(failed)?;
    nu_std::load_standard_library(&mut engine).map_err(|error| StartError::Engine(error.to_string()))?;
    set_nu_constant(&mut engine, ui.interactive);
    Ok((engine, stack))
}

/// Sets `$nu`. While the flag is up nushell prints in some places, so it is up only here.
pub(crate) fn set_nu_constant(engine: &mut EngineState, interactive: bool) {
    engine.is_interactive = interactive;
    engine.generate_nu_constant();
    engine.is_interactive = false;
}

fn set_environment(
    engine: &mut EngineState,
    stack: &mut Stack,
    ui: &Ui,
    directory: &Path,
) -> Result<(), ShellError> {
    let span = Span::unknown();
    // Without a home there are no configuration files, but still a shell.
    if let Ok((directories, _)) =
        nu_config::resolve_paths(&nu_config::SystemEnv, &nu_config::CliOverrides::default())
    {
        engine.config_dirs = directories;
    }
    // Automatic would ask whether our standard output is a terminal.
    let config = Config { use_ansi_coloring: UseAnsiColoring::False, ..Config::default() };
    engine.add_env_var("config".to_owned(), config.clone().into_value(span));
    engine.set_config(config);
    engine.add_env_var("ENV_CONVERSIONS".to_owned(), Value::record(record! {}, span));
    for (name, value) in external::variables(ui) {
        let value = match (name.as_str(), value.parse()) {
            ("SHLVL", Ok(level)) => Value::int(level, span),
            _ => Value::string(value, span),
        };
        engine.add_env_var(name, value);
    }
    engine.add_env_var("PWD".to_owned(), Value::string(directory.to_string_lossy(), span));
    engine.add_env_var("NU_VERSION".to_owned(), Value::string(NU_VERSION, span));
    nu_engine::convert_env_values(engine, stack)?;

    let scripts = engine.config_dirs.config_home.join("scripts");
    let completions = engine.config_dirs.data_home.join("completions");
    let directories = [scripts, completions].map(|path| Value::string(path.to_string_lossy(), span)).to_vec();
    let directories = Value::list(directories, span);
    engine.add_env_var("NU_LIB_DIRS".to_owned(), directories.clone());
    let delta = {
        let mut working_set = StateWorkingSet::new(engine);
        let strings = Type::List(Box::new(Type::String));
        let id = working_set.add_variable(b"$NU_LIB_DIRS".to_vec(), span, strings, false);
        working_set.set_variable_const_val(id, directories);
        working_set.render()
    };
    engine.merge_delta(delta)
}

/// As `version` tells it; a test compares the two.
const NU_VERSION: &str = "0.115.1";

#[expect(clippy::needless_pass_by_value, reason = "it is the end of the error")]
fn failed(error: ShellError) -> StartError {
    StartError::Engine(error.to_string())
}
