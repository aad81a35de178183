//! The terminal: one session, its output and its line.

mod prompt;
mod reference;

use std::{
    collections::{HashSet, VecDeque},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU16, Ordering},
    },
    time::{Duration, Instant},
};

use crossbeam_channel::TryRecvError;
use cyb_egui::{Origin, Scrollback, StreamEvent};
use cyb_stream::{Chunk, Component, ErrorReport, InputRequest, Place, Render, Scope, Sigil};
use egui::{Key, Modifiers, text_selection::LabelSelectionState};
use nushell_adapter::{Config, Message, Session};

pub(crate) use reference::{Act, act};

use crate::{clock, editor::Editor, headless::stray_chunk, recorder::Recorder};

/// Time a frame spends on taking over output.
const BUDGET: Duration = Duration::from_millis(4);

/// How often the clock of a running command moves.
const TICK: Duration = Duration::from_millis(100);

/// Where the engine stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Not up yet.
    Loading,
    /// Waits for a command.
    Ready,
    /// Has one.
    Running,
    /// Gone; what is typed cannot run any more.
    Failed,
}

/// A session on screen.
pub(crate) struct Terminal {
    session: Session,
    scrollback: Scrollback,
    editor: Editor,
    phase: Phase,
    prompt: Chunk,
    /// Typed while the engine was busy, in order.
    queue: VecDeque<String>,
    /// The block of each command, for output that comes after its end. Emptied by `clear`.
    blocks: Vec<Option<usize>>,
    recorder: Option<Recorder>,
    /// Questions whose answers must not be recorded, however often they are given.
    secrets: HashSet<String>,
    columns: Arc<AtomicU16>,
    rows: Arc<AtomicU16>,
    exit: Option<i32>,
}

