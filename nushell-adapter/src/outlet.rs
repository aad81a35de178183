//! The way out: messages in order, bounded in number and bytes, sent in batches, and a wake-up every 16 ms at most.

use std::{
    collections::VecDeque,
    io,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::{Receiver, Sender, TrySendError, bounded};
use cyb_stream::Chunk;

use crate::{Message, interrupt::Control, ui::Owner, walk::Growing};

/// Time between two batches: a frame of the screen.
pub(crate) const PACE: Duration = Duration::from_millis(16);

/// Bytes that may wait to be taken; a single larger chunk goes alone.
const MAX_BYTES: usize = 8 << 20;

/// Messages that may wait.
const MAX_MESSAGES: usize = 1024;

/// Bounds of one message.
const BATCH_CHUNKS: usize = 256;
const BATCH_BYTES: usize = 64 << 10;

/// How soon a producer that waits for room looks again, at first: who takes messages does not tell.
const POLL: Duration = Duration::from_millis(1);

/// See the module.
pub(crate) struct Outlet {
    state: Mutex<State>,
    stirred: Condvar,
    sender: Sender<Message>,
    control: Arc<Control>,
    wake: Box<dyn Fn() + Send + Sync>,
}

#[derive(Default)]
struct State {
    /// The command whose output is not late. Outer `None`: none runs.
    running: Option<Owner>,
    pending: VecDeque<Entry>,
    pending_bytes: usize,
    /// The sizes of the last messages sent; those still in the channel are at the end.
    sent: VecDeque<usize>,
    sent_bytes: usize,
    last: Option<Instant>,
    closed: bool,
}

enum Entry {
    Output {
        destiny: Option<u64>,
        chunk: Chunk,
    },
    Growing(Arc<Growing>),
    /// A message and the bytes it counts for.
    Ready(Message, usize),
}

impl Outlet {
    /// The way out and its other end.
    pub(crate) fn new(control: Arc<Control>, wake: Box<dyn Fn() + Send + Sync>) -> (Self, Receiver<Message>) {
        let (sender, receiver) = bounded(MAX_MESSAGES);
        let (state, stirred) = (Mutex::default(), Condvar::new());
        (Self { state, stirred, sender, control, wake }, receiver)
    }

    /// Starts the thread that sends what was held back for the pace.
    pub(crate) fn pace(outlet: &Arc<Self>) -> io::Result<()> {
        let outlet = Arc::clone(outlet);
        thread::Builder::new().name("cyb-pacer".to_owned()).spawn(move || while outlet.pace_once() {})?;
        Ok(())
    }

    /// From now on `owner` runs.
    pub(crate) fn begin(&self, owner: Owner) {
        self.lock().running = Some(owner);
    }

    /// The command has ended: the message says so, and its later output is late.
    pub(crate) fn end(&self, message: Option<Message>) {
        let mut state = self.lock();
        state.running = None;
        state.pending.extend(message.map(|message| Entry::Ready(message, 0)));
        self.stir(state);
    }

    /// Sends a message that must not be lost, without waiting for room.
    pub(crate) fn message(&self, message: Message) {
        let mut state = self.lock();
        state.pending.push_back(Entry::Ready(message, 0));
        self.stir(state);
    }

    /// Sends output of `owner` once there is room. `false`: `owner` was interrupted, and it is dropped.
    pub(crate) fn output(&self, owner: Owner, chunk: Chunk) -> bool {
        let Some(mut state) = self.room(owner, size(&chunk)) else { return false };
        let entry = state.output(owner, chunk);
        state.pending.push_back(entry);
        self.stir(state);
        true
    }

    /// Queues output that still grows. It is sent as it is when it is due, or by [`Outlet::settle`].
    pub(crate) fn grow(&self, growing: &Arc<Growing>) {
        let mut state = self.lock();
        state.pending.push_back(Entry::Growing(Arc::clone(growing)));
        self.stir(state);
    }

    /// Sends what `growing` holds, at its place in the order. `false`: interrupted, and it is dropped.
    pub(crate) fn settle(&self, owner: Owner, growing: &Arc<Growing>) -> bool {
        let room = self.room(owner, growing.len());
        let open = room.is_some();
        let mut state = room.unwrap_or_else(|| self.lock());
        let ours = |entry: &Entry| matches!(entry, Entry::Growing(other) if Arc::ptr_eq(other, growing));
        let place = state.pending.iter().position(ours);
        let entry = growing.take().filter(|_| open).map(|chunk| state.output(owner, chunk));
        match (place, entry) {
            (Some(place), Some(entry)) => state.pending[place] = entry,
            (None, Some(entry)) => state.pending.push_back(entry),
            (Some(place), None) => drop(state.pending.remove(place)),
            (None, None) => {}
        }
        self.stir(state);
        open
    }

    /// Nobody listens any more: what waits for room gives up.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.pending.clear();
        drop(state);
        self.stirred.notify_all();
    }

    /// Waits until `size` more bytes may be queued. `None`: not any more.
    fn room(&self, owner: Owner, size: usize) -> Option<MutexGuard<'_, State>> {
        let mut pause = POLL;
        loop {
            let mut state = self.lock();
            if state.closed {
                return None;
            }
            let waiting = state.waiting(self.sender.len());
            if waiting == 0 || waiting + size <= MAX_BYTES {
                return Some(state);
            }
            drop(state);
            if self.control.cancelled(owner) {
                return None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(PACE);
        }
    }

    /// Sends at once after a quiet time; else the pacer does it in time.
    fn stir(&self, mut state: MutexGuard<'_, State>) {
        if state.last.is_none_or(|last| last.elapsed() >= PACE) && state.flush(&self.sender) {
            drop(state);
            (self.wake)();
            return;
        }
        let more = !state.pending.is_empty();
        drop(state);
        if more {
            self.stirred.notify_one();
        }
    }

    /// One round of the pacer. `false`: closed.
    fn pace_once(&self) -> bool {
        let mut state = self.lock();
        while state.pending.is_empty() && !state.closed {
            state = self.stirred.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.closed {
            return false;
        }
        let since = state.last.map_or(PACE, |last| last.elapsed());
        if since < PACE {
            drop(state);
            thread::sleep(PACE.saturating_sub(since));
            return true;
        }
        let sent = state.flush(&self.sender);
        let left = !state.pending.is_empty();
        drop(state);
        if sent {
            (self.wake)();
        }
        if left {
            // Not due yet, or the channel is full.
            thread::sleep(if sent { POLL } else { PACE / 4 });
        }
        true
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Where a chunk of `owner` goes: with what runs, or late. Startup has no number to be late for.
    fn output(&mut self, owner: Owner, chunk: Chunk) -> Entry {
        let destiny = owner.filter(|_| self.running != Some(owner));
        let chunk = match destiny {
            None => chunk,
            Some(number) => Chunk::component_with([("block", number.to_string().as_str())], [chunk]),
        };
        self.pending_bytes += size(&chunk);
        Entry::Output { destiny, chunk }
    }

    /// Bytes that nobody took yet, with `in_channel` messages still in the channel.
    fn waiting(&mut self, in_channel: usize) -> usize {
        while self.sent.len() > in_channel {
            self.sent_bytes -= self.sent.pop_front().unwrap_or_default();
        }
        self.pending_bytes + self.sent_bytes
    }

    /// Sends what is due and fits into the channel. Returns whether something was sent.
    fn flush(&mut self, sender: &Sender<Message>) -> bool {
        let mut kept = VecDeque::new();
        let mut any = false;
        while let Some(entry) = self.pending.pop_front() {
            let (message, bytes) = match entry {
                Entry::Growing(growing) if !growing.is_due() => {
                    kept.push_back(Entry::Growing(growing));
                    continue;
                }
                Entry::Growing(growing) => match growing.take() {
                    Some(chunk) => {
                        let entry = self.output(growing.owner(), chunk);
                        self.pending.push_front(entry);
                        continue;
                    }
                    None => continue,
                },
                Entry::Output { destiny, chunk } => self.batch(destiny, chunk),
                Entry::Ready(message, bytes) => (message, bytes),
            };
            match sender.try_send(message) {
                Ok(()) => {
                    any = true;
                    self.sent.push_back(bytes);
                    self.sent_bytes += bytes;
                    self.pending_bytes = self.pending_bytes.saturating_sub(bytes);
                }
                Err(TrySendError::Full(message)) => {
                    self.pending.push_front(Entry::Ready(message, bytes));
                    break;
                }
                // Nobody listens; the session is about to be dropped.
                Err(TrySendError::Disconnected(_)) => {
                    self.pending_bytes = self.pending_bytes.saturating_sub(bytes);
                }
            }
        }
        kept.append(&mut self.pending);
        self.pending = kept;
        if any {
            self.last = Some(Instant::now());
        }
        any
    }

    /// A message of the chunk and those behind it that go the same way, and its bytes.
    fn batch(&mut self, destiny: Option<u64>, first: Chunk) -> (Message, usize) {
        let mut bytes = size(&first);
        let mut chunks = vec![first];
        while chunks.len() < BATCH_CHUNKS && bytes < BATCH_BYTES {
            match self.pending.pop_front() {
                Some(Entry::Output { destiny: other, chunk }) if other == destiny => {
                    bytes += size(&chunk);
                    chunks.push(chunk);
                }
                Some(other) => {
                    self.pending.push_front(other);
                    break;
                }
                None => break,
            }
        }
        match destiny {
            Some(command) => (Message::Late { command, chunks }, bytes),
            None => (Message::Chunks(chunks), bytes),
        }
    }
}

/// What a chunk costs: its bytes and what holds them.
fn size(chunk: &Chunk) -> usize {
    chunk.payload().len() + 64
}
