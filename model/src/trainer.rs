//! One step of training: a batch of pairs -> vectors -> how well questions find their code -> better rows.
//!
//! The vector of a text is the sum over its distinct rows of (1 + ln count) x row, at unit length. Code is the sum of its
//! unit parts: body, and now and then path and enclosing names, as in the index. The loss is symmetric InfoNCE: every
//! question should be nearest to its own code among all codes of the batch, and the other way round.
//!
//! Two threads split the batch; every sum has a fixed order, so the same seed gives the same model.

use std::ops::Range;

use crate::bags::Bags;
use crate::dataset::{Dataset, chance};
use crate::matrix::{Layout, multiply};
use crate::table::Table;

/// What a step needs to know.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Recipe {
    pub(crate) temperature: f32,
    /// Weights of path and enclosing names beside the body, and how often (in 256) they are there.
    pub(crate) path: f32,
    pub(crate) enclosing: f32,
    pub(crate) parts_in_256: u64,
}

/// A unit vector of a bag, and how long it was.
#[derive(Clone)]
struct Part {
    weight: f32,
    unit: Vec<f32>,
    length: f32,
}

/// A text as the sum of its parts, at unit length.
struct Text {
    parts: Vec<(Source, Part)>,
    unit: Vec<f32>,
    length: f32,
}

#[derive(Clone, Copy)]
enum Source {
    Question,
    Code,
    Path,
    Enclosing,
}

impl Source {
    fn bags(self, data: &Dataset) -> &Bags {
        match self {
            Source::Question => &data.questions,
            Source::Code => &data.codes,
            Source::Path => &data.paths,
            Source::Enclosing => &data.enclosing,
        }
    }
}

/// Learns from one batch (indices of pairs) and returns its loss.
pub(crate) fn step(table: &mut Table, data: &Dataset, batch: &[u32], recipe: &Recipe, rate: f32) -> f32 {
    let dimension = table.dimension;
    let seen: &Table = table;
    let mut questions = in_halves(batch.len(), |index| text(seen, data, batch[index], &[(Source::Question, 1.0)]));
    let mut codes = in_halves(batch.len(), |index| {
        let mut parts = vec![(Source::Code, 1.0)];
        let dice = chance(u64::from(batch[index]) ^ (table.n_steps as u64) << 32);
        if dice & 255 < recipe.parts_in_256 {
            parts.push((Source::Path, recipe.path));
        }
        if (dice >> 8) & 255 < recipe.parts_in_256 {
            parts.push((Source::Enclosing, recipe.enclosing));
        }
        text(seen, data, batch[index], &parts)
    });
    let flat = |texts: &[Text]| texts.iter().flat_map(|text| text.unit.iter().copied()).collect::<Vec<f32>>();
    let (question_units, code_units) = (flat(&questions), flat(&codes));
    let (loss, pulls) = contrast(data, batch, (&question_units, &code_units), recipe.temperature, dimension);
    let (question_pulls, code_pulls) = pulls_on_both(&pulls, &question_units, &code_units, batch.len(), dimension);
    hand_down(&mut questions, &question_pulls, dimension);
    hand_down(&mut codes, &code_pulls, dimension);
    questions.append(&mut codes);
    let texts: Vec<(u32, Text)> = batch.iter().chain(batch).copied().zip(questions).collect();
    table.learn(rate, |add| {
        for (pair, text) in &texts {
            for (source, part) in &text.parts {
                for (row, count) in source.bags(data).get(*pair as usize) {
                    add(row, log_count(count), &part.unit);
                }
            }
        }
    });
    loss
}

/// Pulls on a text's unit vector become pulls on the sums of its parts: through both normalisations.
/// The unit vectors of the parts are replaced, they are not needed any more.
fn hand_down(texts: &mut [Text], pulls: &[f32], dimension: usize) {
    for (text, pull) in texts.iter_mut().zip(pulls.chunks(dimension)) {
        let pull = through_length(pull, &text.unit, text.length);
        for (_, part) in &mut text.parts {
            let mut own = through_length(&pull, &part.unit, part.length);
            own.iter_mut().for_each(|value| *value *= part.weight);
            part.unit = own;
        }
    }
}

fn through_length(pull: &[f32], unit: &[f32], length: f32) -> Vec<f32> {
    if length == 0.0 {
        return vec![0.0; pull.len()];
    }
    let along: f32 = pull.iter().zip(unit).map(|(pull, unit)| pull * unit).sum();
    pull.iter().zip(unit).map(|(pull, unit)| (pull - along * unit) / length).collect()
}

fn text(table: &Table, data: &Dataset, pair: u32, sources: &[(Source, f32)]) -> Text {
    let mut sum = vec![0.0; table.dimension];
    let mut parts = Vec::with_capacity(sources.len());
    for &(source, weight) in sources {
        let (unit, length) = pooled(table, source.bags(data), pair as usize);
        for (sum, unit) in sum.iter_mut().zip(&unit) {
            *sum += weight * unit;
        }
        parts.push((source, Part { weight, unit, length }));
    }
    let length = normalise(&mut sum);
    Text { parts, unit: sum, length }
}

/// The unit vector of a bag.
pub(crate) fn pooled(table: &Table, bags: &Bags, index: usize) -> (Vec<f32>, f32) {
    let mut sum = vec![0.0; table.dimension];
    for (row, count) in bags.get(index) {
        let weight = log_count(count);
        for (sum, value) in sum.iter_mut().zip(table.row(row)) {
            *sum += weight * value;
        }
    }
    let length = normalise(&mut sum);
    (sum, length)
}

