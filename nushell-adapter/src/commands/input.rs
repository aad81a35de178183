use std::time::Duration;

use crossbeam_channel::RecvTimeoutError;
use cyb_stream::{Chunk, InputRequest, frames};
use nu_engine::CallExt as _;
use nu_protocol::{
    Category, IntoPipelineData as _, LabeledError, PipelineData, ShellError, Signature, Span, SyntaxShape,
    Type, Value,
    engine::{Call, Command, EngineState, Stack},
};

use crate::ui::{Sink, Ui};

/// How often a question looks whether it was interrupted.
const POLL: Duration = Duration::from_millis(25);

/// `input`: asks the person through a `(?, c)`.
#[derive(Clone)]
pub(super) struct Input(pub(super) Ui);

impl Command for Input {
    fn name(&self) -> &'static str {
        "input"
    }

    fn description(&self) -> &'static str {
        "Ask the user for a line of text."
    }

    fn search_terms(&self) -> Vec<&str> {
        vec!["prompt", "interactive"]
    }

    fn signature(&self) -> Signature {
        let strings = Type::List(Box::new(Type::String));
        Signature::build("input")
            .input_output_types(vec![(Type::Nothing, Type::Any), (strings, Type::Any)])
            .allow_variants_without_examples(true)
            .optional("prompt", SyntaxShape::String, "What to ask.")
            .named("bytes-until-any", SyntaxShape::String, "End the answer before any of these.", Some('u'))
            .named("numchar", SyntaxShape::Int, "Cut the answer to this many characters.", Some('n'))
            .named("default", SyntaxShape::String, "The answer if none is given.", Some('d'))
            .switch("reedline", "Accepted, without effect.", None)
            .named("history-file", SyntaxShape::Filepath, "Accepted, without effect.", None)
            .named("max-history", SyntaxShape::Int, "Accepted, without effect.", None)
            .switch("suppress-output", "Hide what is typed, and keep it out of recordings.", Some('s'))
            .category(Category::Platform)
    }

    fn run(
        &self,
        engine: &EngineState,
        stack: &mut Stack,
        call: &Call<'_>,
        _: PipelineData,
    ) -> Result<PipelineData, ShellError> {
        if !self.0.interactive {
            return Err(nobody(call.head).into());
        }
        let prompt: Option<String> = call.opt(engine, stack, 0)?;
        let default: Option<String> = call.get_flag(engine, stack, "default")?;
        let secret = call.has_flag(engine, stack, "suppress-output")?;
        let stops: Option<String> = call.get_flag(engine, stack, "bytes-until-any")?;
        let length: Option<i64> = call.get_flag(engine, stack, "numchar")?;
        let kind = if secret { "secret" } else { "text" };
        let sink = self.0.sink(engine, stack);
        let asked =
            ask(engine, &sink, call.head, (prompt.unwrap_or_default().as_str(), kind, default.as_deref()))?;
        let mut answer = asked.filter(|answer| !answer.is_empty()).or(default).unwrap_or_default();
        if let Some(end) = stops.and_then(|stops| answer.find(|char| stops.contains(char))) {
            answer.truncate(end);
        }
        if let Some(length) = length.and_then(|length| usize::try_from(length).ok()) {
            answer = answer.chars().take(length).collect();
        }
        Ok(Value::string(answer, call.head).into_pipeline_data())
    }
}

/// Sends the question and waits for its answer, the signals or the end of the session.
fn ask(
    engine: &EngineState,
    sink: &Sink,
    span: Span,
    (prompt, kind, default): (&str, &str, Option<&str>),
) -> Result<Option<String>, ShellError> {
    let cancelled = ShellError::Interrupted { span };
    let id = format!("input-{}", sink.ui.fresh_id());
    let answer = sink.ui.answers.expect(&id);
    let default = default.map(|text| Chunk::text(text).to_bytes());
    let request = InputRequest {
        prompt: prompt.into(),
        id: id.as_str().into(),
        kind: kind.into(),
        default: default.as_deref().and_then(|bytes| frames(bytes).next()?.ok()),
        ..InputRequest::default()
    };
    let mut asking = sink.send(request.to_chunk());
    while asking && !sink.cancelled() && !engine.signals().interrupted() {
        match answer.recv_timeout(POLL) {
            Ok(Some(value)) => return Ok(Some(value.text_lossy().into_owned())),
            Ok(None) | Err(RecvTimeoutError::Disconnected) => asking = false,
            Err(RecvTimeoutError::Timeout) => {}
        }
    }
    sink.ui.answers.forget(&id);
    Err(cancelled)
}

fn nobody(span: Span) -> LabeledError {
    LabeledError::new("`input` needs somebody to answer")
        .with_code("cyb::no_input")
        .with_help("pass the value in another way, such as an environment variable or a pipe")
        .with_label("nobody can be asked here", span)
}
