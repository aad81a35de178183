use cyb_stream::{Chunk, Encoder, ErrorReport, Render, Sigil, frames};
use nu_protocol::{Record, Value};

use super::{Context, error, literal, table::Rows};

/// Levels of values that are opened; what is deeper is NUON text. A level costs two frames, and a reader opens 256.
pub(crate) const MAX_LEVEL: usize = 128;

/// Binary up to this size is a literal.
const SHORT_BINARY: usize = 64;

/// A value as one chunk.
pub(crate) fn chunk(value: &Value, context: &Context<'_>) -> Chunk {
    let mut out = Encoder::new();
    put(&mut out, value, context, 1);
    let bytes = out.into_bytes();
    match frames(&bytes).next() {
        Some(Ok(frame)) => Chunk::new(frame.sigil, frame.render, bytes.slice_ref(frame.payload)),
        // A frame cannot be larger than 1 GiB.
        _ => too_large(bytes.len()),
    }
}

/// What is said instead of a value that no frame can carry.
fn too_large(len: usize) -> Chunk {
    let message = format!("a value of {len} bytes is too large to be shown: the limit is 1 GiB");
    ErrorReport { source: "nu".into(), ..ErrorReport::message(message) }.to_chunk()
}

/// The value of a pipeline as one chunk: binary with a known type says which.
pub(super) fn top(value: &Value, content_type: Option<&str>, context: &Context<'_>) -> Chunk {
    match (value, content_type) {
        (Value::Binary { val, .. }, Some(mime)) => media(Chunk::binary(val.to_vec()), mime, None),
        _ => chunk(value, context),
    }
}

/// `(|, c)` of binary with a known type, and a file name where there is one.
pub(super) fn media(binary: Chunk, mime: &str, name: Option<&str>) -> Chunk {
    let facts = [("mime", Some(mime)), ("name", name)];
    Chunk::component_with(facts.into_iter().filter_map(|(key, fact)| Some((key, fact?))), [binary])
}

/// A string as one chunk.
pub(super) fn plain(text: &str) -> Chunk {
    if literal::is_ambiguous(text) { Chunk::literal(literal::quoted(text)) } else { Chunk::text(text) }
}

/// Binary as one chunk.
pub(super) fn binary(bytes: Vec<u8>) -> Chunk {
    if bytes.len() > SHORT_BINARY { Chunk::binary(bytes) } else { Chunk::literal(literal::hex(&bytes)) }
}

/// A value as running text, as `print -n` puts it: strings as they are, all else as NUON would have it.
pub(crate) fn text(value: &Value, context: &Context<'_>) -> String {
    match value {
        Value::String { val, .. } | Value::Glob { val, .. } => val.clone(),
        Value::Nothing { .. } => String::new(),
        other => literal::nuon(other, context.engine),
    }
}

/// Appends a value that stands at `level`, the outermost being at 1.
pub(super) fn put(out: &mut Encoder, value: &Value, context: &Context<'_>, level: usize) {
    match value {
        Value::String { val, .. } | Value::Glob { val, .. } => put_string(out, val),
        Value::Nothing { .. } => {
            out.label("");
        }
        Value::Record { .. } | Value::List { .. } if level >= MAX_LEVEL => {
            put_literal(out, &literal::nuon(value, context.engine));
        }
        Value::Record { val, .. } => put_record(out, val, context, level),
        Value::List { vals, .. } => put_list(out, vals, context, level),
        Value::Binary { val, .. } if val.len() > SHORT_BINARY => {
            out.frame(Sigil::HAX, Render::BINARY, val);
        }
        Value::Error { error, .. } => {
            out.chunk(&error::report(context.engine, error.as_ref()));
        }
        Value::Custom { val, .. } => match val.to_base_value(value.span()) {
            Ok(Value::Custom { val, .. }) => put_literal(out, &literal::quoted(&val.type_name())),
            Ok(base) => put(out, &base, context, level),
            Err(error) => {
                out.chunk(&error::report(context.engine, &error));
            }
        },
        plain @ (Value::Bool { .. } | Value::Int { .. } | Value::Float { .. }) => {
            out.text(&literal::nuon(plain, context.engine));
        }
        scalar => put_literal(out, &literal::nuon(scalar, context.engine)),
    }
}

fn put_literal(out: &mut Encoder, nuon: &str) {
    out.frame(Sigil::TIS, Render::TEXT, nuon.as_bytes());
}

/// A string that could be taken for a number or a truth value is quoted.
fn put_string(out: &mut Encoder, text: &str) {
    if literal::is_ambiguous(text) {
        put_literal(out, &literal::quoted(text));
    } else {
        out.text(text);
    }
}

fn put_record(out: &mut Encoder, record: &Record, context: &Context<'_>, level: usize) {
    out.nest(Sigil::FAS, Render::STRUCT, |fields| {
        for (key, value) in record {
            fields.pair_with(key, |pair| put(pair, value, context, level + 1));
        }
    });
}

fn put_list(out: &mut Encoder, items: &[Value], context: &Context<'_>, level: usize) {
    if !items.is_empty() && items.iter().all(|item| matches!(item, Value::Record { .. })) {
        let mut rows = Rows::default();
        for item in items {
            rows.add(item, context, level);
        }
        out.nest(Sigil::HAX, Render::TABLE, |table| rows.write_table(table));
        return;
    }
    out.nest(Sigil::FAS, Render::STRUCT, |list| {
        list.kv_text("kind", "list");
        for (index, item) in items.iter().enumerate() {
            list.pair_with(&index.to_string(), |pair| put(pair, item, context, level + 1));
        }
    });
}

#[cfg(test)]
mod tests {
    use cyb_stream::{ErrorReport, Struct};
    use nu_protocol::{
        ShellError, Span,
        engine::{EngineState, Stack},
        record,
    };

    use super::*;

    fn walked(value: &Value) -> Chunk {
        let engine = EngineState::new();
        chunk(value, &Context::new(&engine, &Stack::new()))
    }

    /// The field `a` of a record.
    fn field(value: Value) -> Chunk {
        let record = walked(&Value::test_record(record! { "a" => value }));
        let entry = Struct::read(record.payload()).entries().next().expect("a field");
        Chunk::from(&entry.value)
    }

    #[test]
    fn an_error_in_a_cell_is_an_error_chunk() {
        let error = ShellError::DivisionByZero { span: Span::unknown() };
        let chunk = field(Value::error(error, Span::unknown()));
        assert!(chunk.is(Sigil::ZAP, Render::ERROR));
        assert_eq!(ErrorReport::read(chunk.payload()).code.as_deref(), Some("nu::shell::division_by_zero"));
    }

    #[test]
    fn binary_of_up_to_64_bytes_is_a_literal() {
        assert_eq!(field(Value::test_binary(vec![0xAB; 64])).payload().len(), 4 + 128);
        assert_eq!(field(Value::test_binary(vec![0xAB; 65])), Chunk::binary(vec![0xAB; 65]));
    }
}
