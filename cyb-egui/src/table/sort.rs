//! Sorting by value in steps of bounded work: keys first, then short runs, then merges. Stable, and no value at all
//! comes last either way.

use std::cmp::Ordering;

use cyb_stream::Frame;

use super::key::Key;

/// Which way a column is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    /// Smallest first.
    Up,
    /// Largest first.
    Down,
}

/// The longest run sorted at once.
const RUN: usize = 2048;
/// How much more it costs to read a row's key than to merge the row.
const KEY: usize = 4;

/// Sorting under way.
#[derive(Debug)]
pub(crate) struct SortJob {
    column: usize,
    direction: Direction,
    keys: Vec<Key>,
    rows: usize,
    order: Vec<u32>,
    spare: Vec<u32>,
    phase: Phase,
}

#[derive(Debug)]
enum Phase {
    /// The keys are read.
    Keys,
    /// Runs up to `done` are sorted.
    Runs { done: usize },
    /// Runs of `width` are merged in pairs into `spare`, which is filled so far; `left` and `right` are how much of
    /// the current pair is taken.
    Merge { width: usize, left: usize, right: usize },
}

impl SortJob {
    /// Sorts `rows` rows by `column`; `keys` are those of the first rows, as far as they are known.
    pub(super) const fn new(column: usize, direction: Direction, rows: usize, keys: Vec<Key>) -> Self {
        Self { column, direction, keys, rows, order: Vec::new(), spare: Vec::new(), phase: Phase::Keys }
    }

    pub(super) fn is_for(&self, column: usize, direction: Direction) -> bool {
        self.column == column && self.direction == direction
    }

    /// How many rows take part.
    pub(super) const fn len(&self) -> usize {
        self.rows
    }

    /// Hands over the order and the keys.
    pub(super) fn finish(self, order: &mut Option<Vec<u32>>) -> Vec<Key> {
        *order = Some(self.order);
        self.keys
    }

    /// Handles about `budget` rows; returns whether all is done.
    pub(super) fn step<'a>(
        &mut self,
        budget: usize,
        cell: impl Fn(usize, usize) -> Option<Frame<'a>>,
    ) -> bool {
        let mut left = budget.max(1);
        while left > 0 {
            let spent = match self.phase {
                Phase::Keys => self.read_keys(left, &cell),
                Phase::Runs { done } => self.sort_run(done),
                Phase::Merge { width, .. } if width >= self.rows => return true,
                Phase::Merge { width, left: a, right: b } => self.merge(width, a, b, left),
            };
            left = left.saturating_sub(spent.max(1));
        }
        matches!(self.phase, Phase::Merge { width, .. } if width >= self.rows)
    }

    fn read_keys<'a>(&mut self, budget: usize, cell: impl Fn(usize, usize) -> Option<Frame<'a>>) -> usize {
        let from = self.keys.len().min(self.rows);
        let to = self.rows.min(from + (budget / KEY).max(1));
        self.keys.extend((from..to).map(|row| Key::read(cell(row, self.column))));
        if to == self.rows {
            self.order = (0..self.rows as u32).collect();
            self.phase = Phase::Runs { done: 0 };
        }
        (to - from) * KEY
    }

    fn sort_run(&mut self, done: usize) -> usize {
        let end = self.rows.min(done + RUN);
        let (keys, direction) = (&self.keys, self.direction);
        if let Some(run) = self.order.get_mut(done..end) {
            run.sort_by(|a, b| compare(keys, *a, *b, direction));
        }
        let sorted = end == self.rows;
        self.phase =
            if sorted { Phase::Merge { width: RUN, left: 0, right: 0 } } else { Phase::Runs { done: end } };
        // A row of a run costs more than a row of a merge.
        (end - done) * 4
    }

    /// Merges on, `left` and `right` rows of the current pair of runs being taken already.
    fn merge(&mut self, width: usize, mut left: usize, mut right: usize, budget: usize) -> usize {
        let mut spent = 0;
        while spent < budget && self.spare.len() < self.rows {
            let start = self.spare.len() - left - right;
            let middle = self.rows.min(start + width);
            let end = self.rows.min(middle + width);
            let next_left = self.order.get(start + left).copied().filter(|_| start + left < middle);
            let next_right = self.order.get(middle + right).copied().filter(|_| middle + right < end);
            match (next_left, next_right) {
                (Some(a), Some(b)) if compare(&self.keys, b, a, self.direction) == Ordering::Less => {
                    self.spare.push(b);
                    right += 1;
                }
                (Some(a), _) => {
                    self.spare.push(a);
                    left += 1;
                }
                (None, Some(b)) => {
                    self.spare.push(b);
                    right += 1;
                }
                (None, None) => (left, right) = (0, 0),
            }
            spent += 1;
        }
        self.phase = if self.spare.len() == self.rows {
            std::mem::swap(&mut self.order, &mut self.spare);
            self.spare.clear();
            Phase::Merge { width: width * 2, left: 0, right: 0 }
        } else {
            Phase::Merge { width, left, right }
        };
        spent
    }
}

