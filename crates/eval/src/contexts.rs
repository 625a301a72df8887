//! Questions with known answers, against assembled contexts: is the annotated file inside, and was the budget kept?

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use quarry_engine::{ContextRequest, ContextResponse, Engine, Form, Mode, Quiet, Searcher, Settings, Shown};

use crate::bench::{Question, Repository, Target};
use crate::score;

/// What came out for one budget.
#[derive(Clone, Debug, Default)]
pub struct ContextTally {
    /// Questions that were asked.
    pub n_questions: usize,
    /// Questions of which an annotated file is inside: among the results or what is related to them, with a line of it
    /// at least.
    pub n_inside: usize,
    /// Those of which it is shown by more than a signature.
    pub n_with_lines: usize,
    /// All annotated files, and those that are inside.
    pub n_targets: usize,
    /// Of these, how many are inside.
    pub n_targets_inside: usize,
    /// Contexts that exceed what they may take.
    pub n_exceeded: usize,
    /// Tokens of all contexts together.
    pub n_tokens: usize,
    /// How long all of them took.
    pub time: Duration,
    /// What was asked and not found, as lines.
    pub missed: Vec<String>,
}

impl ContextTally {
    /// Share of questions whose annotated file is inside.
    pub fn inside(&self) -> f64 {
        self.n_inside as f64 / self.n_questions.max(1) as f64
    }

    /// Share of questions whose annotated file is shown by more than a signature.
    pub fn with_lines(&self) -> f64 {
        self.n_with_lines as f64 / self.n_questions.max(1) as f64
    }

    /// Share of annotated files that are inside.
    pub fn targets_inside(&self) -> f64 {
        self.n_targets_inside as f64 / self.n_targets.max(1) as f64
    }

    /// Adds what came out for another repository.
    pub fn add(&mut self, other: &ContextTally) {
        self.n_questions += other.n_questions;
        self.n_inside += other.n_inside;
        self.n_with_lines += other.n_with_lines;
        self.n_targets += other.n_targets;
        self.n_targets_inside += other.n_targets_inside;
        self.n_exceeded += other.n_exceeded;
        self.n_tokens += other.n_tokens;
        self.time += other.time;
        self.missed.extend(other.missed.iter().cloned());
    }

    fn count(&mut self, question: &Question, response: &ContextResponse, repository: &str) {
        let primary = || response.primary.iter();
        let with_lines: Vec<&str> =
            primary().filter(|piece| piece.form != Form::Signature).map(|piece| piece.path.as_str()).collect();
        let related = response.related.iter().map(|piece| piece.path.as_str());
        let all: Vec<&str> = primary().map(|piece| piece.path.as_str()).chain(related).collect();
        let holds = |paths: &[&str], target: &Target| paths.iter().any(|path| score::same_file(path, target.path()));
        let targets = question.targets();
        let n_inside = targets.iter().filter(|target| holds(&all, target)).count();
        self.n_questions += 1;
        self.n_targets += targets.len();
        self.n_targets_inside += n_inside;
        self.n_inside += usize::from(n_inside > 0);
        self.n_with_lines += usize::from(targets.iter().any(|target| holds(&with_lines, target)));
        self.n_exceeded += usize::from(response.n_tokens > response.budget.available());
        self.n_tokens += response.n_tokens;
        self.time += response.elapsed;
        if n_inside == 0 {
            let wanted: Vec<&str> = targets.iter().map(|target| target.path()).collect();
            self.missed.push(format!("{repository}: {} is in {}", question.query, wanted.join(", ")));
        }
    }
}

/// Indexes a repository and assembles the contexts of all its questions, for each budget.
pub fn over(
    repository: &Repository,
    root: &Path,
    home: &Path,
    settings: &Settings,
    budgets: &[usize],
) -> Result<Vec<ContextTally>> {
    let engine = Engine::new(root, home, settings.clone()).with_project_name(&repository.name);
    engine.index(Mode::Changed, &Quiet).with_context(|| format!("cannot index {}", repository.name))?;
    let searcher = engine.open().with_context(|| format!("cannot open the index of {}", repository.name))?;
    budgets.iter().map(|budget| questions(repository, &searcher, *budget)).collect()
}

fn questions(repository: &Repository, searcher: &Searcher<'_>, budget: usize) -> Result<ContextTally> {
    let mut tally = ContextTally::default();
    for question in &repository.questions {
        let request =
            ContextRequest { query: question.query.clone(), budget: Some(budget), ..ContextRequest::default() };
        let response = searcher
            .assemble_context(&request, &Shown::default())
            .with_context(|| format!("cannot answer `{}`", question.query))?;
        tally.count(question, &response, &repository.name);
    }
    Ok(tally)
}
