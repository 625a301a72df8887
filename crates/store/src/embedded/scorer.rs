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

use tantivy::{SegmentReader, TantivyError};

use super::contest::{Bar, Contest};
use super::lists::{FieldFactors, TermLists};
use super::picking::{self, Scored};
use super::selection::Selection;
use super::sharing;
use super::snapshot::Snapshot;
use crate::keyword::{KeywordAnswer, KeywordQuery, WeightedTerm};

/// Documents that are scored together: two arrays of so many numbers and their lengths stay in 32 KiB.
pub(super) const WINDOW: u32 = 2048;

/// Chunks of an index from which a second thread is worth its start.
pub(super) const MANY_CHUNKS: u64 = 100_000;

pub(super) fn best_chunks(
    snapshot: &Snapshot,
    query: &KeywordQuery,
    selection: &Selection,
) -> Result<KeywordAnswer, TantivyError> {
    let fields = FieldFactors::of(snapshot, &query.fields);
    let segments: Vec<(usize, &SegmentReader)> = snapshot.searcher.segment_readers().iter().enumerate().collect();
    let n_threads = if snapshot.n_chunks < MANY_CHUNKS { 1 } else { sharing::n_cores().min(segments.len()) };

    let found = on_threads(n_threads, &segments, Found::default, |found, &segment| {
        let lists = TermLists::find(segment, &fields, &query.terms)?;
        found.counts.push(lists.count()?);
        found.lists.push(lists);
        Ok(())
    })?;
    let idf = inverse_frequencies(snapshot, query, &found);
    let weigh = |(term, idf): (&WeightedTerm, &f32)| term.weight * idf * (query.k1 + 1.0);
    let factors: Vec<f32> = query.terms.iter().zip(&idf).map(weigh).collect();
    let lists: Vec<TermLists> = found.into_iter().flat_map(|found| found.lists).collect();
    let bar = Bar::default();
    let contests = on_threads(
        n_threads,
        &lists,
        || Contest::new(snapshot, query, selection, &bar),
        |contest, lists| score(lists, &factors, query.k1, contest),
    )?;
    let scored: Vec<Scored> = contests.into_iter().flat_map(Contest::into_scored).collect();
    Ok(KeywordAnswer { chunks: picking::best(snapshot, scored, query.limit, query.per_file)?, idf })
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
fn score<'a>(lists: &TermLists<'a>, factors: &[f32], k1: f32, contest: &mut Contest<'a>) -> Result<(), TantivyError> {
    let mut cursors = lists.open()?;
    contest.enter(lists.segment)?;
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
    Ok(())
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
