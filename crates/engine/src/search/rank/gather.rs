//! Two lists of chunks -> one list of files, and what the lists themselves say of them.

use std::hash::BuildHasherDefault;

use quarry_store::{FileId, NumberMap, ScoredChunk};

use super::feature::{Feature, Features};
use super::{Candidate, ChunksOfFile};
use crate::search::recall::Recalled;

/// Deviations above the mean beyond which being nearer says no more: that a file is the nearest of all is told by its place.
const FAR_ABOVE: f32 = 2.5;

/// The files of both lists with the evidence of the lists, in the order of their first mention.
pub(in crate::search) fn by_file(recalled: &Recalled<'_>) -> Vec<Candidate> {
    let n_chunks = recalled.by_word.len().max(recalled.by_meaning.len());
    let places = NumberMap::with_capacity_and_hasher(n_chunks, BuildHasherDefault::new());
    let mut files = Files { candidates: Vec::with_capacity(n_chunks), places };
    for chunk in &recalled.by_word {
        files.of(chunk.file).by_word.push(*chunk);
    }
    for (place, candidate) in files.candidates.iter_mut().enumerate() {
        candidate.word_place = Some(place + 1);
    }
    for chunk in &recalled.by_meaning {
        files.of(chunk.file).by_meaning.push(*chunk);
    }
    let mut candidates = files.candidates;
    let mut by_meaning: Vec<&mut Candidate> = candidates.iter_mut().filter(|one| !one.by_meaning.is_empty()).collect();
    by_meaning.sort_by(|a, b| b.by_meaning[0].score.total_cmp(&a.by_meaning[0].score));
    for (place, candidate) in by_meaning.into_iter().enumerate() {
        candidate.meaning_place = Some(place + 1);
    }
    let words = Scale::of_words(recalled);
    let meaning = Scale::of_meaning(&candidates);
    for candidate in &mut candidates {
        let Candidate { by_word, by_meaning, features, .. } = candidate;
        features.set(Feature::Words, words.value(by_word.first()));
        features.set(Feature::Meaning, meaning.value(by_meaning.first()).min(FAR_ABOVE));
        features.set(Feature::Both, f32::from(!by_word.is_empty() && !by_meaning.is_empty()));
        features.set(Feature::MeaningPlace, candidate.meaning_place.map_or(0.0, |place| 1.0 / place as f32));
    }
    candidates
}

struct Files {
    candidates: Vec<Candidate>,
    places: NumberMap<FileId, usize>,
}

impl Files {
    fn of(&mut self, file: FileId) -> &mut Candidate {
        let place = *self.places.entry(file).or_insert_with(|| {
            self.candidates.push(Candidate {
                file,
                by_word: ChunksOfFile::new(),
                by_meaning: ChunksOfFile::new(),
                word_place: None,
                meaning_place: None,
                definition: None,
                features: Features::default(),
                score: 0.0,
            });
            self.candidates.len() - 1
        });
        &mut self.candidates[place]
    }
}

/// Scores of one list made comparable between questions.
struct Scale {
    offset: f32,
    factor: f32,
    /// What a chunk that was not recalled counts: no more than the last that was.
    missing: f32,
}

impl Scale {
    /// Against the best.
    fn of_words(recalled: &Recalled<'_>) -> Scale {
        let best = recalled.by_word.first().map_or(1.0, |chunk| chunk.score);
        Scale { offset: 0.0, factor: 1.0 / best.max(f32::MIN_POSITIVE), missing: 0.0 }
    }

    /// In deviations from the mean of the files' best chunks. Files whose chunks were all too far away count as the farthest.
    fn of_meaning(candidates: &[Candidate]) -> Scale {
        let scores: Vec<f32> = candidates.iter().filter_map(|one| Some(one.by_meaning.first()?.score)).collect();
        if scores.is_empty() {
            return Scale { offset: 0.0, factor: 0.0, missing: 0.0 };
        }
        let n_scores = scores.len() as f32;
        let mean = scores.iter().sum::<f32>() / n_scores;
        let variance = scores.iter().map(|score| (score - mean).powi(2)).sum::<f32>() / n_scores;
        let factor = 1.0 / variance.sqrt().max(1e-3);
        let least = scores.iter().copied().fold(f32::INFINITY, f32::min);
        Scale { offset: mean, factor, missing: (least - mean) * factor }
    }

    fn value(&self, chunk: Option<&ScoredChunk>) -> f32 {
        chunk.map_or(self.missing, |chunk| (chunk.score - self.offset) * self.factor)
    }
}
