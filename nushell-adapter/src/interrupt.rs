//! How what runs is ended: the evaluator by nushell's flag, children by signals.
//!
//! A flag set once is not enough: `try` clears it. It is set again until the evaluator is idle. Children get SIGINT,
//! then SIGKILL, each with its whole group; at last whatever carries the command's tag in its environment is killed.

use std::{
    collections::BTreeMap,
    io,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crossbeam_channel::Receiver;
use nu_protocol::{
    Signals,
    engine::{Mailbox, ThreadJob},
};
use rustix::process::{Pid, Signal, getpgrp, kill_process, kill_process_group};

use crate::ui::Owner;

/// When a group that ignores SIGINT is killed.
const PATIENCE: Duration = Duration::from_millis(60);

/// When, and how often, the tagged processes are looked for.
const SWEEP_AFTER: Duration = Duration::from_millis(90);
const SWEEP_EVERY: Duration = Duration::from_millis(60);

/// When setting the flag is no longer tried at full speed: the command does not listen.
const STUBBORN: Duration = Duration::from_secs(2);

/// What runs, and whether it is to end. Shared by the session, the interrupter and the engine thread.
pub(crate) struct Control {
    /// Nushell's own flag.
    flag: Arc<AtomicBool>,
    /// Interrupts asked for so far.
    epoch: AtomicU64,
    closing: AtomicBool,
    current: Mutex<Option<Current>>,
    /// The owner that runs, as [`code`]; the interrupt that was asked for it, kept although `try` clears the flag.
    running: AtomicU64,
    interrupted: AtomicBool,
    /// The foreground as a job: it knows the children.
    job: ThreadJob,
}

struct Current {
    epoch: u64,
    tag: String,
}

impl Control {
    /// Nothing runs yet. The mailbox belongs into the engine.
    pub(crate) fn new() -> (Self, Mailbox) {
        let flag = Arc::new(AtomicBool::new(false));
        #[expect(clippy::disallowed_methods, reason = "nushell's mailboxes are made of it")]
        let (sender, receiver) = std::sync::mpsc::channel();
        let job = ThreadJob::new(Signals::new(Arc::clone(&flag)), Some("foreground".to_owned()), sender);
        let control = Self {
            flag,
            epoch: AtomicU64::new(0),
            closing: AtomicBool::new(false),
            current: Mutex::new(None),
            running: AtomicU64::new(IDLE),
            interrupted: AtomicBool::new(false),
            job,
        };
        (control, Mailbox::new(receiver))
    }

    pub(crate) fn signals(&self) -> Signals {
        Signals::new(Arc::clone(&self.flag))
    }

    pub(crate) fn job(&self) -> ThreadJob {
        self.job.clone()
    }

    pub(crate) fn epoch(&self) -> u64 {
        self.epoch.load(Ordering::SeqCst)
    }

    /// Asks for everything that was asked for until now to end.
    pub(crate) fn request(&self) {
        self.epoch.fetch_add(1, Ordering::SeqCst);
    }

    /// Ends the session.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::SeqCst);
        self.request();
    }

    /// Something starts to run. `false`: it was interrupted before.
    pub(crate) fn begin(&self, owner: Owner, epoch: u64, tag: String) -> bool {
        let mut current = self.lock();
        if epoch < self.epoch() {
            return false;
        }
        *current = Some(Current { epoch, tag });
        self.flag.store(false, Ordering::SeqCst);
        self.interrupted.store(false, Ordering::SeqCst);
        self.running.store(code(owner), Ordering::SeqCst);
        true
    }

    /// It has ended. Returns whether it was interrupted. Waits for an interrupter that is at work on it.
    pub(crate) fn end(&self) -> bool {
        let mut current = self.lock();
        *current = None;
        self.running.store(IDLE, Ordering::SeqCst);
        self.flag.store(false, Ordering::SeqCst);
        self.interrupted.swap(false, Ordering::SeqCst)
    }

    /// Whether `owner` runs and was interrupted, or the session is closing.
    pub(crate) fn cancelled(&self, owner: Owner) -> bool {
        self.closing.load(Ordering::SeqCst)
            || (self.interrupted.load(Ordering::SeqCst) && self.running.load(Ordering::SeqCst) == code(owner))
    }

    /// Ends what runs and was asked for before the last request; returns when it is idle.
    fn cancel(&self) {
        let start = Instant::now();
        let mut hunt = Hunt::default();
        while let Some(tag) = self.assert(start.elapsed()) {
            for pid in self.job.collect_pids() {
                hunt.add(pid);
            }
            hunt.signal(start.elapsed(), &tag);
            let pause = if start.elapsed() < STUBBORN { 1 } else { 20 };
            thread::sleep(Duration::from_millis(pause));
        }
        hunt.finish();
    }

    /// Sets the flag for a moment if there is something to end; returns its tag. A burst rather than a single store,
    /// so that an instruction outside of a `try` is hit.
    fn assert(&self, age: Duration) -> Option<String> {
        let current = self.lock();
        let tag = current.as_ref().filter(|current| current.epoch < self.epoch())?.tag.clone();
        self.interrupted.store(true, Ordering::SeqCst);
        let burst = if age < Duration::from_millis(20) { Duration::ZERO } else { Duration::from_millis(4) };
        let start = Instant::now();
        loop {
            self.flag.store(true, Ordering::SeqCst);
            if start.elapsed() >= burst {
                return Some(tag);
            }
            std::hint::spin_loop();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Current>> {
        self.current.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Starts the interrupter: one round of [`Control::cancel`] for each message, until the session is gone.
pub(crate) fn listen(control: Arc<Control>, requests: Receiver<()>) -> io::Result<()> {
    let work = move || requests.into_iter().for_each(|()| control.cancel());
    thread::Builder::new().name("cyb-interrupt".to_owned()).spawn(work)?;
    Ok(())
}

const IDLE: u64 = u64::MAX;
const STARTUP: u64 = u64::MAX - 1;

fn code(owner: Owner) -> u64 {
    owner.unwrap_or(STARTUP)
}

/// The process groups of a command on its way out. They are remembered, as a group outlives its leader.
#[derive(Default)]
struct Hunt {
    groups: BTreeMap<i32, Stage>,
    swept: Option<Duration>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Found,
    Asked,
    Killed,
}

impl Hunt {
    fn add(&mut self, pid: u32) {
        if let Ok(pid) = i32::try_from(pid) {
            self.groups.entry(pid).or_insert(Stage::Found);
        }
    }

    fn signal(&mut self, age: Duration, tag: &str) {
        for (group, stage) in &mut self.groups {
            if age >= PATIENCE {
                kill_group(*group, Signal::KILL);
                *stage = Stage::Killed;
            } else if *stage == Stage::Found {
                kill_group(*group, Signal::INT);
                *stage = Stage::Asked;
            }
        }
        let pause = if age < STUBBORN { SWEEP_EVERY } else { STUBBORN };
        if age >= SWEEP_AFTER && self.swept.is_none_or(|last| age.saturating_sub(last) >= pause) {
            self.swept = Some(age);
            kill_tagged(tag);
        }
    }

    /// Whoever stayed behind in a group that was asked to go.
    fn finish(self) {
        for group in self.groups.into_keys() {
            kill_group(group, Signal::KILL);
        }
    }
}

/// Signals the group that `pid` leads. Every child leads one, as nushell starts it in a session of its own.
pub(crate) fn kill_group(pid: i32, signal: Signal) {
    let Some(pid) = Pid::from_raw(pid) else { return };
    if pid != getpgrp() && kill_process_group(pid, signal).is_err() {
        // Gone, or no leader: then only itself is meant.
        kill_process(pid, signal).ok();
    }
}

/// Kills every process whose initial environment holds the tag.
#[cfg(target_os = "linux")]
fn kill_tagged(tag: &str) {
    let needle = format!("{}={tag}\0", crate::ui::TAG);
    let finder =
        |environment: Vec<u8>| environment.windows(needle.len()).any(|part| part == needle.as_bytes());
    let Ok(processes) = std::fs::read_dir("/proc") else { return };
    for process in processes.flatten() {
        let pid = process.file_name().to_str().and_then(|name| name.parse().ok()).and_then(Pid::from_raw);
        let Some(pid) = pid.filter(|pid| *pid != rustix::process::getpid()) else { continue };
        if std::fs::read(process.path().join("environ")).is_ok_and(finder) {
            kill_process(pid, Signal::KILL).ok();
        }
    }
}

/// Other systems do not tell the environment of a process.
#[cfg(not(target_os = "linux"))]
fn kill_tagged(_tag: &str) {}
