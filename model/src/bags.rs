//! Pairs in words -> bags of rows, which is all that training sees.

use quarry_models::Vocabulary;

/// Occurrences beyond this say nothing more.
const MAX_COUNT: u32 = 255;
const ROW_BITS: u32 = 24;

/// Many bags in one piece of memory. An item is a row and how often it occurs.
#[derive(Default)]
pub(crate) struct Bags {
    ends: Vec<usize>,
    items: Vec<u32>,
    scratch: Vec<u32>,
}

impl Bags {
    /// Adds the bag of some words, divided by blanks.
    pub(crate) fn push(&mut self, vocabulary: &Vocabulary<'_>, words: &str) {
        self.scratch.clear();
        for word in words.split(' ').filter(|word| !word.is_empty()) {
            vocabulary.for_each_row(word, |row| self.scratch.push(row));
        }
        self.scratch.sort_unstable();
        for same in self.scratch.chunk_by(|a, b| a == b) {
            self.items.push(same[0] | (same.len() as u32).min(MAX_COUNT) << ROW_BITS);
        }
        self.ends.push(self.items.len());
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Rows and their counts.
    pub(crate) fn get(&self, index: usize) -> impl Iterator<Item = (usize, u32)> + Clone {
        self.raw(index).iter().map(|item| ((item & ((1 << ROW_BITS) - 1)) as usize, item >> ROW_BITS))
    }

    /// Equal for equal bags, and nearly never otherwise.
    pub(crate) fn raw(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.items[start..self.ends[index]]
    }
}
