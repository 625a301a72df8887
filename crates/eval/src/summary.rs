//! Means: a repository's score is the mean over its questions, every other score is the mean over repositories.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::run::{Answer, RepositoryRun};
use crate::shown::Shown;

/// Budgets of text within which answers are looked for, in tokens.
pub const BUDGETS: [usize; 2] = [500, 1000];

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
    /// Share of the targets among the results that fit into each of [`BUDGETS`].
    pub recall_within: [f64; 2],
    /// Tokens of the results down to the first right one, over the questions that have one.
    pub tokens_to_first: Option<f64>,
    /// Share of the questions after a place whose first result shows it, over the questions after a place.
    pub shown: Option<f64>,
    /// The same, over those whose first result is of the right file.
    pub shown_in_file: Option<f64>,
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

    fn figures(self) -> [Option<f64>; N_FIGURES] {
        let [at_1, at_5, at_10] = self.recall.map(Some);
        let [small, large] = self.recall_within.map(Some);
        let [ndcg, file_ndcg, mrr, hit] = [self.ndcg, self.file_ndcg, self.mrr, self.hit_at_1].map(Some);
        let [tokens, shown, in_file] = [self.tokens_to_first, self.shown, self.shown_in_file];
        [ndcg, file_ndcg, mrr, at_1, at_5, at_10, hit, small, large, tokens, shown, in_file]
    }

    fn from_figures(figures: [Option<f64>; N_FIGURES]) -> Quality {
        let [ndcg, file_ndcg, mrr, at_1, at_5, at_10, hit, small, large, tokens_to_first, shown, shown_in_file] =
            figures;
        Quality {
            ndcg: ndcg.unwrap_or_default(),
            file_ndcg: file_ndcg.unwrap_or_default(),
            mrr: mrr.unwrap_or_default(),
            recall: [at_1, at_5, at_10].map(Option::unwrap_or_default),
            hit_at_1: hit.unwrap_or_default(),
            recall_within: [small, large].map(Option::unwrap_or_default),
            tokens_to_first,
            shown,
            shown_in_file,
        }
    }
}

/// How many figures [`Quality`] has.
const N_FIGURES: usize = 12;

fn of_answer(answer: &Answer) -> Quality {
    let score = &answer.score;
    let share = |is_so: bool| f64::from(u8::from(is_so));
    let is_place = |shown: Shown| share(shown == Shown::Place);
    Quality {
        ndcg: score.ndcg,
        file_ndcg: score.file_ndcg,
        mrr: score.reciprocal_rank(),
        recall: [1, 5, 10].map(|depth| score.recall(depth)),
        hit_at_1: score.hit_at_1(),
        recall_within: BUDGETS.map(|budget| score.recall_within(budget)),
        tokens_to_first: score.tokens_to_first().map(|tokens| tokens as f64),
        shown: answer.shown.map(is_place),
        shown_in_file: answer.shown.filter(|shown| *shown != Shown::Elsewhere).map(is_place),
    }
}

/// The mean of each figure, over those that have it.
fn mean(all: &[Quality]) -> Quality {
    let mut sums = [(0.0, 0); N_FIGURES];
    for quality in all {
        for ((sum, count), figure) in sums.iter_mut().zip(quality.figures()) {
            *sum += figure.unwrap_or_default();
            *count += usize::from(figure.is_some());
        }
    }
    Quality::from_figures(sums.map(|(sum, count)| (count > 0).then(|| sum / count as f64)))
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
