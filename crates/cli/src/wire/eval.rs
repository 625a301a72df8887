//! `quarry eval --json`.

use std::path::Path;

use quarry_eval::compare::Change;
use quarry_eval::run::Answer;
use quarry_eval::score::CHARS_PER_TOKEN;
use quarry_eval::summary::{Group, Quality};
use quarry_eval::table::Row;
use serde::Serialize;

use crate::commands::eval::{Measured, groups};

/// The figures of the repository's settings, and of others if they were compared.
#[derive(Debug, Serialize)]
pub(crate) struct EvalDocument<'a> {
    schema: &'static str,
    root: &'a str,
    /// The file of questions, as given.
    questions_file: String,
    /// Characters that count as a token.
    token_chars: usize,
    /// Answers that the index does not hold; they count as not found.
    unreachable: &'a [String],
    #[serde(flatten)]
    measured: MeasuredShape<'a>,
    /// The same with other settings; null if that was not asked.
    compared: Option<ComparedShape<'a>>,
}

/// What one set of settings came to.
#[derive(Debug, Serialize)]
struct MeasuredShape<'a> {
    settings: &'a str,
    /// Whether the files on disk were looked at and the index holds them as they are.
    fresh: bool,
    notices: &'a [String],
    overall: MeansShape,
    categories: Vec<CategoryShape>,
    /// In the order of the file.
    questions: Vec<QuestionShape<'a>>,
}

#[derive(Debug, Serialize)]
struct ComparedShape<'a> {
    #[serde(flatten)]
    measured: MeasuredShape<'a>,
    /// Greatest gain first.
    better: Vec<ChangeShape<'a>>,
    /// Greatest loss first.
    worse: Vec<ChangeShape<'a>>,
}

#[derive(Debug, Serialize)]
struct MeansShape {
    n_questions: usize,
    ndcg_at_10: f64,
    mrr_at_10: f64,
    recall_at_1: f64,
    recall_at_5: f64,
    recall_at_10: f64,
    hit_at_1: f64,
    /// Mean over the questions that are answered; null if none is.
    tokens_to_first: Option<f64>,
}

#[derive(Debug, Serialize)]
struct CategoryShape {
    category: String,
    #[serde(flatten)]
    means: MeansShape,
}

#[derive(Debug, Serialize)]
struct QuestionShape<'a> {
    query: &'a str,
    category: &'a str,
    ndcg_at_10: f64,
    /// By answer, relevant ones first; null where it did not come.
    ranks: &'a [Option<usize>],
    /// Null if no answer came.
    tokens_to_first: Option<usize>,
    /// Of the results, best first.
    paths: Vec<&'a str>,
}

#[derive(Debug, Serialize)]
struct ChangeShape<'a> {
    query: &'a str,
    category: &'a str,
    before: f64,
    after: f64,
}

impl<'a> EvalDocument<'a> {
    pub(crate) fn of(
        root: &'a str,
        questions: &Path,
        here: &'a Measured,
        compared: Option<(&'a Measured, &'a [Change])>,
    ) -> EvalDocument<'a> {
        EvalDocument {
            schema: "quarry.eval.v1",
            root,
            questions_file: questions.to_string_lossy().into_owned(),
            token_chars: CHARS_PER_TOKEN,
            unreachable: &here.run.unreachable,
            measured: measured_shape(here),
            compared: compared.map(|(there, changes)| ComparedShape {
                measured: measured_shape(there),
                better: changes.iter().rev().filter(|change| change.difference() > 0.0).map(change_shape).collect(),
                worse: changes.iter().filter(|change| change.difference() < 0.0).map(change_shape).collect(),
            }),
        }
    }
}

fn measured_shape(measured: &Measured) -> MeasuredShape<'_> {
    let (overall, categories) = groups(&measured.run);
    let category = |group: Group| CategoryShape { means: means_shape(&group), category: group.name };
    MeasuredShape {
        settings: &measured.settings,
        fresh: measured.is_fresh,
        notices: &measured.notices,
        overall: means_shape(&overall),
        categories: categories.into_iter().map(category).collect(),
        questions: measured.run.answers.iter().map(question_shape).collect(),
    }
}

fn means_shape(group: &Group) -> MeansShape {
    let Quality { ndcg, mrr, recall, hit_at_1, tokens_to_first, .. } = group.quality;
    let [recall_at_1, recall_at_5, recall_at_10] = recall.map(rounded);
    MeansShape {
        n_questions: group.n_questions,
        ndcg_at_10: rounded(ndcg),
        mrr_at_10: rounded(mrr),
        recall_at_1,
        recall_at_5,
        recall_at_10,
        hit_at_1: rounded(hit_at_1),
        tokens_to_first: tokens_to_first.map(rounded),
    }
}

fn question_shape(answer: &Answer) -> QuestionShape<'_> {
    QuestionShape {
        query: &answer.query,
        category: &answer.category,
        ndcg_at_10: rounded(answer.score.ndcg),
        ranks: &answer.score.places,
        tokens_to_first: answer.score.tokens_to_first(),
        paths: answer.found.iter().map(|found| found.path.as_str()).collect(),
    }
}

fn change_shape(change: &Change) -> ChangeShape<'_> {
    let Row { query, category, .. } = &change.new;
    ChangeShape { query, category, before: change.old.ndcg, after: change.new.ndcg }
}

/// To four digits, as scores are compared.
fn rounded(figure: f64) -> f64 {
    (figure * 1e4).round() / 1e4
}
