//! Byte offsets <-> line numbers of one text.

use std::ops::Range;

use quarry_source::Span;

/// Where each line of a text begins.
#[derive(Debug)]
pub(crate) struct Lines {
    starts: Vec<u32>,
    len: usize,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let mut starts = Vec::with_capacity(text.len() / 32 + 1);
        starts.push(0);
        starts.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|newline| newline as u32 + 1));
        Lines { starts, len: text.len() }
    }

    /// The line of a byte, from 1.
    pub(crate) fn line_of(&self, byte: usize) -> u32 {
        self.starts.partition_point(|&start| start as usize <= byte) as u32
    }

    /// First byte of the line that holds `byte`.
    pub(crate) fn start_of_line_at(&self, byte: usize) -> usize {
        self.starts[self.line_of(byte) as usize - 1] as usize
    }

    /// First bytes of all lines that begin inside `bytes`.
    pub(crate) fn starts_in(&self, bytes: Range<usize>) -> &[u32] {
        let at = |byte: usize| self.starts.partition_point(|&start| (start as usize) < byte);
        &self.starts[at(bytes.start)..at(bytes.end.min(self.len))]
    }

    pub(crate) fn span(&self, bytes: Range<usize>) -> Span {
        Span {
            start: bytes.start as u32,
            end: bytes.end as u32,
            start_line: self.line_of(bytes.start),
            end_line: self.line_of(bytes.end.saturating_sub(1).max(bytes.start)),
        }
    }
}
