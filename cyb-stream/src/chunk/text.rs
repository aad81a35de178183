use bytes::Bytes;

use crate::{Chunk, Render, Sigil};

/// Constructors of the text chunks (protocol, "Text").
impl Chunk {
    /// `(#, t)`: content as text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Sigil::HAX, Render::TEXT, text.into())
    }

    /// `(~, t)`: an annotation, a label; also what an external program writes to its standard output.
    pub fn annotation(text: impl Into<String>) -> Self {
        Self::new(Sigil::SIG, Render::TEXT, text.into())
    }

    /// `(~, t)` from an external program's standard output, bytes as they came.
    pub fn stdout(bytes: impl Into<Bytes>) -> Self {
        Self::new(Sigil::SIG, Render::TEXT, bytes)
    }

    /// `(!, t)`: an external program's standard error, bytes as they came.
    pub fn stderr(bytes: impl Into<Bytes>) -> Self {
        Self::new(Sigil::ZAP, Render::TEXT, bytes)
    }

    /// `(@, t)`: a reference to a person or agent, `@` included.
    pub fn neuron(name: impl Into<String>) -> Self {
        Self::new(Sigil::PAT, Render::TEXT, name.into())
    }

    /// `($, t)`: a token expression such as `1000 BOOT`.
    pub fn token(text: impl Into<String>) -> Self {
        Self::new(Sigil::BUC, Render::TEXT, text.into())
    }

    /// `(+, t)`: a numeric change.
    pub fn augment(text: impl Into<String>) -> Self {
        Self::new(Sigil::LUS, Render::TEXT, text.into())
    }

    /// `(/, t)`: a file-system path; a directory's ends in `/`.
    pub fn path(path: impl Into<String>) -> Self {
        Self::new(Sigil::FAS, Render::TEXT, path.into())
    }

    /// `(=, t)`: a typed literal in NUON scalar form, such as `1234b`, `1500ns` or an RFC 3339 date.
    pub fn literal(nuon: impl Into<String>) -> Self {
        Self::new(Sigil::TIS, Render::TEXT, nuon.into())
    }

    /// `(?, t)`, empty: a missing cell, where the row has no such column.
    pub fn missing() -> Self {
        Self::new(Sigil::WUT, Render::TEXT, Bytes::new())
    }

    /// `(~, t)`, empty: null in a cell or field.
    pub fn null() -> Self {
        Self::new(Sigil::SIG, Render::TEXT, Bytes::new())
    }

    /// `(#, b)`: raw bytes.
    pub fn binary(bytes: impl Into<Bytes>) -> Self {
        Self::new(Sigil::HAX, Render::BINARY, bytes)
    }
}
