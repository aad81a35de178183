//! MessagePack through rmp-serde.

use rmp_serde::{Deserializer, Serializer};
use serde::{Deserialize, Serialize};

use super::record::Record;

pub fn encode<T: Serialize>(items: &[T], out: &mut Vec<u8>) {
    for item in items {
        item.serialize(&mut Serializer::new(&mut *out)).expect("a vector takes all");
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

fn each<'a, T: Deserialize<'a>>(wire: &'a [u8], len: impl Fn(T) -> usize) -> usize {
    let mut source = Deserializer::from_read_ref(wire);
    let mut total = 0;
    while let Ok(item) = T::deserialize(&mut source) {
        total += len(item);
    }
    total
}
