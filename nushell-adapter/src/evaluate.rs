//! Source text in, chunks out.

use std::sync::Arc;

use cyb_stream::{Chunk, ErrorReport};
use nu_engine::eval_block_with_early_return;
use nu_protocol::{
    OutDest, PipelineData, ShellError, Span, Value,
    ast::Block,
    debugger::WithoutDebug,
    engine::{EngineState, Redirection, Stack, StateWorkingSet},
    process::check_exit_status_future,
};

use crate::{
    external::{Taps, set_columns},
    ui::{Owner, Sink, TAG, Ui},
    walk::{self, Context},
};

/// Brackets that may be open at once: nushell's parser recurses for each.
const MAX_DEPTH: usize = 1000;

/// The code of what was interrupted.
const INTERRUPTED: i32 = 130;

/// The engine, what it remembers, and the way out.
pub(crate) struct Shell {
    pub(crate) engine: EngineState,
    pub(crate) stack: Stack,
    pub(crate) ui: Ui,
    /// What `COLUMNS` was set to last.
    pub(crate) columns: Option<String>,
}

/// How something ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// As `$env.LAST_EXIT_CODE` holds it.
    pub(crate) code: i32,
    /// The signal that ended the program.
    pub(crate) signal: Option<String>,
    /// The person wants to leave, with this code.
    pub(crate) exit: Option<i32>,
}

impl Outcome {
    pub(crate) fn interrupted() -> Self {
        Self::with_code(INTERRUPTED)
    }

    pub(crate) fn with_code(code: i32) -> Self {
        Self { code, ..Self::default() }
    }
}

impl Shell {
    /// Does `work` with pipes for the programs it runs; what they say is `owner`'s.
    pub(crate) fn tapped<T>(&mut self, owner: Owner, work: impl FnOnce(&mut Self, &Sink) -> T) -> T {
        let sink = Sink { ui: self.ui.clone(), owner };
        let (stack, taps) = Taps::open(std::mem::take(&mut self.stack), &sink);
        self.stack = stack;
        self.stack.add_env_var(TAG.to_owned(), Value::string(self.ui.tag(owner), Span::unknown()));
        set_columns(&self.engine, &mut self.stack, &self.ui, &mut self.columns);
        let result = work(self, &sink);
        // Our ends of the pipes have to go before their readers can see the end.
        self.stack = std::mem::take(&mut self.stack).reset_out_dest();
        match taps {
            Ok(taps) => taps.settle(),
            Err(error) => {
                let message = format!("the output of programs is lost: {error}");
                sink.send(ErrorReport { source: "nu".into(), ..ErrorReport::message(message) }.to_chunk());
            }
        }
        result
    }

    /// Runs source text and sends what comes of it, errors included.
    pub(crate) fn run(&mut self, name: &str, code: &str, sink: &Sink) -> Outcome {
        let block = match self.parse(name, code, sink) {
            Ok(block) => block,
            Err(report) => {
                sink.send(report);
                return Outcome::with_code(1);
            }
        };
        let result = self.evaluate(&block, sink);
        let outcome = self.judge(result, sink);
        self.stack.set_last_exit_code(outcome.code, Span::unknown());
        outcome
    }

    fn parse(&mut self, name: &str, code: &str, sink: &Sink) -> Result<Arc<Block>, Chunk> {
        if depth(code) > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} brackets are open at once");
            return Err(ErrorReport { source: "nu".into(), ..ErrorReport::message(message) }.to_chunk());
        }
        let mut working_set = StateWorkingSet::new(&self.engine);
        let block = nu_parser::parse(&mut working_set, Some(name), code.as_bytes(), false);
        for warning in &working_set.parse_warnings {
            sink.send(walk::warning(&working_set, warning));
        }
        // Later ones mostly follow from the first.
        if let Some(error) = working_set.parse_errors.first() {
            return Err(walk::report_in(&working_set, error));
        }
        if let Some(error) = working_set.compile_errors.first() {
            return Err(walk::report_in(&working_set, error));
        }
        let delta = working_set.render();
        match self.engine.merge_delta(delta) {
            Ok(()) => Ok(block),
            Err(error) => Err(walk::report(&self.engine, &error)),
        }
    }

    fn evaluate(&mut self, block: &Block, sink: &Sink) -> Result<(), ShellError> {
        let result = {
            // A pipe of its own for the last program, so that results come back as they are; no redirection of
            // standard error, which then goes to the tap.
            let piped = Some(Redirection::Pipe(OutDest::PipeSeparate));
            let mut stack = self.stack.push_redirection(piped, None);
            eval_block_with_early_return::<WithoutDebug>(
                &self.engine,
                &mut stack,
                block,
                PipelineData::empty(),
            )
        };
        // What `unlet` removed.
        self.stack.deletions.clear();
        let data = result?;
        let context = Context::new(&self.engine, &self.stack);
        walk::pipeline(data.body, sink, context)?;
        check_exit_status_future(data.exit)
    }

    /// What a result means; sends the error if it is one that says more than its code.
    fn judge(&self, result: Result<(), ShellError>, sink: &Sink) -> Outcome {
        if sink.cancelled() {
            // Whatever error it ended with was the interrupt's doing.
            return Outcome::interrupted();
        }
        let Err(error) = result else { return Outcome::default() };
        match walk::decisive(error.clone()) {
            ShellError::Interrupted { .. } => Outcome::interrupted(),
            ShellError::Exit { code, .. } => Outcome { code, signal: None, exit: Some(code) },
            ShellError::NonZeroExitCode { exit_code, .. } => Outcome::with_code(exit_code.get()),
            ShellError::TerminatedBySignal { signal_name, signal, .. }
            | ShellError::CoreDumped { signal_name, signal, .. } => {
                Outcome { code: -signal, signal: Some(signal_name), exit: None }
            }
            leaf => {
                sink.send(walk::report(&self.engine, &error));
                Outcome::with_code(leaf.exit_code().unwrap_or(1))
            }
        }
    }

    /// Makes permanent what the code changed in the environment, and lets go of variables it shadowed.
    pub(crate) fn settle(&mut self, sink: &Sink) {
        if let Err(error) = self.engine.merge_env(&mut self.stack) {
            sink.send(walk::report(&self.engine, &error));
        }
        self.engine.cleanup_stack_variables(&mut self.stack);
    }
}

/// The most brackets open at once, counting those in strings too: an upper bound is enough.
fn depth(code: &str) -> usize {
    let mut open = 0_usize;
    let mut most = 0;
    for byte in code.bytes() {
        match byte {
            b'(' | b'[' | b'{' => {
                open += 1;
                most = most.max(open);
            }
            b')' | b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::depth;

    #[test]
    fn depth_is_the_most_brackets_open_at_once() {
        assert_eq!(depth("ls"), 0);
        assert_eq!(depth("[1 (2)] {}"), 2);
        assert_eq!(depth(")))[("), 2);
    }
}
