//! A filter -> which chunks may be scored, decided before anything is ranked.
//!
//! Conditions on files are decided once per file, on the manifest; conditions on symbols once per symbol name, on the
//! dictionary. What remains per chunk is a bit test.

use tantivy::schema::IndexRecordOption;
use tantivy::{SegmentReader, TantivyError};

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
            let segments = snapshot.searcher.segment_readers().iter();
            Some(segments.map(|segment| wanted_chunks(snapshot, segment, filter)).collect::<Result<_, _>>()?)
        }
    };
    Ok(Selection { files, chunks })
}

fn wanted_chunks(snapshot: &Snapshot, segment: &SegmentReader, filter: &Filter) -> Result<Bits, TantivyError> {
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
    let postings = segment.inverted_index(snapshot.fields.symbol)?;
    let mut symbols = postings.terms().stream()?;
    while let Some((term, info)) = symbols.next() {
        if !fits(filter, term) {
            continue;
        }
        let mut blocks = postings.read_block_postings_from_terminfo(info, IndexRecordOption::Basic)?;
        while !blocks.docs().is_empty() {
            for &doc in blocks.docs() {
                wanted.insert(doc);
            }
            blocks.advance();
        }
    }
    Ok(wanted)
}

/// The names of symbols that begin with a text in lower case, in order, each once.
pub(super) fn symbol_names(snapshot: &Snapshot, beginning: &str) -> Result<Vec<String>, TantivyError> {
    let mut names = std::collections::BTreeSet::new();
    for segment in snapshot.searcher.segment_readers() {
        let postings = segment.inverted_index(snapshot.fields.symbol)?;
        let mut symbols = postings.terms().range().ge(beginning).into_stream()?;
        while let Some((term, _)) = symbols.next() {
            let Some(name) = term.split(|byte| *byte == 0).next().filter(|name| name.starts_with(beginning.as_bytes()))
            else {
                break;
            };
            names.insert(String::from_utf8_lossy(name).into_owned());
        }
    }
    Ok(names.into_iter().collect())
}

fn fits(filter: &Filter, term: &[u8]) -> bool {
    let Ok(term) = std::str::from_utf8(term) else { return false };
    let Some((name, kind)) = term.rsplit_once('\0') else { return false };
    quarry_source::SymbolKind::from_name(kind).is_some_and(|kind| filter.wants_symbol(kind, name))
}
