//! Nushell's values to chunks, one way (protocol, section 4.1).

mod bytes;
mod error;
mod growing;
mod list;
mod literal;
mod table;
mod value;

use std::path::PathBuf;

use nu_protocol::{
    PipelineData, PipelineMetadata, ShellError, Value,
    engine::{EngineState, Stack},
};

pub(crate) use bytes::{Joiner, PIECE};
pub(crate) use error::{decisive, report, report_in, warning};
pub(crate) use growing::Growing;
pub(crate) use value::{chunk, text};

use crate::ui::Sink;

/// What the walk needs to know beside the value.
pub(crate) struct Context<'a> {
    engine: &'a EngineState,
    /// Where relative paths start.
    directory: PathBuf,
    /// Columns whose strings are paths.
    path_columns: Vec<String>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(engine: &'a EngineState, stack: &Stack) -> Self {
        let directory = engine.cwd(Some(stack)).map(Into::into).unwrap_or_default();
        Self { engine, directory, path_columns: Vec::new() }
    }

    fn described_by(self, metadata: Option<&PipelineMetadata>) -> Self {
        let path_columns = metadata.map(|metadata| metadata.path_columns.clone()).unwrap_or_default();
        Self { path_columns, ..self }
    }
}

/// Sends everything that comes out of a pipeline. An error is for the caller to show.
pub(crate) fn pipeline(data: PipelineData, sink: &Sink, context: Context<'_>) -> Result<(), ShellError> {
    let context = context.described_by(data.metadata_ref());
    // Ranges may have no end and custom values may be whole databases: both are better pulled than kept.
    let data = match data {
        lazy @ PipelineData::Value(Value::Range { .. } | Value::Custom { .. }, _) => {
            lazy.into_stream_or_original(context.engine)
        }
        other => other,
    };
    match data {
        PipelineData::Empty | PipelineData::Value(Value::Nothing { .. }, _) => Ok(()),
        PipelineData::Value(Value::Error { error, .. }, _) => Err(*error),
        PipelineData::Value(value, metadata) => {
            let content_type = metadata.and_then(|metadata| metadata.content_type);
            sink.send(value::top(&value, content_type.as_deref(), &context));
            Ok(())
        }
        PipelineData::ListStream(stream, _) => list::stream(stream, sink, &context),
        PipelineData::ByteStream(stream, metadata) => {
            bytes::stream(stream, metadata.as_ref(), sink, &context)
        }
    }
}
