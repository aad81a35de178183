//! The window's content: the terminal, recordings beside it, and what floats above them.

use std::{cell::Cell, path::PathBuf, rc::Rc, time::Duration};

use cyb_egui::theme::{self, Tokens};
use egui::{Frame, Key, KeyboardShortcut, Margin, Modifiers, RichText, ViewportCommand};

use crate::{
    Recorder, Source,
    cli::WindowOptions,
    dialog::{Choice, OpenPanel, modal},
    standard::Standard,
    terminal::{Act, Terminal, act},
    viewer::Viewer,
};

const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);

/// What a window starts with.
#[derive(Debug, Default)]
pub struct Options {
    /// Run the user's configuration files.
    pub load_config: bool,
    /// Where the terminal starts; the process's directory where it is not said.
    pub directory: Option<PathBuf>,
    /// Where the session is written to.
    pub recorder: Option<Recorder>,
    /// A recording to show instead of a terminal.
    pub source: Option<Source>,
    /// Ask the platform for its file dialog; tests do not.
    pub native_dialogs: bool,
    /// The process's streams, if they were taken over.
    pub standard: Option<Standard>,
}

impl Options {
    /// What the command line asks for.
    ///
    /// # Errors
    ///
    /// When the recording to write cannot be opened.
    pub(crate) fn new(window: WindowOptions, standard: Standard) -> anyhow::Result<Self> {
        use anyhow::Context as _;
        let recorder = match &window.record {
            Some(path) => {
                let recorder = Recorder::create(path);
                Some(recorder.with_context(|| format!("cannot record to {}", path.display()))?)
            }
            None => None,
        };
        let source = match window.file {
            Some(path) if path.as_os_str() == "-" => Some(Source::Stream(standard.input.try_clone()?)),
            Some(path) => Some(Source::File(path)),
            None => None,
        };
        Ok(Self {
            load_config: !window.no_config,
            directory: window.directory,
            recorder,
            source,
            native_dialogs: true,
            standard: Some(standard),
        })
    }
}

/// Which view is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shown {
    Terminal,
    Recording(usize),
}

/// The window's content.
pub struct Shell {
    terminal: Option<Terminal>,
    viewers: Vec<Viewer>,
    shown: Shown,
    panel: Option<OpenPanel>,
    /// An act from outside that waits for a yes.
    asking: Option<Act>,
    notice: Option<String>,
    native_dialogs: bool,
    standard: Option<Standard>,
    exit: Rc<Cell<u8>>,
    /// What the window is cleared with.
    base: egui::Color32,
}

impl Shell {
    /// Starts a session, or opens the recording the options name.
    ///
    /// # Errors
    ///
    /// When the engine's thread cannot be started.
    pub fn new(ctx: &egui::Context, options: Options) -> anyhow::Result<Self> {
        theme::install(ctx);
        let mut shell = Self {
            terminal: None,
            viewers: Vec::new(),
            shown: Shown::Terminal,
            panel: None,
            asking: None,
            notice: None,
            native_dialogs: options.native_dialogs,
            standard: options.standard,
            exit: Rc::default(),
            base: Tokens::of(ctx).base,
        };
        if let Some(source) = options.source {
            shell.open(ctx, source);
        } else {
            let wake = waker(ctx);
            shell.terminal =
                Some(Terminal::start(options.load_config, options.directory, options.recorder, wake)?);
        }
        Ok(shell)
    }

    /// Where the exit code is left when the person types `exit N`.
    #[must_use]
    pub fn with_exit(mut self, exit: Rc<Cell<u8>>) -> Self {
        self.exit = exit;
        self
    }

    fn open(&mut self, ctx: &egui::Context, source: Source) {
        self.viewers.push(Viewer::open(source, waker(ctx)));
        self.shown = Shown::Recording(self.viewers.len() - 1);
    }

