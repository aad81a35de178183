//! What is sent: three shapes of data, the same in every run.

use std::iter::repeat_with;

use fastrand::Rng;

/// How many fields a record has beside the one it is nested in.
pub const FIELDS: usize = 8;
/// Their names, known to both sides.
pub const KEYS: [&str; FIELDS] = ["name", "kind", "path", "size", "date", "user", "mode", "link"];
/// Columns of the table.
pub const COLUMNS: [&str; 6] = ["name", "type", "size", "user", "group", "date"];
/// Records, one in the other, of a tree.
pub const DEPTH: usize = 40;

/// A million lines of text, 40 bytes on average.
pub fn lines() -> Vec<String> {
    texts(1_000_000, 40)
}

/// A table of 100 000 rows and six columns, 10 bytes a cell on average.
pub fn table() -> Vec<[String; 6]> {
    let cells = &mut texts(600_000, 10).into_iter();
    (0..100_000).map(|_| std::array::from_fn(|_| cells.next().unwrap_or_default())).collect()
}

/// The fields of 3 125 trees of records, 40 deep: a million leaves, 10 bytes on average. The first eight are the
/// outermost record's.
pub fn trees() -> Vec<Vec<String>> {
    let fields = &mut texts(3_125 * DEPTH * FIELDS, 10).into_iter();
    (0..3_125).map(|_| fields.take(DEPTH * FIELDS).collect()).collect()
}

/// Letters, digits and blanks of random length around `mean`.
fn texts(count: usize, mean: usize) -> Vec<String> {
    let mut random = Rng::with_seed(mean as u64);
    let mut text = || {
        let len = random.usize(0..=2 * mean);
        repeat_with(|| if random.u8(0..6) == 0 { ' ' } else { random.alphanumeric() }).take(len).collect()
    };
    (0..count).map(|_| text()).collect()
}

/// Streams that are no frames, or nearly: 20 MB each.
pub fn hostile() -> [(&'static str, Vec<u8>); 5] {
    const LEN: usize = 20_000_000;
    let mut random = vec![0; LEN];
    Rng::with_seed(1).fill(&mut random);
    [
        ("all 0x1F", vec![0x1F; LEN]),
        ("0x1F every 8 bytes", b"\x1Fxxxxxxx".repeat(LEN / 8)),
        ("headers without payloads", b"\x1F#t\x05".repeat(LEN / 4)),
        ("random", random),
        ("no marker", vec![b'x'; LEN]),
    ]
}
