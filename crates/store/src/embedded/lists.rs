//! The postings of terms in one segment: found in the dictionaries, counted, read window by window or where asked.

use std::ops::Range;
use std::sync::Arc;

use tantivy::fieldnorm::FieldNormReader;
use tantivy::postings::{BlockSegmentPostings, TermInfo};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{InvertedIndexReader, SegmentReader, TantivyError, Term};

use super::schema;
use super::snapshot::Snapshot;
use super::terms::FoundTerm;
use crate::bits::Bits;
use crate::keyword::KeywordFields;

/// What the fields of a question count.
pub(super) struct FieldFactors {
    /// Those that count at all, each with the factor that every stored length class gives to a frequency.
    counting: Vec<(Field, [f32; 256])>,
    /// Which they are, a bit for each.
    pub(super) mask: u8,
    of_path: [Field; 2],
}

impl FieldFactors {
    pub(super) fn of(snapshot: &Snapshot, weights: &KeywordFields) -> Self {
        let fields = snapshot.fields.searched.iter().zip(schema::searched(weights)).zip(&snapshot.average_lengths);
        let counting = fields.filter(|((_, weight), _)| weight.weight > 0.0).map(|((&field, weight), average)| {
            let factors = std::array::from_fn(|class| {
                let length = FieldNormReader::id_to_fieldnorm(class as u8) as f32;
                weight.weight / (1.0 - weight.b + weight.b * length / average)
            });
            (field, factors)
        });
        let searched = schema::searched(weights).into_iter().zip(0..);
        let mask = searched.fold(0, |mask, (weight, place)| mask | u8::from(weight.weight > 0.0) << place);
        FieldFactors { counting: counting.collect(), mask, of_path: snapshot.fields.of_path() }
    }
}

/// The terms of a question in one segment.
pub(super) struct Segment<'a> {
    pub(super) number: usize,
    pub(super) reader: &'a SegmentReader,
}

impl Segment<'_> {
    /// Per term: the fields that have it, by their place among those that count.
    pub(super) fn find(
        &self,
        fields: &FieldFactors,
        terms: &[&str],
    ) -> Result<Vec<Vec<(usize, TermInfo)>>, TantivyError> {
        let mut found: Vec<Vec<(usize, TermInfo)>> = vec![Vec::new(); terms.len()];
        for (position, (field, _)) in fields.counting.iter().enumerate() {
            let dictionary = self.reader.inverted_index(*field)?;
            for (found, term) in found.iter_mut().zip(terms) {
                if let Some(info) = dictionary.get_term_info(&Term::from_field_text(*field, term))? {
                    found.push((position, info));
                }
            }
        }
        Ok(found)
    }

    /// How many chunks have a term in any field. `fields` are those it was found in; `blocks` is used again: making one
    /// costs more than reading a short list.
    pub(super) fn count(
        &self,
        fields: &FieldFactors,
        lists: &[(usize, TermInfo)],
        blocks: &mut Option<BlockSegmentPostings>,
    ) -> Result<u32, TantivyError> {
        if lists.len() < 2 && !self.reader.has_deletes() {
            return Ok(lists.first().map_or(0, |(_, info)| info.doc_freq));
        }
        let mut having = Bits::with_room_for(self.reader.max_doc() as usize);
        for (position, info) in lists {
            let postings = self.reader.inverted_index(fields.counting[*position].0)?;
            let blocks = match blocks {
                Some(blocks) => {
                    postings.reset_block_postings_from_terminfo(info, blocks)?;
                    blocks
                }
                None => blocks.insert(postings.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?),
            };
            while !blocks.docs().is_empty() {
                for &doc in blocks.docs() {
                    having.insert(doc);
                }
                blocks.advance();
            }
        }
        Ok(match self.reader.alive_bitset() {
            None => having.len(),
            Some(alive) => having.iter().filter(|&doc| alive.is_alive(doc)).count() as u32,
        })
    }

    /// Per term: its lists, each at its first document. `fields` are those it was found in.
    pub(super) fn open<'f>(
        &self,
        fields: &'f FieldFactors,
        terms: &[Arc<FoundTerm>],
    ) -> Result<Vec<Vec<Cursor<'f>>>, TantivyError> {
        // A field is opened once for all terms.
        let mut opened: Vec<Option<(Arc<InvertedIndexReader>, FieldNormReader)>> = vec![None; fields.counting.len()];
        let mut open = |(position, info): &(usize, TermInfo)| {
            let (field, factors) = &fields.counting[*position];
            let (postings, lengths) = match &mut opened[*position] {
                Some(opened) => opened,
                new => new.insert((self.reader.inverted_index(*field)?, self.reader.get_fieldnorms_reader(*field)?)),
            };
            let blocks = postings.read_block_postings_from_terminfo(info, IndexRecordOption::WithFreqs)?;
            let (is_of_path, lengths) = (fields.of_path.contains(field), lengths.clone());
            Ok(Cursor { blocks, at: 0, is_of_path, lengths, factors })
        };
        terms.iter().map(|term| term.lists[self.number].iter().map(&mut open).collect()).collect()
    }
}

/// A place in the postings of one term in one field.
pub(super) struct Cursor<'a> {
    blocks: BlockSegmentPostings,
    /// Position in the current block.
    at: usize,
    /// Its field is the file's path, which every chunk of the file has.
    pub(super) is_of_path: bool,
    lengths: FieldNormReader,
    factors: &'a [f32; 256],
}

impl Cursor<'_> {
    /// The next document; `None` at the end.
    pub(super) fn doc(&self) -> Option<u32> {
        self.blocks.docs().get(self.at).copied()
    }

    /// Adds up the weighted frequencies of the documents from `start` on, as many as `sums` has room for. `seen` gets
    /// their places in `sums`.
    pub(super) fn add_window(&mut self, start: u32, sums: &mut [f32], seen: &mut Vec<u32>) {
        let end = start.saturating_add(sums.len() as u32);
        while self.doc().is_some_and(|doc| doc < end) {
            let docs = &self.blocks.docs()[self.at..];
            let n_inside = match docs.last() {
                Some(&last) if last < end => docs.len(),
                _ => docs.partition_point(|&doc| doc < end),
            };
            let frequencies = &self.blocks.freqs()[self.at..];
            for (&doc, &frequency) in docs[..n_inside].iter().zip(frequencies) {
                let factor = self.factors[self.lengths.fieldnorm_id(doc) as usize];
                sums[(doc - start) as usize] += frequency as f32 * factor;
            }
            seen.extend(docs[..n_inside].iter().map(|doc| doc - start));
            self.pass(n_inside);
        }
    }

    /// Adds up the weighted frequencies of these documents in `sums`, from `first` on. `seen` gets their places in `sums`.
    /// Ranges come in order.
    pub(super) fn add_range(&mut self, docs: Range<u32>, first: u32, sums: &mut [f32], seen: &mut Vec<u32>) {
        if self.doc().is_some_and(|next| next < docs.start) {
            self.at = self.blocks.seek(docs.start);
        }
        while let Some(doc) = self.doc().filter(|doc| *doc < docs.end) {
            let factor = self.factors[self.lengths.fieldnorm_id(doc) as usize];
            let place = first + (doc - docs.start);
            sums[place as usize] += self.blocks.freq(self.at) as f32 * factor;
            seen.push(place);
            self.pass(1);
        }
    }

    /// Goes on behind so many documents of the current block.
    fn pass(&mut self, n_docs: usize) {
        self.at += n_docs;
        if self.at == self.blocks.docs().len() {
            self.blocks.advance();
            self.at = 0;
        }
    }
}
