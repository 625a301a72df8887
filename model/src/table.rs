//! The rows being learned, and Adam over those a batch touches.

use std::collections::HashMap;

use anyhow::Context;

/// Decay of the means of gradients and of their squares.
const BETA: (f32, f32) = (0.9, 0.999);
const EPSILON: f32 = 1e-8;

pub(crate) struct Table {
    pub(crate) dimension: usize,
    pub(crate) n_steps: usize,
    rows: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    pulls: Vec<f32>,
    touched: Vec<bool>,
}

impl Table {
    /// Random rows, shorter the more frequent the word (rows are in order of frequency): a common word says less.
    pub(crate) fn random(n_rows: usize, n_words: usize, dimension: usize, seed: u64) -> Self {
        let mut rows = Vec::with_capacity(n_rows * dimension);
        for row in 0..n_rows {
            let length = if row < n_words { ((row + 10) as f32 / n_words as f32).sqrt().clamp(0.05, 1.0) } else { 0.3 };
            for column in 0..dimension {
                let dice = crate::dataset::chance(seed ^ (row * dimension + column) as u64);
                // The sum of four even chances is near enough to a normal one.
                let sum: f32 = (0..4).map(|part| ((dice >> (16 * part)) & 0xFFFF) as f32 / 65536.0 - 0.5).sum();
                rows.push(length * sum * (3.0 / dimension as f32).sqrt());
            }
        }
        let zeros = || vec![0.0; n_rows * dimension];
        Table {
            dimension,
            n_steps: 0,
            mean: zeros(),
            square: zeros(),
            pulls: zeros(),
            touched: vec![false; n_rows],
            rows,
        }
    }

    /// Takes the directions of known words from a text of lines `word, tab, numbers`; lengths stay. Says how many it found.
    pub(crate) fn start_from(&mut self, words: &[&str], text: &str) -> anyhow::Result<usize> {
        let places: HashMap<&str, usize> = words.iter().copied().zip(0..).collect();
        let mut n_found = 0;
        for line in text.lines() {
            let (word, numbers) = line.split_once('\t').context("a line without a tab")?;
            let Some(&place) = places.get(word) else { continue };
            let direction: Vec<f32> = numbers.split(' ').map(str::parse).collect::<Result<_, _>>()?;
            anyhow::ensure!(direction.len() == self.dimension, "{word} has {} numbers", direction.len());
            let row = &mut self.rows[place * self.dimension..(place + 1) * self.dimension];
            let length = |numbers: &[f32]| numbers.iter().map(|number| number * number).sum::<f32>().sqrt();
            let scale = length(row) / length(&direction).max(f32::MIN_POSITIVE);
            row.iter_mut().zip(&direction).for_each(|(number, new)| *number = new * scale);
            n_found += 1;
        }
        Ok(n_found)
    }

    pub(crate) fn row(&self, row: usize) -> &[f32] {
        &self.rows[row * self.dimension..(row + 1) * self.dimension]
    }

    pub(crate) fn rows(&self) -> &[f32] {
        &self.rows
    }

    /// Adds up the pulls on rows that `show` shows, and moves the rows. Each of two threads sees all pulls and takes
    /// those on its half of the rows.
    pub(crate) fn learn(&mut self, rate: f32, show: impl Fn(&mut dyn FnMut(usize, f32, &[f32])) + Sync) {
        self.n_steps += 1;
        let middle = split_row(self.touched.len());
        let step = Step::new(self.n_steps, rate, self.dimension);
        let (rows_a, rows_b) = self.rows.split_at_mut(middle * self.dimension);
        let (mean_a, mean_b) = self.mean.split_at_mut(middle * self.dimension);
        let (square_a, square_b) = self.square.split_at_mut(middle * self.dimension);
        let (pulls_a, pulls_b) = self.pulls.split_at_mut(middle * self.dimension);
        let (touched_a, touched_b) = self.touched.split_at_mut(middle);
        let a = Half { first: 0, rows: rows_a, mean: mean_a, square: square_a, pulls: pulls_a, touched: touched_a };
        let b =
            Half { first: middle, rows: rows_b, mean: mean_b, square: square_b, pulls: pulls_b, touched: touched_b };
        std::thread::scope(|scope| {
            scope.spawn(|| a.learn(&step, &show));
            b.learn(&step, &show);
        });
    }
}

/// Frequent rows are touched most: a small head carries as much work as the long tail.
fn split_row(n_rows: usize) -> usize {
    (n_rows / 40).max(1)
}

struct Step {
    dimension: usize,
    rate: f32,
    square_correction: f32,
}

impl Step {
    fn new(n_steps: usize, rate: f32, dimension: usize) -> Self {
        let n = n_steps as i32;
        Step { dimension, rate: rate / (1.0 - BETA.0.powi(n)), square_correction: 1.0 / (1.0 - BETA.1.powi(n)) }
    }
}

struct Half<'a> {
    first: usize,
    rows: &'a mut [f32],
    mean: &'a mut [f32],
    square: &'a mut [f32],
    pulls: &'a mut [f32],
    touched: &'a mut [bool],
}

impl Half<'_> {
    fn learn(self, step: &Step, show: impl Fn(&mut dyn FnMut(usize, f32, &[f32]))) {
        let d = step.dimension;
        let own = self.first..self.first + self.touched.len();
        show(&mut |row, weight, pull| {
            if own.contains(&row) {
                let row = row - own.start;
                self.touched[row] = true;
                self.pulls[row * d..(row + 1) * d].iter_mut().zip(pull).for_each(|(sum, pull)| *sum += weight * pull);
            }
        });
        for (row, touched) in self.touched.iter_mut().enumerate().filter(|(_, touched)| **touched) {
            *touched = false;
            for at in row * d..(row + 1) * d {
                let pull = std::mem::take(&mut self.pulls[at]);
                self.mean[at] += (1.0 - BETA.0) * (pull - self.mean[at]);
                self.square[at] += (1.0 - BETA.1) * (pull * pull - self.square[at]);
                let root = (self.square[at] * step.square_correction).sqrt();
                self.rows[at] -= step.rate * self.mean[at] / (root + EPSILON);
            }
        }
    }
}