pub(crate) fn normalise(vector: &mut [f32]) -> f32 {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
    length
}

fn log_count(count: u32) -> f32 {
    1.0 + (count as f32).ln()
}

/// The loss, and the pull on every similarity: (softmax over the row + softmax over the column) / 2 - (own pair).
fn contrast(
    data: &Dataset,
    batch: &[u32],
    (questions, codes): (&[f32], &[f32]),
    temperature: f32,
    dimension: usize,
) -> (f32, Vec<f32>) {
    let n = batch.len();
    let same = equal_questions(data, batch);
    let mut odds = vec![0.0_f32; n * n];
    let own: Vec<f32> =
        questions.chunks(dimension).zip(codes.chunks(dimension)).map(|(a, b)| dot(a, b) / temperature).collect();
    for_halves(&mut odds, n, |rows, odds| {
        multiply(
            odds,
            &questions[rows.start * dimension..rows.end * dimension],
            codes,
            Layout::TimesTransposed { inner: dimension },
        );
        // Similarities are at most 1, so this shift keeps every exponential in range.
        odds.iter_mut().for_each(|value| *value = exp((*value - 1.0) / temperature));
        for (row, odds) in rows.zip(odds.chunks_mut(n)) {
            for &other in same.get(&row).map_or(&[][..], Vec::as_slice) {
                odds[other] = 0.0;
            }
        }
    });
    let row_sums: Vec<f32> = odds.chunks(n).map(|row| row.iter().sum()).collect();
    let mut column_sums = vec![0.0_f32; n];
    for row in odds.chunks(n) {
        column_sums.iter_mut().zip(row).for_each(|(sum, value)| *sum += value);
    }
    let mut loss = 0.0;
    for index in 0..n {
        loss += 0.5 * (row_sums[index].ln() + column_sums[index].ln()) + 1.0 / temperature - own[index];
    }
    let scale = 1.0 / (temperature * n as f32);
    let column_factors: Vec<f32> = column_sums.iter().map(|sum| 0.5 * scale / sum).collect();
    for_halves(&mut odds, n, |rows, odds| {
        for (row, odds) in rows.zip(odds.chunks_mut(n)) {
            let row_factor = 0.5 * scale / row_sums[row];
            odds.iter_mut().zip(&column_factors).for_each(|(value, column)| *value *= row_factor + column);
            odds[row] -= scale;
        }
    });
    (loss / n as f32, odds)
}

/// Gradients of the loss by the unit vectors of questions and of codes.
fn pulls_on_both(pulls: &[f32], questions: &[f32], codes: &[f32], n: usize, dimension: usize) -> (Vec<f32>, Vec<f32>) {
    let mut on_questions = vec![0.0; n * dimension];
    let mut on_codes = vec![0.0; n * dimension];
    for_halves(&mut on_questions, dimension, |rows, out| {
        multiply(out, &pulls[rows.start * n..rows.end * n], codes, Layout::Times { inner: n });
    });
    for_halves(&mut on_codes, dimension, |columns, out| {
        multiply(out, pulls, questions, Layout::TransposedTimes { inner: n, columns, width: n });
    });
    (on_questions, on_codes)
}

/// Which pairs of a batch ask the same: their codes are no wrong answers to each other.
fn equal_questions(data: &Dataset, batch: &[u32]) -> std::collections::HashMap<usize, Vec<usize>> {
    let mut by_question: std::collections::HashMap<&[u32], Vec<usize>> = std::collections::HashMap::new();
    for (index, pair) in batch.iter().enumerate() {
        by_question.entry(data.questions.raw(*pair as usize)).or_default().push(index);
    }
    let mut same = std::collections::HashMap::new();
    for indices in by_question.into_values().filter(|indices| indices.len() > 1) {
        for &index in &indices {
            same.insert(index, indices.iter().copied().filter(|&other| other != index).collect());
        }
    }
    same
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// e^x for x <= 0 to about 1e-6: the standard one is most of a step.
fn exp(x: f32) -> f32 {
    let scaled = (x * std::f32::consts::LOG2_E).max(-126.0);
    let whole = scaled.floor();
    let rest = scaled - whole;
    let fraction = 1.0
        + rest
            * (std::f32::consts::LN_2
                + rest * (0.240_226_5 + rest * (0.055_504_11 + rest * (0.009_618_13 + rest * 0.001_339_9))));
    f32::from_bits((whole as i32 + 127) as u32 * (1 << 23)) * fraction
}

/// Runs `work` over the two halves of `out`, in rows of `width`.
fn for_halves(out: &mut [f32], width: usize, work: impl Fn(Range<usize>, &mut [f32]) + Sync) {
    let n_rows = out.len() / width;
    let middle = n_rows / 2;
    let (first, second) = out.split_at_mut(middle * width);
    std::thread::scope(|scope| {
        scope.spawn(|| work(0..middle, first));
        work(middle..n_rows, second);
    });
}

/// `make(0..n)` in order, made by two threads.
fn in_halves<T: Send>(n: usize, make: impl Fn(usize) -> T + Sync) -> Vec<T> {
    std::thread::scope(|scope| {
        let second = scope.spawn(|| (n / 2..n).map(&make).collect::<Vec<T>>());
        let mut all: Vec<T> = (0..n / 2).map(&make).collect();
        match second.join() {
            Ok(rest) => all.extend(rest),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        all
    })
}
