//! References in running text, and URLs and source places in what programs print (protocol, "References in text").
//!
//! ```
//! use cyb_stream::refs::{ReferenceKind, references};
//!
//! let text = "see #cyber/truth, by @alice: [[cyber/rank|rank]]";
//! let found: Vec<_> = references(text).map(|found| (&text[found.range], found.kind)).collect();
//! assert_eq!(found, [
//!     ("#cyber/truth", ReferenceKind::Particle("cyber/truth")),
//!     ("@alice", ReferenceKind::Neuron("alice")),
//!     ("[[cyber/rank|rank]]", ReferenceKind::Link { target: "cyber/rank", label: Some("rank") }),
//! ]);
//! ```
//!
//! # What is recognised
//!
//! ```text
//! reference   = ("#" | "@" | "$") identifier          not directly followed by "@"
//!             | "[[" target "]]" | "[[" target "|" label "]]"
//! identifier  = "_"* letter core* (connector core+)*
//! core        = letter | digit | mark | "_"           of any script
//! connector   = "." | "/" | "-"+ | joiner             joiner: U+200C, U+200D between characters beyond ASCII
//! ```
//!
//! - **Only at the start of a word**: at the start of the text, behind a blank, behind one of ``( [ { < " ' ` * , ; |``,
//!   or behind a character beyond ASCII that is no letter, digit or mark. A `(` behind `]` and a quote behind `=` start
//!   no word: what follows is the destination of a Markdown link or an attribute.
//! - **A target and a label** hold no brackets and lie in one line. A target starts with no blank, so that a shell's
//!   `[[ -f x ]]` is none; blanks around the `|` and before `]]` are not part. An empty label counts as none.
//! - **Characters that are not seen** (controls, bidi controls, zero width) end an identifier and make a link none.
//! - **A URL** is passed over whole, whatever stands in its path or fragment.
//! - **An inline computation**, a sigil and brackets such as `#[expr]` or `.[a|b]`, is literal with all that is in it:
//!   to the bracket that closes it, or to the end of the line.
//!
//! So `a#b`, `C#`, `#12`, `$5.00`, `a@b.c`, `@a@b.c`, `#!/bin/sh` and `# Title` are no references, and neither
//! trailing punctuation nor a trailing `/` or `-` is part of one. `color: #fff`, `#include` and `$HOME` are: they are
//! spelled like one. Recognising is about spelling only; what a reference opens, and whether it exists, is the
//! consumer's to find out.
//!
//! # Cost
//!
//! Nothing is allocated. Time is linear in the text for any input: an attempt that fails has looked no further than to
//! the next character that could start another one (an identifier ends at a sigil, a link at a bracket), and one that
//! succeeds is gone on from its end. So a character is looked at a fixed number of times.

mod class;
mod output;
mod places;
mod sigils;

use std::ops::Range;

pub use output::{OutputReferences, output_references};
pub use places::{Places, places};
pub use sigils::{References, references};

/// A piece of text that refers to something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference<'a> {
    /// Where it lies, in bytes from the start of the text; on character boundaries.
    pub range: Range<usize>,
    /// What it refers to.
    pub kind: ReferenceKind<'a>,
}

/// What a [`Reference`] refers to; all texts are slices of the text it was found in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceKind<'a> {
    /// `#name`: content, without the sigil.
    Particle(&'a str),
    /// `@name`: a person or agent, without the sigil.
    Neuron(&'a str),
    /// `$NAME`: a token, without the sigil.
    Token(&'a str),
    /// `[[target]]` or `[[target|label]]`.
    Link {
        /// What is meant; may start with any sigil.
        target: &'a str,
        /// What is to be shown in its place.
        label: Option<&'a str>,
    },
    /// A URL, from its scheme on; in output only.
    Url(&'a str),
    /// `path:line` or `path:line:column`; in output only.
    Source {
        /// The path as it is spelled. Nothing tells `main.rs:80` from `example.org:80`: whether there is such a file
        /// is to be seen before it is opened.
        path: &'a str,
        /// Counted from 1.
        line: u32,
        /// Counted from 1.
        column: Option<u32>,
    },
}
