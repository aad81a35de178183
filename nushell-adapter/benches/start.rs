//! From nothing to the first prompt, as a person waits for it.

use nushell_adapter::{Config, Message, Session};

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 20)]
fn engine_start_to_first_prompt(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(|| {
        let config = Config { load_config: false, ..Config::default() };
        let session = Session::start(config, || {}).expect("the engine should start");
        let first = session.messages().recv();
        assert!(matches!(first, Ok(Message::Prompt(_))), "the first message is the prompt: {first:?}");
        session
    });
}
