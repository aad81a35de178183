use std::{
    fmt, io,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU16, AtomicU64, Ordering},
    },
    time::Duration,
};

use crossbeam_channel::{Receiver, Sender, bounded};
use cyb_stream::Chunk;
use nu_protocol::engine::StateWorkingSet;

use crate::{
    Message,
    interrupt::{self, Control},
    outlet::Outlet,
    request::Inbox,
    ui::{Answers, Ui},
    worker::{self, Worker},
};

/// How long dropping a [`Session`] waits for its children to be ended.
const FAREWELL: Duration = Duration::from_millis(250);

/// How a session is to be started.
#[expect(clippy::struct_field_names, reason = "the user's configuration is another thing than this")]
#[derive(Clone, Debug)]
pub struct Config {
    /// Whether the user's configuration files are run; without them only nushell's own defaults are in force.
    pub load_config: bool,
    /// Whether somebody is there: questions can be answered, and the hooks of an interactive shell run.
    pub interactive: bool,
    /// Where the session starts; the process's current directory by default.
    pub directory: Option<PathBuf>,
    /// How many characters fit across, as `term size` and `COLUMNS` tell it. May change at any time.
    pub columns: Arc<AtomicU16>,
    /// How many lines fit, as `term size` tells it. May change at any time.
    pub rows: Arc<AtomicU16>,
}

/// Configuration files and questions allowed, 80 by 24 characters.
impl Default for Config {
    fn default() -> Self {
        Self {
            load_config: true,
            interactive: true,
            directory: None,
            columns: Arc::new(AtomicU16::new(80)),
            rows: Arc::new(AtomicU16::new(24)),
        }
    }
}

/// Why a session could not be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StartError {
    /// A thread or pipe could not be made.
    #[error("the system gave no thread for the engine")]
    Thread(#[source] io::Error),
    /// The directory to start in cannot be used.
    #[error("cannot start in {}", directory.display())]
    Directory {
        /// The directory asked for; empty for the process's own.
        directory: PathBuf,
        /// What is wrong with it.
        source: io::Error,
    },
    /// Nushell could not be set up.
    #[error("nushell could not be set up: {0}")]
    Engine(String),
}

/// A handle to an engine thread. Dropping it ends what runs, children and jobs included, and waits at most a quarter
/// of a second for that.
pub struct Session {
    messages: Receiver<Message>,
    inbox: Arc<Inbox>,
    outlet: Arc<Outlet>,
    control: Arc<Control>,
    answers: Arc<Answers>,
    interrupts: Sender<()>,
    ended: Receiver<()>,
}

impl Session {
    /// Starts the engine and returns at once; it loads on its own thread. `wake` is called when messages wait, at most
    /// every 16 ms or so, from any thread.
    ///
    /// # Errors
    ///
    /// When the directory is none, or the system gives no threads. What goes wrong later is a [`Message::Failed`].
    pub fn start(config: Config, wake: impl Fn() + Send + Sync + 'static) -> Result<Self, StartError> {
        Self::start_with(config, Box::new(wake), |_| {})
    }

    /// [`Session::start`] with more commands.
    pub(crate) fn start_with(
        config: Config,
        wake: Box<dyn Fn() + Send + Sync>,
        extra: fn(&mut StateWorkingSet<'_>),
    ) -> Result<Self, StartError> {
        let directory = directory(config.directory)?;
        let (control, mailbox) = Control::new();
        let control = Arc::new(control);
        let (outlet, messages) = Outlet::new(Arc::clone(&control), wake);
        let (outlet, inbox, answers) =
            (Arc::new(outlet), Arc::new(Inbox::default()), Arc::new(Answers::default()));
        Outlet::pace(&outlet).map_err(StartError::Thread)?;
        let (interrupts, interrupted) = bounded(1);
        interrupt::listen(Arc::clone(&control), interrupted).map_err(StartError::Thread)?;
        let (ending, ended) = bounded(0);
        let ui = Ui {
            outlet: Arc::clone(&outlet),
            control: Arc::clone(&control),
            answers: Arc::clone(&answers),
            next_id: Arc::new(AtomicU64::new(1)),
            interactive: config.interactive,
            columns: config.columns,
            rows: config.rows,
            session: session_number(),
        };
        let worker = Worker {
            ui,
            inbox: Arc::clone(&inbox),
            mailbox,
            directory,
            load_config: config.load_config,
            extra,
        };
        worker::spawn(worker, ending).map_err(StartError::Thread)?;
        Ok(Self { messages, inbox, outlet, control, answers, interrupts, ended })
    }

    /// What the session says. Bounded in messages and bytes: where nobody takes them, commands wait.
    pub const fn messages(&self) -> &Receiver<Message> {
        &self.messages
    }

    /// Queues a command; they run in order. Never waits.
    pub fn run(&self, code: impl Into<String>) {
        self.inbox.push(self.control.epoch(), code.into());
    }

    /// Ends the running command and all its children, and returns at once. Commands queued before are dropped: each
    /// still gets its [`Message::Done`], with code 130. Commands queued later are not affected. Without a command it
    /// does nothing.
    pub fn interrupt(&self) {
        self.control.request();
        // A full channel: the interrupter has not looked at the last request yet, and will see this one too.
        self.interrupts.try_send(()).ok();
    }

    /// Answers the question `id` of a `(?, c)`; `None` cancels it. An id that nobody asks for is ignored.
    pub fn answer(&self, id: &str, value: Option<Chunk>) {
        self.answers.give(id, value);
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.outlet.close();
        self.control.close();
        self.inbox.close();
        self.interrupts.try_send(()).ok();
        // The engine thread drops its end when it is done; nothing is ever sent.
        self.ended.recv_timeout(FAREWELL).ok();
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("waiting", &self.messages.len()).finish_non_exhaustive()
    }
}

fn directory(asked: Option<PathBuf>) -> Result<PathBuf, StartError> {
    let named = asked.clone().unwrap_or_default();
    let fail = |source| StartError::Directory { directory: named.clone(), source };
    let found = match asked {
        Some(path) => std::path::absolute(path),
        None => std::env::current_dir(),
    }
    .map_err(fail)?;
    // Nushell refuses a directory that ends in a slash.
    let path = found.components().collect::<PathBuf>();
    if !path.metadata().map_err(fail)?.is_dir() {
        return Err(fail(io::ErrorKind::NotADirectory.into()));
    }
    Ok(path)
}

/// Tells the sessions of this process apart.
fn session_number() -> u64 {
    static STARTED: AtomicU64 = AtomicU64::new(0);
    STARTED.fetch_add(1, Ordering::Relaxed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_can_be_shared_between_threads() {
        const fn shared<T: Send + Sync>() {}
        shared::<Session>();
        shared::<Message>();
    }

    #[test]
    fn the_directory_is_absolute_and_has_no_slash_at_its_end() {
        let root = directory(Some("/".into())).unwrap();
        assert_eq!(root, PathBuf::from("/"));
        let own = directory(Some("src/".into())).unwrap();
        assert!(own.is_absolute() && own.ends_with("src") && !own.to_string_lossy().ends_with('/'));
        assert!(directory(Some("Cargo.toml".into())).is_err(), "a file is no directory");
    }
}
