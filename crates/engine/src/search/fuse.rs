//! Fusion: two lists become one, by file.
//!
//! Reciprocal ranks: a file counts 1 / (k + its place) in each list it is in. Places, not scores, because a cosine and a
//! BM25F score have nothing in common. Its chunks are those of both lists, the better placed first.

use std::collections::{HashMap, HashSet};

use quarry_store::ScoredChunk;

use super::recall::Recalled;
use crate::settings::SearchSettings;

/// A file, what it counts, and its chunks with their places.
#[derive(Default)]
struct Fused {
    score: f32,
    chunks: Vec<(usize, ScoredChunk)>,
}

pub(super) fn by_rank(recalled: Recalled, settings: &SearchSettings) -> Vec<ScoredChunk> {
    let Recalled { by_word, by_meaning, .. } = recalled;
    // One list keeps its own scores.
    if by_meaning.is_empty() {
        return by_word;
    }
    if by_word.is_empty() {
        return by_meaning;
    }
    let mut files: HashMap<u32, Fused> = HashMap::new();
    for (list, weight) in [(by_word, 1.0), (by_meaning, settings.semantic_weight)] {
        let mut seen: HashSet<u32> = HashSet::new();
        for (place, chunk) in list.into_iter().enumerate() {
            let file = files.entry(chunk.file.0).or_default();
            if seen.insert(chunk.file.0) {
                file.score += weight / (settings.rrf_k + seen.len() as f32);
            }
            if !file.chunks.iter().any(|(_, known)| known.ordinal == chunk.ordinal) {
                file.chunks.push((place, chunk));
            }
        }
    }
    let mut files: Vec<(u32, Fused)> = files.into_iter().collect();
    files.sort_by(|(file_a, a), (file_b, b)| {
        let best = |fused: &Fused| fused.chunks.iter().map(|(place, _)| *place).min();
        b.score.total_cmp(&a.score).then(best(a).cmp(&best(b))).then(file_a.cmp(file_b))
    });
    let mut all = Vec::new();
    for (_, mut file) in files {
        file.chunks.sort_by_key(|(place, _)| *place);
        let chunks = file.chunks.into_iter().take(settings.max_chunks_per_file);
        all.extend(chunks.map(|(_, chunk)| ScoredChunk { score: file.score, ..chunk }));
    }
    all
}

#[cfg(test)]
mod tests {
    use super::by_rank;
    use crate::search::recall::Recalled;
    use crate::settings::SearchSettings;
    use quarry_store::{FileId, ScoredChunk};

    #[test]
    fn a_file_in_both_lists_comes_first() {
        let chunk = |file, ordinal| ScoredChunk { file: FileId(file), ordinal, score: 1.0 };
        let recalled = Recalled {
            by_word: vec![chunk(1, 0), chunk(2, 4), chunk(3, 0)],
            by_meaning: vec![chunk(2, 7), chunk(4, 0)],
            ..Recalled::default()
        };
        let settings = SearchSettings { rrf_k: 0.0, ..SearchSettings::default() };
        let fused = by_rank(recalled, &settings);
        let order: Vec<(u32, u32, f32)> = fused.iter().map(|one| (one.file.0, one.ordinal, one.score)).collect();
        assert_eq!(order, [(2, 7, 1.5), (1, 0, 1.0), (4, 0, 0.5), (3, 0, 1.0 / 3.0)]);
    }
}
