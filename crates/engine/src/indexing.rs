//! Indexing: from the files of a repository to a committed index. One file per stage.
//!
//! discover -> compare with what is indexed -> read, parse and add what changed -> commit -> link uses to definitions. Nothing
//! that did not change is read again; nothing is visible before it is committed.

pub(crate) mod decode;
pub(crate) mod discover;

mod apply;
mod changes;
mod embed;
pub(crate) mod estimate;
pub(crate) mod overrides;
pub(crate) mod unchanged;
mod worker;

use std::path::Path;
use std::time::{Duration, Instant};

use quarry_models::EmbedError;
use quarry_store::{Manifest, OpenError, Snapshot};

use crate::error::{IndexError, causes};
use crate::model::{ModelError, Models};
use crate::progress::{Progress, Stage};
use crate::settings::Settings;

/// What one run of indexing works on.
pub(crate) struct Context<'a> {
    pub(crate) root: &'a Path,
    pub(crate) dir: &'a Path,
    pub(crate) settings: &'a Settings,
    pub(crate) models: Models<'a>,
}

/// How much is done anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// What changed since the last run.
    Changed,
    /// Everything, into a new index that takes the place of the old one.
    Rebuild,
}

/// What one run did.
#[derive(Clone, Debug, Default)]
pub struct IndexReport {
    /// Files added because they are new.
    pub n_added: usize,
    /// Files indexed again because their content changed.
    pub n_changed: usize,
    /// Files removed because they are gone, emptied of text or ignored now.
    pub n_removed: usize,
    /// Files that were left as they are.
    pub n_unchanged: usize,
    /// Bytes read.
    pub n_bytes: u64,
    /// Whether the run was stopped before its end.
    pub cancelled: bool,
    /// What the index holds now.
    pub manifest: std::sync::Arc<Manifest>,
    /// What went less well than it could.
    pub notices: Vec<String>,
    /// Chunks that were given vectors.
    pub n_embedded: usize,
    /// Why chunks are without vectors that should have some: the model does not answer.
    pub model_problem: Option<String>,
    /// What to do about that, if it is known.
    pub model_help: Option<String>,
    /// How long it took.
    pub elapsed: Duration,
    /// How much of that went into the code graph.
    pub linking: Duration,
}

impl IndexReport {
    fn nothing_to_do(before: Manifest) -> IndexReport {
        IndexReport { n_unchanged: before.files.len(), manifest: before.into(), ..IndexReport::default() }
    }
}

/// Settings that a manifest was made under, as texts to compare.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shaping {
    /// What shapes what is stored.
    pub(crate) fingerprint: String,
    /// What decides which files are found.
    pub(crate) rules: String,
}

impl Shaping {
    /// Those that hold now.
    fn now(context: &Context<'_>, overrides: &overrides::Overrides) -> Shaping {
        Shaping {
            fingerprint: fingerprint(context.settings, overrides),
            rules: unchanged::rules(context.root, &context.settings.index),
        }
    }
}

/// Makes the code graph of what was committed, so that whoever asks it first need not wait. What fails here is tried again, and
/// told, when it is asked.
fn link(context: &Context<'_>, progress: &dyn Progress) {
    progress.begin(Stage::Committing, 0);
    if let Ok(snapshot) = Snapshot::open(context.dir) {
        let _ = crate::graph::up_to_date(&snapshot, context.settings.index.n_threads());
    }
}

/// The last generation, if [`update`] would find nothing to do and nothing to tell. Looks at stamps, writes nothing.
pub(crate) fn up_to_date(context: &Context<'_>) -> Option<u64> {
    let manifest = Snapshot::manifest_of(context.dir).ok()?;
    let shaping = Shaping::now(context, &overrides::read(context.root));
    let model = context.models.open(manifest.model.as_ref()).ok()?;
    let has_vectors = model.is_none_or(|model| embed::is_complete(&manifest, &model));
    let is_the_same = has_vectors && manifest.fingerprint == shaping.fingerprint;
    (is_the_same && is_as_walked(context, &manifest, &shaping)).then_some(manifest.generation)
}

