use std::collections::VecDeque;

/// Lines kept; older ones are forgotten.
const LIMIT: usize = 10_000;

/// The lines run in this session, and a place among them while the person looks through.
#[derive(Debug, Default)]
pub(crate) struct History {
    lines: VecDeque<String>,
    /// Index of the line shown, and what was being typed before.
    looking: Option<(usize, String)>,
}

impl History {
    /// Adds a line that was run, once if it repeats the last, and ends the look.
    pub(crate) fn add(&mut self, line: &str) {
        self.looking = None;
        if self.lines.back().is_some_and(|last| last == line) {
            return;
        }
        if self.lines.len() == LIMIT {
            self.lines.pop_front();
        }
        self.lines.push_back(line.to_owned());
    }

    /// One line back; `current` is kept for the way forward. `None` at the oldest.
    pub(crate) fn older(&mut self, current: &str) -> Option<String> {
        let (index, draft) = match self.looking.take() {
            Some((index, draft)) => (index.checked_sub(1), draft),
            None => (self.lines.len().checked_sub(1), current.to_owned()),
        };
        let shown = index.unwrap_or(0);
        let line = self.lines.get(shown)?.clone();
        self.looking = Some((shown, draft));
        index.map(|_| line)
    }

    /// One line forward, at last to what was being typed. `None` when not looking.
    pub(crate) fn newer(&mut self) -> Option<String> {
        let (index, draft) = self.looking.take()?;
        match self.lines.get(index + 1) {
            Some(line) => {
                self.looking = Some((index + 1, draft));
                Some(line.clone())
            }
            None => Some(draft),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn back_to_the_oldest_and_forward_to_the_draft() {
        let mut history = History::default();
        assert_eq!(history.older("draft"), None, "nothing to look at");
        assert_eq!(history.newer(), None);
        history.add("one");
        history.add("two");
        history.add("two");
        assert_eq!(history.older("draft").as_deref(), Some("two"));
        assert_eq!(history.older("two").as_deref(), Some("one"));
        assert_eq!(history.older("one"), None, "stays at the oldest");
        assert_eq!(history.newer().as_deref(), Some("two"));
        assert_eq!(history.newer().as_deref(), Some("draft"));
        assert_eq!(history.newer(), None);
    }

    #[test]
    fn running_a_line_ends_the_look() {
        let mut history = History::default();
        history.add("one");
        assert_eq!(history.older("").as_deref(), Some("one"));
        history.add("three");
        assert_eq!(history.older("").as_deref(), Some("three"));
    }
}