    /// Takes over what came from other threads; runs for hidden windows too.
    fn take_over(&mut self, ctx: &egui::Context) {
        let mut more = false;
        if let Some(terminal) = &mut self.terminal {
            more |= terminal.drain();
            if let Some(code) = terminal.exit() {
                self.exit.set((code & 0xFF) as u8);
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
        for viewer in &mut self.viewers {
            more |= viewer.drain();
        }
        if let Some(standard) = &self.standard {
            while let Ok(bytes) = standard.captured.try_recv() {
                if !self.terminal.as_mut().is_some_and(|terminal| terminal.stray(&bytes)) {
                    standard.reporter().write(&bytes);
                }
            }
        }
        if more {
            ctx.request_repaint();
        }
    }

    fn perform(&mut self, ctx: &egui::Context, act: Act) {
        match act {
            Act::Run(line) => match &mut self.terminal {
                Some(terminal) => {
                    terminal.submit(line);
                    self.shown = Shown::Terminal;
                }
                None => self.notice = Some("there is no terminal in this window to run it".to_owned()),
            },
            Act::Edit(line) => {
                if let Some(terminal) = &mut self.terminal {
                    terminal.edit(line);
                }
            }
            Act::Url(url) => ctx.open_url(egui::OpenUrl::new_tab(url)),
            Act::Copy(text) => ctx.copy_text(text),
            Act::Ask(act) => self.asking = Some(*act),
            Act::Unknown(reference) => self.notice = Some(format!("nothing here answers to {reference}")),
        }
    }

    fn shortcuts(&mut self, ctx: &egui::Context) {
        if ctx.input_mut(|input| input.consume_shortcut(&OPEN)) {
            self.show_panel(ctx);
        }
        let dropped: Vec<PathBuf> = ctx.input(|input| {
            let paths = input.raw.dropped_files.iter().map(|file| file.path().to_owned());
            // Dropped text and web content have none.
            paths.filter(|path| !path.as_os_str().is_empty()).collect()
        });
        for path in dropped {
            self.open(ctx, Source::File(path));
        }
    }

    fn show_panel(&mut self, ctx: &egui::Context) {
        let directory = self.terminal.as_ref().and_then(Terminal::directory);
        self.panel = Some(OpenPanel::new(directory.as_deref(), self.native_dialogs, waker(ctx)));
    }

    fn top_bar(&mut self, ui: &mut egui::Ui) {
        let frame = Frame::NONE.inner_margin(Margin::symmetric(16, 6));
        egui::Panel::top("tabs").exact_size(40.0).frame(frame).show_separator_line(false).show(ui, |ui| {
            let tokens = Tokens::of(ui);
            let bottom = ui.max_rect().bottom() + 6.0;
            ui.painter().hline(
                ui.clip_rect().x_range(),
                bottom - 0.5,
                egui::Stroke::new(1.0, tokens.hairline),
            );
            ui.horizontal_centered(|ui| {
                self.tabs(ui);
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| self.meta(ui));
            });
        });
    }

    fn tabs(&mut self, ui: &mut egui::Ui) {
        if let Some(terminal) = &self.terminal {
            let title = terminal.directory().map_or_else(|| "terminal".to_owned(), |path| last_parts(&path));
            if tab(ui, self.shown == Shown::Terminal, &title).clicked() {
                self.shown = Shown::Terminal;
            }
        }
        let mut closed = None;
        for (index, viewer) in self.viewers.iter().enumerate() {
            let shown = self.shown == Shown::Recording(index);
            let title = format!("{}  read-only", viewer.name());
            if tab(ui, shown, &title).clicked() {
                self.shown = Shown::Recording(index);
            }
            let closable = self.terminal.is_some() || self.viewers.len() > 1;
            if closable && tab(ui, false, "✕").on_hover_text(format!("close {}", viewer.name())).clicked() {
                closed = Some(index);
            }
        }
        if let Some(index) = closed {
            self.viewers.remove(index);
            let last = self.viewers.len().checked_sub(1);
            self.shown = match (&self.terminal, last) {
                (None, Some(last)) => Shown::Recording(index.min(last)),
                _ => Shown::Terminal,
            };
        }
    }

    fn meta(&mut self, ui: &mut egui::Ui) {
        let tokens = Tokens::of(ui);
        let open = RichText::new("open  Ctrl O").small().color(tokens.dim);
        if ui.add(egui::Button::new(open).frame_when_inactive(false)).clicked() {
            self.show_panel(&ui.ctx().clone());
        }
        let Some(recorder) = self.terminal.as_ref().and_then(Terminal::recorder) else { return };
        if let Some(failure) = recorder.failure() {
            ui.label(RichText::new(format!("✕ not recorded: {failure}")).small().color(tokens.red));
        } else {
            let seconds = recorder.elapsed().as_secs();
            let text = format!("● rec {:02}:{:02}", seconds / 60, seconds % 60);
            ui.label(RichText::new(text).small().color(tokens.red));
            ui.ctx().request_repaint_after(Duration::from_secs(1));
        }
    }

    fn floating(&mut self, ctx: &egui::Context) {
        match self.panel.as_mut().map(|panel| panel.ui(ctx)) {
            Some(Choice::File(path)) => {
                self.panel = None;
                self.open(ctx, Source::File(path));
            }
            Some(Choice::Cancelled) => self.panel = None,
            Some(Choice::Waiting) | None => {}
        }
        if let Some(act) = &self.asking {
            match confirm(ctx, act) {
                Some(true) => {
                    if let Some(act) = self.asking.take() {
                        self.perform(ctx, act);
                    }
                }
                Some(false) => self.asking = None,
                None => {}
            }
        }
        if let Some(notice) = &self.notice {
            let shown = modal(ctx, "notice").show(ctx, |ui| {
                ui.label(notice);
                ui.add_space(8.0);
                ui.button("Close esc").clicked()
            });
            if shown.inner || shown.should_close() {
                self.notice = None;
            }
        }
    }
}

impl std::fmt::Debug for Shell {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shell").field("shown", &self.shown).finish_non_exhaustive()
    }
}