impl Terminal {
    /// Starts a session; the engine loads behind the first frames.
    ///
    /// # Errors
    ///
    /// When its thread cannot be started.
    pub(crate) fn start(
        load_config: bool,
        directory: Option<PathBuf>,
        recorder: Option<Recorder>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> anyhow::Result<Self> {
        let directory = directory.map_or_else(std::env::current_dir, Ok).unwrap_or_default();
        let here = Place::Path(directory.to_string_lossy().into_owned().into());
        let config =
            Config { load_config, interactive: true, directory: Some(directory), ..Config::default() };
        let (columns, rows) = (Arc::clone(&config.columns), Arc::clone(&config.rows));
        Ok(Self {
            session: Session::start(config, wake)?,
            scrollback: Scrollback::new(),
            editor: Editor::default(),
            phase: Phase::Loading,
            prompt: Scope { places: vec![here], ..Scope::default() }.to_chunk(),
            queue: VecDeque::new(),
            blocks: Vec::new(),
            recorder,
            secrets: HashSet::new(),
            columns,
            rows,
            exit: None,
        })
    }

    /// The directory the next command runs in.
    pub(crate) fn directory(&self) -> Option<String> {
        Scope::read(self.prompt.payload()).directory().map(ToOwned::to_owned)
    }

    pub(crate) const fn recorder(&self) -> Option<&Recorder> {
        self.recorder.as_ref()
    }

    /// The code the person left with, once they did.
    pub(crate) const fn exit(&self) -> Option<i32> {
        self.exit
    }

    /// Takes over output, within the budget. Returns whether there may be more at once.
    pub(crate) fn drain(&mut self) -> bool {
        let start = Instant::now();
        while start.elapsed() < BUDGET {
            // A slow disk holds up the producer, not the frame.
            if self.recorder.as_mut().is_some_and(Recorder::is_behind) {
                return true;
            }
            match self.session.messages().try_recv() {
                Ok(message) => self.take(message),
                Err(TryRecvError::Empty) => return false,
                Err(TryRecvError::Disconnected) => {
                    self.fail("the engine has ended; what is typed cannot be run");
                    return false;
                }
            }
        }
        true
    }

    /// Shows what something in this process wrote past the shell. `false` when no command is there to show it in.
    pub(crate) fn stray(&mut self, bytes: &[u8]) -> bool {
        if self.phase == Phase::Running {
            self.output(stray_chunk(bytes));
        }
        self.phase == Phase::Running
    }

    /// Runs a line, or keeps it until the engine is free.
    pub(crate) fn submit(&mut self, line: String) {
        if self.phase == Phase::Failed {
            // Refused: the line stays where it was typed, below the hint that says why.
            return self.editor.set_text(line);
        }
        self.queue.push_back(line);
        self.scrollback.scroll_to_bottom();
        self.next();
    }

    /// Puts a line into the editor without running it.
    pub(crate) fn edit(&mut self, line: impl Into<String>) {
        self.editor.set_text(line);
    }

    /// Does what a click asks for; `None` when it is done, else what the window has to do.
    pub(crate) fn event(&mut self, event: StreamEvent) -> Option<Act> {
        match event {
            StreamEvent::Interrupt => self.session.interrupt(),
            StreamEvent::Answer { id, value } => self.answer(&id, value),
            event => match act(event) {
                Some(Act::Run(line)) => self.submit(line),
                Some(Act::Edit(line)) => self.edit(line),
                other => return other,
            },
        }
        None
    }

    /// Passes an answer on. A secret one is not recorded, not even that it was given.
    fn answer(&mut self, id: &str, value: Option<Chunk>) {
        if !self.secrets.contains(id) {
            self.record(&Chunk::answer(id, value.as_ref()));
        }
        self.session.answer(id, value);
    }

    /// Draws output, queue, prompt and line. Returns what is left for the window to do.
    pub(crate) fn ui(&mut self, ui: &mut egui::Ui) -> Vec<Act> {
        if self.phase == Phase::Running {
            ui.ctx().request_repaint_after(TICK);
        }
        if copies_nothing(ui) {
            self.interrupt_or_clear();
        }
        self.page_keys(ui);
        let mut events = Vec::new();
        let context = clock::view_context();
        let asked = prompt::ui(self, ui, &context, &mut events);
        egui::CentralPanel::default().frame(egui::Frame::NONE).show(ui, |ui| {
            self.measure(ui);
            if self.scrollback.blocks().len() == 0 {
                prompt::hints(ui);
            }
            events.extend(self.scrollback.ui(ui, &context));
        });
        if let Some(line) = asked {
            self.submit(line);
        }
        events.into_iter().filter_map(|event| self.event(event)).collect()
    }

    /// Page up and down move the output: the line is seldom that long.
    fn page_keys(&mut self, ui: &egui::Ui) {
        for (key, pages) in [(Key::PageUp, -1.0), (Key::PageDown, 1.0)] {
            if ui.input_mut(|input| input.consume_key(Modifiers::NONE, key)) {
                self.scrollback.scroll_pages(pages);
            }
        }
    }

    /// Ctrl+C with nothing selected: ends what runs, else clears the line.
    fn interrupt_or_clear(&mut self) {
        if self.phase == Phase::Running {
            self.session.interrupt();
        } else {
            self.editor.set_text("");
        }
    }

    fn take(&mut self, message: Message) {
        match message {
            Message::Prompt(prompt) => {
                self.record(&prompt);
                self.scrollback.push(Origin::Session, prompt.clone());
                self.prompt = prompt;
                self.phase = Phase::Ready;
                self.next();
            }
            Message::Chunks(chunks) => chunks.into_iter().for_each(|chunk| self.output(chunk)),
            Message::Late { command, chunks } => chunks.iter().for_each(|chunk| self.late(command, chunk)),
            Message::Done(status) => {
                self.record(&status);
                self.scrollback.end(status);
            }
            Message::Clear => {
                self.scrollback.clear();
                self.blocks.fill(None);
            }
            Message::Exit(code) => self.exit = Some(code),
            Message::Failed(error) => {
                self.fail(&error.to_string());
            }
            _ => {}
        }
    }

    /// Says once that nothing runs any more; lines that wait go back to the person.
    fn fail(&mut self, why: &str) {
        if std::mem::replace(&mut self.phase, Phase::Failed) == Phase::Failed {
            return;
        }
        self.output(ErrorReport { source: "cyb-term".into(), ..ErrorReport::message(why) }.to_chunk());
        self.scrollback.finish();
        let waiting: Vec<String> = self.queue.drain(..).collect();
        if !waiting.is_empty() {
            self.editor.set_text(waiting.join("\n"));
        }
    }

    fn output(&mut self, chunk: Chunk) {
        if chunk.is(Sigil::WUT, Render::COMPONENT) {
            let request = InputRequest::read(chunk.payload());
            if request.kind == "secret" {
                self.secrets.insert(request.id.into_owned());
            }
        }
        self.record(&chunk);
        self.scrollback.push(Origin::Session, chunk);
    }

    /// Output of a command that has ended: goes to its block, or to the end when that is gone.
    fn late(&mut self, command: u64, chunk: &Chunk) {
        self.record(chunk);
        let block = usize::try_from(command).ok().and_then(|index| self.blocks.get(index).copied().flatten());
        let body = Component::read(chunk.payload()).body();
        for frame in body.map_while(Result::ok) {
            match block {
                Some(block) => self.scrollback.push_to(block, Origin::Session, chunk.nested(&frame)),
                None => self.scrollback.push(Origin::Session, chunk.nested(&frame)),
            }
        }
    }

    /// Starts the next line if the engine is free.
    fn next(&mut self) {
        if self.phase != Phase::Ready {
            return;
        }
        let Some(line) = self.queue.pop_front() else { return };
        self.record(&Chunk::command(&line));
        let block = self.scrollback.begin(Origin::Session, &line, Some(clock::now()));
        self.blocks.push(Some(block));
        self.phase = Phase::Running;
        self.session.run(line);
    }

    fn record(&mut self, chunk: &Chunk) {
        if let Some(recorder) = &mut self.recorder {
            recorder.push(chunk.clone());
        }
    }

    /// Tells the engine how many characters and lines fit.
    fn measure(&self, ui: &egui::Ui) {
        let font = egui::TextStyle::Monospace.resolve(ui.style());
        let advance = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0')).max(1.0);
        let height = ui.fonts_mut(|fonts| fonts.row_height(&font)).max(1.0);
        let columns = (ui.available_width() / advance).clamp(20.0, 1000.0);
        let rows = (ui.available_height() / height).clamp(4.0, 1000.0);
        self.columns.store(columns as u16, Ordering::Relaxed);
        self.rows.store(rows as u16, Ordering::Relaxed);
    }
}

/// Whether copy was asked for while nothing is selected that it could mean.
fn copies_nothing(ui: &egui::Ui) -> bool {
    if !ui.input(|input| input.events.contains(&egui::Event::Copy)) {
        return false;
    }
    let field = ui.memory(egui::Memory::focused).and_then(|id| egui::TextEdit::load_state(ui.ctx(), id));
    let in_field = field.and_then(|state| state.cursor.char_range()).is_some_and(|range| !range.is_empty());
    let in_labels = ui.ctx().with_plugin(|labels: &mut LabelSelectionState| labels.has_selection());
    !in_field && in_labels != Some(true)
}
