use nu_protocol::{
    Category, LabeledError, PipelineData, ShellError, Signature, SyntaxShape, Type,
    engine::{Call, Command, EngineState, Stack},
};

/// A command that cannot work without a terminal. It keeps its name, so that it can say so.
#[derive(Clone)]
pub(super) struct Refuse(pub(super) &'static Refused);

/// What is refused, why, and what to do instead.
pub(super) struct Refused {
    name: &'static str,
    message: &'static str,
    label: &'static str,
    help: &'static str,
}

pub(super) static REFUSED: [Refused; 6] = [
    Refused {
        name: "exec",
        message: "`exec` would replace the window with the program",
        label: "cannot replace this process",
        help: "run the program without `exec`",
    },
    Refused {
        name: "explore",
        message: "`explore` needs a terminal",
        label: "there is no terminal here",
        help: "run the pipeline without it: tables can be sorted and opened where they are shown",
    },
    Refused {
        name: "input list",
        message: "`input list` needs a terminal",
        label: "there is no terminal to choose on",
        help: "use `input` to ask for a line of text",
    },
    Refused {
        name: "input listen",
        message: "`input listen` needs a terminal",
        label: "there are no terminal events here",
        help: "use `input` to ask for a line of text",
    },
    Refused {
        name: "term query",
        message: "`term query` needs a terminal",
        label: "there is no terminal to query",
        help: "`term size` works without one",
    },
    Refused {
        name: "keybindings listen",
        message: "`keybindings listen` needs a terminal",
        label: "there are no terminal events here",
        help: "`keybindings list` works without one",
    },
];

impl Command for Refuse {
    fn name(&self) -> &'static str {
        self.0.name
    }

    fn description(&self) -> &'static str {
        "Not available without a terminal."
    }

    fn signature(&self) -> Signature {
        Signature::build(self.0.name)
            .input_output_types(vec![(Type::Any, Type::Any)])
            .rest("args", SyntaxShape::Any, "Not used.")
            .allows_unknown_args()
            .category(Category::Platform)
    }

    fn run(
        &self,
        _: &EngineState,
        _: &mut Stack,
        call: &Call<'_>,
        _: PipelineData,
    ) -> Result<PipelineData, ShellError> {
        let Refused { message, label, help, .. } = self.0;
        Err(no_terminal(*message).with_help(*help).with_label(*label, call.head).into())
    }
}

/// The error of everything that asks for a terminal.
pub(super) fn no_terminal(message: impl Into<String>) -> LabeledError {
    LabeledError::new(message).with_code("cyb::no_terminal")
}
