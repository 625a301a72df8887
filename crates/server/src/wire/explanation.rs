//! How an answer came about, as JSON.

use std::collections::BTreeMap;

use quarry_engine::{CandidateExplanation, Explanation, Feature, JudgedChunk, RerankExplanation};
use schemars::JsonSchema;
use serde::Serialize;

use super::milliseconds;

/// How an answer came about.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Explanation")]
pub struct ExplanationShape<'a> {
    plan: PlanShape<'a>,
    ranker: &'static str,
    stages_ms: BTreeMap<&'static str, f64>,
    candidates: Vec<CandidateShape<'a>>,
    /// Where a model re-ranked: what it made of the order.
    #[serde(skip_serializing_if = "Option::is_none")]
    rerank: Option<RerankShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Rerank")]
struct RerankShape<'a> {
    model: &'a str,
    /// Best first.
    judged: Vec<JudgedShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Judged")]
struct JudgedShape<'a> {
    rank: usize,
    /// The rank before.
    rank_before: usize,
    path: &'a str,
    start_line: u32,
    /// From 0 to 100.
    score: f32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Plan")]
struct PlanShape<'a> {
    query: &'a str,
    intent: &'static str,
    terms: Vec<TermShape<'a>>,
    expansions: Vec<TermShape<'a>>,
    subject: &'a [String],
    names: Vec<NameShape<'a>>,
    paths: &'a [String],
    /// As typed in a question: `lang:python`.
    suggested_filters: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Term")]
struct TermShape<'a> {
    term: &'a str,
    weight: f32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Name")]
struct NameShape<'a> {
    name: &'a str,
    qualifier: Option<&'a str>,
    strength: f32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Candidate")]
struct CandidateShape<'a> {
    rank: usize,
    path: &'a str,
    score: f32,
    word_rank: Option<usize>,
    meaning_rank: Option<usize>,
    /// By feature: its value and what it adds to the score. Those that are zero are left out.
    features: BTreeMap<&'static str, FeatureShape>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Feature")]
struct FeatureShape {
    value: f32,
    adds: f32,
}

impl<'a> ExplanationShape<'a> {
    /// All of an explanation.
    pub fn of(explanation: &'a Explanation) -> ExplanationShape<'a> {
        let Explanation { plan, ranker, stages, candidates, rerank } = explanation;
        let term = |(term, weight): (&'a String, f32)| TermShape { term, weight };
        let times = [("plan", stages.plan), ("recall", stages.recall), ("rank", stages.rank), ("fetch", stages.fetch)];
        let rerank_time = rerank.as_ref().map(|_| ("rerank", stages.rerank));
        ExplanationShape {
            plan: PlanShape {
                query: &plan.query,
                intent: plan.intent.as_str(),
                terms: plan.terms.iter().map(|one| (&one.term, one.weight)).map(term).collect(),
                expansions: plan.expansions.iter().map(|one| (&one.term, one.weight)).map(term).collect(),
                subject: &plan.subject,
                names: plan
                    .names
                    .iter()
                    .map(|one| NameShape {
                        name: &one.name,
                        qualifier: one.qualifier.as_deref(),
                        strength: one.strength,
                    })
                    .collect(),
                paths: &plan.paths,
                suggested_filters: plan.suggested_filters.iter().map(ToString::to_string).collect(),
            },
            ranker: ranker.as_str(),
            stages_ms: times.into_iter().chain(rerank_time).map(|(stage, time)| (stage, milliseconds(time))).collect(),
            candidates: (1..).zip(candidates).map(|(rank, candidate)| candidate_shape(rank, candidate)).collect(),
            rerank: rerank.as_ref().map(rerank_shape),
        }
    }
}

fn rerank_shape(rerank: &RerankExplanation) -> RerankShape<'_> {
    let shape = |(rank, judged)| judged_shape(rank, judged);
    RerankShape { model: &rerank.model, judged: (1..).zip(&rerank.judged).map(shape).collect() }
}

fn judged_shape(rank: usize, judged: &JudgedChunk) -> JudgedShape<'_> {
    let JudgedChunk { path, line, place_before, score } = judged;
    JudgedShape { rank, rank_before: *place_before, path: path.as_str(), start_line: *line, score: *score }
}

fn candidate_shape(rank: usize, candidate: &CandidateExplanation) -> CandidateShape<'_> {
    let features = Feature::ALL.iter().zip(&candidate.contributions);
    let shape = |(feature, adds): (&Feature, &f32)| {
        let value = candidate.features.get(*feature);
        (value != 0.0).then(|| (feature.as_str(), FeatureShape { value, adds: *adds }))
    };
    CandidateShape {
        rank,
        path: candidate.path.as_str(),
        score: candidate.score,
        word_rank: candidate.word_place,
        meaning_rank: candidate.meaning_place,
        features: features.filter_map(shape).collect(),
    }
}
