//! Hostile fields: numbers, duplicates and older forms that a view must not guess about.

mod common;

use common::sent;
use cyb_stream::{
    Action, ActionStyle, Chunk, Encoder, ErrorReport, InputEvent, InputRequest, Log, Progress, ProgressState,
    Render, Sigil, Span, SpanValue, Status, kv,
};

/// A chunk of bindings whose values are `(#, t)`, over the wire.
fn fields(sigil: Sigil, render: Render, fields: &[(&str, &str)]) -> Chunk {
    sent(&Chunk::build(sigil, render, |payload| {
        for (key, value) in fields {
            payload.kv_text(key, value);
        }
    }))
}

#[test]
fn a_progress_without_a_total_has_no_fraction_and_one_over_it_is_full() {
    let max = u64::MAX.to_string();
    for (current, total, fraction) in [
        ("0", "0", None),
        ("5", "0", None),
        (&*max, "0", None),
        ("0", &max, Some(0.0)),
        ("6", "5", Some(1.0)),
        (&max, "1", Some(1.0)),
        (&max, &max, Some(1.0)),
        ("1", "4", Some(0.25)),
        // Numbers that are none: an unknown total, and nothing done.
        ("1", "18446744073709551616", None),
        ("1", "-4", None),
        ("1", "4.0", None),
        ("1", " 4", None),
        ("1", "+4", None),
        ("1", "", None),
        ("-1", "4", Some(0.0)),
        ("18446744073709551616", "4", Some(0.0)),
    ] {
        let chunk =
            fields(Sigil::DOT, Render::PROGRESS, &[("id", "1"), ("current", current), ("total", total)]);
        assert_eq!(Progress::read(chunk.payload()).fraction(), fraction, "{current} of {total}");
    }
    let chunk = fields(Sigil::DOT, Render::PROGRESS, &[("current", &max), ("total", &max)]);
    let view = Progress::read(chunk.payload());
    assert_eq!((view.current, view.total, &*view.id, chunk.id()), (u64::MAX, u64::MAX, "", None));
    let chunk = fields(Sigil::DOT, Render::PROGRESS, &[("state", "exploded")]);
    assert_eq!(Progress::read(chunk.payload()).state, ProgressState::Run, "an unknown state ends nothing");
}

#[test]
fn an_action_with_two_labels_or_two_refs_is_inert_whatever_they_say() {
    let (label, reference) = (Chunk::annotation("Save"), Chunk::text("run:save"));
    let read = |parts: &[&Chunk]| {
        let chunk = sent(&Chunk::build(Sigil::ZAP, Render::COMPONENT, |payload| {
            payload.extend(parts.iter().copied().cloned());
        }));
        Action::read(chunk.payload()).malformed
    };
    assert!(!read(&[&label, &reference]));
    assert!(!read(&[&reference, &label]), "order does not matter");
    let (other, evil) = (Chunk::annotation("Delete"), Chunk::text("run:rm"));
    for parts in [
        &[&label, &other, &reference][..],
        &[&label, &label, &reference],
        &[&label, &reference, &other],
        &[&label, &reference, &evil],
        &[&label, &evil, &reference],
        &[&label, &reference, &reference],
        &[&reference, &evil],
        &[&label],
        &[&reference],
        &[],
    ] {
        assert!(read(parts), "{parts:?}");
    }
}

#[test]
fn an_actions_label_and_ref_are_not_tidied() {
    let (label, reference) = ("Save\u{202e}\n\x1b[0m ", "run:save\nrm -r /\0\u{200b} ");
    let chunk = sent(&Chunk::action(label, reference));
    let view = Action::read(chunk.payload());
    assert_eq!((&*view.label, &*view.reference, view.malformed), (label, reference, false));
    // The weight is one of three, and a word it does not know is none of them.
    let chunk = sent(&Chunk::build(Sigil::ZAP, Render::COMPONENT, |payload| {
        payload.label("x").text("y").kv_text("style", "Danger");
    }));
    assert_eq!(Action::read(chunk.payload()).style, ActionStyle::Plain);
}

