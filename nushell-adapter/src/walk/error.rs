//! Nushell's diagnostics as `(!, e)`, with the places they speak of.

use cyb_stream::{Chunk, ErrorReport, Label, Level, Log, Span, SpanValue, frames};
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use nu_protocol::{
    ParseWarning, ShellError,
    engine::{CachedFile, EngineState, StateWorkingSet},
};

/// Who reports.
const SOURCE: &str = "nu";

/// How many causes are told.
const MAX_CAUSES: usize = 16;

/// An error as a chunk.
pub(crate) fn report(engine: &EngineState, error: &(dyn Diagnostic + '_)) -> Chunk {
    report_in(&StateWorkingSet::new(engine), error)
}

/// An error of code that is not merged into the engine yet.
pub(crate) fn report_in(files: &StateWorkingSet<'_>, error: &(dyn Diagnostic + '_)) -> Chunk {
    let mut trail = Vec::new();
    let error = unchained(error, &mut trail);
    let mut causes = Vec::new();
    collect(error, &mut causes);
    let mut chunk = None;
    for cause in causes.into_iter().skip(1).rev() {
        chunk = Some(one(files, cause, Vec::new(), chunk));
    }
    one(files, error, trail, chunk)
}

/// A warning of the parser as a log line.
pub(crate) fn warning(files: &StateWorkingSet<'_>, warning: &ParseWarning) -> Chunk {
    let span = warning.labels().and_then(|mut labels| labels.find_map(|label| place(files, &label)));
    let help = warning.help().map(|help| format!(" ({help})")).unwrap_or_default();
    let message = format!("{warning}{help}").into();
    Log {
        level: Level::Warn,
        source: SOURCE.into(),
        message,
        span: span.map(SpanValue::Place),
        ..Log::default()
    }
    .to_chunk()
}

/// The error itself: nushell wraps errors that pass through several blocks in a chain without a message of its own.
fn leaf(mut error: ShellError) -> ShellError {
    while let ShellError::ChainedError(chain) = &error {
        match chain.clone().sources_iter().next() {
            Some(source) => error = source,
            None => break,
        }
    }
    error
}

/// What decides how a command ended: an exit or a program's end inside of a closure counts as one outside.
pub(crate) fn decisive(error: ShellError) -> ShellError {
    let error = leaf(error);
    let mut inner = error.clone();
    while let ShellError::EvalBlockWithInput { sources, .. } = inner {
        let Some(source) = sources.into_iter().next() else { return error };
        inner = leaf(source);
    }
    match inner {
        ShellError::Exit { .. }
        | ShellError::Interrupted { .. }
        | ShellError::NonZeroExitCode { .. }
        | ShellError::TerminatedBySignal { .. }
        | ShellError::CoreDumped { .. } => inner,
        _ => error,
    }
}

/// The innermost error of a chain; the places it went through are added to `trail`, the innermost first.
fn unchained<'a>(
    error: &'a (dyn Diagnostic + 'a),
    trail: &mut Vec<LabeledSpan>,
) -> &'a (dyn Diagnostic + 'a) {
    let is_link = error.code().is_some_and(|code| code.to_string() == "chained_error");
    let inner = error.related().and_then(|mut related| related.next());
    match inner {
        Some(inner) if is_link => {
            let inner = unchained(inner, trail);
            trail.extend(error.labels().into_iter().flatten());
            inner
        }
        _ => error,
    }
}

