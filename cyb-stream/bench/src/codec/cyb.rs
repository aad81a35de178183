//! cyb-stream: no schema, so every leaf says what it is.

use std::io::{self, Read, Write};

use cyb_stream::{Decoder, Encoder, Event, Frame, Lent, Reader, Render, Sigil, Table, Texts, Writer, frames};

use crate::workload::{COLUMNS, FIELDS, KEYS};

pub fn encode_lines(lines: &[String], out: &mut Encoder) {
    for line in lines {
        out.text(line);
    }
}

pub fn encode_table(rows: &[[String; 6]], out: &mut Encoder) {
    out.nest(Sigil::HAX, Render::TABLE, |table| {
        table.nest(Sigil::FAS, Render::STRUCT, |schema| {
            for header in COLUMNS {
                schema.label(header);
            }
        });
        for row in rows {
            table.nest(Sigil::COL, Render::STRUCT, |cells| {
                for cell in row {
                    cells.text(cell);
                }
            });
        }
    });
}

pub fn encode_trees(trees: &[Vec<String>], out: &mut Encoder) {
    for tree in trees {
        encode_tree(tree, out);
    }
}

fn encode_tree(fields: &[String], out: &mut Encoder) {
    let (own, rest) = fields.split_at(FIELDS);
    out.nest(Sigil::FAS, Render::STRUCT, |record| {
        for (key, value) in KEYS.iter().zip(own) {
            record.pair_text(key, value);
        }
        if !rest.is_empty() {
            record.pair_with("next", |pair| encode_tree(rest, pair));
        }
    });
}

/// Each line as a frame of its own through a [`Writer`].
pub fn write_lines(lines: &[String], out: impl Write) -> io::Result<()> {
    let mut writer = Writer::new(out);
    for line in lines {
        writer.write_frame(Sigil::HAX, Render::TEXT, line.as_bytes())?;
    }
    writer.flush()
}

pub fn lines_borrowed(wire: &[u8]) -> usize {
    frames(wire).map_while(Result::ok).map(|frame| frame.payload.len()).sum()
}

/// As borrowed, with UTF-8 checked on every leaf.
pub fn lines_checked(wire: &[u8]) -> usize {
    let mut texts = Texts::new(wire);
    frames(wire).map_while(Result::ok).map(|frame| texts.get(frame.payload).map_or(0, str::len)).sum()
}

/// Chunks that may be kept, out of a [`Reader`].
pub fn lines_owned(source: impl Read) -> usize {
    let mut reader = Reader::new(source);
    let mut len = 0;
    while let Ok(Some(event)) = reader.read() {
        if let Event::Chunk(found) = event {
            len += found.chunk.payload().len();
        }
    }
    len
}

/// Frames lent by a [`Reader`].
pub fn lines_lent(source: impl Read) -> usize {
    let mut reader = Reader::new(source);
    let mut len = 0;
    while let Ok(Some(lent)) = reader.lend() {
        if let Lent::Chunk { frame, .. } = lent {
            len += frame.payload.len();
        }
    }
    len
}

/// Whatever a [`Decoder`] tells of input in pieces of 64 KiB: how many events.
pub fn decode_any(wire: &[u8]) -> usize {
    let mut decoder = Decoder::new();
    let mut events = 0;
    for piece in wire.chunks(64 * 1024) {
        decoder.feed(piece);
        while decoder.next_event() != Event::Pending {
            events += 1;
        }
    }
    events
}

/// Whatever a [`Reader`] lends: how many events.
pub fn lend_any(source: impl Read) -> usize {
    let mut reader = Reader::new(source);
    let mut events = 0;
    while let Ok(Some(_)) = reader.lend() {
        events += 1;
    }
    events
}

/// All cells of a table's payload.
pub fn table_borrowed(payload: &[u8]) -> usize {
    Table::read(payload).rows().flat_map(|row| row.cells()).map(|cell| cell.payload.len()).sum()
}

/// As borrowed, with UTF-8 checked on every leaf.
pub fn table_checked(payload: &[u8]) -> usize {
    let mut texts = Texts::new(payload);
    let cells = Table::read(payload).rows().flat_map(|row| row.cells());
    cells.map(|cell| texts.get(cell.payload).map_or(0, str::len)).sum()
}

/// Where each row starts: what a view needs before it paints.
pub fn table_rows(payload: &[u8], rows: &mut Vec<u32>) {
    rows.clear();
    rows.extend(Table::read(payload).rows().map(|row| row.offset as u32));
}

/// All leaves but keys.
pub fn trees_borrowed(payload: &[u8]) -> usize {
    walk(payload, &mut |leaf| leaf.payload.len())
}

/// As borrowed, with UTF-8 checked on every leaf.
pub fn trees_checked(payload: &[u8]) -> usize {
    let mut texts = Texts::new(payload);
    walk(payload, &mut |leaf| texts.get(leaf.payload).map_or(0, str::len))
}

fn walk<'a>(payload: &'a [u8], leaf: &mut impl FnMut(Frame<'a>) -> usize) -> usize {
    let mut len = 0;
    for frame in frames(payload).map_while(Result::ok) {
        if frame.render.is_nested() {
            len += walk(frame.payload, leaf);
        } else {
            // Keys are looked at too, as the others do not.
            let text = leaf(frame);
            len += if frame.sigil == Sigil::HAX { text } else { 0 };
        }
    }
    len
}
