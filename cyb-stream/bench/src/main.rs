//! cyb-stream beside other formats, in one run:
//!
//! ```text
//! cargo run --release            all, into the README's table
//! cargo run --release -- lines   what has `lines` in its name, to the terminal
//! ```
//!
//! Rows of other formats are what their users would write: known types, kept buffers, borrowed where they can.

mod codec;
mod measure;
mod pipe;
mod report;
mod workload;

use std::io::BufWriter;

use bytes::Bytes;
use codec::{ansi, cbor, cyb, json, message_pack, protobuf, record::Record, sonic};
use cyb_stream::{Encoder, frames};
use measure::Bench;

fn main() {
    let filter = std::env::args().nth(1);
    let mut bench = Bench::new(filter.clone());
    lines(&mut bench);
    table(&mut bench);
    trees(&mut bench);
    hostile(&mut bench);
    report::print(&bench);
    if filter.is_none() {
        report::write(&bench);
    }
}

fn memcpy(bench: &mut Bench, group: &'static str, wire: &[u8], items: usize) {
    let mut copy = vec![0; wire.len()];
    bench.measure((group, "memcpy"), (wire.len(), items), || copy.copy_from_slice(wire));
}

fn lines(bench: &mut Bench) {
    let lines = workload::lines();
    let (count, text) = (lines.len(), lines.iter().map(String::len).sum::<usize>());

    let mut out = Encoder::new();
    cyb::encode_lines(&lines, &mut out);
    let wire = Bytes::copy_from_slice(out.as_bytes());
    let size = (wire.len(), count);
    bench.measure(("lines encode", "cyb-stream"), size, || {
        out.clear();
        cyb::encode_lines(&lines, &mut out);
    });
    let borrowed = |text: &Bytes| protobuf::borrowed::Line { text: text.clone() };
    let texts: Vec<Bytes> = lines.iter().map(|line| Bytes::copy_from_slice(line.as_bytes())).collect();
    let messages: Vec<_> = texts.iter().map(borrowed).collect();
    let protobuf =
        Bytes::from(bench.encode(("lines encode", "prost"), count, |out| protobuf::encode(&messages, out)));
    let pack = bench.encode(("lines encode", "rmp-serde"), count, |out| message_pack::encode(&lines, out));
    let cbor = bench.encode(("lines encode", "minicbor"), count, |out| cbor::encode(&lines, out));
    let json = bench.encode(("lines encode", "serde_json"), count, |out| json::encode(&lines, out));
    let array = bench.encode(("lines encode", "sonic-rs"), count, |out| sonic::encode(&lines, out));
    let ansi = bench.encode(("lines encode", "ANSI text"), count, |out| ansi::encode_lines(&lines, out));
    drop((messages, texts));
    bench.measure(("lines encode", "cyb-stream into a pipe"), size, || {
        pipe::into(|sink| {
            cyb::write_lines(&lines, BufWriter::with_capacity(64 * 1024, sink)).expect("a reader")
        });
    });

    memcpy(bench, "lines decode", &wire, count);
    bench.decode(("lines decode", "cyb-stream, walk"), size, text, || cyb::lines_borrowed(&wire));
    bench.decode(("lines decode", "cyb-stream, walk + UTF-8"), size, text, || cyb::lines_checked(&wire));
    bench.decode(("lines decode", "cyb-stream, lending Reader"), size, text, || cyb::lines_lent(&wire[..]));
    bench.decode(("lines decode", "cyb-stream, owned from Reader"), size, text, || {
        cyb::lines_owned(&wire[..])
    });
    bench.decode(("lines decode", "prost Bytes"), (protobuf.len(), count), text, || {
        protobuf::borrowed::lines(&protobuf)
    });
    bench.decode(("lines decode", "prost String"), (protobuf.len(), count), text, || {
        protobuf::owned::lines(&protobuf)
    });
    bench.decode(("lines decode", "rmp-serde &str"), (pack.len(), count), text, || {
        message_pack::lines_borrowed(&pack)
    });
    bench.decode(("lines decode", "rmp-serde String"), (pack.len(), count), text, || {
        message_pack::lines_owned(&pack)
    });
    bench
        .decode(("lines decode", "minicbor &str"), (cbor.len(), count), text, || cbor::lines_borrowed(&cbor));
    bench.decode(("lines decode", "minicbor String"), (cbor.len(), count), text, || cbor::lines_owned(&cbor));
    bench.decode(("lines decode", "serde_json &str"), (json.len(), count), text, || {
        json::lines_borrowed(&json)
    });
    bench.decode(("lines decode", "serde_json String"), (json.len(), count), text, || {
        json::lines_owned(&json)
    });
    bench.decode(("lines decode", "sonic-rs &str"), (array.len(), count), text, || {
        sonic::lines_borrowed(&array)
    });
    bench.decode(("lines decode", "sonic-rs String"), (array.len(), count), text, || {
        sonic::lines_owned(&array)
    });
    bench.decode(("lines decode", "vte on ANSI text"), (ansi.len(), count), text, || ansi::print(&ansi));

    bench.measure(("lines through a pipe", "bare read"), size, || pipe::through(&wire, pipe::bare));
    bench.decode(("lines through a pipe", "cyb-stream, lending Reader"), size, text, || {
        pipe::through(&wire, cyb::lines_lent)
    });
}

