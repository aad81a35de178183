//! A session under test, and chunks as lines that can be read.
#![allow(dead_code, reason = "each test binary uses its part")]

use std::borrow::Cow;
use std::time::Duration;

use cyb_stream::{
    Chunk, Component, ErrorReport, InputRequest, Log, Render, Scope, Sigil, Status, Struct, Table,
};
use nushell_adapter::{Config, Message, Session};

/// Longer than anything takes, so that only a hang fails.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A session in a directory of its own, waiting for a command.
pub(crate) struct Shell {
    pub(crate) session: Session,
    pub(crate) directory: tempfile::TempDir,
    pub(crate) first_prompt: Chunk,
}

/// What a command gave.
pub(crate) struct Answer {
    /// Everything but status and prompt; text runs are joined.
    pub(crate) lines: Vec<String>,
    pub(crate) chunks: Vec<Chunk>,
    pub(crate) code: Option<i64>,
    pub(crate) signal: Option<String>,
    pub(crate) exit: Option<i32>,
    pub(crate) prompt: Chunk,
}

impl Shell {
    pub(crate) fn start() -> Self {
        Self::with(Config { load_config: false, interactive: false, ..Config::default() })
    }

    pub(crate) fn interactive() -> Self {
        Self::with(Config { load_config: false, ..Config::default() })
    }

    /// The configuration's directory is replaced by a fresh one.
    pub(crate) fn with(config: Config) -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let config =
            Config { directory: Some(directory.path().canonicalize().expect("it exists")), ..config };
        let session = Session::start(config, || {}).expect("a session");
        match next(&session) {
            Message::Prompt(first_prompt) => Self { session, directory, first_prompt },
            other => panic!("a prompt should come first: {other:?}"),
        }
    }

    /// Runs a command to its end and the next prompt.
    pub(crate) fn run(&self, code: &str) -> Answer {
        self.session.run(code);
        self.finish()
    }

    /// Takes everything up to the next prompt.
    pub(crate) fn finish(&self) -> Answer {
        let (mut chunks, mut lines, mut status, mut exit) = (Vec::new(), Vec::new(), None, None);
        loop {
            match next(&self.session) {
                Message::Chunks(more) => chunks.extend(more),
                Message::Late { command, .. } => lines.push(format!("late {command}")),
                Message::Done(chunk) => status = Some(chunk),
                Message::Clear => lines.push("clear".to_owned()),
                Message::Exit(code) => exit = Some(code),
                Message::Prompt(prompt) => {
                    let status = status.expect("the status comes before the prompt");
                    let status = Status::read(status.payload());
                    lines.splice(0..0, dump(&chunks));
                    let signal = status.signal.as_deref().map(ToOwned::to_owned);
                    return Answer { lines, chunks, code: status.code, signal, exit, prompt };
                }
                other => panic!("unexpected: {other:?}"),
            }
        }
    }

    /// Waits until output shows that the command is under way.
    pub(crate) fn wait_for_output(&self) -> Vec<Chunk> {
        match next(&self.session) {
            Message::Chunks(chunks) => chunks,
            other => panic!("output was expected: {other:?}"),
        }
    }

    /// Interrupts as soon as there was output, and returns what came after it.
    pub(crate) fn run_and_interrupt(&self, code: &str) -> Answer {
        self.session.run(code);
        self.wait_for_output();
        self.session.interrupt();
        self.finish()
    }
}

pub(crate) fn next(session: &Session) -> Message {
    session.messages().recv_timeout(PATIENCE).expect("the session should go on")
}

/// Chunks as lines; neighbouring pieces of program output are one line, and so are a table or list and what was added
/// to it: how fast the machine was does not show.
pub(crate) fn dump(chunks: &[Chunk]) -> Vec<String> {
    let mut groups: Vec<Vec<Chunk>> = Vec::new();
    for chunk in chunks {
        let is_more = |group: &&mut Vec<Chunk>| group[0].id().is_some() && group[0].id() == chunk.id();
        let same_run = |group: &&mut Vec<Chunk>| is_run(chunk) && group[0].is(chunk.sigil(), chunk.render());
        let place = match chunk.sigil() {
            Sigil::LUS => groups.iter_mut().find(is_more),
            _ => groups.last_mut().filter(same_run),
        };
        match place {
            Some(group) => group.push(chunk.clone()),
            None => groups.push(vec![chunk.clone()]),
        }
    }
    groups.iter().map(|group| show(&whole_of(group))).collect()
}

fn is_run(chunk: &Chunk) -> bool {
    chunk.is(Sigil::SIG, Render::TEXT) || chunk.is(Sigil::ZAP, Render::TEXT)
}

