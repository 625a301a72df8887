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

use std::sync::Arc;

use tantivy::TantivyError;
use tantivy::postings::TermInfo;

use super::contest::Contest;
use super::lists::{Cursor, FieldFactors, Segment};
use super::picking::{self, Bar, Best};
use super::selection::{self, Selection};
use super::snapshot::Snapshot;
use super::terms::FoundTerm;
use super::{evidence, sharing};
use crate::error::ReadError;
use crate::filter::Filter;
use crate::keyword::{FilesEvidence, KeywordQuery, ScoredChunk, WeightedTerm};
use crate::record::FileId;

/// Documents that are scored together: two arrays of so many numbers and their lengths stay in 32 KiB.
pub(super) const WINDOW: u32 = 2048;

/// A keyword question whose terms have been looked up.
pub struct KeywordScorer<'a> {
    pub(super) snapshot: &'a Snapshot,
    pub(super) query: KeywordQuery,
    pub(super) fields: FieldFactors,
    /// In the order of the question.
    pub(super) terms: Vec<Arc<FoundTerm>>,
    /// By term.
    pub(super) idf: Vec<f32>,
}

impl<'a> KeywordScorer<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, query: KeywordQuery) -> Result<Self, TantivyError> {
        let fields = FieldFactors::of(snapshot, &query.fields);
        let words: Vec<&str> = query.terms.iter().map(|term| term.term.as_str()).collect();
        let terms = known_or_found(snapshot, &fields, &words)?;
        let n_chunks = snapshot.n_chunks as f32;
        let rarity = |n_found: f32| (1.0 + (n_chunks - n_found + 0.5).max(0.5) / (n_found + 0.5)).ln();
        let idf = terms.iter().map(|term| rarity(term.n_chunks as f32)).collect();
        Ok(KeywordScorer { snapshot, query, fields, terms, idf })
    }

    pub(super) fn segments(&self) -> Vec<Segment<'a>> {
        segments(self.snapshot)
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
        self.best_chunks_of(&selection)
    }

    /// The best chunks of a selection, best first.
    pub(super) fn best_chunks_of(&self, selection: &Selection) -> Result<Vec<ScoredChunk>, ReadError> {
        self.best_of(selection).map_err(problem)
    }

    /// What the words of the question say about these files, in their order.
    pub fn evidence(&self, files: &[FileId]) -> Result<FilesEvidence, ReadError> {
        evidence::about(self, files).map_err(problem)
    }

    fn best_of(&self, selection: &Selection) -> Result<Vec<ScoredChunk>, TantivyError> {
        let KeywordScorer { snapshot, query, fields, terms, idf } = self;
        let weigh = |(term, idf): (&WeightedTerm, &f32)| term.weight * idf * (query.k1 + 1.0);
        let factors: Vec<f32> = query.terms.iter().zip(idf).map(weigh).collect();
        // What has no word of the question scores nothing and is not found.
        let bar = Bar::at(f32::MIN_POSITIVE);
        let contests = on_threads(
            n_threads(snapshot),
            &self.segments(),
            || Contest::new(snapshot, query, selection, &bar),
            |contest, segment| {
                contest.enter(segment)?;
                score(segment.open(fields, terms)?, &factors, query.k1, contest);
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
    if snapshot.is_large() { sharing::n_cores().min(n_segments) } else { 1 }
}

fn segments(snapshot: &Snapshot) -> Vec<Segment<'_>> {
    let readers = snapshot.searcher.segment_readers().iter().enumerate();
    readers.map(|(number, reader)| Segment { number, reader }).collect()
}

/// Terms, in their order; those that no question had before are looked up and counted.
fn known_or_found(
    snapshot: &Snapshot,
    fields: &FieldFactors,
    words: &[&str],
) -> Result<Vec<Arc<FoundTerm>>, TantivyError> {
    let known = snapshot.known_terms.get(fields.mask, words.iter().copied());
    let unknown: Vec<&str> =
        words.iter().zip(&known).filter(|(_, known)| known.is_none()).map(|(word, _)| *word).collect();
    let mut found = find(snapshot, fields, &unknown)?.into_iter().map(Arc::new);
    let terms: Vec<Arc<FoundTerm>> = known.into_iter().filter_map(|known| known.or_else(|| found.next())).collect();
    let is_new = |(word, _): &(&str, Arc<FoundTerm>)| unknown.contains(word);
    snapshot.known_terms.insert(fields.mask, words.iter().copied().zip(terms.iter().cloned()).filter(is_new));
    Ok(terms)
}

/// Looks words up in every segment.
fn find(snapshot: &Snapshot, fields: &FieldFactors, words: &[&str]) -> Result<Vec<FoundTerm>, TantivyError> {
    let segments = if words.is_empty() { Vec::new() } else { segments(snapshot) };
    let shares = on_threads(n_threads(snapshot), &segments, Vec::new, |found, segment| {
        let mut blocks = None;
        let counted = |lists: Vec<(usize, TermInfo)>| Ok((segment.count(fields, &lists, &mut blocks)?, lists));
        let lists = segment.find(fields, words)?.into_iter().map(counted).collect::<Result<Vec<_>, TantivyError>>()?;
        found.push((segment.number, lists));
        Ok(())
    })?;
    let new = || FoundTerm { lists: vec![Vec::new(); segments.len()], n_chunks: 0 };
    let mut terms: Vec<FoundTerm> = words.iter().map(|_| new()).collect();
    for (number, found) in shares.into_iter().flatten() {
        for (term, (n_chunks, lists)) in terms.iter_mut().zip(found) {
            term.n_chunks += u64::from(n_chunks);
            term.lists[number] = lists;
        }
    }
    Ok(terms)
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
