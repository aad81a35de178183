//! A program that shows a table and how far it is, then ends.
//!
//! ```text
//! cargo run -p cyb-stream --example producer | cybs json -
//! ```

use std::io;

use cyb_stream::{Chunk, Progress, Table, Writer};

fn main() -> io::Result<()> {
    let mut out = Writer::new(io::stdout().lock());
    let mut table = Table::builder(["name", "size"]);
    let files =
        [("src/", 4096), ("Cargo.toml", 795), ("README.md", 2133), ("SPEC.md", 16384), ("tests/", 4096)];
    for (name, size) in files {
        table.row([Chunk::path(name), Chunk::literal(format!("{size}b"))]);
    }
    out.write(&table.finish())?;
    let (id, label) = ("copy".into(), "copying".into());
    out.write(&Progress { id, label, current: 1, total: 4, ..Progress::default() }.to_chunk())?;
    out.write(&Chunk::status(0))?;
    out.flush()
}
