//! JSON through sonic-rs. Its stream of values costs more per value than one array of all: it gets the array.

use serde::{Deserialize, Serialize};

use super::record::Record;

pub fn encode<T: Serialize>(items: &[T], out: &mut Vec<u8>) {
    sonic_rs::to_writer(out, items).expect("a vector takes all");
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
    let items: Vec<T> = sonic_rs::from_slice(wire).expect("what was encoded");
    items.into_iter().map(len).sum()
}
