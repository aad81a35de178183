use std::borrow::Cow;

use crate::{
    Chunk, Fault, Frame, FrameError, Frames, Render, Sigil,
    kv::{Pair, Pairs},
};

/// What a struct's pairs stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Named fields.
    Record,
    /// Items keyed 0, 1, ...
    List,
}

/// `(/, s)` and `(+, s)`: leading `(=, s)` pairs `id` and `kind`, then `(:, s)` pairs of key and value (seed,
/// "composition and structure"; protocol 4.1).
#[derive(Clone, Debug)]
pub struct Struct<'a> {
    /// What a `(+, s)` addresses.
    pub id: Option<Cow<'a, str>>,
    /// What the producer says it is; [`Struct::kind`] also judges by the keys.
    pub declared: Option<Kind>,
    /// The first malformed place before the pairs.
    pub fault: Option<FrameError>,
    entries: Frames<'a>,
}

impl<'a> Struct<'a> {
    /// Reads the payload of a `(/, s)` or `(+, s)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let (mut id, mut declared) = (None, None);
        let mut pairs = Pairs::leading(payload);
        for pair in pairs.by_ref() {
            match (pair.key, pair.value.payload) {
                (b"id", _) => id = Some(pair.text()),
                (b"kind", b"list") => declared = Some(Kind::List),
                (b"kind", b"record") => declared = Some(Kind::Record),
                _ => {}
            }
        }
        let fault = pairs.fault();
        Self { id, declared, fault, entries: pairs.into_rest() }
    }

    /// List or record: as declared, else a list if there are keys and they are exactly 0 to n-1. Walks the keys.
    pub fn kind(&self) -> Kind {
        let counted = || {
            let mut count = 0_usize;
            let in_order = self.entries().all(|entry| {
                let right = entry.key == count.to_string();
                count = count.saturating_add(1);
                right
            });
            if in_order && count > 0 { Kind::List } else { Kind::Record }
        };
        self.declared.unwrap_or_else(counted)
    }

    /// The pairs, in order.
    pub fn entries(&self) -> Entries<'a> {
        Entries { frames: self.entries.clone(), fault: None }
    }
}

/// One key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// Field name, or index of a list item.
    pub key: Cow<'a, str>,
    /// The value chunk.
    pub value: Frame<'a>,
}

/// Iterator over the `(:, s)` pairs of a [`Struct`]; frames of another kind are passed over.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    frames: Frames<'a>,
    fault: Option<FrameError>,
}

impl Entries<'_> {
    /// The first malformed place met so far.
    pub const fn fault(&self) -> Option<FrameError> {
        self.fault
    }
}

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        loop {
            match self.frames.next()? {
                Ok(frame) if frame.is(Sigil::COL, Render::STRUCT) => {
                    if let Some(Pair { key, value }) = Pair::read(&frame) {
                        return Some(Entry { key: String::from_utf8_lossy(key), value });
                    }
                    let offset = frame.offset;
                    self.fault.get_or_insert(FrameError { offset, fault: Fault::BadPair });
                }
                Ok(_) => {}
                Err(error) => {
                    self.fault.get_or_insert(error);
                    return None;
                }
            }
        }
    }
}

/// Constructors of structs.
impl Chunk {
    /// `(:, s)`: one key and its value.
    pub fn pair(key: &str, value: &Self) -> Self {
        Self::build(Sigil::COL, Render::STRUCT, |pair| {
            pair.label(key).chunk(value);
        })
    }

    /// `(/, s)`: a record.
    pub fn record<K: AsRef<str>>(fields: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::build(Sigil::FAS, Render::STRUCT, |record| {
            for (key, value) in fields {
                record.pair(key.as_ref(), &value);
            }
        })
    }

    /// `(/, s)` with an `id`, so that [`append_fields`](Self::append_fields) can address it.
    pub fn record_with_id<K: AsRef<str>>(id: &str, fields: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::fields(Sigil::FAS, id, fields)
    }

    /// `(+, s)`: more fields, or items under their indices, for the struct `id` of the same command.
    pub fn append_fields<K: AsRef<str>>(id: &str, fields: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::fields(Sigil::LUS, id, fields)
    }

    fn fields<K: AsRef<str>>(sigil: Sigil, id: &str, fields: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::build(sigil, Render::STRUCT, |record| {
            record.kv_text("id", id);
            for (key, value) in fields {
                record.pair(key.as_ref(), &value);
            }
        })
    }

    /// `(/, s)` with `kind` list: items keyed 0, 1, ...
    pub fn list(items: impl IntoIterator<Item = Self>) -> Self {
        Self::build(Sigil::FAS, Render::STRUCT, |list| {
            list.kv_text("kind", "list");
            for (index, item) in items.into_iter().enumerate() {
                list.pair(&index.to_string(), &item);
            }
        })
    }
}
