//! Scores, a window of documents at a time -> the documents that can still be among the best.
//!
//! Most scores are too low and are told so by one comparison: with the bar, the score that so many documents have
//! reached already. All threads share the bar. It only ever drops documents that the best
//! ones of the whole index leave no room for, so the answer is the same at every speed of every thread.

use tantivy::{SegmentReader, TantivyError};

use super::lists::Segment;
use super::picking::{Bar, Best, Scored};
use super::selection::Selection;
use super::snapshot::Snapshot;
use crate::keyword::KeywordQuery;

/// Scores that are compared with the bar in one go: the compiler makes a few wide comparisons of it.
const AT_ONCE: usize = 32;

/// What one thread has found above the bar so far.
pub(super) struct Contest<'a> {
    snapshot: &'a Snapshot,
    selection: &'a Selection,
    bar: &'a Bar,
    current: Option<Current<'a>>,
    pub(super) best: Best,
}

/// The segment that is being read.
struct Current<'a> {
    number: usize,
    segment: &'a SegmentReader,
    files: &'a [u32],
}

impl<'a> Contest<'a> {
    pub(super) fn new(snapshot: &'a Snapshot, query: &KeywordQuery, selection: &'a Selection, bar: &'a Bar) -> Self {
        Contest { snapshot, selection, bar, current: None, best: Best::of(query.limit, query.per_file) }
    }

    /// From here on documents of this segment are offered.
    pub(super) fn enter(&mut self, segment: &Segment<'a>) -> Result<(), TantivyError> {
        let files = self.snapshot.columns(segment.number)?.files.as_slice();
        self.current = Some(Current { number: segment.number, segment: segment.reader, files });
        Ok(())
    }

    /// Takes the good ones of the documents from `start` on.
    pub(super) fn offer(&mut self, start: u32, scores: &[f32]) {
        for (start, scores) in (start..).step_by(AT_ONCE).zip(scores.chunks(AT_ONCE)) {
            let least = self.bar.get();
            if scores.iter().fold(false, |any, &score| any | (score >= least)) {
                let good = (start..).zip(scores).filter(|&(_, &score)| score >= least);
                good.for_each(|(doc, &score)| self.take(doc, score));
                self.bar.raise(self.best.least());
            }
        }
    }

    fn take(&mut self, doc: u32, score: f32) {
        let Some(Current { number, segment, files }) = &self.current else { return };
        let wanted_chunk = self.selection.chunks.as_ref().is_none_or(|chunks| chunks[*number].contains(doc));
        if segment.is_deleted(doc) || !wanted_chunk {
            return;
        }
        let file = files[doc as usize];
        if self.selection.files.as_ref().is_none_or(|wanted| wanted.contains(file)) {
            self.best.offer(file, Scored { score, segment: *number as u32, place: doc });
        }
    }
}
