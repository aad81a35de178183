use std::sync::atomic::Ordering;

use nu_protocol::{
    Category, IntoPipelineData as _, PipelineData, ShellError, Signature, Type, Value,
    engine::{Call, Command, EngineState, Stack},
    record,
};

use crate::ui::Ui;

/// `term size`: the size of the pane.
#[derive(Clone)]
pub(super) struct TermSize(pub(super) Ui);

impl Command for TermSize {
    fn name(&self) -> &'static str {
        "term size"
    }

    fn description(&self) -> &'static str {
        "Return how many columns and rows of characters fit into the output."
    }

    fn signature(&self) -> Signature {
        let fields = vec![("columns".into(), Type::Int), ("rows".into(), Type::Int)];
        Signature::build("term size")
            .input_output_types(vec![(Type::Nothing, Type::Record(fields.into()))])
            .category(Category::Platform)
    }

    fn run(
        &self,
        _: &EngineState,
        _: &mut Stack,
        call: &Call<'_>,
        _: PipelineData,
    ) -> Result<PipelineData, ShellError> {
        let columns = self.0.columns.load(Ordering::Relaxed);
        let rows = self.0.rows.load(Ordering::Relaxed);
        let size = record! {
            "columns" => Value::int(columns.into(), call.head),
            "rows" => Value::int(rows.into(), call.head),
        };
        Ok(Value::record(size, call.head).into_pipeline_data())
    }
}