/// The error and everything that led to it, outermost first.
fn collect<'a>(error: &'a (dyn Diagnostic + 'a), found: &mut Vec<&'a (dyn Diagnostic + 'a)>) {
    if found.len() > MAX_CAUSES {
        return;
    }
    found.push(error);
    let causes = error.related().into_iter().flatten().chain(error.diagnostic_source());
    for cause in causes {
        collect(unchained(cause, &mut Vec::new()), found);
    }
}

fn one(
    files: &StateWorkingSet<'_>,
    error: &(dyn Diagnostic + '_),
    trail: Vec<LabeledSpan>,
    cause: Option<Chunk>,
) -> Chunk {
    let mut labels: Vec<_> = error.labels().into_iter().flatten().collect();
    labels.sort_by_key(|label| !label.primary());
    labels.extend(trail);
    let labels: Vec<_> = labels
        .iter()
        .filter_map(|label| {
            let text = label.label().unwrap_or_default().to_owned().into();
            let span = match error.source_code() {
                Some(source) => place_in(source, label),
                None => place(files, label),
            };
            Some(Label { span: span?, text })
        })
        .collect();
    let level = match error.severity() {
        None | Some(Severity::Error) => Level::Error,
        Some(Severity::Warning) => Level::Warn,
        Some(Severity::Advice) => Level::Info,
    };
    let bytes = cause.map(|cause| cause.to_bytes());
    let report = ErrorReport {
        level,
        source: SOURCE.into(),
        message: message(error, &labels).into(),
        span: labels.first().map(|label| SpanValue::Place(label.span.clone())),
        code: error.code().map(|code| code.to_string().into()),
        help: error.help().map(|help| help.to_string().into()),
        url: error.url().map(|url| url.to_string().into()),
        labels,
        cause: bytes.as_deref().and_then(|bytes| frames(bytes).next()?.ok()),
        ..ErrorReport::default()
    };
    report.to_chunk()
}

/// Nushell says "External command failed" of all that goes wrong with programs, and what it was in the label.
fn message(error: &(dyn Diagnostic + '_), labels: &[Label<'_>]) -> String {
    let is_vague = error.code().is_some_and(|code| code.to_string() == "nu::shell::external_command");
    let label = labels.first().filter(|label| is_vague && !label.text.is_empty());
    label.map_or_else(|| error.to_string(), |label| label.text.to_string())
}

/// Where a label points: nushell counts bytes through all sources it ever read.
fn place(files: &StateWorkingSet<'_>, label: &LabeledSpan) -> Option<Span<'static>> {
    let (start, end) = (label.offset(), label.offset() + label.len());
    let covers = |file: &&CachedFile| start >= file.covered_span.start && end <= file.covered_span.end;
    let file = files.files().find(covers).filter(|_| end > 0)?;
    let start = position(&file.content, start - file.covered_span.start);
    let end = position(&file.content, end - file.covered_span.start);
    Some(Span {
        file: file.name.to_string().into(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        text: start.text.into(),
    })
}

/// Where a label points in a text that the error brought along, such as the input of `from json`.
fn place_in(source: &dyn SourceCode, label: &LabeledSpan) -> Option<Span<'static>> {
    // From the start, so that the lines can be counted.
    let all = (0, label.offset() + label.len()).into();
    let contents = source.read_span(&all, 0, 1).ok()?;
    let text = contents.data();
    if is_rust_location(text) {
        return None;
    }
    let (start, end) = (position(text, label.offset()), position(text, label.offset() + label.len()));
    Some(Span {
        file: contents.name().unwrap_or("input").to_owned().into(),
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
        text: start.text.into(),
    })
}

/// Whether this is no text of the person's but a line of nushell's own source, as `src/x.rs:12:3`.
fn is_rust_location(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let mut parts = text.trim().rsplitn(3, ':');
    let mut number = || parts.next().is_some_and(|part| part.parse::<u32>().is_ok());
    number() && number() && parts.next().is_some_and(|path| path.rsplit('.').next() == Some("rs"))
}

struct Position {
    line: u32,
    column: u32,
    text: String,
}

/// Line and column from 1, the column in characters, and the text of the line.
fn position(source: &[u8], offset: usize) -> Position {
    let (before, after) = source.split_at(offset.min(source.len()));
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
    let rest = after.iter().position(|byte| *byte == b'\n').unwrap_or(after.len());
    let line = before.split(|byte| *byte == b'\n').count();
    let column = String::from_utf8_lossy(&before[line_start..]).chars().count() + 1;
    let text =
        String::from_utf8_lossy(&source[line_start..before.len() + rest]).trim_end_matches('\r').to_owned();
    Position {
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: u32::try_from(column).unwrap_or(u32::MAX),
        text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, offset: usize, line: u32, column: u32, text: &str) {
        let found = position(source.as_bytes(), offset);
        assert_eq!((found.line, found.column, found.text.as_str()), (line, column, text));
    }

    #[test]
    fn a_place_in_the_compilers_source_is_none_of_the_persons() {
        assert!(is_rust_location(b"crates/nu-command/src/x.rs:12:3"));
        assert!(!is_rust_location(b"{\"a\": }"));
        assert!(!is_rust_location(b"x.rs:12"));
    }

    #[test]
    fn a_text_that_came_along_is_counted_from_its_own_start() {
        let label = LabeledSpan::new(Some("here".to_owned()), 7, 1);
        let span = place_in(&"[1,\n  {]\n]".to_owned(), &label).expect("a place");
        assert_eq!((span.line, span.column, span.text.as_ref()), (2, 4, "  {]"));
    }

    #[test]
    fn positions_count_characters_from_one() {
        check("ls | nope", 5, 1, 6, "ls | nope");
        check("a\nbc\nd", 3, 2, 2, "bc");
        check("é🦀x", 6, 1, 3, "é🦀x");
        check("ab", 2, 1, 3, "ab");
        check("a\r\nb", 0, 1, 1, "a");
        check("", 0, 1, 1, "");
    }
}