fn table(bench: &mut Bench) {
    let rows = workload::table();
    let (cells, text) = (rows.len() * 6, rows.iter().flatten().map(String::len).sum::<usize>());

    let mut out = Encoder::new();
    cyb::encode_table(&rows, &mut out);
    let wire = out.as_bytes().to_vec();
    let size = (wire.len(), cells);
    bench.measure(("table encode", "cyb-stream"), size, || {
        out.clear();
        cyb::encode_table(&rows, &mut out);
    });
    let cell = |cell: &String| Bytes::copy_from_slice(cell.as_bytes());
    let messages: Vec<_> =
        rows.iter().map(|row| protobuf::borrowed::Row { cells: row.iter().map(cell).collect() }).collect();
    let protobuf =
        Bytes::from(bench.encode(("table encode", "prost"), cells, |out| protobuf::encode(&messages, out)));
    let pack = bench.encode(("table encode", "rmp-serde"), cells, |out| message_pack::encode(&rows, out));
    let cbor = bench.encode(("table encode", "minicbor"), cells, |out| cbor::encode(&rows, out));
    let json = bench.encode(("table encode", "serde_json"), cells, |out| json::encode(&rows, out));
    let array = bench.encode(("table encode", "sonic-rs"), cells, |out| sonic::encode(&rows, out));
    let ansi = bench.encode(("table encode", "ANSI text"), cells, |out| ansi::encode_table(&rows, out));
    drop(messages);

    let payload = frames(&wire).find_map(Result::ok).map(|frame| frame.payload).unwrap_or_default();
    let mut offsets = Vec::new();
    memcpy(bench, "table decode", &wire, cells);
    bench.measure(("table decode", "cyb-stream, row offsets"), size, || {
        cyb::table_rows(payload, &mut offsets)
    });
    bench.decode(("table decode", "cyb-stream, walk"), size, text, || cyb::table_borrowed(payload));
    bench.decode(("table decode", "cyb-stream, walk + UTF-8"), size, text, || cyb::table_checked(payload));
    bench.decode(("table decode", "prost Bytes"), (protobuf.len(), cells), text, || {
        protobuf::borrowed::table(&protobuf)
    });
    bench.decode(("table decode", "prost String"), (protobuf.len(), cells), text, || {
        protobuf::owned::table(&protobuf)
    });
    bench.decode(("table decode", "rmp-serde &str"), (pack.len(), cells), text, || {
        message_pack::table_borrowed(&pack)
    });
    bench
        .decode(("table decode", "minicbor &str"), (cbor.len(), cells), text, || cbor::table_borrowed(&cbor));
    bench.decode(("table decode", "serde_json &str"), (json.len(), cells), text, || {
        json::table_borrowed(&json)
    });
    bench.decode(("table decode", "sonic-rs &str"), (array.len(), cells), text, || {
        sonic::table_borrowed(&array)
    });
    bench.measure(("table decode", "vte on ANSI text"), (ansi.len(), cells), || ansi::print(&ansi));
}

fn trees(bench: &mut Bench) {
    let trees = workload::trees();
    let (leaves, text) =
        (trees.iter().map(Vec::len).sum(), trees.iter().flatten().map(String::len).sum::<usize>());

    let mut out = Encoder::new();
    cyb::encode_trees(&trees, &mut out);
    let wire = out.as_bytes().to_vec();
    let size = (wire.len(), leaves);
    bench.measure(("trees encode", "cyb-stream"), size, || {
        out.clear();
        cyb::encode_trees(&trees, &mut out);
    });
    let records: Vec<Record<&str>> = trees.iter().map(|fields| Record::new(fields)).collect();
    let messages: Vec<_> = trees.iter().filter_map(|fields| protobuf::tree(fields)).collect();
    let protobuf =
        Bytes::from(bench.encode(("trees encode", "prost"), leaves, |out| protobuf::encode(&messages, out)));
    let pack = bench.encode(("trees encode", "rmp-serde"), leaves, |out| message_pack::encode(&records, out));
    let cbor = bench.encode(("trees encode", "minicbor"), leaves, |out| cbor::encode(&records, out));
    let json = bench.encode(("trees encode", "serde_json"), leaves, |out| json::encode(&records, out));
    let array = bench.encode(("trees encode", "sonic-rs"), leaves, |out| sonic::encode(&records, out));
    let ansi = bench.encode(("trees encode", "ANSI text"), leaves, |out| ansi::encode_trees(&trees, out));
    drop((messages, records));

    memcpy(bench, "trees decode", &wire, leaves);
    bench.decode(("trees decode", "cyb-stream, walk"), size, text, || cyb::trees_borrowed(&wire));
    bench.decode(("trees decode", "cyb-stream, walk + UTF-8"), size, text, || cyb::trees_checked(&wire));
    bench.decode(("trees decode", "prost Bytes"), (protobuf.len(), leaves), text, || {
        protobuf::borrowed::trees(&protobuf)
    });
    bench.decode(("trees decode", "prost String"), (protobuf.len(), leaves), text, || {
        protobuf::owned::trees(&protobuf)
    });
    bench.decode(("trees decode", "rmp-serde &str"), (pack.len(), leaves), text, || {
        message_pack::trees_borrowed(&pack)
    });
    bench.decode(("trees decode", "minicbor &str"), (cbor.len(), leaves), text, || {
        cbor::trees_borrowed(&cbor)
    });
    bench.decode(("trees decode", "serde_json &str"), (json.len(), leaves), text, || {
        json::trees_borrowed(&json)
    });
    bench.decode(("trees decode", "sonic-rs &str"), (array.len(), leaves), text, || {
        sonic::trees_borrowed(&array)
    });
    bench.measure(("trees decode", "vte on ANSI text"), (ansi.len(), leaves), || ansi::print(&ansi));
}

fn hostile(bench: &mut Bench) {
    for (name, wire) in workload::hostile() {
        let size = (wire.len(), 1);
        bench.measure(("hostile, Decoder", name), size, || cyb::decode_any(&wire));
        bench.measure(("hostile, lending Reader", name), size, || cyb::lend_any(&wire[..]));
    }
}
