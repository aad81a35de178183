use cyb_stream::Chunk;
use nu_engine::CallExt as _;
use nu_protocol::{
    ByteStreamSource, Category, PipelineData, ShellError, Signature, SyntaxShape, Type, Value,
    engine::{Call, Command, EngineState, Stack},
};

use crate::{
    ui::{Sink, Ui},
    walk::{self, Context},
};

/// `print`: sends values. Each is a chunk of its own, and so stands on a line of its own; with `--no-newline` it is
/// part of a text run, and with `--stderr` text joins the standard error.
#[derive(Clone)]
pub(super) struct Print(pub(super) Ui);

impl Command for Print {
    fn name(&self) -> &'static str {
        "print"
    }

    fn description(&self) -> &'static str {
        "Show the given values."
    }

    fn extra_description(&self) -> &'static str {
        "Unlike `echo`, this command does not return any value. It shows its values from inside of blocks and closures
too, without interfering with the pipeline."
    }

    fn search_terms(&self) -> Vec<&str> {
        vec!["display"]
    }

    fn signature(&self) -> Signature {
        Signature::build("print")
            .input_output_types(vec![(Type::Nothing, Type::Nothing), (Type::Any, Type::Nothing)])
            .allow_variants_without_examples(true)
            .rest("rest", SyntaxShape::Any, "The values to show.")
            .switch("no-newline", "Go on in the same line.", Some('n'))
            .switch("stderr", "Show as standard error.", Some('e'))
            .switch("raw", "Accepted, without effect: values are not formatted.", Some('r'))
            .category(Category::Strings)
    }

    fn run(
        &self,
        engine: &EngineState,
        stack: &mut Stack,
        call: &Call<'_>,
        mut input: PipelineData,
    ) -> Result<PipelineData, ShellError> {
        let values: Vec<Value> = call.rest(engine, stack, 0)?;
        let stderr = call.has_flag(engine, stack, "stderr")?;
        let no_newline = call.has_flag(engine, stack, "no-newline")?;
        let sink = self.0.sink(engine, stack);
        if values.is_empty() {
            if let PipelineData::ByteStream(stream, _) = &mut input
                && let ByteStreamSource::Child(child) = stream.source_mut()
            {
                // As nushell's own: what is printed has no exit code.
                child.ignore_error(true);
            }
            if stderr || no_newline {
                let value = input.into_value(call.head)?;
                show(value, &sink, Context::new(engine, stack), Style { stderr, no_newline })?;
            } else {
                walk::pipeline(input, &sink, Context::new(engine, stack))?;
            }
        }
        for value in values {
            show(value, &sink, Context::new(engine, stack), Style { stderr, no_newline })?;
        }
        Ok(PipelineData::empty())
    }
}

#[derive(Clone, Copy)]
struct Style {
    stderr: bool,
    no_newline: bool,
}

fn show(value: Value, sink: &Sink, context: Context<'_>, style: Style) -> Result<(), ShellError> {
    let is_text = !matches!(value, Value::Record { .. } | Value::List { .. } | Value::Error { .. });
    if !is_text || !(style.stderr || style.no_newline) {
        return walk::pipeline(PipelineData::value(value, None), sink, context);
    }
    let mut text = walk::text(&value, &context);
    if !style.no_newline {
        text.push('\n');
    }
    if !text.is_empty() {
        sink.send(if style.stderr { Chunk::stderr(text) } else { Chunk::stdout(text) });
    }
    Ok(())
}