fn compare(keys: &[Key], a: u32, b: u32, direction: Direction) -> Ordering {
    let (Some(a), Some(b)) = (keys.get(a as usize), keys.get(b as usize)) else { return Ordering::Equal };
    match (a, b) {
        (Key::Absent, Key::Absent) => Ordering::Equal,
        (Key::Absent, _) => Ordering::Greater,
        (_, Key::Absent) => Ordering::Less,
        _ => match direction {
            Direction::Up => a.compare(b),
            Direction::Down => b.compare(a),
        },
    }
}

#[cfg(test)]
mod tests {
    use cyb_stream::Chunk;

    use super::*;

    /// Sorts cells with a budget of `budget` rows a step; returns their places.
    fn sorted(cells: &[Chunk], direction: Direction, budget: usize) -> Vec<u32> {
        let bytes: Vec<_> = cells.iter().map(Chunk::to_bytes).collect();
        let mut job = SortJob::new(0, direction, cells.len(), Vec::new());
        let cell = |row: usize, _| cyb_stream::frames(bytes.get(row)?).next()?.ok();
        while !job.step(budget, cell) {}
        let mut order = None;
        job.finish(&mut order);
        order.unwrap()
    }

    #[track_caller]
    fn check(cells: &[Chunk], up: &[u32], down: &[u32]) {
        assert_eq!(sorted(cells, Direction::Up, 1), up);
        assert_eq!(sorted(cells, Direction::Down, 1000), down);
    }

    #[test]
    fn numbers_sort_by_value() {
        let cells = ["10", "9", "-1.5", "9007199254740993", "9007199254740992"].map(Chunk::text);
        check(&cells, &[2, 1, 0, 4, 3], &[3, 4, 0, 1, 2]);
    }

    #[test]
    fn literals_sort_by_value() {
        check(&["10b", "9b", "1000b"].map(Chunk::literal), &[1, 0, 2], &[2, 0, 1]);
        check(&["1000000ns", "999ns"].map(Chunk::literal), &[1, 0], &[0, 1]);
        let dates = ["2026-01-01T01:00:00+02:00", "2025-12-31T23:30:00+00:00"];
        check(&dates.map(Chunk::literal), &[0, 1], &[1, 0]);
    }

    #[test]
    fn text_sorts_naturally_and_folded() {
        check(&["file10", "File9", "file09b", "a"].map(Chunk::text), &[3, 1, 2, 0], &[0, 2, 1, 3]);
    }

    #[test]
    fn no_value_is_last_either_way_and_equals_keep_their_order() {
        let cells = [Chunk::null(), Chunk::text("1"), Chunk::missing(), Chunk::text("2"), Chunk::text("1")];
        check(&cells, &[1, 4, 3, 0, 2], &[3, 1, 4, 0, 2]);
    }

    #[test]
    fn bools_and_mixed_kinds() {
        check(&["true", "false"].map(Chunk::text), &[1, 0], &[0, 1]);
        check(&[Chunk::text("x"), Chunk::literal("1b"), Chunk::text("1")], &[2, 1, 0], &[0, 1, 2]);
    }

    #[test]
    fn many_rows_in_small_steps_sort_like_a_stable_sort() {
        let values: Vec<u32> = (0..10_000_u32).map(|index| index.wrapping_mul(2_654_435_761) >> 22).collect();
        let cells: Vec<_> = values.iter().map(|value| Chunk::text(value.to_string())).collect();
        let mut expected: Vec<u32> = (0..10_000).collect();
        expected.sort_by_key(|row| values[*row as usize]);
        assert_eq!(sorted(&cells, Direction::Up, 777), expected);
        expected.sort_by_key(|row| std::cmp::Reverse(values[*row as usize]));
        assert_eq!(sorted(&cells, Direction::Down, 777), expected);
    }

    #[test]
    fn an_empty_table_is_sorted() {
        assert!(sorted(&[], Direction::Up, 1).is_empty());
    }
}
