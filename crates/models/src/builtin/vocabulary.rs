//! Words -> rows of the table: a hash table that is read in place, so that opening a model costs nothing.
//!
//! A word that is not in the list is cut greedily into the longest pieces that are; what is left over gets one of a few
//! thousand rows by its hash, so that even a name no training text had still meets itself.

/// Pieces shorter than this mean too many things.
const MIN_PIECE_BYTES: usize = 3;
/// Longer unknown words are not cut into pieces: cutting takes the square of the length.
const MAX_CUT_BYTES: usize = 24;
/// A slot of the hash table that holds no word.
const EMPTY: u32 = u32::MAX;

/// The list of words, as bytes of a model file.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary<'a> {
    /// Word numbers by hash, four bytes each; a power of two of them.
    slots: &'a [u8],
    /// Where each word ends in `text`, four bytes each.
    ends: &'a [u8],
    text: &'a [u8],
    n_hashed: u32,
}

impl<'a> Vocabulary<'a> {
    /// Reads what [`pack`] wrote. `None` if the parts do not fit together.
    pub fn from_parts(slots: &'a [u8], ends: &'a [u8], text: &'a [u8], n_hashed: u32) -> Option<Self> {
        let n_words = ends.len() / 4;
        let fits = ends.len().is_multiple_of(4)
            && slots.len().is_multiple_of(4)
            && (slots.len() / 4).is_power_of_two()
            && slots.len() / 4 > n_words
            && n_hashed > 0
            && (n_words == 0 || number(ends, n_words - 1) as usize == text.len());
        fits.then_some(Vocabulary { slots, ends, text, n_hashed })
    }

    /// Known words; their rows come first in the table.
    pub fn n_words(&self) -> u32 {
        (self.ends.len() / 4) as u32
    }

    /// Rows in all.
    pub fn n_rows(&self) -> u32 {
        self.n_words() + self.n_hashed
    }

    /// Calls `emit` with the rows of a word: one if it is known, those of its pieces otherwise.
    pub fn for_each_row(&self, word: &str, mut emit: impl FnMut(u32)) {
        if let Some(row) = self.find(word.as_bytes()) {
            return emit(row);
        }
        if word.len() > MAX_CUT_BYTES || !word.is_ascii() {
            return emit(self.hashed(word.as_bytes()));
        }
        let bytes = word.as_bytes();
        let (mut at, mut left_from) = (0, 0);
        while at < bytes.len() {
            let ends = (at + MIN_PIECE_BYTES..=bytes.len()).rev();
            let piece = ends.filter_map(|end| self.find(&bytes[at..end]).map(|row| (row, end))).next();
            if let Some((row, end)) = piece {
                self.left_over(&bytes[left_from..at], &mut emit);
                emit(row);
                (at, left_from) = (end, end);
            } else {
                at += 1;
            }
        }
        self.left_over(&bytes[left_from..], &mut emit);
    }

    fn left_over(&self, bytes: &[u8], emit: &mut impl FnMut(u32)) {
        if bytes.len() > 1 {
            emit(self.hashed(bytes));
        }
    }

    fn hashed(&self, word: &[u8]) -> u32 {
        // The upper half: the lower one chose the slot.
        self.n_words() + ((hash(word) >> 32) as u32) % self.n_hashed
    }

    fn find(&self, word: &[u8]) -> Option<u32> {
        let mask = self.slots.len() / 4 - 1;
        let mut slot = hash(word) as usize & mask;
        loop {
            let found = number(self.slots, slot);
            if found == EMPTY {
                return None;
            }
            if self.word(found)? == word {
                return Some(found);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn word(&self, row: u32) -> Option<&'a [u8]> {
        let row = row as usize;
        let start = if row == 0 { 0 } else { number(self.ends, row - 1) as usize };
        self.text.get(start..number(self.ends, row) as usize)
    }
}

/// The three parts of a vocabulary as bytes: slots, ends, text. The row of a word is its place in `words`.
pub fn pack(words: &[&str]) -> [Vec<u8>; 3] {
    let n_slots = (words.len() * 2).next_power_of_two();
    let mut slots = vec![EMPTY; n_slots];
    let (mut ends, mut text) = (Vec::new(), Vec::new());
    for (row, word) in words.iter().enumerate() {
        let mut slot = hash(word.as_bytes()) as usize & (n_slots - 1);
        while slots[slot] != EMPTY {
            slot = (slot + 1) & (n_slots - 1);
        }
        slots[slot] = row as u32;
        text.extend_from_slice(word.as_bytes());
        ends.extend_from_slice(&(text.len() as u32).to_le_bytes());
    }
    [slots.iter().flat_map(|slot| slot.to_le_bytes()).collect(), ends, text]
}

fn number(bytes: &[u8], index: usize) -> u32 {
    let four = bytes.get(index * 4..index * 4 + 4).and_then(|four| four.try_into().ok());
    four.map_or(EMPTY, u32::from_le_bytes)
}

/// Eight bytes at a time, the same on every machine.
fn hash(word: &[u8]) -> u64 {
    let mut state: u64 = word.len() as u64;
    for eight in word.chunks(8) {
        let mut padded = [0; 8];
        padded[..eight.len()].copy_from_slice(eight);
        state = (state.rotate_left(23) ^ u64::from_le_bytes(padded)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        state ^= state >> 29;
    }
    state
}

#[cfg(test)]
mod tests {
    use super::{Vocabulary, pack};

    fn rows(vocabulary: &Vocabulary<'_>, word: &str) -> Vec<u32> {
        let mut rows = Vec::new();
        vocabulary.for_each_row(word, |row| rows.push(row));
        rows
    }

    #[test]
    fn unknown_words_fall_into_known_pieces() {
        let [slots, ends, text] = pack(&["hash", "map", "hashing", "set"]);
        let vocabulary = Vocabulary::from_parts(&slots, &ends, &text, 16).unwrap();
        assert_eq!(rows(&vocabulary, "map"), [1]);
        assert_eq!(rows(&vocabulary, "hashmap"), [0, 1]);
        assert_eq!(rows(&vocabulary, "hashingset"), [2, 3]);
        let left = rows(&vocabulary, "xqzmap");
        assert!(left.len() == 2 && left[0] >= 4 && left[1] == 1, "{left:?}");
        assert_eq!(rows(&vocabulary, "日本語").len(), 1);
        assert_eq!(rows(&vocabulary, ""), [0_u32; 0]);
    }

    #[test]
    fn parts_that_do_not_fit_are_refused() {
        let [slots, ends, text] = pack(&["hash", "map"]);
        assert!(Vocabulary::from_parts(&slots, &ends, &text[1..], 16).is_none());
        assert!(Vocabulary::from_parts(&slots[4..], &ends, &text, 16).is_none());
        assert!(Vocabulary::from_parts(&slots, &ends, &text, 0).is_none());
    }
}
