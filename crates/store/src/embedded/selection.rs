//! A filter -> which chunks may be scored, decided before anything is ranked.
//!
//! Conditions on files are decided once per file, on the manifest; conditions on symbols once per symbol, on the list of their
//! names. What remains per chunk is a bit test.

use std::collections::BTreeSet;

use tantivy::{DocId, SegmentReader, TantivyError};

use super::names::StoredNames;
use super::schema::{KINDS, kind_bit};
use super::snapshot::Snapshot;
use crate::bits::Bits;
use crate::filter::Filter;

/// What may be recalled.
#[derive(Debug)]
pub(super) struct Selection {
    /// By file number; `None`: every file.
    pub(super) files: Option<Bits>,
    /// By document, one set per segment; `None`: every chunk.
    pub(super) chunks: Option<Vec<Bits>>,
}

pub(super) fn of(snapshot: &Snapshot, filter: &Filter) -> Result<Selection, TantivyError> {
    let files = filter.restricts_files().then(|| {
        let mut wanted = Bits::with_room_for(snapshot.manifest().next_id as usize);
        for record in snapshot.manifest().files.iter().filter(|record| filter.wants_file(record)) {
            wanted.insert(record.id.0);
        }
        wanted
    });
    let chunks = match filter.restricts_chunks() {
        false => None,
        true => {
            let segments = snapshot.searcher.segment_readers().iter().zip(&snapshot.names);
            Some(segments.map(|(segment, names)| wanted_chunks(segment, names, filter)).collect::<Result<_, _>>()?)
        }
    };
    Ok(Selection { files, chunks })
}

fn wanted_chunks(segment: &SegmentReader, names: &StoredNames, filter: &Filter) -> Result<Bits, TantivyError> {
    let mut wanted = Bits::with_room_for(segment.max_doc() as usize);
    if filter.names.is_empty() {
        let mask = filter.kinds.iter().fold(0, |mask, kind| mask | kind_bit(*kind));
        let kinds = segment.fast_fields().u64(KINDS)?.first_or_default_col(0);
        for doc in 0..segment.max_doc() {
            if kinds.get_val(doc) & mask != 0 {
                wanted.insert(doc);
            }
        }
        return Ok(wanted);
    }
    names.for_each(|doc, kind, name| {
        if filter.wants_symbol(kind, name) && is_live(segment, doc) {
            wanted.insert(doc);
        }
    })?;
    Ok(wanted)
}

/// The names of symbols that begin with a text in lower case, in order, each once.
pub(super) fn symbol_names(snapshot: &Snapshot, beginning: &str) -> Result<Vec<String>, TantivyError> {
    let mut found = BTreeSet::new();
    for (segment, names) in snapshot.searcher.segment_readers().iter().zip(&snapshot.names) {
        names.for_each(|doc, _, name| {
            if name.starts_with(beginning) && !found.contains(name) && is_live(segment, doc) {
                found.insert(name.to_owned());
            }
        })?;
    }
    Ok(found.into_iter().collect())
}

/// Whether a document is there and not deleted; in a damaged file it may be a number that no document has.
fn is_live(segment: &SegmentReader, doc: DocId) -> bool {
    doc < segment.max_doc() && !segment.is_deleted(doc)
}
