use nu_engine::CallExt as _;
use nu_protocol::{
    Example, OutDest, PipelineData, ShellError, Signature, Value,
    engine::{Call, Command, EngineState, Stack, StateWorkingSet},
};

use super::refuse::no_terminal;

/// A command of nushell's with flags that it cannot be given here.
#[derive(Clone)]
pub(super) struct Guarded {
    pub(super) inner: Box<dyn Command>,
    pub(super) guard: &'static Guard,
}

/// What is guarded.
pub(super) struct Guard {
    pub(super) name: &'static str,
    flags: &'static [&'static str],
    message: &'static str,
    help: &'static str,
    /// Whether it is kept from taking the standard error of the program before it, which it would pass to ours.
    keeps_stderr: bool,
}

const ASKS: &str = "would ask on a terminal";

pub(super) static GUARDS: [Guard; 4] = [
    Guard {
        name: "rm",
        flags: &["interactive", "interactive-once"],
        message: ASKS,
        help: "leave the flag out, and look at `ls` of the same pattern first",
        keeps_stderr: false,
    },
    Guard {
        name: "mv",
        flags: &["interactive"],
        message: ASKS,
        help: "leave the flag out, or use `--no-clobber`",
        keeps_stderr: false,
    },
    Guard {
        name: "cp",
        flags: &["interactive"],
        message: ASKS,
        help: "leave the flag out, or use `--no-clobber`",
        keeps_stderr: false,
    },
    Guard {
        name: "save",
        flags: &["stderr"],
        message: "is not available: standard error is shown as it comes",
        help: "redirect it: `^program o> out.txt e> err.txt`",
        keeps_stderr: true,
    },
];

impl Command for Guarded {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn description(&self) -> &str {
        self.inner.description()
    }

    fn extra_description(&self) -> &str {
        self.inner.extra_description()
    }

    fn signature(&self) -> Signature {
        self.inner.signature()
    }

    fn search_terms(&self) -> Vec<&str> {
        self.inner.search_terms()
    }

    fn examples(&self) -> Vec<Example<'_>> {
        self.inner.examples()
    }

    fn attributes(&self) -> Vec<(String, Value)> {
        self.inner.attributes()
    }

    fn is_const(&self) -> bool {
        self.inner.is_const()
    }

    fn requires_ast_for_arguments(&self) -> bool {
        self.inner.requires_ast_for_arguments()
    }

    fn pipe_redirection(&self) -> (Option<OutDest>, Option<OutDest>) {
        let (stdout, stderr) = self.inner.pipe_redirection();
        (stdout, stderr.filter(|_| !self.guard.keeps_stderr))
    }

    fn run_const(
        &self,
        working_set: &StateWorkingSet<'_>,
        call: &Call<'_>,
        input: PipelineData,
    ) -> Result<PipelineData, ShellError> {
        self.inner.run_const(working_set, call, input)
    }

    fn run(
        &self,
        engine: &EngineState,
        stack: &mut Stack,
        call: &Call<'_>,
        input: PipelineData,
    ) -> Result<PipelineData, ShellError> {
        for flag in self.guard.flags {
            let Some(span) = call.get_flag_span(stack, flag) else { continue };
            let Guard { name, message, help, .. } = self.guard;
            let error = no_terminal(format!("`{name} --{flag}` {message}"));
            return Err(error.with_help(*help).with_label("this flag", span).into());
        }
        self.inner.run(engine, stack, call, input)
    }
}
