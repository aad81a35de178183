//! The engine thread: one command after the other.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::Sender;
use cyb_stream::{Chunk, Status};
use nu_protocol::{
    Span, Value,
    engine::{Job, Mailbox, StateWorkingSet},
};
use rustix::process::Signal;

use crate::{
    Message, StartError, engine,
    evaluate::{Outcome, Shell},
    interrupt::kill_group,
    panics, prompt,
    request::{Inbox, Request},
    ui::{Owner, Sink, Ui},
};

/// Nushell recurses while it parses and evaluates. Only what is used of it costs memory.
const STACK: usize = 256 << 20;

/// What the engine thread is given.
pub(crate) struct Worker {
    pub(crate) ui: Ui,
    pub(crate) inbox: Arc<Inbox>,
    pub(crate) mailbox: Mailbox,
    pub(crate) directory: PathBuf,
    pub(crate) load_config: bool,
    pub(crate) extra: fn(&mut StateWorkingSet<'_>),
}

/// Starts the engine thread; `ending` is dropped when it ends.
pub(crate) fn spawn(worker: Worker, ending: Sender<()>) -> io::Result<()> {
    thread::Builder::new().name("cyb-engine".to_owned()).stack_size(STACK).spawn(move || {
        work(worker);
        drop(ending);
    })?;
    Ok(())
}

fn work(worker: Worker) {
    panics::quiet();
    let Worker { ui, inbox, mailbox, directory, load_config, extra } = worker;
    let built = panics::caught(|| engine::build(&ui, mailbox, &directory, extra));
    let (engine, stack) = match built {
        Ok(Ok(built)) => built,
        Ok(Err(error)) => return ui.outlet.message(Message::Failed(error)),
        Err(report) => {
            let message = cyb_stream::ErrorReport::read(report.payload()).message.into_owned();
            return ui.outlet.message(Message::Failed(StartError::Engine(message)));
        }
    };
    let mut shell = Shell { engine, stack, ui, columns: None };
    let outcome = shell.start(load_config);
    shell.prompt(&outcome, None);
    while let Some(request) = inbox.next() {
        shell.command(&request);
    }
    shell.kill_jobs();
}

impl Shell {
    /// Runs the configuration.
    fn start(&mut self, load_config: bool) -> Outcome {
        let epoch = self.ui.control.epoch();
        let (outcome, _) = self.guarded(None, epoch, |shell, sink| {
            let exit = shell.configure(load_config, sink);
            shell.stack.set_last_exit_code(0, Span::unknown());
            shell.before_prompt(sink);
            Outcome { exit, ..Outcome::default() }
        });
        self.ui.outlet.end(None);
        if let Some(code) = outcome.exit {
            self.ui.outlet.message(Message::Exit(code));
        }
        Outcome { exit: None, ..outcome }
    }

    /// Runs a command and says how it ended, then that the next one may come.
    fn command(&mut self, request: &Request) {
        let owner = Some(request.number);
        let start = Instant::now();
        let (mut outcome, duration) = self.guarded(owner, request.epoch, |shell, sink| {
            shell.before_command(&request.code, sink);
            // People count from one.
            let name = format!("command {}", request.number + 1);
            let code = shell.as_change_of_directory(&request.code);
            let outcome = shell.run(&name, code.as_deref().unwrap_or(&request.code), sink);
            let duration = start.elapsed();
            let milliseconds = Value::string(duration.as_millis().to_string(), Span::unknown());
            shell.stack.add_env_var("CMD_DURATION_MS".to_owned(), milliseconds);
            shell.settle(sink);
            shell.before_prompt(sink);
            outcome
        });
        self.ui.outlet.end(Some(Message::Done(status(&outcome, duration))));
        if let Some(code) = outcome.exit.take() {
            self.ui.outlet.message(Message::Exit(code));
        }
        self.prompt(&outcome, Some(duration));
    }

    /// Does `work` under everything that may end it, and returns how long it took. After a panic the shell is as it
    /// was before.
    fn guarded(
        &mut self,
        owner: Owner,
        epoch: u64,
        work: impl FnOnce(&mut Self, &Sink) -> Outcome,
    ) -> (Outcome, Duration) {
        let start = Instant::now();
        self.ui.outlet.begin(owner);
        if !self.ui.control.begin(owner, epoch, self.ui.tag(owner)) {
            return (Outcome::interrupted(), start.elapsed());
        }
        self.engine.reset_signals();
        let backup = (self.engine.clone(), self.stack.clone());
        let result = panics::caught(|| self.tapped(owner, work));
        let mut outcome = result.unwrap_or_else(|report| {
            (self.engine, self.stack) = backup;
            self.engine.recover_from_panic();
            self.ui.outlet.output(owner, report);
            self.stack.set_last_exit_code(1, Span::unknown());
            Outcome::with_code(1)
        });
        if self.ui.control.end() && outcome.exit.is_none() {
            outcome = Outcome::interrupted();
            self.stack.set_last_exit_code(outcome.code, Span::unknown());
        }
        (outcome, start.elapsed())
    }

    fn prompt(&self, outcome: &Outcome, duration: Option<Duration>) {
        let prompt = prompt::prompt((&self.engine, &self.stack), self.ui.interactive, outcome, duration);
        self.ui.outlet.message(Message::Prompt(prompt));
    }

    /// A lone path of a directory goes there.
    fn as_change_of_directory(&self, code: &str) -> Option<String> {
        let code = code.trim();
        let quoted = code.strip_prefix('`').and_then(|rest| rest.strip_suffix('`'));
        let path = quoted.unwrap_or(code);
        let special = |char: char| char.is_whitespace() || "|;$()[]{}\"'#*?<>&\\".contains(char);
        let is_word = !path.contains('`') && (quoted.is_some() || !path.contains(special));
        let is_path =
            path.starts_with(['.', '~']) || path.contains('/') || self.engine.get_config().auto_cd_implicit;
        if path.is_empty() || !is_word || !is_path {
            return None;
        }
        let directory = self.engine.cwd(Some(&self.stack)).ok()?.into_std_path_buf();
        let home = prompt::home(&self.engine, &self.stack);
        directory_exists(path, &directory, home.as_deref()).then(|| format!("cd {code}"))
    }

    /// Ends the background jobs and their children.
    fn kill_jobs(&self) {
        let Ok(mut jobs) = self.engine.jobs.lock() else { return };
        for (_, job) in jobs.iter() {
            if let Job::Thread(job) = job {
                for pid in job.collect_pids() {
                    kill_group(pid.cast_signed(), Signal::KILL);
                }
            }
        }
        // What is left of them has no children any more; an error says that a process is gone already.
        jobs.kill_all().ok();
    }
}

fn status(outcome: &Outcome, duration: Duration) -> Chunk {
    let status = Status {
        code: Some(outcome.code.into()),
        duration_ns: u64::try_from(duration.as_nanos()).ok(),
        signal: outcome.signal.as_deref().map(Into::into),
    };
    status.to_chunk()
}

/// Whether `cd` would find it: `~` is home, and three dots or more climb.
fn directory_exists(path: &str, from: &Path, home: Option<&Path>) -> bool {
    let mut found = from.to_path_buf();
    for (index, part) in path.split('/').enumerate() {
        match part {
            "~" if index == 0 => match home {
                Some(home) => found = home.to_path_buf(),
                None => return false,
            },
            "" if index == 0 => found = PathBuf::from("/"),
            dots if dots.len() > 2 && dots.bytes().all(|byte| byte == b'.') => {
                found.extend(std::iter::repeat_n("..", dots.len() - 1));
            }
            part => found.push(part),
        }
    }
    found.is_dir()
}
