//! `cyb-term`: the terminal, the viewer of recordings, and the windowless producer.

use std::process::ExitCode;

use app::{cli, headless, standard::Standard, window};
use clap::Parser as _;

fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    // From here on only what is handed over explicitly reaches the terminal this was started from.
    let standard = match Standard::take() {
        Ok(standard) => standard,
        Err(error) => {
            return fail(&anyhow::Error::new(error).context("cannot take over the standard streams"));
        }
    };
    match arguments.task() {
        cli::Task::Run(run) => ExitCode::from(headless::run(&run, standard)),
        cli::Task::Window(options) => {
            let report = standard.reporter();
            match window::run(options, standard) {
                Ok(code) => ExitCode::from(code),
                Err(error) => {
                    report.say(&format!("cyb-term: {error:#}"));
                    ExitCode::FAILURE
                }
            }
        }
    }
}

#[expect(clippy::print_stderr, reason = "the streams could not be taken, so this is the only way to tell")]
fn fail(error: &anyhow::Error) -> ExitCode {
    eprintln!("cyb-term: {error:#}");
    ExitCode::FAILURE
}
