//! Vectors for what has none: files that were indexed without, and all of them when the model is another one.
//!
//! Quarry's own model embeds while files are parsed; this stage serves models that answer slowly or not at all, and a change
//! of model. Texts and symbols come from the index, nothing is parsed again. The index answers by keyword before, during and
//! after; what a model was paid for is in its cache, so a run that fails is taken up where it ended.

use quarry_models::{EmbedError, Passage};
use quarry_source::Parsed;
use quarry_store::{
    Catalog, FileRecord, IndexWriter, Manifest, QuantisedVector, Snapshot, Uses, VectorModel, WriterSize,
};

use super::{Context, IndexReport};
use crate::error::{IndexError, causes};
use crate::model::Model;
use crate::passages::FilePassages;
use crate::progress::{Progress, Stage};

/// Chunks that are embedded together: enough for several requests at once, few enough to stop soon.
const BATCH_CHUNKS: usize = 512;
/// Chunks after which the work so far becomes visible.
const COMMIT_CHUNKS: usize = 16_384;

/// Fills in what the manifest of `report` lacks. A model that fails is a problem of the report, not an error: words still
/// find everything.
pub(crate) fn missing(
    context: &Context<'_>,
    mut report: IndexReport,
    model: &Model,
    progress: &dyn Progress,
) -> Result<IndexReport, IndexError> {
    if is_complete(&report.manifest, model) {
        return Ok(report);
    }
    let stamp = model.stamp();
    let changes_model = is_another(&report.manifest, &stamp);
    let wanted = |record: &&FileRecord| changes_model || !record.embedded;
    let pending: Vec<FileRecord> = report.manifest.files.iter().filter(wanted).cloned().collect();
    let snapshot = Snapshot::open(context.dir)?;
    let writer = IndexWriter::open(context.dir, &(&context.settings.keyword.fields).into(), WriterSize::Update)?;
    if changes_model {
        // An index never mixes models: the old vectors go in the same commit that brings the new ones.
        writer.remove_all()?;
    }
    let manifest = Manifest { model: Some(stamp), ..Manifest::clone(&report.manifest) };
    let mut embedding = Embedding { snapshot, writer, model, manifest, changes_model };
    let (n_done, end) = embedding.files(&pending, progress)?;
    report.notices.extend(model.take_notices());
    report.cancelled |= matches!(end, End::Stopped);
    if let End::Failed(problem) = &end {
        let n_chunks = n_chunks_of(&pending);
        report.model_problem = Some(format!("{n_done} of {n_chunks} chunks have vectors: {}", causes(problem)));
        report.model_help = problem.help();
    }
    if matches!(end, End::Done) || !changes_model {
        progress.begin(Stage::Committing, 0);
        embedding.writer.commit(&mut embedding.manifest)?;
        report.manifest = embedding.manifest.into();
        report.n_embedded += n_done;
        embedding.writer.finish()?;
    }
    Ok(report)
}

/// Whether everything has vectors, and of this model.
pub(crate) fn is_complete(manifest: &Manifest, model: &Model) -> bool {
    manifest.files.iter().all(|record| record.embedded) && !is_another(manifest, &model.stamp())
}

/// Whether the vectors that there are were made by another model.
fn is_another(manifest: &Manifest, stamp: &VectorModel) -> bool {
    manifest.model.as_ref().is_some_and(|before| before != stamp)
}

/// Why embedding ended.
enum End {
    Done,
    /// The user wishes it.
    Stopped,
    /// The model's doing.
    Failed(EmbedError),
}

/// Files from the front that are embedded together, at least one.
fn batch_length(files: &[FileRecord]) -> usize {
    let mut n_chunks = 0;
    let fits = files.iter().take_while(|record| {
        n_chunks += record.n_chunks as usize;
        n_chunks <= BATCH_CHUNKS
    });
    fits.count().max(1)
}

fn n_chunks_of(files: &[FileRecord]) -> usize {
    files.iter().map(|record| record.n_chunks as usize).sum()
}

