use super::{
    Reference, ReferenceKind,
    class::{ends_word, is_core, is_joiner, is_wide_punctuation},
};

/// The schemes that are recognised. A short list: whatever else has a colon and slashes is not known to be meant as a
/// place that can be opened.
const SCHEMES: [&str; 9] = ["http", "https", "file", "ftp", "sftp", "ssh", "git", "ws", "wss"];

/// Files that compilers and build tools point into and that have no extension.
const BARE_FILES: [&str; 5] = ["Makefile", "makefile", "GNUmakefile", "Dockerfile", "Justfile"];

/// The URLs and source places (`path:line`, `path:line:column`) in what a program printed, in order and disjoint. Escape
/// codes are to be taken out before.
///
/// - **A URL** is one of the known schemes, `://`, and what follows up to a blank, an unseen character, a quote, one of
///   `< > { } | \ ^`, a closing bracket that it did not open, or wide punctuation. Trailing `. , ; : ! ? *` and opening
///   brackets are not part.
/// - **A path** is a run without blanks, quotes, brackets and the punctuation of lists and command lines; it has a
///   letter, and a directory or an extension that starts with a letter (or is a `Makefile` and the like). `C:\` and
///   `C:/` are part of one. Line and column are decimal, from 1, and followed by no letter,
///   slash or fraction.
pub const fn places(text: &str) -> Places<'_> {
    Places { text, at: 0 }
}

/// Iterator over URLs and source places; see [`places`].
#[derive(Clone, Debug)]
pub struct Places<'a> {
    text: &'a str,
    /// What lies before it is told.
    at: usize,
}

impl<'a> Iterator for Places<'a> {
    type Item = Reference<'a>;

    fn next(&mut self) -> Option<Reference<'a>> {
        while let Some((before, ahead)) =
            self.text.split_at_checked(self.at).filter(|(_, rest)| !rest.is_empty())
        {
            let skipped = ahead.find(is_path_char).unwrap_or(ahead.len());
            let start = self.at.saturating_add(skipped);
            let run = ahead.get(skipped..)?;
            let len = run_len(run);
            self.at = start.saturating_add(len);
            let found = url(run, len).or_else(|| {
                // Brackets and joiners occur in paths too: behind one it is not known where the path started.
                let cut = before_run(before, ahead, skipped)
                    .is_some_and(|c| matches!(c, ')' | ']') || is_joiner(c));
                if cut { None } else { source(run, len) }
            });
            if let Some((from, to, kind)) = found {
                let range = start.saturating_add(from)..start.saturating_add(to);
                self.at = range.end;
                return Some(Reference { range, kind });
            }
        }
        None
    }
}

/// The character before a run that starts `skipped` bytes into `ahead`.
fn before_run(before: &str, ahead: &str, skipped: usize) -> Option<char> {
    let skipped = ahead.get(..skipped).unwrap_or_default();
    skipped.chars().next_back().or_else(|| before.chars().next_back())
}

/// Bytes of the run at the start of `text`, a drive letter's colon included.
fn run_len(text: &str) -> usize {
    let len = |text: &str| text.find(|c| !is_path_char(c)).unwrap_or(text.len());
    match text.as_bytes() {
        [drive, b':', b'\\' | b'/', ..]
            if drive.is_ascii_alphabetic() && !text.get(2..).unwrap_or_default().starts_with("//") =>
        {
            len(text.get(2..).unwrap_or_default()).saturating_add(2)
        }
        _ => len(text),
    }
}