/// Pieces of one run, table or list as one chunk.
fn whole_of(pieces: &[Chunk]) -> Chunk {
    let first = &pieces[0];
    match first.render() {
        Render::TEXT => {
            let bytes: Vec<_> = pieces.iter().flat_map(|piece| piece.payload().to_vec()).collect();
            Chunk::new(first.sigil(), first.render(), bytes)
        }
        Render::TABLE if first.id().is_some() => {
            let views: Vec<_> = pieces.iter().map(|piece| Table::read(piece.payload())).collect();
            let columns: Vec<_> = views.iter().flat_map(Table::columns).collect();
            let mut table = Table::builder(&columns);
            for row in views.iter().flat_map(Table::rows) {
                let missing = columns.len().saturating_sub(row.cells().count());
                let cells = row.cells().map(|cell| Chunk::from(&cell));
                table.row(cells.chain(std::iter::repeat_n(Chunk::missing(), missing)));
            }
            table.finish()
        }
        Render::STRUCT if first.id().is_some() => {
            let entries = pieces.iter().flat_map(|piece| Struct::read(piece.payload()).entries());
            Chunk::list(entries.map(|entry| Chunk::from(&entry.value)))
        }
        _ => first.clone(),
    }
}

/// One chunk in one line. Bare text is `(#, t)`.
pub(crate) fn show(chunk: &Chunk) -> String {
    let payload = chunk.payload();
    match (chunk.sigil(), chunk.render()) {
        (Sigil::HAX, Render::TEXT) => chunk.text_lossy().into_owned(),
        (Sigil::WUT, Render::TEXT) if payload.is_empty() => "missing".to_owned(),
        (Sigil::SIG, Render::TEXT) if payload.is_empty() => "null".to_owned(),
        (sigil, Render::TEXT) => format!("{sigil}{:?}", chunk.text_lossy()),
        (Sigil::HAX | Sigil::LUS, Render::TABLE) => table(chunk),
        (Sigil::FAS | Sigil::LUS, Render::STRUCT) => record(chunk),
        (Sigil::ZAP, Render::ERROR) => error(&ErrorReport::read(payload)),
        (Sigil::DOT, Render::LOG) => {
            let log = Log::read(payload);
            format!("{} {}", log.level, log.message)
        }
        (Sigil::WUT, Render::COMPONENT) => {
            let request = InputRequest::read(payload);
            let default = request.default.map(|frame| frame.text().into_owned());
            format!("ask {} {:?} {default:?}", request.kind, request.prompt)
        }
        (Sigil::BAR, Render::COMPONENT) => {
            let view = Component::read(payload);
            let body: Vec<_> =
                view.body().map_while(Result::ok).map(|frame| show(&Chunk::from(&frame))).collect();
            let facts = (view.mime.as_deref(), view.name.as_deref(), view.block);
            format!("component {facts:?} {}", body.join(" "))
        }
        (sigil, render) => format!("({sigil}, {render}) {} bytes", payload.len()),
    }
}

fn table(chunk: &Chunk) -> String {
    let view = Table::read(chunk.payload());
    assert_eq!(view.fault, None);
    let columns: Vec<_> = view.columns().map(Cow::into_owned).collect();
    let rows: Vec<_> = view
        .rows()
        .map(|row| row.cells().map(|cell| show(&Chunk::from(&cell))).collect::<Vec<_>>().join(", "))
        .map(|row| format!(" ({row})"))
        .collect();
    let plus = if chunk.sigil() == Sigil::LUS { "+" } else { "" };
    let id = if view.id.is_some() { "id " } else { "" };
    format!("{plus}table {id}[{}]{}", columns.join(", "), rows.concat())
}

fn record(chunk: &Chunk) -> String {
    let view = Struct::read(chunk.payload());
    assert_eq!(view.fault, None);
    let plus = if chunk.sigil() == Sigil::LUS { "+" } else { "" };
    let id = if view.id.is_some() { "id " } else { "" };
    let list = view.declared.is_some() || chunk.sigil() == Sigil::LUS;
    let fields: Vec<_> = view
        .entries()
        .map(|entry| {
            let value = show(&Chunk::from(&entry.value));
            if list { value } else { format!("{}: {value}", entry.key) }
        })
        .collect();
    let fields = fields.join(", ");
    if list { format!("{plus}{id}[{fields}]") } else { format!("{plus}{id}{{{fields}}}") }
}

/// `error CODE at LINE:COLUMN-COLUMN MESSAGE`, with its causes.
fn error(view: &ErrorReport<'_>) -> String {
    let place = match &view.span {
        Some(cyb_stream::SpanValue::Place(span)) => {
            format!("{}:{}-{}", span.line, span.column, span.end_column)
        }
        _ => "nowhere".to_owned(),
    };
    let code = view.code.as_deref().unwrap_or("-");
    let cause = view
        .cause
        .map(|cause| format!(" <- {}", error(&ErrorReport::read(cause.payload))))
        .unwrap_or_default();
    format!("error {code} at {place} {}{cause}", view.message)
}

/// The directories of a prompt.
pub(crate) fn places(prompt: &Chunk) -> Vec<String> {
    let scope = Scope::read(prompt.payload());
    let path = |place: &cyb_stream::Place<'_>| match place {
        cyb_stream::Place::Path(path) => path.clone().into_owned(),
        cyb_stream::Place::Other(frame) => panic!("not a path: {frame:?}"),
    };
    scope.places.iter().map(path).collect()
}
