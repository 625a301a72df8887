//! Diversity: ranked files become chunks to show, so that one file does not fill the answer.
//!
//! The first places are one chunk a file each. After every so many files comes one more chunk of the best file that has one: at the
//! sixth place it costs nothing (measured), at the second it costs a fiftieth of NDCG.

use std::collections::VecDeque;

use quarry_store::{FileId, ScoredChunk};

use super::rank::Candidate;
use super::recall::Recalled;
use crate::settings::SearchSettings;

/// What meaning counts beside words when a chunk of a file is chosen.
const MEANING: f32 = 0.5;
/// A further chunk must fit at least this well, compared with the best of its file.
const FURTHER: f32 = 0.5;

/// How a hit was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchType {
    /// By its words.
    Keyword,
    /// By its meaning.
    Semantic,
    /// By both.
    Both,
}

impl MatchType {
    /// The word in output.
    pub fn as_str(self) -> &'static str {
        match self {
            MatchType::Keyword => "keyword",
            MatchType::Semantic => "semantic",
            MatchType::Both => "both",
        }
    }
}

/// A chunk to show.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chosen {
    pub(crate) file: FileId,
    pub(crate) ordinal: u32,
    pub(crate) score: f32,
    /// What a model that re-ranks gave it.
    pub(crate) rerank_score: Option<f32>,
    pub(crate) match_type: MatchType,
}

pub(super) fn chunks(ranked: &[Candidate], recalled: &Recalled<'_>, settings: &SearchSettings) -> Vec<Chosen> {
    let scale = Scale::of(recalled);
    let mut all = Vec::with_capacity(ranked.len());
    // Of the best file first.
    let mut further = VecDeque::new();
    let mut valued = Vec::new();
    for (place, candidate) in ranked.iter().enumerate() {
        if place > 0 && place % settings.files_first == 0 {
            all.extend(further.pop_front());
        }
        scale.order(candidate, &mut valued);
        let match_type = match_type(candidate);
        let mut chosen = valued.iter().take(settings.max_chunks_per_file).map(|&(_, ordinal)| Chosen {
            file: candidate.file,
            ordinal,
            score: candidate.score,
            rerank_score: None,
            match_type,
        });
        all.extend(chosen.next());
        further.extend(chosen);
    }
    // Few files: what is left of them still helps.
    all.extend(further);
    all
}

/// What the scores of both lists are measured with.
struct Scale {
    best_word: f32,
    mean: f32,
    best_meaning: f32,
}

impl Scale {
    fn of(recalled: &Recalled<'_>) -> Scale {
        let scores = || recalled.by_meaning.iter().map(|chunk| chunk.score);
        Scale {
            best_word: recalled.by_word.first().map_or(1.0, |chunk| chunk.score).max(f32::MIN_POSITIVE),
            mean: scores().sum::<f32>() / (recalled.by_meaning.len().max(1) as f32),
            best_meaning: scores().fold(0.0, f32::max),
        }
    }

    /// The chunks of a file to show, with their values: the definition that is asked for, then those that words and meaning
    /// like best.
    fn order(&self, candidate: &Candidate, valued: &mut Vec<(f32, u32)>) {
        let recalled = candidate.by_word.iter().chain(&candidate.by_meaning).map(|chunk| chunk.ordinal);
        valued.clear();
        valued.extend(recalled.chain(candidate.definition).map(|ordinal| (self.value(candidate, ordinal), ordinal)));
        valued.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        // One that was found twice has one value.
        valued.dedup_by_key(|(_, ordinal)| *ordinal);
        let least = valued.first().map_or(0.0, |(best, _)| best * FURTHER);
        if let Some(asked) = valued.iter().position(|(_, ordinal)| Some(*ordinal) == candidate.definition) {
            valued[..=asked].rotate_right(1);
        }
        let mut place = 0;
        valued.retain(|(value, _)| {
            place += 1;
            place == 1 || *value >= least
        });
    }

    /// The share of the best keyword score, and half as much for how near the meaning is.
    fn value(&self, candidate: &Candidate, ordinal: u32) -> f32 {
        let score = |chunks: &[ScoredChunk]| Some(chunks.iter().find(|chunk| chunk.ordinal == ordinal)?.score);
        let word = score(&candidate.by_word).map_or(0.0, |score| score / self.best_word);
        let near = |score: f32| ((score - self.mean) / (self.best_meaning - self.mean).max(1e-6)).clamp(0.0, 1.0);
        word + MEANING * score(&candidate.by_meaning).map_or(0.0, near)
    }
}

fn match_type(candidate: &Candidate) -> MatchType {
    match (candidate.by_word.is_empty(), candidate.by_meaning.is_empty()) {
        (false, false) => MatchType::Both,
        (true, _) => MatchType::Semantic,
        (false, true) => MatchType::Keyword,
    }
}
