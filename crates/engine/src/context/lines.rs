//! Lines of a file: which, and how they are shown.

/// Lines from `first` to `last`, both counted from 1 and both shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineRange {
    /// The first.
    pub first: u32,
    /// The last, never before the first.
    pub last: u32,
}

impl LineRange {
    /// How many there are.
    pub(super) fn count(self) -> usize {
        (self.last - self.first) as usize + 1
    }

    pub(super) fn contains(self, line: u32) -> bool {
        (self.first..=self.last).contains(&line)
    }

    /// Whether both have a line in common or stand side by side.
    pub(super) fn touches(self, other: LineRange) -> bool {
        self.first <= other.last.saturating_add(1) && other.first <= self.last.saturating_add(1)
    }

    /// The smallest range that holds both.
    pub(super) fn union(self, other: LineRange) -> LineRange {
        LineRange { first: self.first.min(other.first), last: self.last.max(other.last) }
    }

    /// At most so many of these lines, with `centre` in the middle as far as that is possible without leaving the
    /// range.
    pub(super) fn around(self, centre: u32, most: usize) -> LineRange {
        let most = most.max(1) as u32;
        if self.count() as u32 <= most {
            return self;
        }
        let latest = self.last - (most - 1);
        let first = centre.saturating_sub((most - 1) / 2).clamp(self.first, latest);
        LineRange { first, last: first + most - 1 }
    }
}

/// A line as it is shown: cut after so many letters, without what could steer a terminal.
pub(super) fn shown(line: &str, most_chars: usize) -> String {
    let plain = |letter: char| if letter.is_control() && letter != '\t' { char::REPLACEMENT_CHARACTER } else { letter };
    let line = line.trim_end();
    let mut text: String = line.chars().take(most_chars).map(plain).collect();
    if line.chars().nth(most_chars).is_some() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{LineRange, shown};

    fn range(first: u32, last: u32) -> LineRange {
        LineRange { first, last }
    }

    #[test]
    fn a_cut_keeps_the_centre_in_the_middle_and_stays_inside() {
        assert_eq!(range(10, 200).around(100, 50), range(76, 125));
        assert_eq!(range(10, 200).around(12, 50), range(10, 59));
        assert_eq!(range(10, 200).around(199, 50), range(151, 200));
        assert_eq!(range(10, 20).around(15, 50), range(10, 20));
        assert_eq!(range(10, 200).around(1, 1), range(10, 10));
    }

    #[test]
    fn ranges_side_by_side_touch() {
        assert!(
            range(1, 3).touches(range(4, 5)) && range(4, 5).touches(range(1, 3)) && range(1, 9).touches(range(2, 3))
        );
        assert!(!range(1, 3).touches(range(5, 6)));
    }

    #[test]
    fn long_lines_are_cut_and_control_characters_are_replaced() {
        assert_eq!(shown("žluťoučký", 5), "žluťo…");
        assert_eq!(shown("\tа\u{1b}[31m  ", 20), "\tа\u{fffd}[31m");
    }
}
