//! Prefix sums of heights that change: a Fenwick tree over f64.

/// The heights of a list of things, in points.
#[derive(Clone, Debug, Default)]
pub(super) struct Heights {
    heights: Vec<f64>,
    /// `sums[i]` covers the `i & i.wrapping_neg()` heights that end with number `i`, counted from 1.
    sums: Vec<f64>,
}

impl Heights {
    pub(super) const fn len(&self) -> usize {
        self.heights.len()
    }

    pub(super) fn get(&self, index: usize) -> f64 {
        self.heights.get(index).copied().unwrap_or_default()
    }

    /// Appends a height.
    pub(super) fn push(&mut self, height: f64) {
        let number = self.heights.len() + 1;
        let covered = number & number.wrapping_neg();
        let mut sum = height;
        let mut step = 1;
        while step < covered {
            sum += self.sum(number - step);
            step <<= 1;
        }
        self.heights.push(height);
        self.sums.push(sum);
    }

    /// Changes a height; returns by how much.
    pub(super) fn set(&mut self, index: usize, height: f64) -> f64 {
        let Some(slot) = self.heights.get_mut(index) else { return 0.0 };
        let change = height - *slot;
        if change == 0.0 {
            return 0.0;
        }
        *slot = height;
        let mut number = index + 1;
        while let Some(sum) = self.sums.get_mut(number - 1) {
            *sum += change;
            number += number & number.wrapping_neg();
        }
        change
    }

    /// The sum of the first `count` heights.
    pub(super) fn prefix(&self, count: usize) -> f64 {
        let mut number = count.min(self.len());
        let mut sum = 0.0;
        while number > 0 {
            sum += self.sum(number);
            number &= number - 1;
        }
        sum
    }

    pub(super) fn total(&self) -> f64 {
        self.prefix(self.len())
    }

    /// The thing that covers `at`, and how far into it that is. Behind the end, the last thing and beyond it.
    pub(super) fn find(&self, at: f64) -> (usize, f64) {
        let mut passed = 0;
        let mut left = at.max(0.0);
        let mut step = self.len().next_power_of_two();
        while step > 0 {
            let next = passed + step;
            if next <= self.len() && self.sum(next) <= left {
                passed = next;
                left -= self.sum(next);
            }
            step >>= 1;
        }
        if passed == self.len() && passed > 0 {
            (passed - 1, left + self.get(passed - 1))
        } else {
            (passed, left)
        }
    }

    fn sum(&self, number: usize) -> f64 {
        self.sums.get(number.wrapping_sub(1)).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(heights: &[f64]) -> Heights {
        let mut tree = Heights::default();
        for height in heights {
            tree.push(*height);
        }
        tree
    }

    #[test]
    fn prefixes_are_sums() {
        let list: Vec<f64> = (0..100).map(|index| f64::from(index % 7) + 0.5).collect();
        let tree = of(&list);
        for count in 0..=list.len() {
            assert_eq!(tree.prefix(count), list[..count].iter().sum::<f64>());
        }
    }

    #[test]
    fn a_change_moves_what_is_behind_it() {
        let mut tree = of(&[10.0, 20.0, 30.0, 40.0]);
        assert_eq!(tree.set(1, 25.0), 5.0);
        assert_eq!([1, 2, 3, 4].map(|count| tree.prefix(count)), [10.0, 35.0, 65.0, 105.0]);
        assert_eq!(tree.set(9, 1.0), 0.0);
    }

    #[test]
    fn find_is_the_inverse_of_prefix() {
        let tree = of(&[10.0, 20.0, 0.0, 30.0]);
        assert_eq!(tree.find(-5.0), (0, 0.0));
        assert_eq!(tree.find(9.5), (0, 9.5));
        assert_eq!(tree.find(10.0), (1, 0.0));
        assert_eq!(tree.find(30.0), (3, 0.0), "nothing is at a thing without height");
        assert_eq!(tree.find(75.0), (3, 45.0), "beyond the end");
        assert_eq!(of(&[]).find(3.0), (0, 3.0));
    }
}
