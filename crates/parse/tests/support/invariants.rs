//! What must hold for every parsed file, whatever its text: the promises of `quarry_source::Parsed`, checked.

use quarry_parse::ChunkSize;
use quarry_source::{Chunk, Parsed, Span, Symbol};

/// Longest signature, in characters.
const SIGNATURE_CHARS: usize = 200;
/// Longest doc comment, in bytes.
const DOC_BYTES: usize = 2000;

/// The first promise that `parsed` breaks, as a sentence.
pub(crate) fn check(text: &str, parsed: &Parsed, size: ChunkSize) -> Result<(), String> {
    let places = Places::new(text);
    check_symbols(&places, &parsed.symbols)?;
    check_chunks(&places, parsed, size)?;
    check_references(&places, parsed)
}

/// With an overlap, chunks begin earlier and change in nothing else.
#[allow(dead_code, reason = "used by properties.rs, not by hostile.rs")]
pub(crate) fn check_overlap(plain: &Parsed, overlapping: &Parsed, overlap_bytes: usize) -> Result<(), String> {
    ensure(plain.chunks.len() == overlapping.chunks.len(), || "an overlap changes the number of chunks".to_owned())?;
    for (one, other) in plain.chunks.iter().zip(&overlapping.chunks) {
        let (from, to) = (one.span.start as usize, other.span.start as usize);
        let moved = from >= to && from - to <= overlap_bytes;
        ensure(moved, || format!("{:?} with an overlap of {overlap_bytes} became {:?}", one.span, other.span))?;
        let same = one.span.end == other.span.end && one.symbols == other.symbols && one.enclosing == other.enclosing;
        ensure(same, || format!("an overlap changes more than the start: {one:?}, {other:?}"))?;
    }
    Ok(())
}

/// A text and where its lines begin, found in the simplest way.
struct Places<'a> {
    text: &'a str,
    line_starts: Vec<usize>,
}

impl<'a> Places<'a> {
    fn new(text: &'a str) -> Self {
        let newlines = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        Places { text, line_starts: std::iter::once(0).chain(newlines).collect() }
    }

    fn line_of(&self, byte: usize) -> u32 {
        self.line_starts.partition_point(|&start| start <= byte) as u32
    }

    fn check_span(&self, span: &Span, of: &str) -> Result<(), String> {
        let (start, end) = (span.start as usize, span.end as usize);
        let on_letters = start <= end && self.text.is_char_boundary(start) && self.text.is_char_boundary(end);
        ensure(on_letters, || format!("{of} has no valid bytes: {span:?}"))?;
        let lines = (self.line_of(start), self.line_of(end.saturating_sub(1).max(start)));
        ensure((span.start_line, span.end_line) == lines, || format!("{of} has lines {lines:?}, not {span:?}"))
    }
}

fn check_symbols(places: &Places<'_>, symbols: &[Symbol]) -> Result<(), String> {
    let mut last = 0;
    for (index, symbol) in symbols.iter().enumerate() {
        let name = &symbol.name;
        places.check_span(&symbol.span, &format!("symbol `{name}`"))?;
        ensure(symbol.span.start >= last, || format!("symbol `{name}` is out of order"))?;
        last = symbol.span.start;
        if let Some(parent) = symbol.parent {
            ensure((parent as usize) < index, || format!("symbol `{name}` stands before its parent"))?;
            let outer = &symbols[parent as usize];
            let inside = outer.span.contains(&symbol.span);
            let spans = || format!("{:?} in {:?}", symbol.span, outer.span);
            ensure(inside, || format!("symbol `{name}` leaves its parent `{}`: {}", outer.name, spans()))?;
        }
        let named_inside = (symbol.span.start_line..=symbol.span.end_line).contains(&symbol.name_line);
        let line = symbol.name_line;
        ensure(named_inside, || format!("symbol `{name}` is named on line {line}, outside {:?}", symbol.span))?;
        ensure(symbol.qualified_name.ends_with(&**name), || format!("{} is not {name}", symbol.qualified_name))?;
        let one_short_line = symbol.signature.chars().count() <= SIGNATURE_CHARS && !symbol.signature.contains('\n');
        ensure(one_short_line, || format!("the signature of `{name}` is no short line: {:?}", symbol.signature))?;
        ensure(symbol.doc.len() <= DOC_BYTES, || format!("the doc of `{name}` has {} bytes", symbol.doc.len()))?;
    }
    Ok(())
}

