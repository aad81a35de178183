//! Protocol Buffers through prost: messages with a length before each. Its borrowed form is [`Bytes`], which does not
//! check UTF-8.

use bytes::{Buf as _, Bytes};
use prost::Message;

use crate::workload::FIELDS;

macro_rules! messages {
    ($module:ident, $text:ty, $($kind:tt)+) => {
        pub mod $module {
            use super::*;

            #[derive(Clone, PartialEq, Message)]
            pub struct Line {
                #[prost($($kind)+, tag = "1")]
                pub text: $text,
            }

            #[derive(Clone, PartialEq, Message)]
            pub struct Row {
                #[prost($($kind)+, repeated, tag = "1")]
                pub cells: Vec<$text>,
            }

            #[derive(Clone, PartialEq, Message)]
            pub struct Tree {
                #[prost($($kind)+, tag = "1")]
                pub name: $text,
                #[prost($($kind)+, tag = "2")]
                pub kind: $text,
                #[prost($($kind)+, tag = "3")]
                pub path: $text,
                #[prost($($kind)+, tag = "4")]
                pub size: $text,
                #[prost($($kind)+, tag = "5")]
                pub date: $text,
                #[prost($($kind)+, tag = "6")]
                pub user: $text,
                #[prost($($kind)+, tag = "7")]
                pub mode: $text,
                #[prost($($kind)+, tag = "8")]
                pub link: $text,
                #[prost(message, optional, boxed, tag = "9")]
                pub next: Option<Box<Tree>>,
            }

            pub fn lines(wire: &Bytes) -> usize {
                each::<Line>(wire, |line| line.text.len())
            }

            pub fn table(wire: &Bytes) -> usize {
                each::<Row>(wire, |row| row.cells.iter().map(|cell| cell.len()).sum())
            }

            pub fn trees(wire: &Bytes) -> usize {
                each::<Tree>(wire, |tree| tree.text_len())
            }

            impl Tree {
                fn text_len(&self) -> usize {
                    let Self { name, kind, path, size, date, user, mode, link, next } = self;
                    let own = [name, kind, path, size, date, user, mode, link].map(|text| text.len());
                    own.into_iter().sum::<usize>() + next.as_ref().map_or(0, |next| next.text_len())
                }
            }
        }
    };
}

messages!(borrowed, Bytes, bytes = "bytes");
messages!(owned, String, string);

/// The tree with these fields; `None` for no fields.
pub fn tree(fields: &[String]) -> Option<Box<borrowed::Tree>> {
    let (own, rest) = fields.split_at_checked(FIELDS)?;
    let [name, kind, path, size, date, user, mode, link] =
        std::array::from_fn(|at| Bytes::copy_from_slice(own[at].as_bytes()));
    Some(Box::new(borrowed::Tree { name, kind, path, size, date, user, mode, link, next: tree(rest) }))
}

pub fn encode<T: Message>(items: &[T], out: &mut Vec<u8>) {
    for item in items {
        item.encode_length_delimited(out).expect("a vector takes all");
    }
}

fn each<T: Message + Default>(wire: &Bytes, len: impl Fn(T) -> usize) -> usize {
    let mut rest = wire.clone();
    let mut total = 0;
    while rest.has_remaining() {
        total += len(T::decode_length_delimited(&mut rest).expect("what was encoded"));
    }
    total
}
