use std::sync::Arc;

use cyb_stream::Chunk;
use nu_protocol::{ListStream, ShellError, Value};

use super::{
    Context,
    growing::{Added, Growing},
};
use crate::ui::Sink;

/// Sends the items of a stream as they come: at once when they are slow, in batches when they are fast, and as one
/// chunk when the stream ends before the first batch is due.
pub(super) fn stream(stream: ListStream, sink: &Sink, context: &Context<'_>) -> Result<(), ShellError> {
    let span = stream.span();
    let mut growing = None;
    let mut failure = None;
    for item in stream {
        if let Value::Error { error, .. } = item {
            failure = Some(*error);
            break;
        }
        let growing =
            growing.get_or_insert_with(|| Arc::new(Growing::new(sink.owner, sink.ui.fresh_id(), &item)));
        let go_on = match growing.add(&item, context) {
            Added::More => true,
            Added::First => {
                sink.ui.outlet.grow(growing);
                true
            }
            Added::Full => sink.ui.outlet.settle(sink.owner, growing),
        };
        if !go_on || sink.cancelled() {
            break;
        }
    }
    match &growing {
        Some(growing) => {
            growing.finish();
            sink.ui.outlet.settle(sink.owner, growing);
        }
        None if failure.is_none() && !sink.cancelled() => {
            sink.send(Chunk::list([]));
        }
        None => {}
    }
    // A stream just ends when it is interrupted.
    context.engine.signals().check(&span)?;
    failure.map_or(Ok(()), Err)
}
