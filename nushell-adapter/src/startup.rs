//! The configuration: nushell's defaults, then the user's files, through the same way as typed commands.

use std::{
    io,
    path::{Path, PathBuf},
};

use cyb_stream::ErrorReport;
use nu_config::ConfigFileKind;

use crate::{
    engine,
    evaluate::{Outcome, Shell},
    ui::Sink,
};

impl Shell {
    /// Runs the configuration. The last outcome that wants to leave is returned.
    pub(crate) fn configure(&mut self, user_files: bool, sink: &Sink) -> Option<i32> {
        let mut exit = None;
        let (env, config) = (ConfigFileKind::Env, ConfigFileKind::Config);
        self.source("default_env.nu", env.default(), sink);
        if user_files {
            let path = self.engine.config_dirs.env_file.to_path_buf();
            exit = self.source_file(&path, sink).or(exit);
        }
        self.source("default_config.nu", config.default(), sink);
        if user_files {
            let path = self.engine.config_dirs.config_file.to_path_buf();
            exit = self.source_file(&path, sink).or(exit);
            for path in self.autoload_files() {
                exit = self.source_file(&path, sink).or(exit);
            }
        }
        // Whatever the user wants in a terminal, nobody reads escape codes here.
        self.source("colours.nu", "$env.config.use_ansi_coloring = false", sink);
        engine::set_nu_constant(&mut self.engine, self.ui.interactive);
        exit
    }

    fn source_file(&mut self, path: &Path, sink: &Sink) -> Option<i32> {
        let code = match std::fs::read_to_string(path) {
            Ok(code) => code,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                let message = format!("{} was not run: {error}", path.display());
                sink.send(ErrorReport { source: "nu".into(), ..ErrorReport::message(message) }.to_chunk());
                return None;
            }
        };
        let before = self.engine.file.replace(path.to_path_buf());
        let outcome = self.source(&path.to_string_lossy(), &code, sink);
        self.engine.file = before;
        outcome.exit
    }

    fn source(&mut self, name: &str, code: &str, sink: &Sink) -> Outcome {
        let outcome = self.run(name, code, sink);
        self.settle(sink);
        outcome
    }

    /// The vendors' files, then the user's, each folder in order of names.
    fn autoload_files(&self) -> Vec<PathBuf> {
        let directories = &self.engine.config_dirs;
        let folders = directories.vendor_autoload_dirs.iter().chain(&directories.user_autoload_dirs);
        folders.flat_map(|folder| scripts(folder)).collect()
    }
}

fn scripts(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<_> = entries.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "nu"));
    files.sort();
    files
}
