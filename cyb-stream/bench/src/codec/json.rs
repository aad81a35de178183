//! JSON, one value after the other, through `serde_json`.

use serde::{Deserialize, Serialize};
use serde_json::Deserializer;

use super::record::Record;

pub fn encode<T: Serialize>(items: &[T], out: &mut Vec<u8>) {
    for item in items {
        serde_json::to_writer(&mut *out, item).expect("a vector takes all");
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
    Deserializer::from_slice(wire).into_iter().map_while(Result::ok).map(len).sum()
}
