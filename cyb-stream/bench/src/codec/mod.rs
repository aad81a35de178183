//! One file per format, with the same names in each: `encode_*` appends to a buffer that is kept, `*_borrowed` and
//! `*_owned` visit every leaf of what was encoded and answer how many bytes of text there were.

pub mod ansi;
pub mod cbor;
pub mod cyb;
pub mod json;
pub mod message_pack;
pub mod protobuf;
pub mod record;
pub mod sonic;
