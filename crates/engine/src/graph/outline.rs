//! Exact questions about one file: what it defines, what it imports from elsewhere, what a line says. All as it was
//! indexed.

use std::collections::HashSet;
use std::sync::Arc;

use quarry_source::{Import, Language, RepoPath, Symbol};
use quarry_store::{FileRecord, ReadError, StoredFile};

use super::targets::AskError;
use crate::Searcher;
use crate::indexing::unchanged;

/// The definitions of a file.
#[derive(Clone, Debug)]
pub struct Outline {
    /// Which file.
    pub path: RepoPath,
    /// What it is written in.
    pub language: Language,
    /// In order; a symbol's parent is a place in this list.
    pub symbols: Vec<Symbol>,
    /// Whether the file on disk is another one than the index knows.
    pub is_stale: bool,
}

impl Searcher<'_> {
    /// The definitions of a file, as it was when it was indexed.
    pub fn outline(&self, path: &RepoPath) -> Result<Outline, AskError> {
        let (record, stored) = self.stored(path)?;
        Ok(Outline {
            path: path.clone(),
            language: record.language.clone(),
            symbols: stored.catalog.symbols.clone(),
            is_stale: !unchanged::is_as_indexed(&self.engine.root.join(path.as_str()), record),
        })
    }

    /// The imports of a file that lead to no other file of the repository: packages, and what is missing.
    pub fn imports_from_outside(&self, path: &RepoPath) -> Result<Vec<Import>, AskError> {
        let (record, stored) = self.stored(path)?;
        let inside: HashSet<u32> = self.graph()?.node(record.id).edges().map(|edge| edge.line).collect();
        Ok(stored.uses()?.imports.iter().filter(|import| !inside.contains(&import.line)).cloned().collect())
    }

    /// A line of a file without the space around it, cut if it is very long; empty if there is none.
    pub fn line_text(&self, path: &RepoPath, line: u32) -> Result<String, ReadError> {
        let Some(record) = self.manifest().file(path.as_str()) else { return Ok(String::new()) };
        let stored = self.files.get(&self.snapshot, record)?;
        let place = line.saturating_sub(1) as usize;
        let text = stored.as_ref().and_then(|stored| stored.text.lines().nth(place)).unwrap_or_default().trim();
        let most = self.engine.settings.search.max_line_chars;
        Ok(match text.char_indices().nth(most) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        })
    }

    fn stored(&self, path: &RepoPath) -> Result<(&FileRecord, Arc<StoredFile>), AskError> {
        let record = self.manifest().file(path.as_str()).ok_or_else(|| self.no_file(path))?;
        let stored = self.files.get(&self.snapshot, record)?.ok_or_else(|| self.no_file(path))?;
        Ok((record, stored))
    }
}