#[test]
fn a_status_code_that_is_missing_or_repeated_is_unknown() {
    for codes in [
        &[][..],
        &[("code", "0"), ("code", "0")],
        &[("code", "1"), ("code", "0")],
        &[("code", "0"), ("duration", "5"), ("code", "1")],
        &[("code", "0"), ("code", "x")],
        &[("code", "x"), ("code", "0")],
        &[("Code", "0")],
        &[("duration", "0")],
    ] {
        let chunk = fields(Sigil::DOT, Render::STATUS, codes);
        let view = Status::read(chunk.payload());
        assert_eq!((view.code, view.is_success()), (None, false), "{codes:?}");
    }
}

#[test]
fn a_status_code_has_64_bits_and_its_other_fields_change_nothing() {
    for (code, read) in [
        ("0", Some(0)),
        ("2147483648", Some(2_147_483_648)),
        ("-2147483649", Some(-2_147_483_649)),
        ("9223372036854775807", Some(i64::MAX)),
        ("-9223372036854775808", Some(i64::MIN)),
        ("9223372036854775808", None),
        ("-9223372036854775809", None),
        ("18446744073709551616", None), // 2^64, whose low 64 bits are 0
        ("4294967296.0", None),
        ("\u{660}", None), // a zero of another script
    ] {
        let chunk = fields(Sigil::DOT, Render::STATUS, &[("duration", "-1"), ("code", code), ("extra", "1")]);
        let view = Status::read(chunk.payload());
        assert_eq!((view.code, view.duration_ns), (read, None), "{code}");
        assert_eq!(view.is_success(), code == "0");
    }
}

#[test]
fn a_code_deeper_in_a_status_is_not_its_code() {
    let inner = Chunk::status(0);
    let wrapped = [
        Chunk::build(Sigil::DOT, Render::STATUS, |payload| {
            payload.chunk(&inner);
        }),
        Chunk::build(Sigil::DOT, Render::STATUS, |payload| {
            payload.chunk(&kv("detail", &inner));
        }),
    ];
    for chunk in &wrapped {
        assert_eq!(Status::read(sent(chunk).payload()).code, None);
    }
}

/// The span of an error and of a log line that hold this value.
fn spans(value: &Chunk) -> [Option<SpanValue<'static>>; 2] {
    let payload = sent(&kv("span", value)).to_bytes();
    let owned = |span: Option<SpanValue<'_>>| {
        span.map(|span| match span {
            SpanValue::Text(text) => SpanValue::Text(text.into_owned().into()),
            SpanValue::Place(span) => SpanValue::Place(Span {
                file: span.file.into_owned().into(),
                text: span.text.into_owned().into(),
                line: span.line,
                column: span.column,
                end_line: span.end_line,
                end_column: span.end_column,
            }),
        })
    };
    [owned(ErrorReport::read(&payload).span), owned(Log::read(&payload).span)]
}

#[test]
fn a_span_that_is_text_is_shown_as_text() {
    for text in ["", "src/lib.rs:3:9", "/dev/zero:1", "no place at all\u{202e}"] {
        let expected = Some(SpanValue::Text(text.into()));
        assert_eq!(spans(&Chunk::text(text)), [expected.clone(), expected]);
    }
    assert_eq!(spans(&Chunk::text("x"))[0], Some(SpanValue::Text("x".into())));
}

#[test]
fn a_span_with_absurd_numbers_has_unknown_ones() {
    let value = |line: &str, column: &str| {
        fields(Sigil::FAS, Render::STRUCT, &[("file", "/dev/zero"), ("line", line), ("column", column)])
    };
    let place =
        |line, column| SpanValue::Place(Span { file: "/dev/zero".into(), line, column, ..Span::default() });
    for (line, column, read) in [
        ("3", "9", place(3, 9)),
        ("4294967295", "4294967295", place(u32::MAX, u32::MAX)),
        ("4294967296", "1", place(0, 1)),
        ("-1", "1.5", place(0, 0)),
        ("", "+1", place(0, 0)),
        ("18446744073709551617", "x", place(0, 0)),
    ] {
        assert_eq!(spans(&value(line, column)), [Some(read.clone()), Some(read)], "{line} {column}");
    }
    let empty = Chunk::new(Sigil::FAS, Render::STRUCT, "");
    assert_eq!(spans(&empty)[0], Some(SpanValue::Place(Span::default())));
    // Damaged inside: what stands before the damage.
    let damaged = [&kv("file", &Chunk::text("a")).to_bytes()[..], b"junk"].concat();
    let damaged = Chunk::new(Sigil::FAS, Render::STRUCT, damaged);
    assert_eq!(spans(&damaged)[1], Some(SpanValue::Place(Span { file: "a".into(), ..Span::default() })));
}

