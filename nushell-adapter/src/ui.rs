//! What commands see of the session: its way out and its answers.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU16, AtomicU64, Ordering},
    },
};

use crossbeam_channel::{Receiver, Sender, bounded};
use cyb_stream::Chunk;
use nu_protocol::engine::{EngineState, Stack};

use crate::{interrupt::Control, outlet::Outlet};

/// Whose output something is: a command by its number; `None` for what belongs to no command (startup).
pub(crate) type Owner = Option<u64>;

/// The environment variable that ties children and jobs to their command.
pub(crate) const TAG: &str = "CYB_STREAM_COMMAND";

/// Handed to every command that talks to the person. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Ui {
    pub(crate) outlet: Arc<Outlet>,
    pub(crate) control: Arc<Control>,
    pub(crate) answers: Arc<Answers>,
    pub(crate) next_id: Arc<AtomicU64>,
    pub(crate) interactive: bool,
    pub(crate) columns: Arc<AtomicU16>,
    pub(crate) rows: Arc<AtomicU16>,
    pub(crate) session: u64,
}

impl Ui {
    /// An id nothing else in this session has.
    pub(crate) fn fresh_id(&self) -> u64 {
        self.next_id.fetch_add(1, Ordering::Relaxed)
    }

    /// What [`TAG`] holds while a command runs. The process id keeps programs apart that run one another.
    pub(crate) fn tag(&self, owner: Owner) -> String {
        let number = owner.map_or_else(|| "start".to_owned(), |number| number.to_string());
        format!("{}-{}-{number}", std::process::id(), self.session)
    }

    /// The way out for what runs on `stack`: a job's output belongs to the command that started it.
    pub(crate) fn sink(&self, engine: &EngineState, stack: &Stack) -> Sink {
        let tag = stack.get_env_var(engine, TAG).and_then(|tag| tag.as_str().ok());
        let owner = tag.and_then(|tag| tag.rsplit('-').next()?.parse().ok());
        Sink { ui: self.clone(), owner }
    }
}

/// The way out for the output of one command.
#[derive(Clone)]
pub(crate) struct Sink {
    pub(crate) ui: Ui,
    pub(crate) owner: Owner,
}

impl Sink {
    /// Sends a chunk, waiting for room. `false`: the command was interrupted, stop.
    pub(crate) fn send(&self, chunk: Chunk) -> bool {
        self.ui.outlet.output(self.owner, chunk)
    }

    /// Whether the command was interrupted, or the session closed.
    pub(crate) fn cancelled(&self) -> bool {
        self.ui.control.cancelled(self.owner)
    }
}

/// The open questions.
#[derive(Debug, Default)]
pub(crate) struct Answers(Mutex<HashMap<String, Sender<Option<Chunk>>>>);

impl Answers {
    /// Opens a question; its answer comes through the channel.
    pub(crate) fn expect(&self, id: &str) -> Receiver<Option<Chunk>> {
        let (sender, receiver) = bounded(1);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(id.to_owned(), sender);
        receiver
    }

    /// Closes a question that nobody waits for any more.
    pub(crate) fn forget(&self, id: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
    }

    /// Answers a question and closes it.
    pub(crate) fn give(&self, id: &str, value: Option<Chunk>) {
        let asked = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
        if let Some(sender) = asked {
            // The channel is fresh and holds one; it is only closed when the command has ended meanwhile.
            sender.try_send(value).ok();
        }
    }
}
