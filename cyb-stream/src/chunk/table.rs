use std::borrow::Cow;

use crate::{Chunk, Encoder, Frame, FrameError, Frames, Render, Sigil, frames, kv::Pairs};

/// `(#, T)` and `(+, T)`: leading `(=, s)` pairs, a `(/, s)` schema of headers, then `(:, s)` rows of one cell chunk
/// per column (seed, "table chunk layout").
///
/// Reading finds the schema and stops there; rows are walked as they are asked for. A `(+, T)` has the same layout,
/// and its schema holds only the columns to add at the end.
#[derive(Clone, Debug)]
pub struct Table<'a> {
    /// What an append addresses.
    pub id: Option<Cow<'a, str>>,
    /// A heading.
    pub title: Option<Cow<'a, str>>,
    /// How many rows are to be expected, where the producer knows.
    pub rows_hint: Option<u64>,
    /// The first malformed place before the rows.
    pub fault: Option<FrameError>,
    schema: &'a [u8],
    rows: Frames<'a>,
}

impl<'a> Table<'a> {
    /// Reads the payload of a `(#, T)` or `(+, T)`.
    pub fn read(payload: &'a [u8]) -> Self {
        let (mut id, mut title, mut rows_hint) = (None, None, None);
        let mut pairs = Pairs::leading(payload);
        for pair in pairs.by_ref() {
            match pair.key {
                b"id" => id = Some(pair.text()),
                b"title" => title = Some(pair.text()),
                b"rows" => rows_hint = pair.number(),
                _ => {}
            }
        }
        let mut fault = pairs.fault();
        let mut rows = pairs.into_rest();
        let mut schema: &[u8] = &[];
        let mut ahead = rows.clone();
        if let Some(Ok(first)) = ahead.next()
            && first.is(Sigil::FAS, Render::STRUCT)
        {
            schema = first.payload;
            rows = ahead;
            if let Some(error) = frames(schema).find_map(Result::err) {
                let offset = error.offset.saturating_add(first.payload_offset());
                fault.get_or_insert(FrameError { offset, ..error });
            }
        }
        Self { id, title, rows_hint, fault, schema, rows }
    }

    /// The column headers, in order.
    pub fn columns(&self) -> impl Iterator<Item = Cow<'a, str>> + use<'a> {
        frames(self.schema).map_while(Result::ok).map(|header| header.text())
    }

    /// The rows, in order, with offsets counted from the start of the payload.
    pub fn rows(&self) -> Rows<'a> {
        Rows { frames: self.rows.clone(), fault: None }
    }

    /// A builder of a `(#, T)` with these headers.
    pub fn builder<H: AsRef<str>>(headers: impl IntoIterator<Item = H>) -> TableBuilder {
        TableBuilder::new(Sigil::HAX).schema(headers)
    }

    /// A builder of a `(+, T)`: more rows for the table `id` of the same command.
    pub fn append(id: &str) -> TableBuilder {
        TableBuilder::new(Sigil::LUS).id(id)
    }
}

/// Iterator over the rows of a [`Table`]; frames of another kind are passed over.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    frames: Frames<'a>,
    fault: Option<FrameError>,
}

impl Rows<'_> {
    /// Where the walk ended early, if it did.
    pub const fn fault(&self) -> Option<FrameError> {
        self.fault
    }
}

impl<'a> Iterator for Rows<'a> {
    type Item = Row<'a>;

    #[inline]
    fn next(&mut self) -> Option<Row<'a>> {
        loop {
            match self.frames.next()? {
                Ok(frame) if frame.is(Sigil::COL, Render::STRUCT) => {
                    return Some(Row { offset: frame.payload_offset(), payload: frame.payload });
                }
                Ok(_) => {}
                Err(error) => {
                    self.fault = Some(error);
                    return None;
                }
            }
        }
    }
}

/// One row, borrowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// Where the row's payload starts, in bytes from the start of the table's payload.
    pub offset: usize,
    /// The row's cells, encoded.
    pub payload: &'a [u8],
}

impl<'a> Row<'a> {
    /// The cells, in column order.
    #[inline]
    pub const fn cells(&self) -> Cells<'a> {
        Cells(frames(self.payload))
    }
}

/// Iterator over the cells of a [`Row`], up to the first malformed place.
#[derive(Clone, Debug)]
pub struct Cells<'a>(Frames<'a>);

impl<'a> Cells<'a> {
    /// The bytes not walked yet; if there are any after the last cell, the row is damaged there.
    pub const fn rest(&self) -> &'a [u8] {
        self.0.rest()
    }
}

impl<'a> Iterator for Cells<'a> {
    type Item = Frame<'a>;

    #[inline]
    fn next(&mut self) -> Option<Frame<'a>> {
        self.0.next()?.ok()
    }
}

/// Writes a table's payload row by row.
#[derive(Clone, Debug)]
pub struct TableBuilder {
    sigil: Sigil,
    payload: Encoder,
}

impl TableBuilder {
    const fn new(sigil: Sigil) -> Self {
        Self { sigil, payload: Encoder::new() }
    }

    /// A table with an `id`, so that [`Table::append`] can address it.
    pub fn with_id<H: AsRef<str>>(id: &str, headers: impl IntoIterator<Item = H>) -> Self {
        Self::new(Sigil::HAX).id(id).schema(headers)
    }

    fn id(mut self, id: &str) -> Self {
        self.payload.kv_text("id", id);
        self
    }

    /// A table with facts such as `("id", "1")`, `("title", "Files")` or `("rows", "200")`.
    pub fn with_facts<'a, H: AsRef<str>>(
        facts: impl IntoIterator<Item = (&'a str, &'a str)>,
        headers: impl IntoIterator<Item = H>,
    ) -> Self {
        let mut table = Self::new(Sigil::HAX);
        for (key, value) in facts {
            table.payload.kv_text(key, value);
        }
        table.schema(headers)
    }

    /// The schema; in an append, the headers to add at the end. To be called before the first row.
    pub fn schema<H: AsRef<str>>(mut self, headers: impl IntoIterator<Item = H>) -> Self {
        self.payload.nest(Sigil::FAS, Render::STRUCT, |schema| {
            for header in headers {
                schema.label(header.as_ref());
            }
        });
        self
    }

    /// A row of cells in column order.
    pub fn row(&mut self, cells: impl IntoIterator<Item = Chunk>) -> &mut Self {
        self.row_with(|row| row.extend(cells))
    }

    /// A row whose cells are written by `fill`, one frame each.
    pub fn row_with(&mut self, fill: impl FnOnce(&mut Encoder)) -> &mut Self {
        self.payload.nest(Sigil::COL, Render::STRUCT, fill);
        self
    }

    /// Bytes of payload so far.
    pub const fn len(&self) -> usize {
        self.payload.len()
    }

    /// Whether not even a schema was written.
    pub const fn is_empty(&self) -> bool {
        self.payload.is_empty()
    }

    /// The chunk.
    pub fn finish(self) -> Chunk {
        Chunk::new(self.sigil, Render::TABLE, self.payload.into_bytes())
    }
}
