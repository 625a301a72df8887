//! Changes -> the index: removed files go, what is new or other is worked off in batches, each is committed.
//!
//! Work goes in batches of bounded size, each committed when it is whole, so that a killed run loses at most one batch and
//! no generation holds half a file.

use std::collections::HashSet;

use quarry_parse::Languages;
use quarry_store::{CommitError, FileId, FileRecord, IndexWriter, Manifest, WriterSize};

use super::changes::Changes;
use super::discover::FoundFile;
use super::overrides::Overrides;
use super::worker::{Outcome, Task, Worker};
use super::{Context, IndexReport};
use crate::error::IndexError;
use crate::model::Model;
use crate::progress::{Progress, Stage};

/// Bytes of source that are committed together.
const BATCH_BYTES: u64 = 512 << 20;
/// From this many files on, the bulk writer pays.
const BULK_FILES: usize = 200;
/// Threads that parse, for each one that builds postings: that takes a third of the time that parsing does. With one for each, the
/// threads drive each other out of the caches, and small trees have each word in two dictionaries.
const PARSING_PER_WRITING: usize = 2;

pub(crate) fn changes(
    context: &Context<'_>,
    before: Manifest,
    mut changes: Changes,
    overrides: Overrides,
    (model, progress): (Option<&Model>, &dyn Progress),
) -> Result<IndexReport, IndexError> {
    let inline = inline_model(model, &before);
    let languages = Languages::with_overrides(overrides.queries);
    let mut notices = std::mem::take(&mut changes.problems);
    notices.extend(overrides.problems);
    notices.extend(languages.override_problems());
    let mut report = IndexReport {
        n_unchanged: changes.kept.len(),
        n_removed: changes.removed.len(),
        notices,
        ..IndexReport::default()
    };
    let to_read = std::mem::take(&mut changes.to_read);
    let mut writer = open_writer(context, &before, to_read.len())?;
    changes.removed.iter().for_each(|path| writer.remove_file(path));
    let mut manifest = next_manifest(context, &before, changes);
    manifest.model = inline.map(Model::stamp).or(manifest.model);
    let tasks = numbered(to_read, &before, &mut manifest.next_id);
    let run = Run { context, languages, inline, progress };
    report.manifest = run.work_off(tasks, &mut writer, manifest, &mut report)?.into();
    writer.finish()?;
    Ok(report)
}

/// What all batches share.
struct Run<'a> {
    context: &'a Context<'a>,
    languages: Languages,
    inline: Option<&'a Model>,
    progress: &'a dyn Progress,
}

impl Run<'_> {
    /// Batch after batch, each committed. What was committed last.
    fn work_off(
        &self,
        mut tasks: Vec<Task>,
        writer: &mut IndexWriter,
        mut manifest: Manifest,
        report: &mut IndexReport,
    ) -> Result<Manifest, IndexError> {
        // Files of later batches stay in the index as they were until their batch is committed.
        let mut waiting: Vec<FileRecord> = tasks.iter().filter_map(|task| task.before.clone()).collect();
        loop {
            self.progress.begin(Stage::Indexing, tasks.len());
            let batch = next_batch(&mut tasks);
            let Run { context, languages, inline, progress } = self;
            let worker = Worker { context, languages, writer, inline: *inline, progress: *progress };
            let outcomes = worker.run(&batch, context.settings.index.n_threads())?;
            report.cancelled = progress.is_cancelled();
            let done: HashSet<FileId> = batch.iter().take(outcomes.len()).map(|task| task.id).collect();
            waiting.retain(|record| !done.contains(&record.id));
            record(outcomes, &mut manifest, report);
            manifest.complete = tasks.is_empty() && !report.cancelled;
            progress.begin(Stage::Committing, 0);
            let mut committed = Manifest { files: merged(&manifest.files, &waiting), ..manifest.clone() };
            writer.commit(&mut committed)?;
            manifest.generation = committed.generation;
            if manifest.complete || report.cancelled {
                return Ok(committed);
            }
        }
    }
}

/// The list of files that the next commit begins with.
fn next_manifest(context: &Context<'_>, before: &Manifest, changes: Changes) -> Manifest {
    Manifest {
        complete: false,
        fingerprint: changes.shaping.fingerprint,
        rules: changes.shaping.rules,
        root: context.root.to_string_lossy().into_owned(),
        files: changes.kept,
        skipped: changes.skipped,
        directories: changes.directories,
        model: before.model.clone(),
        next_id: before.next_id,
        generation: before.generation,
        committed_at: 0,
    }
}

/// An index that is made anew is emptied in the same commit that fills it again.
fn open_writer(context: &Context<'_>, before: &Manifest, n_files: usize) -> Result<IndexWriter, CommitError> {
    let size = match n_files >= BULK_FILES {
        true => WriterSize::Bulk { threads: context.settings.index.n_threads().div_ceil(PARSING_PER_WRITING) },
        false => WriterSize::Update,
    };
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
