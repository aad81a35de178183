//! `cybs` looks into cyb-stream input: recordings, pipes, anything that holds frames.

mod check;
mod json;

use std::{
    fs::File,
    io::{self, BufWriter, Read, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{Parser, Subcommand};
use cyb_stream::{Decoder, Event};

/// Look into cyb-stream input.
#[derive(Debug, Parser)]
#[command(name = "cybs", version, after_help = EXAMPLES)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cybs json session.cybs                  every chunk of a recording, one a line
  cyb-term run -c ls | cybs json -        what a command sends, as it comes
  cybs json - < x | jq -c .gap            what is no frame
  cybs check session.cybs && echo clean";

#[derive(Debug, Subcommand)]
enum Command {
    /// Print one JSON object per top-level chunk.
    ///
    /// A chunk has `sigil`, `render`, `offset` (of its marker, in the input, at every depth), `len` (payload bytes),
    /// `id` where it has one, and one of `text` (render t, UTF-8), `children` (a nested render whose payload is
    /// wholly frames, at most 256 deep) or `base64`. `header` (hex) stands only where the length is not in its
    /// shortest form.
    ///
    /// Bytes that are no frame: {"gap": {"offset", "len", "kind", "base64"}}; a gap over 64 KiB comes in several. A
    /// frame cut by the end: {"truncated": {"offset", "missing", "base64"}}; `missing` is null where unknown. A frame
    /// over 256 MiB is a gap of kind oversize whose `base64` is null, or a cut end with `len` bytes that came.
    ///
    /// Exit codes: 0, whatever the input holds; 2 if it cannot be read.
    #[command(after_help = "Example:\n  cyb-term run -c ls | cybs json - | jq -r .text?")]
    Json {
        /// What to read; - is standard input.
        file: PathBuf,
    },
    /// Check that the input is a clean sequence of frames.
    ///
    /// Prints one line per malformed, oversize (over 256 MiB) or truncated place, with its offset and kind. Looks at
    /// the top level only: a payload may hold anything, so damage inside one is for its reader to judge.
    ///
    /// Exit codes: 0 clean, 1 not clean, 2 cannot read.
    #[command(after_help = "Example:\n  cybs check session.cybs && echo clean")]
    Check {
        /// What to read; - is standard input.
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    let mut out = BufWriter::new(io::stdout().lock());
    let (file, done, code) = match Args::parse().command {
        Command::Json { file } => {
            let done = pump(&file, &mut json::Json(&mut out));
            (file, done, 0)
        }
        Command::Check { file } => {
            let mut check = check::Check::new(&mut out);
            let done = pump(&file, &mut check);
            (file, done, u8::from(check.found()))
        }
    };
    let told = match done {
        Ok(()) => return code.into(),
        // Whoever read the output has seen enough.
        Err(Stop::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => return code.into(),
        Err(Stop::Write(error)) => writeln!(io::stderr(), "cybs: cannot write: {error}"),
        Err(Stop::Read(error)) => writeln!(io::stderr(), "cybs: cannot read {}: {error}", file.display()),
    };
    // Without a standard error the exit code has to do.
    drop(told);
    2.into()
}

/// What a subcommand makes of the events.
trait Report {
    fn event(&mut self, event: &Event) -> io::Result<()>;
    fn flush(&mut self) -> io::Result<()>;
}

/// What ended the work early.
enum Stop {
    Read(io::Error),
    Write(io::Error),
}

/// Bytes asked of the input at once.
const BLOCK: usize = 64 * 1024;

/// Reads all of `file` into `report`, which is flushed before each wait for more, so that a live pipe shows at once.
fn pump(file: &Path, report: &mut impl Report) -> Result<(), Stop> {
    let mut source: Box<dyn Read> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(File::open(file).map_err(Stop::Read)?)
    };
    let mut decoder = Decoder::new();
    let mut block = vec![0; BLOCK];
    loop {
        let count = match source.read(&mut block) {
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(Stop::Read(error)),
        };
        decoder.feed(block.get(..count).unwrap_or_default());
        if count == 0 {
            decoder.finish();
        }
        loop {
            match decoder.next_event() {
                Event::Pending => break,
                event => report.event(&event).map_err(Stop::Write)?,
            }
        }
        report.flush().map_err(Stop::Write)?;
        if count == 0 {
            return Ok(());
        }
    }
}