impl eframe::App for Shell {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        self.take_over(ctx);
    }

    fn clear_color(&self, _visuals: &egui::Visuals) -> [f32; 4] {
        self.base.to_normalized_gamma_f32()
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let ctx = ui.ctx().clone();
        self.shortcuts(&ctx);
        self.top_bar(ui);
        let acts = match (self.shown, &mut self.terminal) {
            (Shown::Terminal, Some(terminal)) => terminal.ui(ui),
            (Shown::Recording(index), _) => {
                let events = self.viewers.get_mut(index).map(|viewer| viewer.ui(ui)).unwrap_or_default();
                events.into_iter().filter_map(act).collect()
            }
            (Shown::Terminal, None) => Vec::new(),
        };
        for act in acts {
            self.perform(&ctx, act);
        }
        self.floating(&ctx);
    }
}

/// A quiet button; the one in front has a fill.
fn tab(ui: &mut egui::Ui, front: bool, title: &str) -> egui::Response {
    let tokens = Tokens::of(ui);
    let (colour, fill) =
        if front { (tokens.text, tokens.hover) } else { (tokens.dim, egui::Color32::TRANSPARENT) };
    let text = RichText::new(title).small().color(colour);
    ui.add(egui::Button::selectable(front, text).fill(fill).stroke(egui::Stroke::NONE))
}

/// Shows exactly what would happen; `None` while undecided.
fn confirm(ctx: &egui::Context, act: &Act) -> Option<bool> {
    let target = match act {
        Act::Run(text) | Act::Url(text) => text.as_str(),
        _ => return Some(false),
    };
    let mut answer = None;
    let shown = modal(ctx, "confirm").show(ctx, |ui| {
        ui.set_max_width(560.0);
        ui.label("This comes from a recording. Do it?");
        ui.add_space(8.0);
        ui.label(RichText::new(cyb_egui::visible(target)).monospace().color(Tokens::of(ui).blue));
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if ui.button("Do it").clicked() {
                answer = Some(true);
            }
            if ui.button("Cancel esc").clicked() {
                answer = Some(false);
            }
        });
    });
    answer.or_else(|| shown.should_close().then_some(false))
}

/// At most the last two parts of a path: enough to know a tab by.
fn last_parts(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [] => "/".to_owned(),
        [only] => (*only).to_owned(),
        [.., parent, last] => format!("{parent}/{last}"),
    }
}

fn waker(ctx: &egui::Context) -> impl Fn() + Send + Sync + 'static {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}
