//! Running: one repository is indexed, all its questions are asked, one after the other.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use quarry_engine::{Engine, Excerpts, Explanation, Hit, Mode, Quiet, SearchRequest, Searcher, Settings};

use crate::bench::{Question, Repository, Target};
use crate::fit::Case;
use crate::score::{self, DEPTH, Found, Score};
use crate::shown::{self, Shown};

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
    /// How long [`over`] took to bring the index up to date: everything, or next to nothing if it was there.
    pub index_time: Duration,
    /// Files that were read for it.
    pub n_indexed: usize,
    /// Targets that no indexed file can answer: skipped, not in the tree, or a symbol that its file does not define.
    pub unreachable: Vec<String>,
    /// What went less well than it could, each once.
    pub notices: Vec<String>,
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
    /// What the first result shows, if a place was asked for.
    pub shown: Option<Shown>,
    /// What went less well than it could.
    pub notices: Vec<String>,
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
    let run = questions(repository, &searcher, place.evidence)?;
    Ok(RepositoryRun { index_time: report.elapsed, n_indexed: report.n_added + report.n_changed, ..run })
}

/// Asks the questions of a repository whose index is open.
pub fn questions(repository: &Repository, searcher: &Searcher<'_>, evidence: Evidence) -> Result<RepositoryRun> {
    if let Some(first) = repository.questions.first() {
        ask(searcher, first, Evidence::Dropped)?; // Reads the index from disk, so that the times that follow are those of a warm index.
    }
    let answers: Vec<Answer> =
        repository.questions.iter().map(|question| ask(searcher, question, evidence)).collect::<Result<_>>()?;
    let mut notices: Vec<String> = answers.iter().flat_map(|answer| answer.notices.clone()).collect();
    notices.sort_unstable();
    notices.dedup();
    let manifest = searcher.manifest();
    Ok(RepositoryRun {
        name: repository.name.clone(),
        language: repository.language.clone(),
        n_files: manifest.files.len(),
        n_chunks: manifest.n_chunks(),
        index_time: Duration::ZERO,
        n_indexed: 0,
        unreachable: unreachable(repository, searcher)?,
        notices,
        answers,
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
    let excerpts = Excerpts::for_query(&question.query);
    let found: Vec<Found> =
        response.hits.iter().enumerate().map(|(place, hit)| found(hit, &excerpts.at_place(hit, place))).collect();
    let targets: Vec<Target> =
        question.targets().into_iter().map(|target| in_lines(searcher, target)).collect::<Result<_>>()?;
    Ok(Answer {
        query: question.query.clone(),
        category: question.category.clone(),
        score: score::results(&found, &targets.iter().collect::<Vec<_>>()),
        shown: shown::by_first(searcher, question, &found, &targets)?,
        evidence: response.explanation.map(|explanation| evidence(&explanation, &targets)),
        notices: response.notices,
        found,
        time,
    })
}

/// A hit as far as it is shown.
fn found(hit: &Hit, shown: &Range<usize>) -> Found {
    Found {
        path: hit.path.to_string(),
        start_line: hit.first_line + shown.start as u32,
        end_line: hit.first_line + (shown.end as u32).saturating_sub(1),
        n_tokens: score::tokens(hit.text_of(shown)),
    }
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

/// A symbol becomes the lines of its definition; it stays a symbol, which nothing answers, if there is none.
fn in_lines(searcher: &Searcher<'_>, target: &Target) -> Result<Target> {
    let Target::Symbol { path, symbol } = target else { return Ok(target.clone()) };
    let found = shown::definitions(searcher, path, symbol).with_context(|| format!("cannot look for `{symbol}`"))?;
    Ok(found.into_iter().next().unwrap_or_else(|| target.clone()))
}
