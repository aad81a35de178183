use std::iter::Peekable;

use super::{Places, Reference, References, places, references};

/// Everything in what a program printed that can be a link: [`references`] and [`places()`] together.
///
/// In order and disjoint. Of two that overlap the one that starts first counts; of two that start together, the place.
pub fn output_references(text: &str) -> OutputReferences<'_> {
    OutputReferences { references: references(text).peekable(), places: places(text).peekable(), at: 0 }
}

/// Iterator over references and places; see [`output_references`].
#[derive(Clone, Debug)]
pub struct OutputReferences<'a> {
    references: Peekable<References<'a>>,
    places: Peekable<Places<'a>>,
    /// The end of the last one told.
    at: usize,
}

impl<'a> Iterator for OutputReferences<'a> {
    type Item = Reference<'a>;

    fn next(&mut self) -> Option<Reference<'a>> {
        loop {
            let found = match (self.references.peek(), self.places.peek()) {
                (Some(reference), Some(place)) if reference.range.start < place.range.start => {
                    self.references.next()
                }
                (_, Some(_)) => self.places.next(),
                _ => self.references.next(),
            }?;
            if found.range.start >= self.at {
                self.at = found.range.end;
                return Some(found);
            }
        }
    }
}
