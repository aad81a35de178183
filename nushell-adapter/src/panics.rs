//! A panic on the engine thread costs its command, not the session.

use std::{
    any::Any,
    cell::RefCell,
    panic::{self, AssertUnwindSafe},
    sync::Once,
};

use cyb_stream::{Chunk, ErrorReport};

thread_local! {
    static PLACE: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`; a panic in it comes back as an error chunk.
pub(crate) fn caught<T>(work: impl FnOnce() -> T) -> Result<T, Chunk> {
    panic::catch_unwind(AssertUnwindSafe(work)).map_err(|payload| {
        let place = PLACE.take().map(|place| format!(" ({place})")).unwrap_or_default();
        let message = format!("panicked: {}{place}", text(payload.as_ref()));
        let help = "a fault of the command, not of its input; the session goes on as it was before";
        let report =
            ErrorReport { source: "nu".into(), help: Some(help.into()), ..ErrorReport::message(message) };
        report.to_chunk()
    })
}

/// Keeps the panics of this thread from being printed; others stay as they were. To be called on the engine thread.
pub(crate) fn quiet() {
    thread_local! {
        static QUIET: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }
    static ONCE: Once = Once::new();
    QUIET.set(true);
    ONCE.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if QUIET.get() {
                PLACE.set(info.location().map(ToString::to_string));
            } else {
                before(info);
            }
        }));
    });
}

fn text(payload: &(dyn Any + Send)) -> &str {
    let fixed = payload.downcast_ref::<&str>().copied();
    fixed.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use cyb_stream::{ErrorReport, Status};
    use nu_protocol::{
        Category, PipelineData, ShellError, Signature, Type,
        engine::{Call, Command, EngineState, Stack, StateWorkingSet},
    };

    use crate::{Config, Message, Session};

    /// A command with a fault.
    #[derive(Clone)]
    struct Faulty;

    impl Command for Faulty {
        fn name(&self) -> &'static str {
            "faulty"
        }

        fn description(&self) -> &'static str {
            "Panics."
        }

        fn signature(&self) -> Signature {
            Signature::build("faulty")
                .input_output_types(vec![(Type::Any, Type::Any)])
                .category(Category::Custom("test".into()))
        }

        #[expect(clippy::panic_in_result_fn, reason = "it is what is tested")]
        fn run(
            &self,
            _: &EngineState,
            _: &mut Stack,
            _: &Call<'_>,
            _: PipelineData,
        ) -> Result<PipelineData, ShellError> {
            panic!("a fault on purpose")
        }
    }

    fn declare(working_set: &mut StateWorkingSet<'_>) {
        working_set.add_decl(Box::new(Faulty));
    }

    /// The texts or error messages a command gives, and its code.
    fn run(session: &Session, code: &str) -> (Vec<String>, Option<i64>) {
        session.run(code);
        let mut said = Vec::new();
        loop {
            match session.messages().recv_timeout(Duration::from_mins(1)).unwrap() {
                Message::Chunks(chunks) => said.extend(chunks.iter().map(|chunk| {
                    let message = ErrorReport::read(chunk.payload()).message;
                    if message.is_empty() { chunk.text_lossy().into_owned() } else { message.into_owned() }
                })),
                Message::Done(status) => return (said, Status::read(status.payload()).code),
                _ => {}
            }
        }
    }

    #[test]
    fn a_panic_costs_its_command_only() {
        let config = Config { load_config: false, interactive: false, ..Config::default() };
        let session = Session::start_with(config, Box::new(|| {}), declare).unwrap();
        assert_eq!(run(&session, "$env.KEPT = 1; let k = 2"), (vec![], Some(0)));
        for code in ["$env.LOST = 1; faulty", "[1] | each { faulty }", "do { faulty } | length"] {
            let (said, status) = run(&session, code);
            assert_eq!(status, Some(1));
            assert!(
                matches!(said.as_slice(), [one] if one.starts_with("panicked: a fault on purpose (")),
                "{said:?}"
            );
        }
        let kept =
            run(&session, "[$env.KEPT $k ($env.LOST? | default gone) $env.LAST_EXIT_CODE] | to nuon --raw");
        assert_eq!(kept, (vec!["[1,2,gone,1]".to_owned()], Some(0)));
    }
}
