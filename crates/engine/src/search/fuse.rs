//! Fusion: what two lists say of a file becomes one number. Used when no ranker is asked for.
//!
//! - `rrf`: a file counts 1 / (k + its place) in each list it is in. Places, not scores, because a cosine and a BM25F score have
//!   nothing in common.
//! - `dbsf`: scores, each list stretched so that three deviations around its mean are 0 to 1 (Qdrant's distribution-based fusion).
//! - `weighted`: scores, each list stretched so that its worst is 0 and its best is 1.

use super::rank::Candidate;
use crate::settings::{Fusion, SearchSettings};

/// Sets the score of every candidate. One list alone keeps its own scores.
pub(super) fn score(candidates: &mut [Candidate], settings: &SearchSettings) {
    let words = Scale::of(candidates, word_score, settings.fusion);
    let meaning = Scale::of(candidates, meaning_score, settings.fusion);
    let is_one_list = words.n_files == 0 || meaning.n_files == 0;
    for candidate in candidates {
        let reciprocal = |place: Option<usize>| place.map_or(0.0, |place| 1.0 / (settings.rrf_k + place as f32));
        let (word, meant) = match settings.fusion {
            _ if is_one_list => (word_score(candidate).unwrap_or(0.0), meaning_score(candidate).unwrap_or(0.0)),
            Fusion::Rrf => (reciprocal(candidate.word_place), reciprocal(candidate.meaning_place)),
            Fusion::Dbsf | Fusion::Weighted => {
                (words.value(word_score(candidate)), meaning.value(meaning_score(candidate)))
            }
        };
        let weight = if is_one_list { 1.0 } else { settings.semantic_weight };
        candidate.score = word + weight * meant;
    }
}

fn word_score(candidate: &Candidate) -> Option<f32> {
    candidate.by_word.first().map(|chunk| chunk.score)
}

fn meaning_score(candidate: &Candidate) -> Option<f32> {
    candidate.by_meaning.first().map(|chunk| chunk.score)
}

/// How a list's scores become comparable with another's.
struct Scale {
    n_files: usize,
    low: f32,
    high: f32,
}

impl Scale {
    fn of(candidates: &[Candidate], score: fn(&Candidate) -> Option<f32>, fusion: Fusion) -> Scale {
        let scores: Vec<f32> = candidates.iter().filter_map(score).collect();
        let n_files = scores.len();
        let (low, high) = match fusion {
            Fusion::Dbsf => {
                let mean = scores.iter().sum::<f32>() / n_files.max(1) as f32;
                let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f32>() / n_files.max(1) as f32;
                (mean - 3.0 * variance.sqrt(), mean + 3.0 * variance.sqrt())
            }
            Fusion::Rrf | Fusion::Weighted => {
                let least = scores.iter().copied().fold(f32::INFINITY, f32::min);
                (least, scores.iter().copied().fold(f32::NEG_INFINITY, f32::max))
            }
        };
        Scale { n_files, low, high }
    }

    /// A file that is not in the list has nothing from it.
    fn value(&self, score: Option<f32>) -> f32 {
        score.map_or(0.0, |score| ((score - self.low) / (self.high - self.low).max(1e-6)).clamp(0.0, 1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::score;
    use crate::search::rank;
    use crate::search::recall::Recalled;
    use crate::settings::{Fusion, SearchSettings};
    use quarry_store::{FileId, ScoredChunk};

    fn fused(fusion: Fusion) -> Vec<(u32, f32)> {
        let chunk = |file, ordinal, score| ScoredChunk { file: FileId(file), ordinal, score };
        let recalled = Recalled {
            by_word: vec![chunk(1, 0, 9.0), chunk(2, 4, 8.0), chunk(3, 0, 1.0)],
            by_meaning: vec![chunk(2, 7, 0.5), chunk(4, 0, 0.3)],
            ..Recalled::default()
        };
        let mut candidates = rank::by_file(&recalled);
        score(&mut candidates, &SearchSettings { rrf_k: 0.0, fusion, ..SearchSettings::default() });
        candidates.iter().map(|one| (one.file.0, one.score)).collect()
    }

    #[test]
    fn a_file_in_both_lists_comes_first() {
        assert_eq!(fused(Fusion::Rrf), [(1, 1.0), (2, 1.5), (3, 1.0 / 3.0), (4, 0.5)]);
        assert_eq!(fused(Fusion::Weighted), [(1, 1.0), (2, 1.875), (3, 0.0), (4, 0.0)]);
        let by_deviation = fused(Fusion::Dbsf);
        assert!(by_deviation[1].1 > by_deviation[0].1 && by_deviation[0].1 > by_deviation[2].1);
    }
}
