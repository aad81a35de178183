//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// A terminal without a terminal emulator: nushell's values drawn as what they are.
#[derive(Debug, Parser)]
#[command(name = "cyb-term", version, args_conflicts_with_subcommands = true)]
#[command(after_help = "Examples:
  cyb-term                          open the terminal
  cyb-term --record today.cybs      open it and write the session to a file
  cyb-term today.cybs               look at a recording
  cyb-term run -c 'ls' | cybs json -
                                    run a command without a window")]
pub struct Arguments {
    #[command(subcommand)]
    command: Option<Verb>,
    #[command(flatten)]
    window: WindowOptions,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Run a command without a window: frames to standard output, nothing else anywhere.
    Run(RunOptions),
}

/// What `cyb-term run` is told.
#[derive(Clone, Debug, Args)]
pub struct RunOptions {
    /// The nushell code to run.
    #[arg(short = 'c', long = "command", value_name = "CODE", allow_hyphen_values = true)]
    pub code: String,
    /// Skip the user's configuration files.
    #[arg(long)]
    pub no_config: bool,
}

/// What `cyb-term` with a window is told.
#[derive(Clone, Debug, Default, Args)]
pub struct WindowOptions {
    /// A recording to look at; `-` reads one from standard input. Without it, the terminal.
    #[arg(value_name = "FILE.cybs")]
    pub file: Option<PathBuf>,
    /// Write the session to this file as frames. An existing recording is continued.
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Skip the user's configuration files.
    #[arg(long)]
    pub no_config: bool,
    /// How to draw.
    #[arg(long, value_enum, default_value_t)]
    pub renderer: RendererChoice,
    /// Start in this directory instead of the current one.
    #[arg(long, value_name = "DIR")]
    pub directory: Option<PathBuf>,
}

/// How the window is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RendererChoice {
    /// wgpu on a real graphics card, glow where the processor has to draw.
    #[default]
    Auto,
    /// Vulkan, Metal, Direct3D, or OpenGL through wgpu.
    Wgpu,
    /// OpenGL.
    Glow,
}

/// What is to be done.
#[derive(Debug)]
pub enum Task {
    /// A command without a window.
    Run(RunOptions),
    /// The window.
    Window(WindowOptions),
}

impl Arguments {
    /// What the arguments ask for.
    pub fn task(self) -> Task {
        match self.command {
            Some(Verb::Run(run)) => Task::Run(run),
            None => Task::Window(self.window),
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_definition_is_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn a_file_opens_the_window_and_run_does_not() {
        let parse = |words: &[&str]| Arguments::try_parse_from(words).unwrap().task();
        let Task::Window(window) = parse(&["cyb-term", "a.cybs"]) else { panic!("a window") };
        assert_eq!(window.file, Some("a.cybs".into()));
        let Task::Run(run) = parse(&["cyb-term", "run", "--no-config", "-c", "1 + 1"]) else {
            panic!("no window")
        };
        assert_eq!((run.code.as_str(), run.no_config), ("1 + 1", true));
        let Task::Run(run) = parse(&["cyb-term", "run", "-c", "-1kb"]) else { panic!("no window") };
        assert_eq!(run.code, "-1kb", "code may begin with a dash");
        assert!(Arguments::try_parse_from(["cyb-term", "run"]).is_err(), "code is required");
    }
}
