//! What the words of a question say about whole files: all their chunks are scored, not only the best.
//!
//! The postings that recall found, read once more, for a few files only. Everything that is added up over chunks is a
//! whole number: the order of chunks depends on how the index was made, and the answer must not.

use tantivy::TantivyError;

use super::lists::TermLists;
use super::scorer::{KeywordScorer, WINDOW, n_threads, on_threads};
use crate::keyword::FileEvidence;
use crate::record::FileId;

/// Steps that one occurrence is counted in.
const STEPS: f32 = 4096.0;
/// Marks files that are not asked about.
const NOT_ASKED: u32 = u32::MAX;

/// The evidence about these files, in their order.
pub(super) fn about(scorer: &KeywordScorer<'_>, files: &[FileId]) -> Result<Vec<FileEvidence>, TantivyError> {
    let mut asked = vec![NOT_ASKED; scorer.snapshot.manifest().next_id as usize];
    for (place, file) in (0..).zip(files) {
        if let Some(entry) = asked.get_mut(file.0 as usize) {
            *entry = place;
        }
    }
    let terms = &scorer.query.terms;
    let factors: Vec<f32> = scorer.idf.iter().zip(terms).map(|(idf, term)| idf * term.weight).collect();
    let new = || vec![Sums::new(terms.len()); files.len()];
    let pass = Pass { scorer, factors: &factors, asked: &asked };
    let shares = on_threads(n_threads(scorer.snapshot), &scorer.lists, new, |sums, lists| pass.over(lists, sums))?;
    let mut all = new();
    for share in shares {
        all.iter_mut().zip(share).for_each(|(sum, other)| sum.add(other));
    }
    Ok(all.into_iter().map(Sums::evidence).collect())
}

/// What is known of one file so far.
#[derive(Clone)]
struct Sums {
    frequencies: Vec<u64>,
    scores: Vec<f32>,
}

impl Sums {
    fn new(n_terms: usize) -> Sums {
        Sums { frequencies: vec![0; n_terms], scores: Vec::new() }
    }

    fn add(&mut self, other: Sums) {
        self.frequencies.iter_mut().zip(other.frequencies).for_each(|(sum, more)| *sum += more);
        self.scores.extend(other.scores);
    }

    fn evidence(self) -> FileEvidence {
        let best_score = self.scores.iter().copied().fold(0.0, f32::max);
        FileEvidence {
            best_score,
            n_good: self.scores.iter().filter(|&&score| score > best_score / 2.0).count() as u32,
            frequencies: self.frequencies.iter().map(|&sum| sum as f32 / STEPS).collect(),
        }
    }
}

/// One reading of the postings.
struct Pass<'a> {
    scorer: &'a KeywordScorer<'a>,
    factors: &'a [f32],
    /// By file number: its place among those asked about.
    asked: &'a [u32],
}

impl Pass<'_> {
    fn over(&self, lists: &TermLists<'_>, sums: &mut [Sums]) -> Result<(), TantivyError> {
        let (number, segment) = lists.segment;
        let files = &self.scorer.snapshot.columns(number)?.files;
        let mut cursors = lists.open(&self.scorer.fields)?;
        let window = WINDOW as usize;
        let (mut inside, mut on_path, mut scores) = (vec![0.0f32; window], vec![0.0f32; window], vec![0.0f32; window]);
        let mut owners = vec![NOT_ASKED; window];
        let mut seen: Vec<u32> = Vec::new();
        let mut start = 0;
        while let Some(next) = cursors.iter().flatten().filter_map(|cursor| cursor.doc()).min() {
            start = u32::max(start, next / WINDOW * WINDOW);
            let end = segment.max_doc().min(start + WINDOW);
            for (doc, owner) in (start..end).zip(&mut owners) {
                let place = self.asked.get(files[doc as usize] as usize).copied();
                *owner = place.filter(|_| !segment.is_deleted(doc)).unwrap_or(NOT_ASKED);
            }
            for (term, cursors) in cursors.iter_mut().enumerate() {
                seen.clear();
                for cursor in cursors {
                    let sums = if cursor.is_of_path { &mut on_path } else { &mut inside };
                    cursor.add_window(start, sums, &mut seen);
                }
                for &place in &seen {
                    let place = place as usize;
                    let (said, in_path) = (std::mem::take(&mut inside[place]), std::mem::take(&mut on_path[place]));
                    if owners[place] == NOT_ASKED || said + in_path == 0.0 {
                        continue;
                    }
                    let frequency = said + in_path;
                    scores[place] +=
                        self.factors[term] * frequency / (frequency + self.scorer.query.k1).max(f32::MIN_POSITIVE);
                    sums[owners[place] as usize].frequencies[term] += (said * STEPS).round() as u64;
                }
            }
            for (place, score) in scores.iter_mut().enumerate().filter(|(_, score)| **score > 0.0) {
                sums[owners[place] as usize].scores.push(std::mem::take(score));
            }
            start += WINDOW;
        }
        Ok(())
    }
}
