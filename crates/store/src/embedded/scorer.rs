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

use tantivy::fieldnorm::FieldNormReader;
use tantivy::schema::IndexRecordOption;
use tantivy::{SegmentReader, TantivyError, Term};

use super::picking::{self, Scored};
use super::schema::{self, FILE};
use super::selection::Selection;
use super::snapshot::Snapshot;
use crate::keyword::{FieldWeight, KeywordQuery, ScoredChunk};
use crate::record::N_SEARCHED;

/// What one term found in one segment: documents and their weighted frequency.
type Found = Vec<(u32, f32)>;

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
    picking::best(snapshot, scored, query.limit, query.per_file)
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
