//! A folder -> its last complete generation, open for reading.
//!
//! Whatever a writer may remove later is opened here, all of it from one generation; a writer that commits meanwhile makes it begin again.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use fs_err as fs;
use tantivy::directory::MmapDirectory;
use tantivy::{Index, IndexMeta, ReloadPolicy, Searcher, SegmentReader, TantivyError};

use super::format;
use super::manifest::Manifest;
use super::names::{NamePlugin, StoredNames};
use super::profiles::Profiles;
use super::reading::ReadingDirectory;
use super::schema;
use super::snapshot::Snapshot;
use super::terms::KnownTerms;
use super::vectors::{StoredVectors, VectorPlugin};
use crate::error::OpenError;

/// How often opening is tried again when a writer replaces the generation under our hands.
const OPEN_ATTEMPTS: usize = 20;

/// All of the last generation.
pub(super) fn generation(dir: &Path) -> Result<Snapshot, OpenError> {
    attempt(dir, open_generation)
}

/// Its manifest alone.
pub(super) fn manifest(dir: &Path) -> Result<Manifest, OpenError> {
    attempt(dir, |dir| Ok(open_manifest(dir)?.map(|(_, _, manifest)| manifest)))
}

/// Opens something of the last generation. An error may be a writer's commit in between, so it is tried again.
fn attempt<T>(dir: &Path, open: impl Fn(&Path) -> Result<Option<T>, String>) -> Result<T, OpenError> {
    format::check(dir)?;
    let mut last = String::new();
    for _ in 0..OPEN_ATTEMPTS {
        match open(dir) {
            Ok(Some(opened)) => return Ok(opened),
            // Committed nothing yet: killed before its first generation.
            Ok(None) => return Err(OpenError::Missing { dir: dir.to_owned() }),
            Err(error) => last = error,
        }
    }
    Err(OpenError::Damaged { dir: dir.to_owned(), what: last })
}

/// The last generation's list of segments and its manifest; `Ok(None)` if nothing was ever committed.
fn open_manifest(dir: &Path) -> Result<Option<(Index, IndexMeta, Manifest)>, String> {
    let say = |error: TantivyError| error.to_string();
    let directory = ReadingDirectory(MmapDirectory::open(dir).map_err(|error| error.to_string())?);
    if !Index::exists(&directory).map_err(|error| error.to_string())? {
        return Ok(None);
    }
    let index = Index::open(directory).map_err(say)?;
    let meta = index.load_metas().map_err(say)?;
    let Some(name) = &meta.payload else { return Ok(None) };
    let manifest = read_manifest(&dir.join(name))?;
    Ok(Some((index, meta, manifest)))
}

/// Segments and manifest of one generation.
fn open_generation(dir: &Path) -> Result<Option<Snapshot>, String> {
    let say = |error: TantivyError| error.to_string();
    let Some((mut index, meta, manifest)) = open_manifest(dir)? else { return Ok(None) };
    let (_, fields) = schema::build();
    index.register_plugin(Arc::new(NamePlugin));
    index.register_plugin(Arc::new(VectorPlugin));
    let reader = index.reader_builder().reload_policy(ReloadPolicy::Manual).try_into().map_err(say)?;
    let searcher: Searcher = reader.searcher();
    let same_segments = searcher.segment_readers().len() == meta.segments.len()
        && searcher.segment_readers().iter().all(|segment| {
            meta.segments
                .iter()
                .any(|other| other.id() == segment.segment_id() && other.delete_opstamp() == segment.delete_opstamp())
        });
    if !same_segments {
        return Err("its segments changed while it was opened".to_owned());
    }
    let mut by_id = vec![u32::MAX; manifest.next_id as usize];
    for (position, record) in manifest.files.iter().enumerate() {
        *by_id.get_mut(record.id.0 as usize).ok_or("its manifest names an unknown file")? = position as u32;
    }
    let profiles = Profiles::open(dir, manifest.generation)?;
    let (n_chunks, average_lengths) = (manifest.n_chunks(), manifest.average_lengths());
    let segments = searcher.segment_readers();
    let vectors = segments.iter().map(StoredVectors::open).collect::<Result<_, _>>().map_err(say)?;
    let names = segments.iter().map(StoredNames::open).collect::<Result<_, _>>().map_err(say)?;
    let open_store = |segment: &SegmentReader| segment.get_store_reader(0);
    let stores = segments.iter().map(open_store).collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    let columns = segments.iter().map(|_| OnceLock::new()).collect();
    let manifest = Arc::new(manifest);
    let dir = dir.to_owned();
    Ok(Some(Snapshot {
        dir,
        searcher,
        vectors,
        names,
        stores,
        fields,
        manifest,
        profiles,
        n_chunks,
        average_lengths,
        by_id,
        columns,
        known_terms: KnownTerms::default(),
        file_documents: OnceLock::new(),
    }))
}

fn read_manifest(path: &PathBuf) -> Result<Manifest, String> {
    let bytes = fs::read(path).map_err(|error| error.to_string())?;
    Manifest::decode(&bytes).ok_or_else(|| format!("{} is not whole", path.display()))
}