/// Whether a walk would find what it found when a manifest was made.
fn is_as_walked(context: &Context<'_>, manifest: &Manifest, shaping: &Shaping) -> bool {
    manifest.complete && manifest.rules == shaping.rules && unchanged::is_unchanged(context.root, manifest)
}

/// Brings the index of a repository up to date. To read this function is to read the design.
pub(crate) fn update(context: &Context<'_>, mode: Mode, progress: &dyn Progress) -> Result<IndexReport, IndexError> {
    let start = Instant::now();
    progress.begin(Stage::Discovering, 0);
    let overrides = overrides::read(context.root);
    let shaping = Shaping::now(context, &overrides);
    let before = previous(context.dir, &shaping.fingerprint, mode)?;
    let model = context.models.open(before.model.as_ref());
    let report = if is_as_walked(context, &before, &shaping) {
        IndexReport::nothing_to_do(before)
    } else {
        let found = discover::discover(context.root, &context.settings.index)?;
        let changes = changes::between(&before, found, shaping);
        match changes.is_empty() && before.complete {
            true => IndexReport::nothing_to_do(before),
            false => apply::changes(
                context,
                before,
                changes,
                overrides,
                (model.as_ref().ok().and_then(Option::as_ref), progress),
            )?,
        }
    };
    let report = match model {
        Ok(Some(model)) if !report.cancelled => embed::missing(context, report, &model, progress)?,
        Ok(_) => report,
        Err(ModelError::Embed(EmbedError::Stopped)) => IndexReport { cancelled: true, ..report },
        Err(error) => IndexReport { model_problem: Some(causes(&error)), model_help: error.help(), ..report },
    };
    let indexed = start.elapsed();
    if report.n_added + report.n_changed + report.n_removed > 0 && !report.cancelled {
        link(context, progress);
    }
    let elapsed = start.elapsed();
    Ok(IndexReport { elapsed, linking: elapsed.saturating_sub(indexed), ..report })
}

/// What the index holds now. Without files, if there is none, if it was made with settings that shape it differently, or
/// if all is to be done anew; generations and file numbers go on counting, so that no name on disk is used twice.
fn previous(dir: &Path, fingerprint: &str, mode: Mode) -> Result<Manifest, IndexError> {
    match Snapshot::manifest_of(dir) {
        Ok(manifest) if mode == Mode::Changed && manifest.fingerprint == fingerprint => Ok(manifest),
        Ok(Manifest { generation, next_id, .. }) => Ok(Manifest { generation, next_id, ..Manifest::default() }),
        Err(OpenError::Missing { .. }) => Ok(Manifest::default()),
        // What an earlier version made holds nothing that the sources do not.
        Err(OpenError::Format { found, expected, .. }) if found.parse().is_ok_and(|found: u32| found < expected) => {
            fs_err::remove_dir_all(dir).map_err(|source| OpenError::Read { dir: dir.to_owned(), source })?;
            Ok(Manifest::default())
        }
        Err(error) => Err(error.into()),
    }
}

/// Everything that shapes what is stored. An index with another fingerprint is built anew.
fn fingerprint(settings: &Settings, overrides: &overrides::Overrides) -> String {
    let index = &settings.index;
    let fields = &settings.keyword.fields;
    let stored = [
        ("name", &fields.name),
        ("qualified_name", &fields.qualified_name),
        ("signature", &fields.signature),
        ("docstring", &fields.docstring),
        ("content", &fields.content),
        ("filename", &fields.filename),
        ("file_path", &fields.file_path),
        ("enclosing", &fields.enclosing),
    ];
    let stored: Vec<&str> = stored.iter().filter(|(_, field)| field.weight > 0.0).map(|(name, _)| *name).collect();
    format!(
        "parser {:016x}; chunks {}+{}; fields {}; queries {}",
        quarry_parse::REVISION,
        index.chunk_bytes,
        index.overlap_bytes,
        stored.join(","),
        overrides.hash
    )
}
