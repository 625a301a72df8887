//! Text -> unit vector: the sum of the rows of its words, in whole numbers until the last step.

use super::file::ModelFile;
use crate::words::for_each_word;

/// 256 x (1 + ln n) for n occurrences, from 1 on: a word said ten times is not ten times as telling.
const COUNT_WEIGHTS: [i32; 24] = [
    256, 433, 537, 611, 668, 715, 754, 788, 818, 845, 870, 892, 913, 932, 949, 966, 981, 996, 1010, 1023, 1035, 1047,
    1059, 1070,
];
/// More different words than any chunk has; the sums stay far inside 32 bits.
const MAX_ROWS: usize = 700;

/// How repetitions of a word count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Counting {
    /// Growing slowly with their number.
    Logarithm,
    /// Not at all.
    Once,
}

/// Buffers of pooling, kept between texts.
#[derive(Default)]
pub(crate) struct Pool {
    rows: Vec<u32>,
    sums: Vec<i32>,
}

impl Pool {
    /// The unit vector of a text; all zero if it has no word.
    pub(crate) fn unit(&mut self, model: &ModelFile<'_>, text: &str, counting: Counting) -> Vec<f32> {
        self.rows.clear();
        for_each_word(text, |word| model.vocabulary.for_each_row(word, |row| self.rows.push(row)));
        self.rows.sort_unstable();
        self.sums.clear();
        self.sums.resize(model.dimension, 0);
        for same in self.rows.chunk_by(|a, b| a == b).take(MAX_ROWS) {
            let (row, length) = model.row(same[0]);
            let count = if counting == Counting::Once { 1 } else { same.len() };
            let weight = COUNT_WEIGHTS[count.min(COUNT_WEIGHTS.len()) - 1];
            // At most 4095 * 1070 / 256, so it fits, and the products below are of two 16-bit numbers.
            let weight = ((i32::from(length) * weight) >> 8) as i16;
            for (sum, number) in self.sums.iter_mut().zip(row) {
                *sum += i32::from(*number as i8) * i32::from(weight);
            }
        }
        unit(&self.sums)
    }
}

fn unit(sums: &[i32]) -> Vec<f32> {
    // Squares of 32-bit numbers do not fit 64 bits when added up; f64 keeps the order of additions and rounds alike everywhere.
    let square: f64 = sums.iter().map(|sum| f64::from(*sum) * f64::from(*sum)).sum();
    if square == 0.0 {
        return vec![0.0; sums.len()];
    }
    let length = square.sqrt();
    sums.iter().map(|sum| (f64::from(*sum) / length) as f32).collect()
}
