//! Recalled chunks -> hits: the lines to show are cut out of the files as they were indexed.

use quarry_source::{Chunk, Span, Symbol};
use quarry_store::{Catalog, FileRecord, Filter, ReadError, on_free_cores};

use super::copies::Fingerprint;
use super::diversify::Chosen;
use super::hit::{Hit, HitSymbol};
use super::{Context, SearchRequest};
use crate::error::SearchError;

/// The first `limit` chunks as hits; what says the same as a hit before it is counted there.
pub(crate) fn from_chunks(
    context: &Context<'_>,
    request: &SearchRequest,
    chunks: &[Chosen],
    limit: usize,
) -> Result<(Vec<Hit>, Vec<String>), SearchError> {
    let around = Around {
        before: request.lines_before.unwrap_or(context.settings.search.context_before),
        after: request.lines_after.unwrap_or(context.settings.search.context_after),
    };
    let piece = |chosen: &Chosen| piece(context, chosen, &around);
    // Side by side; hardly ever are more looked at than are shown.
    let (first, others) = chunks.split_at(limit.min(chunks.len()));
    let mut pieces = chunks.iter().zip(on_free_cores(first, piece).into_iter().chain(others.iter().map(piece)));
    let mut hits: Vec<Hit> = Vec::new();
    let mut fingerprints: Vec<Fingerprint> = Vec::new();
    let mut notices = Vec::new();
    while hits.len() < limit
        && let Some((chosen, piece)) = pieces.next()
    {
        let Some(record) = context.snapshot.record(chosen.file) else { continue };
        let Some(Piece { hit, fingerprint }) = piece? else {
            notices.push(format!("{}: its text is missing from the index", record.path));
            continue;
        };
        if let Some(known) = fingerprints.iter().position(|known| fingerprint.is_copy_of(known)) {
            hits[known].n_copies += 1;
            continue;
        }
        hits.push(hit);
        fingerprints.push(fingerprint);
    }
    context.files.note_shown(chunks.iter().take(limit).map(|chosen| chosen.file));
    Ok((hits, notices))
}

/// Why nothing was found, if the filters are the reason.
pub(super) fn why_nothing(context: &Context<'_>, filter: &Filter, hits: &[Hit]) -> Option<String> {
    let files = &context.snapshot.manifest().files;
    let is_filtered_out = hits.is_empty() && !files.is_empty() && !files.iter().any(|file| filter.wants_file(file));
    is_filtered_out.then(|| "the filters leave no file of the index to search in".to_owned())
}

/// Lines to show around a chunk.
struct Around {
    before: usize,
    after: usize,
}

/// A chunk as it is shown, and what tells whether another one says the same.
struct Piece {
    hit: Hit,
    fingerprint: Fingerprint,
}

/// Cuts a chunk out of its file; `None` if that is not there.
fn piece(context: &Context<'_>, chosen: &Chosen, around: &Around) -> Result<Option<Piece>, ReadError> {
    let Some(record) = context.snapshot.record(chosen.file) else { return Ok(None) };
    let cut = |text: &str, chunk: &Chunk, symbol: Option<&Symbol>| Piece {
        hit: hit(record, text, (chunk, symbol), chosen, around),
        fingerprint: Fingerprint::of(&text[chunk.span.bytes()]),
    };
    let Some(file) = context.files.again(context.snapshot, record)? else {
        return context.snapshot.chunk(record.path.as_str(), chosen.ordinal, cut);
    };
    let Catalog { chunks, symbols } = &file.catalog;
    let symbol = |chunk: &Chunk| symbols.get(chunk.symbol()? as usize);
    Ok(chunks.get(chosen.ordinal as usize).map(|chunk| cut(&file.text, chunk, symbol(chunk))))
}

fn hit(
    record: &FileRecord,
    text: &str,
    (chunk, symbol): (&Chunk, Option<&Symbol>),
    chosen: &Chosen,
    around: &Around,
) -> Hit {
    let (text, first_line) = lines_around(text, &chunk.span, around);
    Hit {
        path: record.path.clone(),
        span: chunk.span,
        score: chosen.score,
        rerank_score: chosen.rerank_score,
        match_type: chosen.match_type,
        n_copies: 0,
        language: record.language.clone(),
        dialect: record.dialect.clone(),
        content_type: record.content_type,
        symbol: symbol.map(HitSymbol::of),
        block_type: chunk.block_type.clone(),
        hierarchy: chunk.hierarchy.clone(),
        text,
        first_line,
    }
}

/// The chunk's text with so many whole lines before and after it, and the number of the first.
fn lines_around(text: &str, span: &Span, around: &Around) -> (String, u32) {
    let n_before = around.before.min(span.start_line as usize - 1);
    let (mut start, mut end) = (span.start as usize, span.end as usize);
    if n_before > 0 {
        // The first newline before a line ends the line above it.
        start = text[..start].rmatch_indices('\n').nth(n_before).map_or(0, |(newline, _)| newline + 1);
    }
    if around.after > 0 {
        end = text[end..].match_indices('\n').nth(around.after).map_or(text.len(), |(newline, _)| end + newline);
    }
    (text[start..end].to_owned(), span.start_line - n_before as u32)
}

#[cfg(test)]
mod tests {
    use super::{Around, lines_around};
    use quarry_source::Span;

    #[test]
    fn whole_lines_stand_around_a_chunk() {
        let text = "one\n\nthree\nfour\nfive";
        let span = Span { start: 5, end: 10, start_line: 3, end_line: 3 };
        let check = |before, after| lines_around(text, &span, &Around { before, after });
        assert_eq!(check(0, 0), ("three".to_owned(), 3));
        assert_eq!(check(1, 1), ("\nthree\nfour".to_owned(), 2));
        assert_eq!(check(9, 9), (text.to_owned(), 1));
    }
}
