#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cyb_stream_fuzz::bodies::decode::run(data));
