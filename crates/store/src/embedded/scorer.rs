//! BM25F over tantivy's postings: the best chunks for a bag of weighted terms.
//!
//! ```text
//! tf'(t)   = sum over fields f of  w_f * tf_f / (1 - b_f + b_f * length_f / average_f)
//! score    = sum over terms t of   weight_t * idf(t) * tf'(t) * (k1 + 1) / (tf'(t) + k1)
//! idf(t)   = ln(1 + (N - df + 0.5) / (df + 0.5)),  df = chunks with t in any field
//! ```
//!
//! Term at a time into dense arrays: with the few hundred thousand postings of a question this is faster than skipping,
//! and it is the same for every segmentation. Deleted chunks count nowhere. Equal scores are ordered by path and place.

use std::cmp::Ordering;

use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::IndexRecordOption;
use tantivy::{SegmentReader, TantivyError, Term};

use super::schema::{self, FILE, ORDINAL};
use super::selection::Selection;
use super::snapshot::Snapshot;
use crate::keyword::{FieldWeight, KeywordQuery, PerFile, ScoredChunk};
use crate::record::{FileId, N_SEARCHED};

/// When the best are picked, this many times the limit are sorted first; the rest only if files repeat too often.
const FIRST_PICK: usize = 8;

/// What one term found in one segment: documents and their weighted frequency.
type Found = Vec<(u32, f32)>;

/// A document with its score, before anything else is known of it.
#[derive(Clone, Copy, Debug)]
struct Scored {
    score: f32,
    segment: u32,
    doc: u32,
}

/// A chunk while it is being ranked.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    score: f32,
    path_rank: u32,
    ordinal: u32,
    file: u32,
}

pub(super) fn best_chunks(
    snapshot: &Snapshot,
    query: &KeywordQuery,
    selection: &Selection,
) -> Result<Vec<ScoredChunk>, TantivyError> {
    let weights = schema::searched(&query.fields);
    let averages = &snapshot.average_lengths;
    let segments = snapshot.searcher.segment_readers();
    let mut found: Vec<Vec<Found>> = Vec::with_capacity(segments.len());
    for segment in segments {
        let norms = Norms::of(snapshot, segment, &weights, averages)?;
        let mut frequencies = vec![0.0; segment.max_doc() as usize];
        let terms = query.terms.iter();
        found.push(
            terms
                .map(|term| frequencies_of(snapshot, segment, &norms, &term.term, &mut frequencies))
                .collect::<Result<_, _>>()?,
        );
    }
    let idf = inverse_frequencies(snapshot, query, &found);
    let mut scored: Vec<Scored> = Vec::new();
    for (number, (segment, found)) in segments.iter().zip(&found).enumerate() {
        let mut scores = vec![0.0; segment.max_doc() as usize];
        let mut touched = Vec::new();
        for ((found, term), idf) in found.iter().zip(&query.terms).zip(&idf) {
            let factor = term.weight * idf * (query.k1 + 1.0);
            for &(doc, frequency) in found {
                let score = &mut scores[doc as usize];
                if *score == 0.0 {
                    touched.push(doc);
                }
                *score += factor * frequency / (frequency + query.k1);
            }
        }
        let files = segment.fast_fields().u64(FILE)?.first_or_default_col(0);
        for doc in touched {
            let wanted_file = selection.files.as_ref().is_none_or(|wanted| wanted.contains(files.get_val(doc) as u32));
            let wanted_chunk = selection.chunks.as_ref().is_none_or(|chunks| chunks[number].contains(doc));
            if wanted_file && wanted_chunk {
                scored.push(Scored { score: scores[doc as usize], segment: number as u32, doc });
            }
        }
    }
    pick(snapshot, scored, query.limit, query.per_file)
}

/// Per field: the factor each stored length class gives to a frequency.
struct Norms {
    fields: Vec<(usize, FieldNormReader, [f32; 256])>,
}

impl Norms {
    fn of(
        snapshot: &Snapshot,
        segment: &SegmentReader,
        weights: &[FieldWeight; N_SEARCHED],
        averages: &[f32; N_SEARCHED],
    ) -> Result<Self, TantivyError> {
        let mut fields = Vec::new();
        for (index, weight) in weights.iter().enumerate().filter(|(_, weight)| weight.weight > 0.0) {
            let reader = segment.get_fieldnorms_reader(snapshot.fields.searched[index])?;
            let factors = std::array::from_fn(|class| {
                let length = FieldNormReader::id_to_fieldnorm(class as u8) as f32;
                weight.weight / (1.0 - weight.b + weight.b * length / averages[index])
            });
            fields.push((index, reader, factors));
        }
        Ok(Norms { fields })
    }
}

