//! Files and candidates for the tests of the stages.

use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use quarry_parse::{ChunkSize, Languages};
use quarry_source::{Parsed, RepoPath};
use quarry_store::{Catalog, FileId, FileRecord, FileStamp, StoredFile, Uses};

use super::candidate::Candidate;
use super::files::CurrentFile;
use super::lines::LineRange;

fn parsed(path: &str, text: &str) -> Parsed {
    static LANGUAGES: OnceLock<Languages> = OnceLock::new();
    let languages = LANGUAGES.get_or_init(Languages::default);
    quarry_parse::parse(languages, &RepoPath::new(path), text, ChunkSize { max_bytes: 1000, overlap_bytes: 0 })
}

fn record(path: &str, text: &str) -> FileRecord {
    let Parsed { language, dialect, content_type, health, chunks, symbols, .. } = parsed(path, text);
    FileRecord {
        // Of two files with one path, tests never ask.
        id: FileId(path.bytes().map(u32::from).sum()),
        path: RepoPath::new(path),
        stamp: FileStamp::default(),
        hash: [0; 32],
        language,
        dialect,
        content_type,
        health,
        n_lines: text.lines().count() as u32,
        n_chunks: chunks.len() as u32,
        n_symbols: symbols.len() as u32,
        embedded: false,
        n_words: Default::default(),
    }
}

fn stored(path: &str, text: &str) -> Arc<StoredFile> {
    let Parsed { chunks, symbols, references, imports, .. } = parsed(path, text);
    Arc::new(StoredFile::new(text.to_owned(), Catalog { chunks, symbols }, Uses { references, imports }))
}

pub(super) fn file(path: &str, text: &str) -> CurrentFile {
    CurrentFile::unchanged(record(path, text), stored(path, text))
}

pub(super) fn shared(path: &str, text: &str) -> Rc<CurrentFile> {
    Rc::new(file(path, text))
}

/// A file that was indexed as `before` and is `now`.
pub(super) fn changed_file(path: &str, before: &str, now: &str) -> CurrentFile {
    CurrentFile::changed(record(path, before), stored(path, before), now.to_owned(), parsed(path, now).symbols)
}

/// Lines of a file at a rank; the first line answers best, and the definition is the one that begins there.
pub(super) fn candidate(file: &Rc<CurrentFile>, lines: (u32, u32), rank: usize) -> Candidate {
    let begins = |line: u32| file.symbols().iter().position(|symbol| symbol.span.start_line == line);
    Candidate {
        file: Rc::clone(file),
        rank,
        score: 1.0 / rank as f32,
        lines: LineRange { first: lines.0, last: lines.1 },
        focus: lines.0,
        symbol: begins(lines.0).map(|place| place as u32),
        is_head_known: false,
    }
}
