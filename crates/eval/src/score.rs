//! Scoring: the places of the right answers among the results, and the figures made of them.
//!
//! In:  up to ten results, best first, and the targets of the question.
//! Out: [`Score`]. The rules are those of `bench/README.md`: every target has gain 1; a result answers a target if the
//!      paths match and, where the target has lines, the lines overlap; a target's place is the first result that
//!      answers it; two targets at one place count once.

use crate::bench::Target;

/// How many results are looked at.
pub const DEPTH: usize = 10;

/// A result, as far as scoring looks at it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Relative to the folder that was indexed.
    pub path: String,
    /// The first line that an agent is shown, from 1.
    pub start_line: u32,
    /// The last, inclusive.
    pub end_line: u32,
    /// What the lines that are shown of it cost a reader that pays by token; see [`tokens`].
    pub n_tokens: usize,
}

/// How many characters are taken for a token: what tokenizers of language models come to on code, near enough to compare.
pub const CHARS_PER_TOKEN: usize = 4;

/// Tokens of a text: its characters by [`CHARS_PER_TOKEN`], rounded up.
pub fn tokens(text: &str) -> usize {
    text.chars().count().div_ceil(CHARS_PER_TOKEN)
}

/// How well one question was answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// Place of each target from 1, in the order of the targets; `None` if it was not found.
    pub places: Vec<Option<usize>>,
    /// Normalised discounted cumulative gain of the first ten.
    pub ndcg: f64,
    /// The same for files: several results of one file are one, lines do not matter.
    pub file_ndcg: f64,
    /// Tokens of the results up to and including each.
    pub read: Vec<usize>,
}

impl Score {
    /// One over the place of the first right answer; 0 without one.
    pub fn reciprocal_rank(&self) -> f64 {
        self.places.iter().flatten().min().map_or(0.0, |&place| 1.0 / place as f64)
    }

    /// Share of the targets among the first `depth` results.
    pub fn recall(&self, depth: usize) -> f64 {
        let n_found = self.places.iter().flatten().filter(|&&place| place <= depth).count();
        n_found as f64 / self.places.len().max(1) as f64
    }

    /// Tokens of the results up to and including the first right one; `None` without one.
    pub fn tokens_to_first(&self) -> Option<usize> {
        self.read.get(self.places.iter().flatten().min()? - 1).copied()
    }

    /// Share of the targets among the results that fit into so many tokens as a whole.
    pub fn recall_within(&self, n_tokens: usize) -> f64 {
        self.recall(self.read.iter().take_while(|&&read| read <= n_tokens).count())
    }

    /// Whether the first result is right, as 1 or 0.
    pub fn hit_at_1(&self) -> f64 {
        f64::from(u8::from(self.places.contains(&Some(1))))
    }
}

/// Scores the results of one question.
pub fn results(found: &[Found], targets: &[&Target]) -> Score {
    let found = &found[..found.len().min(DEPTH)];
    let place_of = |target: &&Target| found.iter().position(|result| answers(result, target)).map(|index| index + 1);
    let places: Vec<Option<usize>> = targets.iter().map(place_of).collect();
    let ndcg = ndcg(&places);
    let mut n_read = 0;
    let read = found.iter().map(|result| {
        n_read += result.n_tokens;
        n_read
    });
    Score { places, ndcg, read: read.collect(), file_ndcg: file_ndcg(found, targets) }
}

fn file_ndcg(found: &[Found], targets: &[&Target]) -> f64 {
    let files = each_once(found.iter().map(|result| result.path.as_str()));
    let wanted = each_once(targets.iter().map(|target| target.path()));
    let place_of = |path: &&str| files.iter().position(|file| same_file(file, path)).map(|index| index + 1);
    ndcg(&wanted.iter().map(place_of).collect::<Vec<_>>())
}

fn each_once<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = Vec::new();
    for path in paths {
        if !seen.contains(&path) {
            seen.push(path);
        }
    }
    seen
}

/// The figure of the places (from 1) at which targets were found.
pub fn ndcg(places: &[Option<usize>]) -> f64 {
    let mut taken: Vec<usize> = places.iter().flatten().copied().collect();
    taken.sort_unstable();
    taken.dedup();
    let gain = |place: usize| 1.0 / (place as f64 + 1.0).log2();
    let ideal: f64 = (1..=places.len().min(DEPTH)).map(gain).sum();
    let reached = taken.into_iter().map(gain).fold(0.0, |sum, gain| sum + gain); // `sum` of nothing would be -0.
    if ideal > 0.0 { reached / ideal } else { 0.0 }
}

/// Whether a result shows what a target names.
pub fn answers(result: &Found, target: &Target) -> bool {
    same_file(&result.path, target.path())
        && match target {
            Target::File(_) => true,
            Target::Lines { start_line, end_line, .. } => {
                result.start_line <= *end_line && *start_line <= result.end_line
            }
            Target::Symbol { .. } => false, // Running has put lines in its place, unless nothing defines it.
        }
}

/// Equal, or one is a suffix of the other by whole components: either may be relative to a deeper folder.
pub fn same_file(left: &str, right: &str) -> bool {
    let ends_with = |long: &str, short: &str| long.strip_suffix(short).is_some_and(|rest| rest.ends_with('/'));
    left == right || ends_with(left, right) || ends_with(right, left)
}

#[cfg(test)]
mod tests;
