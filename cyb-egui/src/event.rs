use cyb_stream::Chunk;

/// Where a chunk comes from: known to the host, never said on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The host's own session produced it.
    Session,
    /// A file, a pipe, another program: drawn the same, but what it asks for is not simply done.
    Foreign,
}

/// What a click or key on drawn output asks the host to do.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamEvent {
    /// An action was chosen.
    Action {
        /// What it means: `verb:rest`. From [`Origin::Foreign`] only `open` and `url` come.
        reference: String,
        /// Who offers it.
        origin: Origin,
    },
    /// A path was clicked.
    OpenPath {
        /// As it stands; a directory's ends in `/`.
        path: String,
        /// What a relative one is relative to.
        directory: Option<String>,
        /// Who names it.
        origin: Origin,
    },
    /// A question was answered.
    Answer {
        /// What asked.
        id: String,
        /// The answer; `None` is cancelled.
        value: Option<Chunk>,
    },
    /// The running command is to be ended.
    Interrupt,
    /// A command is to be run again.
    Rerun(String),
    /// Text is to be put on the clipboard.
    Copy(String),
}
