//! Running: one repository is indexed, all its questions are asked, one after the other.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quarry_engine::{Engine, Explanation, Filter, Mode, NamePattern, Quiet, SearchRequest, Searcher, Settings};

use crate::bench::{Question, Repository, Target};
use crate::fit::Case;
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
    /// Whether the evidence about candidates is kept, for fitting.
    pub evidence: Evidence,
}

/// Whether what was known of candidates is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// For fitting.
    Kept,
    /// For scoring alone.
    Dropped,
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
    /// Targets that no indexed file can answer: skipped, not in the tree, or a symbol that its file does not define.
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
    /// What was known of the candidates, if it was kept.
    pub evidence: Option<Case>,
    /// How long it took.
    pub time: Duration,
}

/// Indexes a repository and asks its questions.
pub fn over(repository: &Repository, place: &Place<'_>) -> Result<RepositoryRun> {
    let engine = Engine::new(&place.root, place.home, place.settings.clone()).with_project_name(&repository.name);
    let report = engine
        .index(Mode::Changed, &Quiet)
        .with_context(|| format!("cannot index {} at {}", repository.name, place.root.display()))?;
    let searcher = engine.open().with_context(|| format!("cannot open the index of {}", repository.name))?;
    if let Some(first) = repository.questions.first() {
        ask(&searcher, first, Evidence::Dropped)?; // Reads the index from disk, so that the times that follow are those of a warm index.
    }
    Ok(RepositoryRun {
        name: repository.name.clone(),
        language: repository.language.clone(),
        n_files: report.manifest.files.len(),
        n_chunks: report.manifest.files.iter().map(|file| u64::from(file.n_chunks)).sum(),
        index_time: report.elapsed,
        n_indexed: report.n_added + report.n_changed,
        unreachable: unreachable(repository, &searcher)?,
        answers: repository
            .questions
            .iter()
            .map(|question| ask(&searcher, question, place.evidence))
            .collect::<Result<_>>()?,
    })
}

fn unreachable(repository: &Repository, searcher: &Searcher<'_>) -> Result<Vec<String>> {
    let files = &searcher.manifest().files;
    let is_indexed = |path: &str| files.iter().any(|file| score::same_file(file.path.as_str(), path));
    let mut missing = Vec::new();
    for target in repository.questions.iter().flat_map(Question::targets) {
        match in_lines(searcher, target)? {
            Target::Symbol { path, symbol } => missing.push(format!("{symbol} in {path}")),
            target if !is_indexed(target.path()) => missing.push(target.path().to_owned()),
            Target::File(_) | Target::Lines { .. } => {}
        }
    }
    missing.sort_unstable();
    missing.dedup();
    Ok(missing)
}

fn ask(searcher: &Searcher<'_>, question: &Question, kept: Evidence) -> Result<Answer> {
    let request = SearchRequest {
        query: question.query.clone(),
        limit: Some(DEPTH),
        explain: kept == Evidence::Kept,
        ..SearchRequest::default()
    };
    let start = Instant::now();
    let response = searcher.search(&request).with_context(|| format!("cannot answer `{}`", question.query))?;
    let time = start.elapsed();
    let found: Vec<Found> = response
        .hits
        .iter()
        .map(|hit| Found { path: hit.path.to_string(), start_line: hit.span.start_line, end_line: hit.span.end_line })
        .collect();
    let targets: Vec<Target> =
        question.targets().into_iter().map(|target| in_lines(searcher, target)).collect::<Result<_>>()?;
    let score = score::results(&found, &targets.iter().collect::<Vec<_>>());
    let evidence = response.explanation.map(|explanation| evidence(&explanation, &targets));
    Ok(Answer { query: question.query.clone(), category: question.category.clone(), found, score, evidence, time })
}

/// The candidates of an answer with their features and the targets they answer. Lines do not matter: ranking orders files.
fn evidence(explanation: &Explanation, targets: &[Target]) -> Case {
    let candidates = &explanation.candidates;
    let target_of = |path: &str| targets.iter().position(|target| score::same_file(path, target.path()));
    Case {
        repository: 0,
        features: candidates
            .iter()
            .map(|one| one.features.as_slice().iter().map(|&value| value.into()).collect())
            .collect(),
        targets: candidates.iter().map(|one| target_of(one.path.as_str())).collect(),
        n_targets: targets.len(),
    }
}

/// A symbol becomes the lines of the chunk that defines it; it stays a symbol, which nothing answers, if none does.
fn in_lines(searcher: &Searcher<'_>, target: &Target) -> Result<Target> {
    let Target::Symbol { path, symbol } = target else { return Ok(target.clone()) };
    let filter = Filter { names: vec![NamePattern::new(symbol)?], ..Filter::default() };
    let limit = Some(searcher.manifest().files.len());
    let request = SearchRequest { query: symbol.clone(), filter, limit, ..SearchRequest::default() };
    let response = searcher.search(&request).with_context(|| format!("cannot look for `{symbol}`"))?;
    let definition = response.hits.iter().find(|hit| score::same_file(hit.path.as_str(), path));
    Ok(definition.map_or_else(
        || target.clone(),
        |hit| Target::Lines { path: path.clone(), start_line: hit.span.start_line, end_line: hit.span.end_line },
    ))
}
