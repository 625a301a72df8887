//! How an answer came about, as JSON.

use std::borrow::Cow;
use std::collections::BTreeMap;

use quarry_engine::{CandidateExplanation, Explanation, Feature, JudgedChunk, RerankExplanation};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::milliseconds;

/// How an answer came about.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Explanation")]
pub struct ExplanationShape<'a> {
    /// What was made of the question.
    pub plan: PlanShape<'a>,
    /// `learned`, `rules` or `none`.
    pub ranker: Cow<'static, str>,
    /// How long each stage took.
    pub stages_ms: BTreeMap<Cow<'static, str>, f64>,
    /// Best first.
    pub candidates: Vec<CandidateShape<'a>>,
    /// Where a model re-ranked: what it made of the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rerank: Option<RerankShape<'a>>,
}

/// What a model made of the order.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Rerank")]
pub struct RerankShape<'a> {
    /// Whose it is.
    pub model: Cow<'a, str>,
    /// Best first.
    pub judged: Vec<JudgedShape<'a>>,
}

/// A chunk that a model judged.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Judged")]
pub struct JudgedShape<'a> {
    /// From 1.
    pub rank: usize,
    /// The rank before.
    pub rank_before: usize,
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// From 1.
    pub start_line: u32,
    /// From 0 to 100.
    pub score: f32,
}

/// What was made of a question.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Plan")]
pub struct PlanShape<'a> {
    /// As asked.
    pub query: Cow<'a, str>,
    /// What sort of question it is taken for.
    pub intent: Cow<'static, str>,
    /// What is looked for.
    pub terms: Vec<TermShape<'a>>,
    /// What is looked for beside it.
    pub expansions: Vec<TermShape<'a>>,
    /// What it is about.
    pub subject: Cow<'a, [String]>,
    /// What may be a definition.
    pub names: Vec<NameShape<'a>>,
    /// What may be a path.
    pub paths: Cow<'a, [String]>,
    /// As typed in a question: `lang:python`.
    pub suggested_filters: Vec<String>,
}

/// A word that is looked for.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Term")]
pub struct TermShape<'a> {
    /// The word.
    pub term: Cow<'a, str>,
    /// How much it counts.
    pub weight: f32,
}

/// A name that may be a definition.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Name")]
pub struct NameShape<'a> {
    /// Its own name.
    pub name: Cow<'a, str>,
    /// What it stands in, as typed.
    pub qualifier: Option<Cow<'a, str>>,
    /// How likely it is one.
    pub strength: f32,
}

/// A file that could have been an answer.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Candidate")]
pub struct CandidateShape<'a> {
    /// From 1.
    pub rank: usize,
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Comparable only within one answer.
    pub score: f32,
    /// Place in the list by words.
    pub word_rank: Option<usize>,
    /// Place in the list by meaning.
    pub meaning_rank: Option<usize>,
    /// By feature: its value and what it adds to the score. Those that are zero are left out.
    pub features: BTreeMap<Cow<'static, str>, FeatureShape>,
}

/// A piece of evidence.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Feature")]
pub struct FeatureShape {
    /// What was found.
    pub value: f32,
    /// What that adds to the score.
    pub adds: f32,
}

impl<'a> ExplanationShape<'a> {
    /// All of an explanation.
    pub fn of(explanation: &'a Explanation) -> ExplanationShape<'a> {
        let Explanation { plan, ranker, stages, candidates, rerank } = explanation;
        let term = |(term, weight): (&'a String, f32)| TermShape { term: term.into(), weight };
        let times = [
            ("plan", stages.plan),
            ("recall", stages.recall),
            ("rank", stages.rank),
            ("fetch", stages.fetch),
            ("expand", stages.expand),
        ];
        let rerank_time = rerank.as_ref().map(|_| ("rerank", stages.rerank));
        ExplanationShape {
            plan: PlanShape {
                query: Cow::Borrowed(&plan.query),
                intent: plan.intent.as_str().into(),
                terms: plan.terms.iter().map(|one| (&one.term, one.weight)).map(term).collect(),
                expansions: plan.expansions.iter().map(|one| (&one.term, one.weight)).map(term).collect(),
                subject: Cow::Borrowed(&plan.subject),
                names: plan
                    .names
                    .iter()
                    .map(|one| NameShape {
                        name: Cow::Borrowed(&one.name),
                        qualifier: one.qualifier.as_deref().map(Cow::Borrowed),
                        strength: one.strength,
                    })
                    .collect(),
                paths: Cow::Borrowed(&plan.paths),
                suggested_filters: plan.suggested_filters.iter().map(ToString::to_string).collect(),
            },
            ranker: ranker.as_str().into(),
            stages_ms: times
                .into_iter()
                .chain(rerank_time)
                .map(|(stage, time)| (stage.into(), milliseconds(time)))
                .collect(),
            candidates: (1..).zip(candidates).map(|(rank, candidate)| candidate_shape(rank, candidate)).collect(),
            rerank: rerank.as_ref().map(rerank_shape),
        }
    }
}

fn rerank_shape(rerank: &RerankExplanation) -> RerankShape<'_> {
    let shape = |(rank, judged)| judged_shape(rank, judged);
    RerankShape { model: Cow::Borrowed(&rerank.model), judged: (1..).zip(&rerank.judged).map(shape).collect() }
}

fn judged_shape(rank: usize, judged: &JudgedChunk) -> JudgedShape<'_> {
    let JudgedChunk { path, line, place_before, score } = judged;
    JudgedShape { rank, rank_before: *place_before, path: path.as_str().into(), start_line: *line, score: *score }
}

fn candidate_shape(rank: usize, candidate: &CandidateExplanation) -> CandidateShape<'_> {
    let features = Feature::ALL.iter().zip(&candidate.contributions);
    let shape = |(feature, adds): (&Feature, &f32)| {
        let value = candidate.features.get(*feature);
        (value != 0.0).then(|| (feature.as_str().into(), FeatureShape { value, adds: *adds }))
    };
    CandidateShape {
        rank,
        path: candidate.path.as_str().into(),
        score: candidate.score,
        word_rank: candidate.word_place,
        meaning_rank: candidate.meaning_place,
        features: features.filter_map(shape).collect(),
    }
}
