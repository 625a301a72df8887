//! Changes -> the index: files are read, hashed, parsed and added by all cores, then committed.
//!
//! Work goes in batches of bounded size, each committed when it is whole, so that a killed run loses at most one batch and
//! no generation holds half a file.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use quarry_parse::{ChunkSize, Languages};
use quarry_source::{Parsed, RepoPath};
use quarry_store::{
    CommitError, FieldLengths, FileId, FileRecord, FileStamp, IndexWriter, Manifest, QuantisedVector, SkippedRecord,
    WriterSize,
};

use super::changes::{Changes, settled, stamp_of};
use super::decode::{self, looks_generated, looks_minified};
use super::discover::FoundFile;
use super::overrides::Overrides;
use super::{Context, IndexReport};
use crate::error::IndexError;
use crate::model::{Model, ModelError};
use crate::passages::FilePassages;
use crate::progress::{Progress, Stage};
use crate::settings::IndexSettings;

/// Bytes of source that are committed together.
const BATCH_BYTES: u64 = 512 << 20;
/// From this many files on, the bulk writer pays.
const BULK_FILES: usize = 200;

/// What became of one file.
enum Outcome {
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
struct Task {
    file: FoundFile,
    id: FileId,
    before: Option<FileRecord>,
}

pub(crate) fn changes(
    context: &Context<'_>,
    before: Manifest,
    changes: Changes,
    overrides: Overrides,
    (model, progress): (Option<&Model>, &dyn Progress),
) -> Result<IndexReport, IndexError> {
    let inline = inline_model(model, &before);
    let languages = Languages::with_overrides(overrides.queries);
    let mut notices = changes.problems;
    notices.extend(overrides.problems);
    notices.extend(languages.override_problems());
    let threads = context.settings.index.n_threads();
    let size = match changes.to_read.len() >= BULK_FILES {
        true => WriterSize::Bulk { threads },
        false => WriterSize::Update,
    };
    let mut writer = open_writer(context, &before, size)?;
    let mut manifest = Manifest {
        complete: false,
        fingerprint: changes.shaping.fingerprint,
        rules: changes.shaping.rules,
        root: context.root.to_string_lossy().into_owned(),
        files: changes.kept,
        skipped: changes.skipped,
        directories: changes.directories,
        model: inline.map(Model::stamp).or(before.model.clone()),
        next_id: before.next_id,
        generation: before.generation,
        committed_at: 0,
    };
    let mut report = IndexReport { n_unchanged: manifest.files.len(), notices, ..IndexReport::default() };
    for path in &changes.removed {
        writer.remove_file(path);
    }
    report.n_removed = changes.removed.len();
    progress.begin(Stage::Indexing, changes.to_read.len());
    let mut tasks = numbered(changes.to_read, &before, &mut manifest.next_id);
    // Files of later batches stay in the index as they were until their batch is committed.
    let mut waiting: Vec<FileRecord> = tasks.iter().filter_map(|task| task.before.clone()).collect();
    loop {
        let batch = next_batch(&mut tasks);
        let worker = Worker { context, languages: &languages, writer: &writer, inline, progress };
        let outcomes = worker.run(&batch, threads)?;
        report.cancelled = progress.is_cancelled();
        let done: HashSet<FileId> = batch.iter().take(outcomes.len()).map(|task| task.id).collect();
        waiting.retain(|record| !done.contains(&record.id));
        record(outcomes, &mut manifest, &mut report);
        manifest.complete = tasks.is_empty() && !report.cancelled;
        progress.begin(Stage::Committing, 0);
        let mut committed = Manifest { files: merged(&manifest.files, &waiting), ..manifest.clone() };
        writer.commit(&mut committed)?;
        manifest.generation = committed.generation;
        if manifest.complete || report.cancelled {
            report.manifest = committed.into();
            break;
        }
        progress.begin(Stage::Indexing, tasks.len());
    }
    writer.finish()?;
    Ok(report)
}

/// An index that is made anew is emptied in the same commit that fills it again.
fn open_writer(context: &Context<'_>, before: &Manifest, size: WriterSize) -> Result<IndexWriter, CommitError> {
    let writer = IndexWriter::open(context.dir, &(&context.settings.keyword.fields).into(), size)?;
    if before.files.is_empty() {
        writer.remove_all()?;
    }
    Ok(writer)
}

/// Quarry's own model embeds files as they are parsed, unless the index holds vectors of another one: those are replaced
/// together, by the stage after this.
fn inline_model<'a>(model: Option<&'a Model>, before: &Manifest) -> Option<&'a Model> {
    let fits = |model: &&Model| before.files.is_empty() || before.model.as_ref() == Some(&model.stamp());
    model.filter(|model| matches!(model, Model::Builtin(_))).filter(fits)
}