/// A request of these frames, over the wire: prompt, type and id.
fn request(fill: impl FnOnce(&mut Encoder)) -> (String, String, String) {
    let chunk = sent(&Chunk::build(Sigil::WUT, Render::COMPONENT, fill));
    let view = InputRequest::read(chunk.payload());
    let id = chunk.id().map_or(String::new(), |id| String::from_utf8_lossy(id.as_bytes()).into_owned());
    assert_eq!(id, view.id, "the chunk and its view tell the same id");
    (view.prompt.into_owned(), view.kind.into_owned(), id)
}

#[test]
fn an_input_request_is_read_in_every_form_it_ever_had() {
    let told = |prompt: &str, kind: &str, id: &str| (prompt.to_owned(), kind.to_owned(), id.to_owned());
    let schema = request(|payload| {
        payload.label("Key?").nest(Sigil::FAS, Render::STRUCT, |schema| {
            schema.kv_text("id", "7").kv_text("type", "secret");
        });
    });
    assert_eq!(schema, told("Key?", "secret", "7"));
    let direct = request(|payload| {
        payload.kv_text("prompt", "Key?").kv_text("type", "password").kv_text("id", "7");
    });
    assert_eq!(direct, told("Key?", "secret", "7"), "an older word for it");
    let text = request(|payload| {
        payload.label("Key?").text("password");
    });
    assert_eq!(text, told("Key?", "secret", ""), "a schema that is text");
    assert_eq!(request(|_| {}), told("", "", ""));
    let nested = request(|payload| {
        payload.label("Key?").nest(Sigil::FAS, Render::STRUCT, |schema| {
            schema.kv_text("type", "password");
        });
    });
    assert_eq!(nested, told("Key?", "secret", ""));
}

#[test]
fn an_input_event_is_read_in_every_form_it_ever_had() {
    let answered = |chunk: &Chunk| match InputEvent::read(chunk.payload()) {
        InputEvent::Answer { id, value } => format!("{id}: {:?}", value.map(|value| value.text())),
        InputEvent::Raw(text) => format!("raw {text}"),
    };
    assert_eq!(answered(&sent(&Chunk::answer("7", Some(&Chunk::text("yes"))))), "7: Some(\"yes\")");
    assert_eq!(
        answered(&sent(&Chunk::answer("7", Some(&Chunk::text(""))))),
        "7: Some(\"\")",
        "an empty answer"
    );
    assert_eq!(answered(&sent(&Chunk::answer("7", None))), "7: None", "cancelled is not empty");
    let event = |payload: &'static [u8]| sent(&Chunk::new(Sigil::WUT, Render::INPUT, payload));
    assert_eq!(answered(&event(b"yes\n")), "raw yes\n");
    assert_eq!(answered(&event(b"y\xff")), "raw y\u{fffd}");
    assert_eq!(answered(&event(b"\x1f#t\x017\x1f#t\x09cut")), "7: None", "a cut value is no answer");
    // Only a whole answer to the prompt is a command.
    for (chunk, command) in [
        (Chunk::command("ls"), Some("ls")),
        (Chunk::answer("prompt", None), None),
        (Chunk::answer("7", Some(&Chunk::text("ls"))), None),
        (event(b"ls"), None),
    ] {
        assert_eq!(InputEvent::read(chunk.payload()).command().as_deref(), command);
    }
}
