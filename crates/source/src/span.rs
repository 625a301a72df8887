//! A stretch of one file, in bytes and in lines.

use std::ops::Range;

/// Bytes `start..end` of a file and the lines they touch, counted from 1, both inclusive.
/// Invariant: `start <= end` and `start_line <= end_line`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Line of the first byte, from 1.
    pub start_line: u32,
    /// Line of the last byte, from 1.
    pub end_line: u32,
}

impl Span {
    /// The byte range, for slicing the file's text.
    pub fn bytes(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether `other` lies inside, borders included.
    pub fn contains(&self, other: &Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Length in bytes.
    pub fn len(&self) -> usize {
        (self.end - self.start) as usize
    }

    /// Whether no byte is covered.
    pub fn is_empty(&self) -> bool {
        self.start == self.end
    }
}
