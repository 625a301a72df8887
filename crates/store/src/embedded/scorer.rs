//! BM25F over tantivy's postings: the best chunks for a bag of weighted terms.
//!
//! ```text
//! tf'(t)   = sum over fields f of  w_f * tf_f / (1 - b_f + b_f * length_f / average_f)
//! score    = sum over terms t of   weight_t * idf(t) * tf'(t) * (k1 + 1) / (tf'(t) + k1)
//! idf(t)   = ln(1 + (N - df + 0.5) / (df + 0.5)),  df = chunks with t in any field
//! ```
//!
//! Two passes over the postings: the first counts df, the second scores a window of documents after the other, small
//! enough for the processor's nearest cache. Unpacking postings twice is cheap; memory that is far away is not. A window
//! is summed by field in the order of the schema and by term in the order of the question, so that a score has the same
//! bits whatever the segments and threads are. Deleted chunks count nowhere.
//!
//! The terms are looked up in the dictionaries once; what stands there serves recall and `evidence`.

use tantivy::{SegmentReader, TantivyError};

use super::contest::{Bar, Contest};
use super::lists::{Cursor, FieldFactors, TermLists};
use super::picking::{self, Best};
use super::selection::{self, Selection};
use super::snapshot::Snapshot;
use super::{evidence, sharing};
use crate::error::ReadError;
use crate::filter::Filter;
use crate::keyword::{FileEvidence, KeywordQuery, ScoredChunk, WeightedTerm};
use crate::record::FileId;

/// Documents that are scored together: two arrays of so many numbers and their lengths stay in 32 KiB.
pub(super) const WINDOW: u32 = 2048;

/// Chunks of an index from which a second thread is worth its start.
const MANY_CHUNKS: u64 = 100_000;

/// A keyword question whose terms have been looked up.
pub struct KeywordScorer<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) query: KeywordQuery,
    pub(super) fields: FieldFactors,
    /// Of every segment, in any order.
    pub(super) lists: Vec<TermLists<'a>>,
    /// By term.
    pub(super) idf: Vec<f32>,
}

impl<'a> KeywordScorer<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, query: KeywordQuery) -> Result<Self, TantivyError> {
        let fields = FieldFactors::of(snapshot, &query.fields);
        let segments: Vec<(usize, &SegmentReader)> = snapshot.searcher.segment_readers().iter().enumerate().collect();
        let found = on_threads(n_threads(snapshot), &segments, Found::default, |found, &segment| {
            let lists = TermLists::find(segment, &fields, &query.terms)?;
            found.counts.push(lists.count(&fields)?);
            found.lists.push(lists);
            Ok(())
        })?;
        let idf = inverse_frequencies(snapshot, &query, &found);
        let lists = found.into_iter().flat_map(|found| found.lists).collect();
        Ok(KeywordScorer { snapshot, query, fields, lists, idf })
    }

    /// The question.
    pub fn query(&self) -> &KeywordQuery {
        &self.query
    }

    /// How rare each term of the question is, in its order: ln(1 + (N - df + 0.5) / (df + 0.5)).
    pub fn idf(&self) -> &[f32] {
        &self.idf
    }

    /// The best chunks among those the filter allows, best first.
    pub fn best_chunks(&self, filter: &Filter) -> Result<Vec<ScoredChunk>, ReadError> {
        let selection = selection::of(self.snapshot, filter).map_err(problem)?;
        self.best_of(&selection).map_err(problem)
    }

    /// What the words of the question say about these files, in their order.
    pub fn evidence(&self, files: &[FileId]) -> Result<Vec<FileEvidence>, ReadError> {
        evidence::about(self, files).map_err(problem)
    }

    fn best_of(&self, selection: &Selection) -> Result<Vec<ScoredChunk>, TantivyError> {
        let KeywordScorer { snapshot, query, fields, lists, idf } = self;
        let weigh = |(term, idf): (&WeightedTerm, &f32)| term.weight * idf * (query.k1 + 1.0);
        let factors: Vec<f32> = query.terms.iter().zip(idf).map(weigh).collect();
        let bar = Bar::default();
        let contests = on_threads(
            n_threads(snapshot),
            lists,
            || Contest::new(snapshot, query, selection, &bar),
            |contest, lists| {
                contest.enter(lists.segment)?;
                score(lists.open(fields)?, &factors, query.k1, contest);
                Ok(())
            },
        )?;
        let scored = Best::together(contests.into_iter().map(|contest| contest.best));
        picking::best(snapshot, &scored, query.limit, query.per_file)
    }
}

fn problem(error: TantivyError) -> ReadError {
    ReadError::new("postings", error)
}

/// How many threads a reading of the postings is worth.
pub(super) fn n_threads(snapshot: &Snapshot) -> usize {
    let n_segments = snapshot.searcher.segment_readers().len();
    if snapshot.n_chunks < MANY_CHUNKS { 1 } else { sharing::n_cores().min(n_segments) }
}

/// What one thread found: postings, and per segment and term how many chunks have it.
#[derive(Default)]
struct Found<'a> {
    lists: Vec<TermLists<'a>>,
    counts: Vec<Vec<u32>>,
}

/// How rare every term is among all chunks.
fn inverse_frequencies(snapshot: &Snapshot, query: &KeywordQuery, found: &[Found]) -> Vec<f32> {
    let n_chunks = snapshot.n_chunks as f32;
    let rarity = |number: usize| {
        let counts = found.iter().flat_map(|found| &found.counts);
        let n_found = counts.map(|segment| u64::from(segment[number])).sum::<u64>() as f32;
        (1.0 + (n_chunks - n_found + 0.5).max(0.5) / (n_found + 0.5)).ln()
    };
    (0..query.terms.len()).map(rarity).collect()
}

/// Scores one segment window by window and lets the good ones compete.
fn score(mut cursors: Vec<Vec<Cursor<'_>>>, factors: &[f32], k1: f32, contest: &mut Contest<'_>) {
    let mut frequencies = vec![0.0f32; WINDOW as usize];
    let mut scores = vec![0.0f32; WINDOW as usize];
    let mut seen: Vec<u32> = Vec::new();
    let mut start = 0;
    while let Some(next) = cursors.iter().flatten().filter_map(|cursor| cursor.doc()).min() {
        // Windows in which nothing stands are passed over.
        start = u32::max(start, next / WINDOW * WINDOW);
        for (cursors, factor) in cursors.iter_mut().zip(factors) {
            seen.clear();
            for cursor in cursors {
                cursor.add_window(start, &mut frequencies, &mut seen);
            }
            for &place in &seen {
                // Where a document was seen in two fields, the second finds nothing left and adds nothing.
                let frequency = std::mem::take(&mut frequencies[place as usize]);
                scores[place as usize] += factor * frequency / (frequency + k1).max(f32::MIN_POSITIVE);
            }
        }
        contest.offer(start, &scores);
        scores.fill(0.0);
        start += WINDOW;
    }
}

/// Shares work that can fail among threads.
pub(super) fn on_threads<'w, Work: Sync, Done: Send>(
    n_threads: usize,
    all: &'w [Work],
    new: impl Fn() -> Done + Sync,
    work: impl Fn(&mut Done, &'w Work) -> Result<(), TantivyError> + Sync,
) -> Result<Vec<Done>, TantivyError> {
    let go_on = |share: &mut Result<Done, TantivyError>, number: usize| {
        if let Ok(done) = share
            && let Err(error) = work(done, &all[number])
        {
            *share = Err(error);
        }
    };
    sharing::on_threads(n_threads, all.len(), || Ok(new()), go_on).into_iter().collect()
}
