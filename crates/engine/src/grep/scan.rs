//! One file: its text as it is on disk now, the lines of it that match, and what was found in it.
//!
//! Text is read as indexing reads it (`indexing::decode`), so that UTF-16 and Latin-1 are searched as text and what is
//! binary by now is left out. Symbols come from the index if it holds this very text; otherwise the text is parsed.

use std::io;
use std::ops::Range;
use std::sync::OnceLock;

use grep_matcher::{LineTerminator, Matcher};
use grep_regex::RegexMatcher;
use grep_searcher::{BinaryDetection, Searcher, SearcherBuilder, Sink, SinkMatch};
use quarry_parse::{ChunkSize, Languages};
use quarry_source::Symbol;
use quarry_store::FileRecord;

use super::{Context, GrepFile, GrepRequest, group};
use crate::error::causes;
use crate::indexing::{decode, overrides};
use crate::search::place;

/// A line that matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FoundLine {
    /// From 1.
    pub(super) number: u32,
    /// Bytes of the file's text, without the line's end.
    pub(super) range: Range<usize>,
    /// Bytes of the line; empty if the pattern fits a place without a character.
    pub(super) matches: Vec<Range<usize>>,
}

impl FoundLine {
    /// A line counts once at least.
    pub(super) fn n_matches(&self) -> usize {
        self.matches.len().max(1)
    }

    /// The first matching byte, in the file's text.
    pub(super) fn place(&self) -> usize {
        self.range.start + self.matches.first().map_or(0, |found| found.start)
    }
}

/// What all threads share.
pub(super) struct Scan<'a> {
    context: &'a Context<'a>,
    request: &'a GrepRequest,
    /// Made when a text is met that the index does not hold.
    languages: OnceLock<Languages>,
}

impl<'a> Scan<'a> {
    pub(super) fn new(context: &'a Context<'a>, request: &'a GrepRequest) -> Scan<'a> {
        Scan { context, request, languages: OnceLock::new() }
    }

    /// The file with its matches, nothing if there are none, or why it could not be searched.
    pub(super) fn file(&self, record: &FileRecord) -> Result<Option<GrepFile>, String> {
        if self.context.stop.is_requested() {
            return Ok(None);
        }
        let path = &record.path;
        let bytes = fs_err::read(self.context.root.join(path.as_str())).map_err(|error| causes(&error))?;
        let text = decode::decode(bytes).map_err(|why| format!("{path}: {why}"))?.text;
        let lines = matching_lines(&text, &self.request.pattern.matcher).map_err(|error| format!("{path}: {error}"))?;
        if lines.is_empty() {
            return Ok(None);
        }
        let symbols = self.symbols(record, &text);
        let view =
            group::View { text: &text, symbols: &symbols, max_line_chars: self.context.settings.search.max_line_chars };
        let groups = group::by_symbol(&view, lines, self.request);
        Ok((!groups.is_empty()).then(|| GrepFile {
            path: path.clone(),
            language: record.language.clone(),
            dialect: record.dialect.clone(),
            content_type: record.content_type,
            is_test: place::of(record).is_test,
            defines: groups.iter().map(|group| group.defines).max().unwrap_or_default(),
            n_matches: groups.iter().map(|group| group.n_matches).sum(),
            n_lines: groups.iter().map(|group| group.n_lines).sum(),
            groups,
        }))
    }

    fn symbols(&self, record: &FileRecord, text: &str) -> Vec<Symbol> {
        let stored = self.context.snapshot.file(record.path.as_str()).ok().flatten();
        if let Some(stored) = stored.filter(|stored| stored.text == text) {
            return stored.catalog.symbols;
        }
        let languages =
            self.languages.get_or_init(|| Languages::with_overrides(overrides::read(self.context.root).queries));
        let index = &self.context.settings.index;
        let size = ChunkSize { max_bytes: index.chunk_bytes, overlap_bytes: index.overlap_bytes };
        quarry_parse::parse(languages, &record.path, text, size).symbols
    }
}

fn matching_lines(text: &str, matcher: &RegexMatcher) -> io::Result<Vec<FoundLine>> {
    // The text is decoded and known to be text: what looks like a mark of another encoding, or a zero, is part of it.
    let mut searcher = SearcherBuilder::new()
        .line_terminator(LineTerminator::crlf())
        .line_number(true)
        .bom_sniffing(false)
        .binary_detection(BinaryDetection::none())
        .build();
    let mut collector = Collector { matcher, lines: Vec::new() };
    searcher.search_slice(matcher, text.as_bytes(), &mut collector)?;
    Ok(collector.lines)
}

struct Collector<'a> {
    matcher: &'a RegexMatcher,
    lines: Vec<FoundLine>,
}

impl Sink for Collector<'_> {
    type Error = io::Error;

    fn matched(&mut self, _searcher: &Searcher, found: &SinkMatch<'_>) -> io::Result<bool> {
        let line = without_end(found.bytes());
        let mut matches = Vec::new();
        self.matcher.find_iter(line, |found| {
            if !found.is_empty() {
                matches.push(found.start()..found.end());
            }
            true
        })?;
        let start = found.absolute_byte_offset() as usize;
        let number = found.line_number().unwrap_or_default() as u32;
        self.lines.push(FoundLine { number, range: start..start + line.len(), matches });
        Ok(true)
    }
}

/// A line without what ends it.
fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}