/// A URL whose scheme is the end of the run of `len` bytes at the start of `text`: its start, end and kind.
fn url(text: &str, len: usize) -> Option<(usize, usize, ReferenceKind<'_>)> {
    let (run, behind) = text.split_at_checked(len)?;
    let body = behind.strip_prefix("://")?;
    let start = SCHEMES.iter().find_map(|scheme| {
        let at = run.len().checked_sub(scheme.len())?;
        let (before, end) = run.split_at_checked(at)?;
        (end.eq_ignore_ascii_case(scheme) && !before.ends_with(is_ascii_word)).then_some(at)
    })?;
    let is_file = run.get(start..)?.eq_ignore_ascii_case("file");
    if !body.starts_with(|c: char| c.is_alphanumeric() || c == '[' || is_file && c == '/') {
        return None;
    }
    let whole = behind.get(..url_len(behind))?;
    let kept = whole.trim_end_matches(['.', ',', ';', ':', '!', '?', '*', '(', '[']);
    let end = len.saturating_add(kept.len());
    (kept.len() > 3).then_some((start, end, ReferenceKind::Url(text.get(start..end)?)))
}

/// Bytes of a URL from its `://` on, trailing punctuation included.
pub(super) fn url_len(text: &str) -> usize {
    let (mut round, mut square) = (0_usize, 0_usize);
    for (at, c) in text.char_indices() {
        match c {
            '(' => round = round.saturating_add(1),
            '[' => square = square.saturating_add(1),
            ')' if round > 0 => round = round.saturating_sub(1),
            ']' if square > 0 => square = square.saturating_sub(1),
            ')' | ']' | '"' | '\'' | '`' | '<' | '>' | '{' | '}' | '|' | '\\' | '^' => return at,
            _ if ends_word(c) || is_joiner(c) || is_wide_punctuation(c) => return at,
            _ => {}
        }
    }
    text.len()
}

/// A source place whose path is the run of `len` bytes at the start of `text`: its start, end and kind.
fn source(text: &str, len: usize) -> Option<(usize, usize, ReferenceKind<'_>)> {
    let (path, behind) = text.split_at_checked(len)?;
    let behind = behind.strip_prefix(':')?;
    let (line, line_len) = number(behind)?;
    if !is_path(path) {
        return None;
    }
    let column = behind.get(line_len..).and_then(|behind| number(behind.strip_prefix(':')?));
    let end = len.saturating_add(1).saturating_add(line_len);
    let Some((column, column_len)) = column else {
        return Some((0, end, ReferenceKind::Source { path, line, column: None }));
    };
    let end = end.saturating_add(1).saturating_add(column_len);
    Some((0, end, ReferenceKind::Source { path, line, column: Some(column) }))
}

/// A number from 1 on at the start of `text`, and its bytes; none where it goes on as something else: a word, a longer
/// number, a version (`:1.25`), the path behind a port (`:8080/x`).
fn number(text: &str) -> Option<(u32, usize)> {
    let len = text.bytes().take(10).take_while(u8::is_ascii_digit).count();
    let (digits, behind) = text.split_at_checked(len)?;
    let value: u32 = digits.parse().ok()?;
    let is_fraction =
        behind.strip_prefix('.').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let goes_on = is_fraction || behind.starts_with(|c| is_core(c) || matches!(c, '/' | '\\' | '@'));
    (value > 0 && !goes_on).then_some((value, len))
}

fn is_ascii_word(c: char) -> bool {
    c == '_' || c.is_ascii_alphanumeric()
}

fn is_path(run: &str) -> bool {
    let name = run.rsplit(['/', '\\']).next().unwrap_or_default();
    if name.len() < run.len() {
        return !name.is_empty() && run.contains(char::is_alphabetic);
    }
    let extension = name.rsplit_once('.').is_some_and(|(_, ending)| ending.starts_with(char::is_alphabetic));
    (extension && !name.contains('@')) || BARE_FILES.contains(&name)
}

fn is_path_char(c: char) -> bool {
    let splits = matches!(
        c,
        ':' | '"'
            | '\''
            | '`'
            | '<'
            | '>'
            | '('
            | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | ','
            | ';'
            | '|'
            | '*'
            | '?'
            | '='
            | '&'
            | '!'
    );
    !splits && !ends_word(c) && !is_joiner(c) && !is_wide_punctuation(c)
}
