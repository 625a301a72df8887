//! What the words of a question say about whole files: all their chunks are scored, not only the best.
//!
//! The postings that recall found, read once more, and only where the chunks of a few files stand. Everything that is added
//! up over chunks is a whole number: the order of chunks depends on how the index was made, and the answer must not.

use std::ops::Range;

use tantivy::TantivyError;

use super::lists::Segment;
use super::scorer::{KeywordScorer, n_threads, on_threads};
use crate::keyword::FilesEvidence;
use crate::record::FileId;

/// Steps that one occurrence is counted in.
const STEPS: f32 = 4096.0;

/// The evidence about these files, in their order.
pub(super) fn about(scorer: &KeywordScorer<'_>, files: &[FileId]) -> Result<FilesEvidence, TantivyError> {
    let terms = &scorer.query.terms;
    let factors: Vec<f32> = scorer.idf.iter().zip(terms).map(|(idf, term)| idf * term.weight).collect();
    let segments = scorer.segments();
    let pass = Pass { scorer, factors: &factors, asked: asked(scorer, files)? };
    let shares =
        on_threads(n_threads(scorer.snapshot), &segments, Vec::new, |found, segment| pass.over(segment, found))?;
    let n_terms = terms.len();
    let mut all =
        FilesEvidence { scores: vec![(0.0, 0); files.len()], frequencies: vec![0.0; files.len() * n_terms], n_terms };
    for Found { segment, scores, steps } in shares.into_iter().flatten() {
        for (number, (asked, scores)) in pass.asked[segment].iter().zip(scores).enumerate() {
            all.scores[asked.place] = scores;
            let frequencies = &mut all.frequencies[asked.place * n_terms..][..n_terms];
            for (frequency, steps) in frequencies.iter_mut().zip(&steps[number * n_terms..]) {
                *frequency = *steps as f32 / STEPS;
            }
        }
    }
    Ok(all)
}

/// What the postings of a segment say about the files that are asked about, in their order there.
struct Found {
    segment: usize,
    /// The best score of each, and how many of its chunks are good.
    scores: Vec<(f32, u32)>,
    /// Of every file, term by term.
    steps: Vec<u64>,
}

/// The chunks of a file that is asked about.
struct Asked {
    docs: Range<u32>,
    /// The first of them among all chunks of the segment that are asked about.
    first: u32,
    /// Among the files that are asked about.
    place: usize,
}

impl Asked {
    fn chunks(&self) -> Range<usize> {
        self.first as usize..self.first as usize + self.docs.len()
    }
}

/// By segment, in the order of documents.
fn asked(scorer: &KeywordScorer<'_>, files: &[FileId]) -> Result<Vec<Vec<Asked>>, TantivyError> {
    let n_segments = scorer.snapshot.searcher.segment_readers().len();
    let mut asked: Vec<Vec<Asked>> = (0..n_segments).map(|_| Vec::new()).collect();
    for (place, &file) in files.iter().enumerate() {
        if let Some((segment, docs)) = scorer.snapshot.chunks_of(file)? {
            asked[segment].push(Asked { docs, first: 0, place });
        }
    }
    for of_segment in &mut asked {
        of_segment.sort_unstable_by_key(|asked| asked.docs.start);
        let mut first = 0;
        for one in of_segment {
            one.first = first;
            first += one.docs.len() as u32;
        }
    }
    Ok(asked)
}

/// One reading of the postings.
struct Pass<'a> {
    scorer: &'a KeywordScorer<'a>,
    factors: &'a [f32],
    asked: Vec<Vec<Asked>>,
}

impl Pass<'_> {
    /// Reads the postings of one segment; `found` gets the evidence about its files.
    fn over(&self, segment: &Segment<'_>, found: &mut Vec<Found>) -> Result<(), TantivyError> {
        let asked = &self.asked[segment.number];
        let n_chunks = asked.last().map_or(0, |last| last.chunks().end);
        let new = || vec![0.0f32; n_chunks];
        let (mut inside, mut on_path, mut scores) = (new(), new(), new());
        let owners: Vec<u32> =
            (0..).zip(asked).flat_map(|(number, one)| one.docs.clone().map(move |_| number)).collect();
        let mut seen = Vec::new();
        let n_terms = self.factors.len();
        let mut steps = vec![0u64; asked.len() * n_terms];
        let lists = segment.open(&self.scorer.fields, &self.scorer.terms)?;
        for (term, (cursors, factor)) in lists.into_iter().zip(self.factors).enumerate() {
            seen.clear();
            for mut cursor in cursors {
                let sums = if cursor.is_of_path { &mut on_path } else { &mut inside };
                let mut rest = asked.iter();
                // The files that end before the next occurrence are passed over.
                while let Some(doc) = cursor.doc()
                    && let Some(one) = rest.find(|one| one.docs.end > doc)
                {
                    cursor.add_range(one.docs.clone(), one.first, sums, &mut seen);
                }
            }
            for &chunk in &seen {
                // Where a chunk was seen in two fields, the second finds nothing left and adds nothing.
                let chunk = chunk as usize;
                let (said, in_path) = (std::mem::take(&mut inside[chunk]), std::mem::take(&mut on_path[chunk]));
                let frequency = said + in_path;
                if frequency > 0.0 {
                    scores[chunk] += factor * frequency / (frequency + self.scorer.query.k1);
                    steps[owners[chunk] as usize * n_terms + term] += (said * STEPS).round() as u64;
                }
            }
        }
        let scores = asked.iter().map(|asked| best_and_good(&scores[asked.chunks()])).collect();
        found.push(Found { segment: segment.number, scores, steps });
        Ok(())
    }
}

/// The best of the scores of a file's chunks, and how many are more than half as high.
fn best_and_good(scores: &[f32]) -> (f32, u32) {
    let best = scores.iter().copied().fold(0.0, f32::max);
    (best, scores.iter().filter(|&&score| score > best / 2.0).count() as u32)
}
