//! Which chunk of a file is shown.
//!
//! The definition that the question names, or the chunk that words and meaning together like best: the share of the best keyword
//! score, and half as much for how near the meaning is.

use quarry_store::ScoredChunk;

use super::rank::Candidate;
use super::recall::Recalled;

/// What meaning counts beside words when a chunk is chosen.
const MEANING: f32 = 0.5;

/// One chunk of every file, in the order of the files.
pub(super) fn best_of(ranked: &[Candidate], recalled: &Recalled) -> Vec<ScoredChunk> {
    let scale = Scale::of(recalled);
    let chunk = |candidate: &Candidate| {
        let ordinal = candidate.definition.or_else(|| scale.best(candidate))?;
        Some(ScoredChunk { file: candidate.file, ordinal, score: candidate.score })
    };
    ranked.iter().filter_map(chunk).collect()
}

/// What the scores of both lists are measured with.
struct Scale {
    best_word: f32,
    mean: f32,
    best_meaning: f32,
}

impl Scale {
    fn of(recalled: &Recalled) -> Scale {
        let scores = || recalled.by_meaning.iter().map(|chunk| chunk.score);
        Scale {
            best_word: recalled.by_word.first().map_or(1.0, |chunk| chunk.score).max(f32::MIN_POSITIVE),
            mean: scores().sum::<f32>() / (recalled.by_meaning.len().max(1) as f32),
            best_meaning: scores().fold(0.0, f32::max),
        }
    }

    fn best(&self, candidate: &Candidate) -> Option<u32> {
        let value = |ordinal: u32| {
            let score = |chunks: &[ScoredChunk]| Some(chunks.iter().find(|chunk| chunk.ordinal == ordinal)?.score);
            let word = score(&candidate.by_word).map_or(0.0, |score| score / self.best_word);
            let near = |score: f32| ((score - self.mean) / (self.best_meaning - self.mean).max(1e-6)).clamp(0.0, 1.0);
            word + MEANING * score(&candidate.by_meaning).map_or(0.0, near)
        };
        let ordinals = candidate.by_word.iter().chain(&candidate.by_meaning).map(|chunk| chunk.ordinal);
        ordinals.max_by(|&a, &b| value(a).total_cmp(&value(b)).then(b.cmp(&a)))
    }
}
