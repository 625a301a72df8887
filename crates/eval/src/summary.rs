//! Means: a repository's score is the mean over its questions, every other score is the mean over repositories.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::run::{Answer, RepositoryRun};

/// Every figure of quality, for a repository or for many.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// NDCG@10: the figure that is compared.
    pub ndcg: f64,
    /// NDCG@10 of files.
    pub file_ndcg: f64,
    /// Mean reciprocal rank of the first right answer.
    pub mrr: f64,
    /// Share of the targets at place 1, among the first 5 and among the first 10.
    pub recall: [f64; 3],
    /// Share of the questions whose first result is right.
    pub hit_at_1: f64,
}

/// A group of questions and how well they were answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// A category or a language.
    pub name: String,
    /// How many repositories have such questions.
    pub n_repositories: usize,
    /// How many questions there are.
    pub n_questions: usize,
    /// Mean over the repositories.
    pub quality: Quality,
}

impl Quality {
    /// Mean over the answers of one repository.
    pub fn of_answers<'a>(answers: impl Iterator<Item = &'a Answer>) -> Quality {
        mean(&answers.map(of_answer).collect::<Vec<_>>())
    }

    fn figures(self) -> [f64; 7] {
        let [at_1, at_5, at_10] = self.recall;
        [self.ndcg, self.file_ndcg, self.mrr, at_1, at_5, at_10, self.hit_at_1]
    }

    fn from_figures([ndcg, file_ndcg, mrr, at_1, at_5, at_10, hit_at_1]: [f64; 7]) -> Quality {
        Quality { ndcg, file_ndcg, mrr, recall: [at_1, at_5, at_10], hit_at_1 }
    }
}

fn of_answer(answer: &Answer) -> Quality {
    let score = &answer.score;
    Quality {
        ndcg: score.ndcg,
        file_ndcg: score.file_ndcg,
        mrr: score.reciprocal_rank(),
        recall: [1, 5, 10].map(|depth| score.recall(depth)),
        hit_at_1: score.hit_at_1(),
    }
}

fn mean(all: &[Quality]) -> Quality {
    let mut sums = [0.0; 7];
    for quality in all {
        for (sum, figure) in sums.iter_mut().zip(quality.figures()) {
            *sum += figure;
        }
    }
    Quality::from_figures(sums.map(|sum| sum / all.len().max(1) as f64))
}

/// All repositories.
pub fn overall(runs: &[RepositoryRun]) -> Group {
    let answers = runs.iter().flat_map(|run| run.answers.iter().map(move |answer| (run, answer)));
    group("overall", answers)
}

/// Per language of the repositories, by name.
pub fn by_language(runs: &[RepositoryRun]) -> Vec<Group> {
    by(runs, |run, _| &run.language)
}

/// Per category of the questions, by name. A repository counts in the categories that it has questions of.
pub fn by_category(runs: &[RepositoryRun]) -> Vec<Group> {
    by(runs, |_, answer| &answer.category)
}

fn by<'a>(runs: &'a [RepositoryRun], key: impl Fn(&'a RepositoryRun, &'a Answer) -> &'a str) -> Vec<Group> {
    let mut groups: BTreeMap<&str, Vec<(&RepositoryRun, &Answer)>> = BTreeMap::new();
    for run in runs {
        for answer in &run.answers {
            groups.entry(key(run, answer)).or_default().push((run, answer));
        }
    }
    groups.into_iter().map(|(name, answers)| group(name, answers.into_iter())).collect()
}

fn group<'a>(name: &str, answers: impl Iterator<Item = (&'a RepositoryRun, &'a Answer)>) -> Group {
    let mut per_repository: BTreeMap<&str, Vec<&Answer>> = BTreeMap::new();
    for (run, answer) in answers {
        per_repository.entry(&run.name).or_default().push(answer);
    }
    let scores: Vec<Quality> =
        per_repository.values().map(|answers| Quality::of_answers(answers.iter().copied())).collect();
    let n_questions = per_repository.values().map(Vec::len).sum();
    Group { name: name.to_owned(), n_repositories: scores.len(), n_questions, quality: mean(&scores) }
}

/// The time that a share of all questions (0 to 1) did not exceed: nearest rank.
pub fn percentile(runs: &[RepositoryRun], share: f64) -> Duration {
    let mut times: Vec<Duration> = runs.iter().flat_map(|run| &run.answers).map(|answer| answer.time).collect();
    times.sort_unstable();
    let rank = (times.len() as f64 * share).ceil() as usize;
    times.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}
