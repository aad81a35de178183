use nu_protocol::{
    Category, PipelineData, ShellError, Signature, Type,
    engine::{Call, Command, EngineState, Stack},
};

use crate::{Message, ui::Ui};

/// `clear`: empties the pane.
#[derive(Clone)]
pub(super) struct Clear(pub(super) Ui);

impl Command for Clear {
    fn name(&self) -> &'static str {
        "clear"
    }

    fn description(&self) -> &'static str {
        "Clear the output."
    }

    fn search_terms(&self) -> Vec<&str> {
        vec!["cls"]
    }

    fn signature(&self) -> Signature {
        Signature::build("clear")
            .input_output_types(vec![(Type::Nothing, Type::Nothing)])
            .switch("keep-scrollback", "Accepted, without effect: there is only one output.", Some('k'))
            .category(Category::Platform)
    }

    fn run(
        &self,
        _: &EngineState,
        _: &mut Stack,
        _: &Call<'_>,
        _: PipelineData,
    ) -> Result<PipelineData, ShellError> {
        self.0.outlet.message(Message::Clear);
        Ok(PipelineData::empty())
    }
}
