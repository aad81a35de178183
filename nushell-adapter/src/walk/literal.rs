//! NUON text.

use nu_protocol::{Value, engine::EngineState};

/// A value as NUON, on one line. Does not recurse: values may be nested deeper than the stack.
pub(crate) fn nuon(value: &Value, engine: &EngineState) -> String {
    let mut out = String::new();
    let mut steps = vec![Step::Value(value.clone())];
    while let Some(step) = steps.pop() {
        match step {
            Step::Text(text) => out.push_str(&text),
            Step::Value(Value::Record { val, .. }) => {
                steps.push(Step::Text("}".into()));
                let fields = val.into_owned().into_iter().enumerate().map(|(index, (key, value))| {
                    let comma = if index > 0 { ", " } else { "" };
                    [Step::Text(format!("{comma}{}: ", key_text(&key))), Step::Value(value)]
                });
                push_reversed(&mut steps, fields.flatten().collect());
                steps.push(Step::Text("{".into()));
            }
            Step::Value(Value::List { vals, .. }) => {
                steps.push(Step::Text("]".into()));
                let items = vals.into_owned().into_iter().enumerate().map(|(index, value)| {
                    [Step::Text(if index > 0 { ", ".into() } else { String::new() }), Step::Value(value)]
                });
                push_reversed(&mut steps, items.flatten().collect());
                steps.push(Step::Text("[".into()));
            }
            Step::Value(Value::Custom { val, internal_span, .. }) => match val.to_base_value(internal_span) {
                Ok(Value::Custom { val, .. }) => out.push_str(&quoted(&val.type_name())),
                Ok(base) => steps.push(Step::Value(base)),
                Err(error) => out.push_str(&quoted(&error.to_string())),
            },
            Step::Value(scalar) => push_scalar(&mut out, &scalar, engine),
        }
    }
    out
}

enum Step {
    Text(String),
    Value(Value),
}

fn push_reversed(steps: &mut Vec<Step>, more: Vec<Step>) {
    steps.extend(more.into_iter().rev());
}

fn push_scalar(out: &mut String, value: &Value, engine: &EngineState) {
    let text = match value {
        Value::Bool { val, .. } => val.to_string(),
        Value::Int { val, .. } => val.to_string(),
        // Debug is the shortest form that reads back, and keeps the point of a whole number.
        Value::Float { val, .. } => format!("{val:?}"),
        Value::String { val, .. } | Value::Glob { val, .. } => quoted(val),
        Value::Filesize { val, .. } => format!("{}b", val.get()),
        Value::Duration { val, .. } => format!("{val}ns"),
        Value::Date { val, .. } => val.to_rfc3339(),
        Value::Range { val, .. } => val.to_string(),
        Value::CellPath { val, .. } => val.to_string(),
        Value::Binary { val, .. } => hex(val),
        Value::Nothing { .. } => "null".to_owned(),
        Value::Error { error, .. } => quoted(&error.to_string()),
        Value::Closure { val, .. } => match val.coerce_into_string(engine, value.span()) {
            Ok(source) => source.into_owned(),
            Err(_) => quoted("closure"),
        },
        other => quoted(&other.get_type().to_string()),
    };
    out.push_str(&text);
}

/// Binary as `0x[..]`.
pub(super) fn hex(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() * 2 + 4);
    out.push_str("0x[");
    for byte in bytes {
        let digits = [byte >> 4, byte & 0xF];
        out.extend(digits.iter().filter_map(|digit| char::from_digit((*digit).into(), 16)));
    }
    out.push(']');
    out
}

/// A string in double quotes.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for char in text.chars() {
        match char {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            control if control.is_control() => out.extend(control.escape_unicode()),
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// Whether a bare string reads as an int, a float or a truth value, as lenient readers take them.
pub(super) fn is_ambiguous(text: &str) -> bool {
    matches!(text, "true" | "false") || text.parse::<f64>().is_ok()
}

fn key_text(key: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || char == '_' || char == '-';
    let starts_plain = key.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
    if starts_plain && key.chars().all(plain) { key.to_owned() } else { quoted(key) }
}

#[cfg(test)]
mod tests {
    use nu_protocol::record;

    use super::*;

    #[track_caller]
    fn check(value: &Value, expected: &str) {
        assert_eq!(nuon(value, &EngineState::new()), expected);
    }

    #[test]
    fn nuon_is_on_one_line() {
        let inner = Value::test_record(record! { "a" => Value::test_int(1), "b c" => Value::test_nothing() });
        check(&inner, r#"{a: 1, "b c": null}"#);
        check(&Value::test_list(vec![inner, Value::test_string("x")]), r#"[{a: 1, "b c": null}, "x"]"#);
        check(&Value::test_list(vec![]), "[]");
        check(&Value::test_float(2.0), "2.0");
    }

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("a\"b\\c\nd\u{1b}"), r#""a\"b\\c\nd\u{1b}""#);
        assert_eq!(quoted("é🦀"), "\"é🦀\"");
    }

    #[test]
    fn what_reads_as_a_number_is_ambiguous() {
        for text in ["1", "-1", "007", "1.0", ".5", "1e5", "inf", "NaN", "true", "false"] {
            assert!(is_ambiguous(text), "{text}");
        }
        for text in ["", "-", "1 2", "1.2.3", "0x10", "1kb", "True", "a"] {
            assert!(!is_ambiguous(text), "{text}");
        }
    }
}