fn numbered(files: Vec<FoundFile>, before: &Manifest, next_id: &mut u32) -> Vec<Task> {
    let number = |file: FoundFile| {
        let record = before.file(file.path.as_str()).cloned();
        let id = record.as_ref().map_or_else(
            || {
                *next_id += 1;
                FileId(*next_id - 1)
            },
            |record| record.id,
        );
        Task { file, id, before: record }
    };
    // Taken from the end batch by batch, so the last comes first.
    let mut tasks: Vec<Task> = files.into_iter().map(number).collect();
    tasks.reverse();
    tasks
}

fn next_batch(tasks: &mut Vec<Task>) -> Vec<Task> {
    let mut n_bytes = 0;
    let mut batch = Vec::new();
    while n_bytes < BATCH_BYTES
        && let Some(task) = tasks.pop()
    {
        n_bytes += task.file.size;
        batch.push(task);
    }
    batch
}

/// Two lists of records as one, sorted by path.
fn merged(files: &[FileRecord], waiting: &[FileRecord]) -> Vec<FileRecord> {
    let mut all: Vec<FileRecord> = files.iter().chain(waiting).cloned().collect();
    all.sort_by(|a, b| a.path.cmp(&b.path));
    all
}

fn record(outcomes: Vec<Outcome>, manifest: &mut Manifest, report: &mut IndexReport) {
    for outcome in outcomes {
        if let Outcome::Added(record) | Outcome::Changed(record) = &outcome
            && record.embedded
        {
            report.n_embedded += record.n_chunks as usize;
        }
        let (count, record) = match outcome {
            Outcome::Added(record) => (&mut report.n_added, record),
            Outcome::Changed(record) => (&mut report.n_changed, record),
            Outcome::Touched(record) => (&mut report.n_unchanged, record),
            Outcome::Skipped { record, was_indexed } => {
                manifest.skipped.push(record);
                report.n_removed += usize::from(was_indexed);
                continue;
            }
        };
        *count += 1;
        report.n_bytes += record.stamp.size;
        manifest.files.push(record);
    }
    manifest.skipped.sort_by(|a, b| a.path.cmp(&b.path));
}

/// What every thread needs.
struct Worker<'a> {
    context: &'a Context<'a>,
    languages: &'a Languages,
    writer: &'a IndexWriter,
    inline: Option<&'a Model>,
    progress: &'a dyn Progress,
}

impl Worker<'_> {
    /// Works a batch off with all threads; stops early when cancelled. The outcomes are those of the first tasks.
    fn run(&self, batch: &[Task], threads: usize) -> Result<Vec<Outcome>, IndexError> {
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        let done = Mutex::new(Vec::with_capacity(batch.len()));
        let work = || {
            let mut own = Vec::new();
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
        if let Some(before) = task.before.as_ref().filter(|before| before.hash == hash) {
            return Ok(Outcome::Touched(FileRecord { stamp, ..before.clone() }));
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
            stamp,
            hash,
            language: parsed.language.clone(),
            dialect: parsed.dialect.clone(),
            content_type: parsed.content_type,
            health: parsed.health,
            n_lines: text.lines().count() as u32,
            n_chunks: parsed.chunks.len() as u32,
            n_symbols: parsed.symbols.len() as u32,
            embedded: self.inline.is_some() || parsed.chunks.is_empty(),
            n_words: FieldLengths::default(),
        };
        if task.before.is_some() {
            self.writer.remove_file(path);
        }
        let vectors = self.vectors(path, &text, &parsed)?;
        self.writer.add_file(&mut record, &text, &parsed, &vectors)?;
        Ok(if task.before.is_some() { Outcome::Changed(record) } else { Outcome::Added(record) })
    }

    /// The vectors of a file's chunks, if the model is quick enough to make them here.
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
