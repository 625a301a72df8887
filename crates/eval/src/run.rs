//! Running: one repository is indexed, all its questions are asked, one after the other.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quarry_engine::{Engine, IndexError, IndexReport, Manifest, Mode, Quiet, SearchRequest, Searcher, Settings};

use crate::bench::{Question, Repository};
use crate::score::{self, DEPTH, Found, Score};

/// Where a repository lies and how it is indexed.
#[derive(Clone, Debug)]
pub struct Place<'a> {
    /// The folder to index, absolute.
    pub root: PathBuf,
    /// Home of the indexes.
    pub home: &'a Path,
    /// The settings of the engine.
    pub settings: &'a Settings,
}

/// What came out for one repository.
#[derive(Clone, Debug)]
pub struct RepositoryRun {
    /// Its name.
    pub name: String,
    /// Its main language.
    pub language: String,
    /// Files in the index.
    pub n_files: usize,
    /// Chunks in the index.
    pub n_chunks: u64,
    /// How long bringing the index up to date took: everything, or next to nothing if it was there.
    pub index_time: Duration,
    /// Files that were read for it.
    pub n_indexed: usize,
    /// Targets that no indexed file can answer: skipped, or not in the tree.
    pub unreachable: Vec<String>,
    /// In the order of the questions.
    pub answers: Vec<Answer>,
}

/// What came out for one question.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The question.
    pub query: String,
    /// Its category.
    pub category: String,
    /// What was found, best first.
    pub found: Vec<Found>,
    /// How good that is.
    pub score: Score,
    /// How long it took.
    pub time: Duration,
}

/// Indexes a repository and asks its questions.
pub fn over(repository: &Repository, place: &Place<'_>) -> Result<RepositoryRun> {
    let root = named_root(&repository.name, place)?;
    let engine = Engine::new(&root, place.home, place.settings.clone());
    let report =
        up_to_date(&engine).with_context(|| format!("cannot index {} at {}", repository.name, place.root.display()))?;
    let searcher = engine.open().with_context(|| format!("cannot open the index of {}", repository.name))?;
    if let Some(first) = repository.questions.first() {
        ask(&searcher, first)?; // Reads the index from disk, so that the times that follow are those of a warm index.
    }
    Ok(RepositoryRun {
        name: repository.name.clone(),
        language: repository.language.clone(),
        n_files: report.manifest.files.len(),
        n_chunks: report.manifest.files.iter().map(|file| u64::from(file.n_chunks)).sum(),
        index_time: report.elapsed,
        n_indexed: report.n_added + report.n_changed,
        unreachable: unreachable(repository, &report.manifest),
        answers: repository.questions.iter().map(|question| ask(&searcher, question)).collect::<Result<_>>()?,
    })
}

/// The index of an earlier run is taken only if nothing changed since: what was removed from an index may still shape its
/// ranking, and a figure must not depend on what was measured before.
fn up_to_date(engine: &Engine) -> Result<IndexReport, IndexError> {
    let report = engine.index(Mode::Changed, &Quiet)?;
    let is_patched = report.n_unchanged > 0 && report.n_added + report.n_changed + report.n_removed > 0;
    if is_patched { engine.index(Mode::Rebuild, &Quiet) } else { Ok(report) }
}

fn unreachable(repository: &Repository, manifest: &Manifest) -> Vec<String> {
    let is_indexed = |path: &str| manifest.files.iter().any(|file| score::same_file(file.path.as_str(), path));
    let targets = repository.questions.iter().flat_map(Question::targets);
    let mut missing: Vec<String> =
        targets.map(|target| target.path().to_owned()).filter(|path| !is_indexed(path)).collect();
    missing.sort_unstable();
    missing.dedup();
    missing
}

fn ask(searcher: &Searcher<'_>, question: &Question) -> Result<Answer> {
    let request = SearchRequest { query: question.query.clone(), limit: Some(DEPTH), ..SearchRequest::default() };
    let start = Instant::now();
    let response = searcher.search(&request).with_context(|| format!("cannot answer `{}`", question.query))?;
    let time = start.elapsed();
    let found: Vec<Found> = response
        .hits
        .iter()
        .map(|hit| Found { path: hit.path.to_string(), start_line: hit.span.start_line, end_line: hit.span.end_line })
        .collect();
    let score = score::results(&found, &question.targets());
    Ok(Answer { query: question.query.clone(), category: question.category.clone(), found, score, time })
}

/// The engine takes the root's last component for the project's name. Where that is `src` or `lib`, a link below the
/// home gives the root the repository's name.
fn named_root(name: &str, place: &Place<'_>) -> Result<PathBuf> {
    if place.root.file_name().is_some_and(|last| last == name) {
        return Ok(place.root.clone());
    }
    let links = place.home.join("roots");
    fs_err::create_dir_all(&links)?;
    let link = fs_err::canonicalize(&links)?.join(name);
    if fs_err::read_link(&link).is_ok_and(|target| target == place.root) {
        return Ok(link);
    }
    if link.is_symlink() {
        fs_err::remove_file(&link)?;
    }
    fs_err::os::unix::fs::symlink(&place.root, &link)?;
    Ok(link)
}
