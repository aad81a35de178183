//! CBOR through minicbor.

use minicbor::{Decode, Decoder, Encode, Encoder};

use super::record::Record;

pub fn encode<T: Encode<()>>(items: &[T], out: &mut Vec<u8>) {
    let mut encoder = Encoder::new(out);
    for item in items {
        encoder.encode(item).expect("a vector takes all");
    }
}

pub fn lines_borrowed(wire: &[u8]) -> usize {
    each::<&str>(wire, |line| line.len())
}

pub fn lines_owned(wire: &[u8]) -> usize {
    each::<String>(wire, |line| line.len())
}

pub fn table_borrowed(wire: &[u8]) -> usize {
    each::<[&str; 6]>(wire, |row| row.iter().map(|cell| cell.len()).sum())
}

pub fn trees_borrowed(wire: &[u8]) -> usize {
    each::<Record<&str>>(wire, |tree| tree.text_len())
}

fn each<'a, T: Decode<'a, ()>>(wire: &'a [u8], len: impl Fn(T) -> usize) -> usize {
    let mut source = Decoder::new(wire);
    let mut total = 0;
    while let Ok(item) = source.decode() {
        total += len(item);
    }
    total
}
