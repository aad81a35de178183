use nu_protocol::{
    Category, PipelineData, ShellError, Signature, Type,
    engine::{Call, Command, EngineState, Stack},
};

use crate::{
    ui::Ui,
    walk::{self, Context},
};

/// `inspect`: shows what passes.
#[derive(Clone)]
pub(super) struct Inspect(pub(super) Ui);

impl Command for Inspect {
    fn name(&self) -> &'static str {
        "inspect"
    }

    fn description(&self) -> &'static str {
        "Show the value in a pipeline and pass it on."
    }

    fn signature(&self) -> Signature {
        Signature::build("inspect")
            .input_output_types(vec![(Type::Any, Type::Any)])
            .allow_variants_without_examples(true)
            .category(Category::Debug)
    }

    fn run(
        &self,
        engine: &EngineState,
        stack: &mut Stack,
        call: &Call<'_>,
        mut input: PipelineData,
    ) -> Result<PipelineData, ShellError> {
        let metadata = input.take_metadata();
        let value = input.into_value(call.head)?;
        if value.is_nothing() {
            return Err(ShellError::PipelineEmpty { dst_span: call.head });
        }
        self.0.sink(engine, stack).send(walk::chunk(&value, &Context::new(engine, stack)));
        Ok(PipelineData::value(value, metadata))
    }
}
