//! What the words of a question say about whole files: all their chunks are scored, not only the best.
//!
//! The postings that recall found, read once more, and only where the chunks of a few files stand. Everything that is added
//! up over chunks is a whole number: the order of chunks depends on how the index was made, and the answer must not.

use std::ops::Range;

use tantivy::TantivyError;

use super::lists::TermLists;
use super::scorer::{KeywordScorer, n_threads, on_threads};
use crate::keyword::FileEvidence;
use crate::record::FileId;

/// Steps that one occurrence is counted in.
const STEPS: f32 = 4096.0;

/// The evidence about these files, in their order.
pub(super) fn about(scorer: &KeywordScorer<'_>, files: &[FileId]) -> Result<Vec<FileEvidence>, TantivyError> {
    let terms = &scorer.query.terms;
    let factors: Vec<f32> = scorer.idf.iter().zip(terms).map(|(idf, term)| idf * term.weight).collect();
    let pass = Pass { scorer, factors: &factors, asked: asked(scorer, files)? };
    let shares =
        on_threads(n_threads(scorer.snapshot), &scorer.lists, Vec::new, |found, lists| pass.over(lists, found))?;
    let nothing = FileEvidence { best_score: 0.0, n_good: 0, frequencies: vec![0.0; terms.len()] };
    let mut all = vec![nothing; files.len()];
    for (place, evidence) in shares.into_iter().flatten() {
        all[place] = evidence;
    }
    Ok(all)
}

/// The chunks of a file that is asked about.
struct Asked {
    docs: Range<u32>,
    /// Among the files that are asked about.
    place: usize,
}

/// By segment, in the order of documents.
fn asked(scorer: &KeywordScorer<'_>, files: &[FileId]) -> Result<Vec<Vec<Asked>>, TantivyError> {
    let n_segments = scorer.snapshot.searcher.segment_readers().len();
    let mut asked: Vec<Vec<Asked>> = (0..n_segments).map(|_| Vec::new()).collect();
    for (place, &file) in files.iter().enumerate() {
        if let Some((segment, docs)) = scorer.snapshot.chunks_of(file)? {
            asked[segment].push(Asked { docs, place });
        }
    }
    asked.iter_mut().for_each(|of_segment| of_segment.sort_unstable_by_key(|asked| asked.docs.start));
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
    fn over(&self, lists: &TermLists<'_>, found: &mut Vec<(usize, FileEvidence)>) -> Result<(), TantivyError> {
        let asked = &self.asked[lists.segment.0];
        let n_docs = asked.iter().map(|asked| asked.docs.len()).sum();
        // By chunk, those of one file after those of another.
        let (mut inside, mut on_path, mut scores) = (vec![0.0f32; n_docs], vec![0.0f32; n_docs], vec![0.0f32; n_docs]);
        let mut sums = vec![vec![0u64; self.factors.len()]; asked.len()];
        for (term, cursors) in lists.open(&self.scorer.fields)?.into_iter().enumerate() {
            for mut cursor in cursors {
                let of_field = if cursor.is_of_path { &mut on_path } else { &mut inside };
                let mut rest = &mut of_field[..];
                for Asked { docs, .. } in asked {
                    let of_file;
                    (of_file, rest) = rest.split_at_mut(docs.len());
                    cursor.add_range(docs.clone(), of_file);
                }
            }
            let mut first = 0;
            for (asked, sums) in asked.iter().zip(&mut sums) {
                let chunks = first..first + asked.docs.len();
                first = chunks.end;
                for chunk in chunks {
                    let (said, in_path) = (std::mem::take(&mut inside[chunk]), std::mem::take(&mut on_path[chunk]));
                    let frequency = said + in_path;
                    if frequency > 0.0 {
                        scores[chunk] += self.factors[term] * frequency / (frequency + self.scorer.query.k1);
                        sums[term] += (said * STEPS).round() as u64;
                    }
                }
            }
        }
        let mut rest = &scores[..];
        for (asked, sums) in asked.iter().zip(sums) {
            let of_file;
            (of_file, rest) = rest.split_at(asked.docs.len());
            found.push((asked.place, evidence(of_file, &sums)));
        }
        Ok(())
    }
}

/// From the scores of a file's chunks and the steps counted for each term.
fn evidence(scores: &[f32], sums: &[u64]) -> FileEvidence {
    let best_score = scores.iter().copied().fold(0.0, f32::max);
    FileEvidence {
        best_score,
        n_good: scores.iter().filter(|&&score| score > best_score / 2.0).count() as u32,
        frequencies: sums.iter().map(|&sum| sum as f32 / STEPS).collect(),
    }
}