/// Adds up one term over all fields. `frequencies` is all zero before and after.
fn frequencies_of(
    snapshot: &Snapshot,
    segment: &SegmentReader,
    norms: &Norms,
    term: &str,
    frequencies: &mut [f32],
) -> Result<Found, TantivyError> {
    let mut docs: Vec<u32> = Vec::new();
    for (index, lengths, factors) in &norms.fields {
        let field = snapshot.fields.searched[*index];
        let term = Term::from_field_text(field, term);
        let Some(mut blocks) =
            segment.inverted_index(field)?.read_block_postings(&term, IndexRecordOption::WithFreqs)?
        else {
            continue;
        };
        while !blocks.docs().is_empty() {
            for (&doc, &frequency) in blocks.docs().iter().zip(blocks.freqs()) {
                let sum = &mut frequencies[doc as usize];
                if *sum == 0.0 {
                    docs.push(doc);
                }
                *sum += frequency as f32 * factors[lengths.fieldnorm_id(doc) as usize];
            }
            blocks.advance();
        }
    }
    let found =
        docs.iter().filter(|&&doc| !segment.is_deleted(doc)).map(|&doc| (doc, frequencies[doc as usize])).collect();
    for doc in docs {
        frequencies[doc as usize] = 0.0;
    }
    Ok(found)
}

fn inverse_frequencies(snapshot: &Snapshot, query: &KeywordQuery, found: &[Vec<Found>]) -> Vec<f32> {
    let n_chunks = snapshot.n_chunks as f32;
    (0..query.terms.len())
        .map(|term| {
            let n_found = found.iter().map(|segment| segment[term].len()).sum::<usize>() as f32;
            (1.0 + (n_chunks - n_found + 0.5).max(0.5) / (n_found + 0.5)).ln()
        })
        .collect()
}

/// The best `limit` chunks in order, with at most so many of one file. Only the few with the best scores are looked up;
/// the others are taken in when files repeat too often among them.
fn pick(
    snapshot: &Snapshot,
    mut scored: Vec<Scored>,
    limit: usize,
    per_file: PerFile,
) -> Result<Vec<ScoredChunk>, TantivyError> {
    let first = match per_file {
        PerFile::Unlimited => limit,
        PerFile::AtMost(_) => limit.saturating_mul(FIRST_PICK),
    };
    if first > 0 && first < scored.len() {
        let by_score = |a: &Scored, b: &Scored| b.score.total_cmp(&a.score);
        let (_, last, _) = scored.select_nth_unstable_by(first - 1, by_score);
        // Equal scores are told apart by path, so all of them come along.
        let least = last.score;
        let best: Vec<Scored> = scored.iter().copied().filter(|one| one.score >= least).collect();
        let picked = capped(&candidates(snapshot, &best)?, limit, per_file);
        if picked.len() >= limit {
            return Ok(picked);
        }
    }
    Ok(capped(&candidates(snapshot, &scored)?, limit, per_file))
}

/// Looks up where scored documents stand, and sorts them.
fn candidates(snapshot: &Snapshot, scored: &[Scored]) -> Result<Vec<Candidate>, TantivyError> {
    let segments = snapshot.searcher.segment_readers().iter();
    let columns = segments
        .map(|segment| {
            let column = |name| segment.fast_fields().u64(name).map(|column| column.first_or_default_col(0));
            Ok((column(FILE)?, column(ORDINAL)?))
        })
        .collect::<Result<Vec<_>, TantivyError>>()?;
    let candidate = |one: &Scored| {
        let (files, ordinals) = &columns[one.segment as usize];
        let file = files.get_val(one.doc) as u32;
        let ordinal = ordinals.get_val(one.doc) as u32;
        Candidate { score: one.score, path_rank: snapshot.path_rank(file), ordinal, file }
    };
    let mut candidates: Vec<Candidate> = scored.iter().map(candidate).collect();
    candidates.sort_unstable_by(best_first);
    Ok(candidates)
}

fn capped(sorted: &[Candidate], limit: usize, per_file: PerFile) -> Vec<ScoredChunk> {
    let mut taken: std::collections::HashMap<u32, usize> = std::collections::HashMap::new();
    let mut picked = Vec::with_capacity(limit.min(sorted.len()));
    for candidate in sorted {
        if picked.len() == limit {
            break;
        }
        if let PerFile::AtMost(most) = per_file {
            let n_taken = taken.entry(candidate.file).or_default();
            if *n_taken >= most {
                continue;
            }
            *n_taken += 1;
        }
        picked.push(ScoredChunk { file: FileId(candidate.file), ordinal: candidate.ordinal, score: candidate.score });
    }
    picked
}

/// The one order of candidates: score, then path, then place in the file.
fn best_first(a: &Candidate, b: &Candidate) -> Ordering {
    b.score.total_cmp(&a.score).then(a.path_rank.cmp(&b.path_rank)).then(a.ordinal.cmp(&b.ordinal))
}
