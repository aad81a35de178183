//! What a window starts with.

use std::path::PathBuf;

use anyhow::Context as _;

use crate::{Recorder, Source, cli::WindowOptions, standard::Standard};

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
