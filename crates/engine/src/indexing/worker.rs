//! One file -> the index: it is read, hashed, decoded, parsed, embedded and added; all cores do so at once.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quarry_parse::{ChunkSize, Languages};
use quarry_source::{Parsed, RepoPath};
use quarry_store::{FieldLengths, FileId, FileRecord, FileStamp, IndexWriter, QuantisedVector, SkippedRecord};

use super::Context;
use super::changes::{settled, stamp_of};
use super::decode::{self, looks_generated, looks_minified};
use super::discover::FoundFile;
use crate::error::IndexError;
use crate::model::{Model, ModelError};
use crate::passages::FilePassages;
use crate::progress::Progress;
use crate::settings::IndexSettings;

/// What became of one file.
pub(super) enum Outcome {
    Added(FileRecord),
    Changed(FileRecord),
    /// Same bytes, new stamp.
    Touched(FileRecord),
    Skipped {
        record: SkippedRecord,
        was_indexed: bool,
    },
}

/// A file to read and the number it has or gets.
pub(super) struct Task {
    pub(super) file: FoundFile,
    pub(super) id: FileId,
    pub(super) before: Option<FileRecord>,
}

/// What every thread needs.
pub(super) struct Worker<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) languages: &'a Languages,
    pub(super) writer: &'a IndexWriter,
    /// What makes vectors here, if anything is quick enough.
    pub(super) inline: Option<&'a Model>,
    pub(super) progress: &'a dyn Progress,
}

impl Worker<'_> {
    /// Works a batch off with all threads; stops early when cancelled. The outcomes are those of the first tasks.
    pub(super) fn run(&self, batch: &[Task], threads: usize) -> Result<Vec<Outcome>, IndexError> {
        // Some queries take a quarter of a second to compile: one thread does one, so that none waits for another.
        let languages = self.languages.of_paths(batch.iter().map(|task| &task.file.path));
        let next_language = AtomicUsize::new(0);
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        let done = Mutex::new(Vec::with_capacity(batch.len()));
        let work = || {
            let mut own = Vec::new();
            while !self.progress.is_cancelled()
                && let Some(language) = languages.get(next_language.fetch_add(1, Ordering::Relaxed))
            {
                self.languages.compile(language);
            }
            while !self.progress.is_cancelled() {
                let index = next.fetch_add(1, Ordering::Relaxed);
                let Some(task) = batch.get(index) else { break };
                match self.one(task) {
                    Ok(outcome) => own.push((index, outcome)),
                    Err(error) => {
                        next.store(batch.len(), Ordering::Relaxed);
                        *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                        break;
                    }
                }
                self.progress.advance(1);
            }
            done.lock().unwrap_or_else(PoisonError::into_inner).extend(own);
        };
        std::thread::scope(|scope| {
            for _ in 0..threads.min(batch.len()) {
                scope.spawn(work);
            }
        });
        if let Some(error) = failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let mut outcomes = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        outcomes.sort_by_key(|(index, _)| *index);
        Ok(outcomes.into_iter().map(|(_, outcome)| outcome).collect())
    }

    fn one(&self, task: &Task) -> Result<Outcome, IndexError> {
        let path = &task.file.path;
        let stamp = settled(stamp_of(&task.file));
        let bytes = match fs_err::read(task.file.absolute(self.context.root)) {
            Ok(bytes) => bytes,
            Err(error) => {
                let cause = error.raw_os_error().map_or_else(|| error.to_string(), system_message);
                return Ok(self.skip(task, "unreadable", format!("cannot be read: {cause}"), FileStamp::default()));
            }
        };
        let hash = *blake3::hash(&bytes).as_bytes();
        // Also where the rest of the stamp is blank: the size is that of what is indexed, and is told to users.
        let indexed = FileStamp { size: bytes.len() as u64, ..stamp };
        if let Some(before) = task.before.as_ref().filter(|before| before.hash == hash) {
            return Ok(Outcome::Touched(FileRecord { stamp: indexed, ..before.clone() }));
        }
        let text = match decode::decode(bytes) {
            Ok(decoded) => decoded.text,
            Err(why) => return Ok(self.skip(task, "binary", why.to_string(), stamp)),
        };
        if let Some(what) = unwanted(&self.context.settings.index, path, &text) {
            return Ok(self.skip(task, what, format!("looks {what}"), stamp));
        }
        let index = &self.context.settings.index;
        let size = ChunkSize { max_bytes: index.chunk_bytes, overlap_bytes: index.overlap_bytes };
        let parsed = quarry_parse::parse(self.languages, path, &text, size);
        let mut record = FileRecord {
            id: task.id,
            path: path.clone(),
            stamp: indexed,
            hash,
            language: parsed.language.clone(),
            dialect: parsed.dialect.clone(),
            content_type: parsed.content_type,
            health: parsed.health,
            n_lines: n_lines(&text),
            n_chunks: parsed.chunks.len() as u32,
            n_symbols: parsed.symbols.len() as u32,
            embedded: self.inline.is_some() || parsed.chunks.is_empty(),
            n_words: FieldLengths::default(),
        };
        if task.before.is_some() {
            self.writer.remove_file(path);
        }
        let vectors = self.vectors(path, &text, &parsed)?;
        self.writer.add_file(&mut record, text, &parsed, &vectors)?;
        Ok(if task.before.is_some() { Outcome::Changed(record) } else { Outcome::Added(record) })
    }

    /// The vectors of a file's chunks, if they are made here.
    fn vectors(
        &self,
        path: &RepoPath,
        text: &str,
        parsed: &Parsed,
    ) -> Result<Vec<Option<QuantisedVector>>, IndexError> {
        let Some(model) = self.inline else { return Ok(Vec::new()) };
        let passages = FilePassages::new(path, text, &parsed.chunks, &parsed.symbols);
        let vectors = model.embedder().embed_passages(&passages.all()).map_err(ModelError::from)?;
        Ok(vectors.iter().map(|vector| QuantisedVector::of(vector)).collect())
    }

    fn skip(&self, task: &Task, reason: &str, detail: String, stamp: FileStamp) -> Outcome {
        if task.before.is_some() {
            self.writer.remove_file(&task.file.path);
        }
        let path = task.file.path.clone();
        let record = SkippedRecord { path, reason: reason.into(), detail: detail.into(), stamp };
        Outcome::Skipped { record, was_indexed: task.before.is_some() }
    }
}

/// As many as `str::lines` gives: the last one counts without an end, too.
fn n_lines(text: &str) -> u32 {
    let n_ended = memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32;
    n_ended + u32::from(!text.is_empty() && !text.ends_with('\n'))
}

/// What a text is that nobody wrote by hand, if such are left out.
pub(super) fn unwanted(settings: &IndexSettings, path: &RepoPath, text: &str) -> Option<&'static str> {
    if !settings.default_excludes {
        return None;
    }
    let script = matches!(path.extension(), Some("js" | "mjs" | "cjs" | "css"));
    if script && looks_minified(text) {
        return Some("minified");
    }
    looks_generated(text).then_some("generated")
}

/// What the system says about an error, without the path that is named beside it.
fn system_message(code: i32) -> String {
    std::io::Error::from_raw_os_error(code).to_string()
}

#[cfg(test)]
mod tests {
    use super::n_lines;

    #[test]
    fn lines_are_counted_as_they_are_read() {
        for text in ["", "\n", "a", "a\n", "a\nb", "a\r\nb\r\n", "a\n\n"] {
            assert_eq!(n_lines(text) as usize, text.lines().count(), "{text:?}");
        }
    }
}
