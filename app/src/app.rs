//! The window's content: the terminal, recordings beside it, and what floats above them.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicU8, Ordering},
    },
};

use cyb_egui::theme::{self, Tokens};
use egui::{Key, KeyboardShortcut, Modifiers, RichText, ViewportCommand};

use crate::{
    Options, Source,
    dialog::{Choice, OpenPanel, modal},
    standard::Standard,
    terminal::{Act, Terminal, act},
    viewer::Viewer,
};

const OPEN: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::O);

/// Which view is in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    Terminal,
    Recording(usize),
}

/// The window's content.
pub struct Shell {
    pub(crate) terminal: Option<Terminal>,
    pub(crate) viewers: Vec<Viewer>,
    pub(crate) shown: Shown,
    panel: Option<OpenPanel>,
    /// An act from outside that waits for a yes.
    asking: Option<Act>,
    notice: Option<String>,
    native_dialogs: bool,
    standard: Option<Standard>,
    exit: Arc<AtomicU8>,
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
            exit: Arc::default(),
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
    pub fn with_exit(mut self, exit: Arc<AtomicU8>) -> Self {
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
                self.exit.store((code & 0xFF) as u8, Ordering::SeqCst);
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

    /// Opens *Open recording*.
    pub(crate) fn show_panel(&mut self, ctx: &egui::Context) {
        let directory = self.terminal.as_ref().and_then(Terminal::directory);
        self.panel = Some(OpenPanel::new(directory.as_deref(), self.native_dialogs, waker(ctx)));
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

fn waker(ctx: &egui::Context) -> impl Fn() + Send + Sync + 'static {
    let ctx = ctx.clone();
    move || ctx.request_repaint()
}