fn check_chunks(places: &Places<'_>, parsed: &Parsed, size: ChunkSize) -> Result<(), String> {
    let (mut end, mut n_symbols) = (0, 0);
    for chunk in &parsed.chunks {
        let span = &chunk.span;
        places.check_span(span, "chunk")?;
        let shown = &places.text[span.bytes()];
        ensure(!shown.trim().is_empty(), || format!("a chunk of blanks: {span:?}"))?;
        let fits = shown.len() <= size.max_bytes.max(char::MAX_LEN_UTF8) + size.overlap_bytes;
        ensure(fits, || format!("a chunk of {} bytes with {size:?}", shown.len()))?;
        if size.overlap_bytes == 0 {
            ensure(span.start >= end, || format!("chunks overlap: {span:?} begins before {end}"))?;
        }
        check_gap(places.text, end, span.start)?;
        end = end.max(span.end);
        ensure(chunk.symbols.start == n_symbols, || format!("a symbol begins in no chunk or in two: {chunk:?}"))?;
        n_symbols = chunk.symbols.end;
        let own = parsed.symbols.get(chunk.symbols.start as usize..chunk.symbols.end as usize);
        let own = own.ok_or_else(|| format!("{chunk:?} names symbols that do not exist"))?;
        let begin_here = own.iter().all(|symbol| span.start <= symbol.span.start && symbol.span.start < span.end);
        ensure(begin_here, || format!("a symbol does not begin in its chunk {chunk:?}"))?;
        if size.overlap_bytes == 0 {
            check_enclosing(&parsed.symbols, chunk)?;
        }
    }
    check_gap(places.text, end, places.text.len() as u32)?;
    let n_all = parsed.symbols.len() as u32;
    ensure(n_symbols == n_all, || format!("{n_symbols} of {n_all} symbols begin in a chunk"))
}

/// Every non-blank line belongs to a chunk, and so does every letter of it.
fn check_gap(text: &str, from: u32, to: u32) -> Result<(), String> {
    let lost = text.get(from as usize..to.max(from) as usize).unwrap_or_default();
    ensure(lost.trim().is_empty(), || format!("{lost:?} belongs to no chunk"))
}

/// What encloses a chunk runs there, is a chain from parent to child without a gap, and is named if there is anything.
fn check_enclosing(symbols: &[Symbol], chunk: &Chunk) -> Result<(), String> {
    let start = chunk.span.start;
    let runs = |symbol: &Symbol| symbol.span.start < start && start < symbol.span.end;
    let mut chain = Vec::new();
    let mut next = chunk.enclosing.last().copied();
    while let Some(index) = next {
        let symbol = &symbols[index as usize];
        if runs(symbol) {
            chain.push(index);
        }
        next = symbol.parent;
    }
    chain.reverse();
    ensure(chunk.enclosing == chain, || format!("at byte {start} run {chain:?}, named are {:?}", chunk.enclosing))?;
    let named = !chain.is_empty() || !symbols.iter().any(runs);
    ensure(named, || format!("at byte {start} runs a symbol, none is named"))
}

fn check_references(places: &Places<'_>, parsed: &Parsed) -> Result<(), String> {
    for pair in parsed.references.windows(2) {
        ensure(pair[0].start < pair[1].start, || format!("references are out of order: {pair:?}"))?;
    }
    for reference in &parsed.references {
        let start = reference.start as usize;
        let written = places.text.get(start..).is_some_and(|rest| rest.starts_with(&*reference.name));
        ensure(written, || format!("{reference:?} does not stand where it says"))?;
        ensure(reference.line == places.line_of(start), || format!("{reference:?} has a wrong line"))?;
    }
    for pair in parsed.imports.windows(2) {
        ensure(pair[0].line <= pair[1].line, || format!("imports are out of order: {pair:?}"))?;
    }
    for import in &parsed.imports {
        let exists = import.line >= 1 && import.line as usize <= places.line_starts.len();
        ensure(exists && !import.path.is_empty(), || format!("{import:?} imports nothing or stands nowhere"))?;
    }
    Ok(())
}

#[expect(clippy::fn_params_excessive_bools, reason = "the one thing that is ensured")]
fn ensure(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}