/// Puts records in the place of those of the same paths; both lists are sorted.
fn replace(files: &mut [FileRecord], records: Vec<FileRecord>) {
    for record in records {
        if let Ok(index) = files.binary_search_by(|file| file.path.cmp(&record.path)) {
            files[index] = record;
        }
    }
}

struct Embedding<'a> {
    snapshot: Snapshot,
    writer: IndexWriter,
    model: &'a Model,
    /// With what was embedded so far.
    manifest: Manifest,
    changes_model: bool,
}

impl Embedding<'_> {
    /// Embeds files, as many as can be. How many chunks those have, and why it ended.
    fn files(&mut self, pending: &[FileRecord], progress: &dyn Progress) -> Result<(usize, End), IndexError> {
        progress.begin(Stage::Embedding, n_chunks_of(pending));
        let (mut n_done, mut n_uncommitted) = (0, 0);
        let mut rest = pending;
        while !rest.is_empty() {
            if progress.is_cancelled() {
                return Ok((n_done, End::Stopped));
            }
            let (batch, behind) = rest.split_at(batch_length(rest));
            match self.batch(batch)? {
                Ok(records) => replace(&mut self.manifest.files, records),
                Err(EmbedError::Stopped) => return Ok((n_done, End::Stopped)),
                Err(problem) => return Ok((n_done, End::Failed(problem))),
            }
            rest = behind;
            let n_batch = n_chunks_of(batch);
            progress.advance(n_batch);
            (n_done, n_uncommitted) = (n_done + n_batch, n_uncommitted + n_batch);
            if n_uncommitted >= COMMIT_CHUNKS && !self.changes_model {
                self.writer.commit(&mut self.manifest)?;
                n_uncommitted = 0;
            }
        }
        Ok((n_done, End::Done))
    }

    /// Embeds some files and writes them again with their vectors. The inner error is the model's.
    fn batch(&self, batch: &[FileRecord]) -> Result<Result<Vec<FileRecord>, EmbedError>, IndexError> {
        let mut files = Vec::with_capacity(batch.len());
        for record in batch {
            // A file that is listed has its text; a damaged index is made anew by hand, not patched here.
            let file = self.snapshot.file(record.path.as_str())?;
            files.push((record.clone(), file.ok_or_else(|| IndexError::LostFile { path: record.path.clone() })?));
        }
        let passages: Vec<FilePassages<'_>> = files
            .iter()
            .map(|(record, file)| {
                FilePassages::new(&record.path, &file.text, &file.catalog.chunks, &file.catalog.symbols)
            })
            .collect();
        let all: Vec<Passage<'_>> = passages.iter().flat_map(FilePassages::all).collect();
        let mut vectors = match self.model.embedder().embed_passages(&all) {
            Ok(vectors) => vectors.into_iter(),
            Err(error) => return Ok(Err(error)),
        };
        drop(all);
        drop(passages);
        let mut records = Vec::with_capacity(batch.len());
        for (mut record, file) in files {
            let uses = file.uses()?.clone();
            let parsed = parsed_of(&record, file.catalog, uses);
            let own = vectors.by_ref().take(parsed.chunks.len());
            let own: Vec<Option<QuantisedVector>> = own.map(|vector| QuantisedVector::of(&vector)).collect();
            self.writer.remove_file(&record.path);
            record.embedded = true;
            self.writer.add_file(&mut record, file.text, &parsed, &own)?;
            records.push(record);
        }
        Ok(Ok(records))
    }
}

/// What was parsed when the file was indexed.
fn parsed_of(record: &FileRecord, catalog: Catalog, uses: Uses) -> Parsed {
    Parsed {
        language: record.language.clone(),
        dialect: record.dialect.clone(),
        content_type: record.content_type,
        health: record.health,
        chunks: catalog.chunks,
        symbols: catalog.symbols,
        references: uses.references,
        imports: uses.imports,
    }
}
