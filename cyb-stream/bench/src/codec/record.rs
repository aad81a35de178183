//! The record of the deep trees, as formats with a schema see it.

use minicbor::{Decode, Encode};
use serde::{Deserialize, Serialize};

use crate::workload::FIELDS;

/// With fields that are borrowed (`&str`) or owned (`String`).
#[derive(Serialize, Deserialize, Encode, Decode)]
#[serde(bound(deserialize = "T: Deserialize<'de>"))]
pub struct Record<T> {
    #[n(0)]
    name: T,
    #[n(1)]
    kind: T,
    #[n(2)]
    path: T,
    #[n(3)]
    size: T,
    #[n(4)]
    date: T,
    #[n(5)]
    user: T,
    #[n(6)]
    mode: T,
    #[n(7)]
    link: T,
    #[n(8)]
    next: Option<Box<Record<T>>>,
}

impl<T: AsRef<str>> Record<T> {
    /// Bytes of text in this record and those nested in it.
    pub fn text_len(&self) -> usize {
        let Self { name, kind, path, size, date, user, mode, link, next } = self;
        let own = [name, kind, path, size, date, user, mode, link].map(|text| text.as_ref().len());
        own.into_iter().sum::<usize>() + next.as_ref().map_or(0, |next| next.text_len())
    }
}

impl<'a> Record<&'a str> {
    /// The tree with these fields.
    pub fn new(fields: &'a [String]) -> Self {
        let (own, rest) = fields.split_at(FIELDS);
        let [name, kind, path, size, date, user, mode, link] = std::array::from_fn(|at| own[at].as_str());
        let next = (!rest.is_empty()).then(|| Box::new(Self::new(rest)));
        Self { name, kind, path, size, date, user, mode, link, next }
    }
}
