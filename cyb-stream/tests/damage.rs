//! Damage inside a payload is told by the view that meets it, and never read as something else.

mod common;

use common::sent;
use cyb_stream::{Chunk, Render, Sigil, Status, kv};

#[test]
fn a_status_code_that_is_not_content_as_text_is_unknown() {
    for sigil in Sigil::ALL {
        for render in [Render::TEXT, Render::STRUCT, Render::BINARY, Render(b'z')] {
            let value = Chunk::new(sigil, render, "0");
            let status = Chunk::build(Sigil::DOT, Render::STATUS, |payload| {
                payload.chunk(&kv("code", &value));
            });
            let success = Status::read(sent(&status).payload()).is_success();
            assert_eq!(success, (sigil, render) == (Sigil::HAX, Render::TEXT), "{sigil}{render}");
        }
    }
}
