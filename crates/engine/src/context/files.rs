//! Files as they are on disk now, so that no shown text is stale.
//!
//! A file whose stamp is the index's is taken from the index. Any other is read and parsed again; what the index knows
//! of it is then looked for in the new text (`locate`).

use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use quarry_parse::{ChunkSize, Languages};
use quarry_source::{RepoPath, Symbol};
use quarry_store::{FileRecord, ReadError, StoredFile};

use super::lines::{self, LineRange};
use crate::Searcher;
use crate::error::causes;
use crate::indexing::{decode, overrides, unchanged};

/// A file as it is now, beside what the index holds of it.
pub(super) struct CurrentFile {
    pub(super) record: FileRecord,
    /// As it was indexed.
    pub(super) indexed: Arc<StoredFile>,
    /// As it is now, if it is another one.
    changed: Option<Changed>,
    /// Bytes of each line, without its end.
    lines: Vec<Range<usize>>,
}

struct Changed {
    text: String,
    symbols: Vec<Symbol>,
}

impl CurrentFile {
    /// A file that is as it was indexed.
    pub(super) fn unchanged(record: FileRecord, indexed: Arc<StoredFile>) -> CurrentFile {
        let lines = line_ranges(&indexed.text);
        CurrentFile { record, indexed, changed: None, lines }
    }

    /// A file that has another text by now.
    pub(super) fn changed(
        record: FileRecord,
        indexed: Arc<StoredFile>,
        text: String,
        symbols: Vec<Symbol>,
    ) -> CurrentFile {
        let lines = line_ranges(&text);
        CurrentFile { record, indexed, changed: Some(Changed { text, symbols }), lines }
    }

    pub(super) fn is_changed(&self) -> bool {
        self.changed.is_some()
    }

    fn text(&self) -> &str {
        self.changed.as_ref().map_or(&self.indexed.text, |changed| &changed.text)
    }

    pub(super) fn symbols(&self) -> &[Symbol] {
        self.changed.as_ref().map_or(&self.indexed.catalog.symbols, |changed| &changed.symbols)
    }

    pub(super) fn n_lines(&self) -> u32 {
        self.lines.len() as u32
    }

    /// A line without its end; empty if there is none of that number.
    pub(super) fn line(&self, number: u32) -> &str {
        let range = (number as usize).checked_sub(1).and_then(|place| self.lines.get(place));
        range.map_or("", |range| &self.text()[range.clone()])
    }

    /// Lines as they are shown, each with its end.
    pub(super) fn shown(&self, range: LineRange, most_chars: usize) -> String {
        let lines = (range.first..=range.last).map(|number| lines::shown(self.line(number), most_chars) + "\n");
        lines.collect()
    }
}

fn line_ranges(text: &str) -> Vec<Range<usize>> {
    let mut start = 0;
    let whole = text.split_inclusive('\n').map(|line| {
        let begin = start;
        start += line.len();
        begin..begin + line.trim_end_matches(['\n', '\r']).len()
    });
    whole.collect()
}

/// The files of one question; each is looked at once.
pub(super) struct CurrentFiles<'a> {
    searcher: &'a Searcher<'a>,
    known: HashMap<RepoPath, Option<Rc<CurrentFile>>>,
    languages: Option<Languages>,
    /// Which files are gone or cannot be read any more.
    pub(super) notices: Vec<String>,
}

impl<'a> CurrentFiles<'a> {
    pub(super) fn of(searcher: &'a Searcher<'a>) -> CurrentFiles<'a> {
        CurrentFiles { searcher, known: HashMap::new(), languages: None, notices: Vec::new() }
    }

    /// A file of the index; `None` if it is gone or no text by now, which a notice says.
    pub(super) fn get(&mut self, path: &RepoPath) -> Result<Option<Rc<CurrentFile>>, ReadError> {
        if let Some(known) = self.known.get(path) {
            return Ok(known.clone());
        }
        let file = self.read(path)?.map(Rc::new);
        self.known.insert(path.clone(), file.clone());
        Ok(file)
    }

    fn read(&mut self, path: &RepoPath) -> Result<Option<CurrentFile>, ReadError> {
        let searcher = self.searcher;
        let Some(record) = searcher.manifest().file(path.as_str()) else { return Ok(None) };
        let Some(indexed) = searcher.files.get(&searcher.snapshot, record)? else { return Ok(None) };
        let on_disk = searcher.engine.root.join(path.as_str());
        if unchanged::is_same(&on_disk, &record.stamp) {
            return Ok(Some(CurrentFile::unchanged(record.clone(), indexed)));
        }
        let bytes = match fs_err::read(&on_disk) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.notices.push(format!("{path} is left out, it cannot be read any more: {}", causes(&error)));
                return Ok(None);
            }
        };
        match decode::decode(bytes) {
            Err(why) => {
                self.notices.push(format!("{path} is left out, it has changed: {why}"));
                Ok(None)
            }
            Ok(decoded) if decoded.text == indexed.text => Ok(Some(CurrentFile::unchanged(record.clone(), indexed))),
            Ok(decoded) => {
                let symbols = self.symbols(path, &decoded.text);
                Ok(Some(CurrentFile::changed(record.clone(), indexed, decoded.text, symbols)))
            }
        }
    }

    fn symbols(&mut self, path: &RepoPath, text: &str) -> Vec<Symbol> {
        let engine = &self.searcher.engine;
        let languages =
            self.languages.get_or_insert_with(|| Languages::with_overrides(overrides::read(&engine.root).queries));
        let index = &engine.settings.index;
        let size = ChunkSize { max_bytes: index.chunk_bytes, overlap_bytes: index.overlap_bytes };
        quarry_parse::parse(languages, path, text, size).symbols
    }
}
