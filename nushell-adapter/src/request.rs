//! What is asked of the engine thread.

use std::{
    collections::VecDeque,
    sync::{Condvar, Mutex, MutexGuard, PoisonError},
};

/// A command to run.
#[derive(Debug)]
pub(crate) struct Request {
    /// Counted from 0.
    pub(crate) number: u64,
    /// How many interrupts there had been when it was asked for; a later one ends it.
    pub(crate) epoch: u64,
    /// The source text.
    pub(crate) code: String,
}

/// The queue to the engine thread. Unbounded, as a person fills it and [`Inbox::push`] must not wait.
#[derive(Debug, Default)]
pub(crate) struct Inbox {
    state: Mutex<State>,
    filled: Condvar,
}

#[derive(Debug, Default)]
struct State {
    queue: VecDeque<Request>,
    asked: u64,
    closed: bool,
}

impl Inbox {
    /// Queues a command.
    pub(crate) fn push(&self, epoch: u64, code: String) {
        let mut state = self.lock();
        let number = state.asked;
        state.asked += 1;
        state.queue.push_back(Request { number, epoch, code });
        drop(state);
        self.filled.notify_one();
    }

    /// The next command, waiting for it; `None` once closed.
    pub(crate) fn next(&self) -> Option<Request> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(request) = state.queue.pop_front() {
                return Some(request);
            }
            state = self.filled.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends the queue; what is in it is not run.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.filled.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
