//! Questions with known answers, against what lies around the hits: does expansion bring in files that search missed?

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use quarry_engine::{Engine, Hit, Mode, Quiet, SearchRequest, Settings};

use crate::bench::{Question, Repository};
use crate::score;

/// Related files that are asked for.
const N_RELATED: usize = 10;

/// What came out for some questions.
#[derive(Clone, Debug, Default)]
pub struct ExpansionTally {
    /// Questions that were asked.
    pub n_questions: usize,
    /// Annotated files.
    pub n_targets: usize,
    /// Of these, in the files of the hits.
    pub n_found: usize,
    /// Of the others, among the related files.
    pub n_brought: usize,
    /// Of the others, among as many further hits as there are related files: what a longer list would have brought.
    pub n_by_more_hits: usize,
    /// Related files of all answers.
    pub n_related: usize,
    /// Answers whose hits expansion changed. There must be none.
    pub n_moved: usize,
    /// How long all expansions took.
    pub time: Duration,
    /// What was brought in, as lines.
    pub brought: Vec<String>,
    /// The share of every related file, and whether it is annotated.
    pub shares: Vec<(f64, bool)>,
}

impl ExpansionTally {
    /// Adds what came out for others.
    pub fn add(&mut self, other: &ExpansionTally) {
        self.n_questions += other.n_questions;
        self.n_targets += other.n_targets;
        self.n_found += other.n_found;
        self.n_brought += other.n_brought;
        self.n_by_more_hits += other.n_by_more_hits;
        self.n_related += other.n_related;
        self.n_moved += other.n_moved;
        self.time += other.time;
        self.brought.extend(other.brought.iter().cloned());
        self.shares.extend(&other.shares);
    }
}

/// Indexes a repository, asks all its questions for so many hits, and expands these.
pub fn over(repository: &Repository, root: &Path, home: &Path, n_hits: usize) -> Result<ExpansionTally> {
    let engine = Engine::new(root, home, Settings::default()).with_project_name(&repository.name);
    engine.index(Mode::Changed, &Quiet).with_context(|| format!("cannot index {}", repository.name))?;
    let searcher = engine.open()?;
    // Makes the graph, so that the times that follow are those of a warm index.
    searcher.graph_size()?;
    let mut tally = ExpansionTally::default();
    for question in &repository.questions {
        let request = |limit, related| SearchRequest {
            query: question.query.clone(),
            limit: Some(limit),
            related: Some(related),
            explain: true,
            ..SearchRequest::default()
        };
        let plain = searcher.search(&request(n_hits, 0))?.hits;
        let response = searcher.search(&request(n_hits, N_RELATED))?;
        tally.n_moved += usize::from(response.hits != plain);
        tally.time += response.explanation.map_or(Duration::ZERO, |explanation| explanation.stages.expand);
        let expansion = response.expansion;
        let more = searcher.search(&request(n_hits + N_RELATED, 0))?.hits;
        let paths = |hits: &[Hit]| distinct(hits.iter().map(|hit| hit.path.to_string()));
        let hits = paths(&plain);
        let related: Vec<String> = expansion.related.iter().map(|file| file.path.to_string()).collect();
        let more: Vec<String> =
            paths(&more).into_iter().filter(|path| !hits.contains(path)).take(related.len()).collect();
        let is_target = |path: &str| question.targets().iter().any(|target| score::same_file(path, target.path()));
        let shares = expansion.related.iter().map(|file| (file.share, is_target(file.path.as_str())));
        tally.shares.extend(shares);
        tally.count(question, &repository.name, [&hits, &related, &more]);
    }
    Ok(tally)
}

fn distinct(paths: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen: Vec<String> = Vec::new();
    for path in paths {
        if !seen.contains(&path) {
            seen.push(path);
        }
    }
    seen
}

impl ExpansionTally {
    fn count(&mut self, question: &Question, repository: &str, [hits, related, more]: [&[String]; 3]) {
        self.n_questions += 1;
        self.n_related += related.len();
        for target in question.targets() {
            let is_in = |paths: &[String]| paths.iter().position(|path| score::same_file(path, target.path()));
            self.n_targets += 1;
            if is_in(hits).is_some() {
                self.n_found += 1;
                continue;
            }
            self.n_by_more_hits += usize::from(is_in(more).is_some());
            if let Some(place) = is_in(related) {
                self.n_brought += 1;
                self.brought.push(format!("{repository}: {} ({}, place {})", question.query, target.path(), place + 1));
            }
        }
    }
}
