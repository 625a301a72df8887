//! How well questions of packages that were not trained on find their code: by the model, and by BM25 for comparison.

use std::collections::HashMap;
use std::fmt;

use crate::dataset::Dataset;
use crate::table::Table;
use crate::trainer::pooled;

/// Mean of 1/rank, and the share of pairs whose code is among the first ten.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    reciprocal_rank: f64,
    in_ten: f64,
}

impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "MRR {:.3}, in the first ten {:.3}", self.reciprocal_rank, self.in_ten)
    }
}

pub(crate) fn by_model(table: &Table, data: &Dataset) -> Found {
    let units = |bags| (0..data.len()).map(|index| pooled(table, bags, index).0).collect::<Vec<_>>();
    let (questions, codes) = (units(&data.questions), units(&data.codes));
    ranks(data.len(), |question| {
        codes.iter().map(|code| code.iter().zip(&questions[question]).map(|(a, b)| f64::from(a * b)).sum()).collect()
    })
}

pub(crate) fn by_bm25(pairs: &[(String, String)]) -> Found {
    const K1: f64 = 1.2;
    const B: f64 = 0.75;
    let mut postings: HashMap<&str, Vec<(usize, f64)>> = HashMap::new();
    let lengths: Vec<f64> = pairs.iter().map(|(_, code)| code.split(' ').count() as f64).collect();
    let average = lengths.iter().sum::<f64>() / lengths.len().max(1) as f64;
    for (index, (_, code)) in pairs.iter().enumerate() {
        for word in code.split(' ') {
            let list = postings.entry(word).or_default();
            match list.last_mut() {
                Some((last, count)) if *last == index => *count += 1.0,
                _ => list.push((index, 1.0)),
            }
        }
    }
    ranks(pairs.len(), |question| {
        let mut scores = vec![0.0; pairs.len()];
        for word in pairs[question].0.split(' ') {
            let Some(list) = postings.get(word) else { continue };
            let n = list.len() as f64;
            let idf = (1.0 + (pairs.len() as f64 - n + 0.5) / (n + 0.5)).ln();
            for &(index, count) in list {
                scores[index] += idf * count * (K1 + 1.0) / (count + K1 * (1.0 - B + B * lengths[index] / average));
            }
        }
        scores
    })
}

/// Ties count against us.
fn ranks(n: usize, scores: impl Fn(usize) -> Vec<f64>) -> Found {
    let (mut reciprocal_rank, mut in_ten) = (0.0, 0.0);
    for question in 0..n {
        let scores = scores(question);
        let better =
            scores.iter().enumerate().filter(|(other, score)| **score >= scores[question] && *other != question);
        let rank = better.count() + 1;
        reciprocal_rank += 1.0 / rank as f64;
        in_ten += f64::from(u8::from(rank <= 10));
    }
    let n = n.max(1) as f64;
    Found { reciprocal_rank: reciprocal_rank / n, in_ten: in_ten / n }
}
