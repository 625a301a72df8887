//! The model file: words and rows, read in place.
//!
//! ```text
//! magic  dimension  n_words  n_hashed  n_slots  n_text : u32 each, then a hash of all that follows (32 bytes)
//! slots  ends  text (padded to 4)  lengths: u16 per row  rows: dimension x i8 per row
//! ```
//!
//! A row's numbers are whole steps of its own length, and lengths are whole steps too, so that pooling is exact integer
//! arithmetic: the same text has the same vector on every machine, however it is vectorised.

use super::vocabulary::{Vocabulary, pack};

const MAGIC: u32 = u32::from_le_bytes(*b"QRY1");
const HEAD: usize = 6 * 4 + 32;
/// Steps of a row's longest number. Fewer than an int8 could hold: no vector is worse for it, and the file packs better.
const STEPS: f32 = 31.0;
/// Steps of the longest row.
const LENGTH_STEPS: f32 = 4095.0;

/// A model, as bytes.
#[derive(Clone, Copy, Debug)]
pub struct ModelFile<'a> {
    /// Numbers per vector.
    pub dimension: usize,
    /// Its words.
    pub vocabulary: Vocabulary<'a>,
    /// BLAKE3 of its content.
    pub hash: [u8; 32],
    lengths: &'a [u8],
    rows: &'a [u8],
}

impl<'a> ModelFile<'a> {
    /// Reads a file's outline; `None` if it is not a whole model. Does not check the hash, which would read all of it.
    pub fn open(bytes: &'a [u8]) -> Option<Self> {
        let number = |index: usize| {
            let four = bytes.get(index * 4..index * 4 + 4)?.try_into().ok()?;
            Some(u32::from_le_bytes(four) as usize)
        };
        let (magic, dimension, n_words) = (number(0)?, number(1)?, number(2)?);
        let (n_hashed, n_slots, n_text) = (number(3)?, number(4)?, number(5)?);
        let hash = bytes.get(24..HEAD)?.try_into().ok()?;
        let mut rest = bytes.get(HEAD..)?;
        let mut take = |n_bytes: usize| {
            let (taken, behind) = rest.split_at_checked(n_bytes)?;
            rest = behind;
            Some(taken)
        };
        let (slots, ends, text) = (take(n_slots.checked_mul(4)?)?, take(n_words.checked_mul(4)?)?, take(n_text)?);
        take(n_text.next_multiple_of(4) - n_text)?;
        let n_rows = n_words + n_hashed;
        let (lengths, rows) = (take(n_rows * 2)?, take(n_rows.checked_mul(dimension)?)?);
        let vocabulary = Vocabulary::from_parts(slots, ends, text, n_hashed as u32)?;
        let whole = magic == MAGIC as usize && rest.is_empty() && dimension > 0;
        whole.then_some(ModelFile { dimension, vocabulary, hash, lengths, rows })
    }

    /// A row's numbers, and the step they count.
    pub(crate) fn row(&self, row: u32) -> (&'a [u8], u16) {
        let row = row as usize;
        let length = u16::from_le_bytes([self.lengths[row * 2], self.lengths[row * 2 + 1]]);
        (&self.rows[row * self.dimension..(row + 1) * self.dimension], length)
    }

    /// The hash of what a file holds behind its head.
    pub fn content_hash(bytes: &[u8]) -> [u8; 32] {
        *blake3::hash(bytes.get(HEAD..).unwrap_or_default()).as_bytes()
    }

    /// Makes a file of words, in the order of their rows, and rows; those beyond the words are for hashes.
    pub fn pack(words: &[&str], rows: &[f32], dimension: usize) -> Vec<u8> {
        let n_rows = rows.len() / dimension;
        let [slots, ends, text] = pack(words);
        let longest = |row: &[f32]| row.iter().fold(0.0_f32, |longest, value| longest.max(value.abs()));
        let step = rows.chunks(dimension).map(longest).fold(f32::MIN_POSITIVE, f32::max) / LENGTH_STEPS;
        let (mut lengths, mut numbers) = (Vec::new(), Vec::new());
        for row in rows.chunks(dimension) {
            let length = (longest(row) / step).round().max(1.0);
            lengths.extend_from_slice(&(length as u16).to_le_bytes());
            numbers.extend(row.iter().map(|value| ((value / (length * step) * STEPS).round_ties_even() as i8) as u8));
        }
        let padding = vec![0; text.len().next_multiple_of(4) - text.len()];
        let n_hashed = n_rows - words.len();
        let head = [MAGIC as usize, dimension, words.len(), n_hashed, slots.len() / 4, text.len()];
        let mut bytes: Vec<u8> = head.iter().flat_map(|number| (*number as u32).to_le_bytes()).collect();
        bytes.resize(HEAD, 0);
        for part in [slots, ends, text, padding, lengths, numbers] {
            bytes.extend_from_slice(&part);
        }
        let hash = Self::content_hash(&bytes);
        bytes[24..HEAD].copy_from_slice(&hash);
        bytes
    }
}
