//! How an answer came about, as data.

use std::time::Duration;

use quarry_source::RepoPath;

use super::Context;
use super::plan::Plan;
use super::rank::{Candidate, Features, Weights};
use super::recall::Recalled;
use super::rerank::RerankExplanation;
use crate::settings::Ranker;

/// How long each stage took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stages {
    /// Reading the question.
    pub plan: Duration,
    /// Finding candidates.
    pub recall: Duration,
    /// Putting them in order.
    pub rank: Duration,
    /// Having a model put the best in order; next to nothing if none was asked.
    pub rerank: Duration,
    /// Fetching what is shown.
    pub fetch: Duration,
    /// Looking around the hits, along the code graph.
    pub expand: Duration,
}

/// How an answer came about.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// What was looked for.
    pub plan: Plan,
    /// Who put the candidates in order.
    pub ranker: Ranker,
    /// How long each stage took.
    pub stages: Stages,
    /// Every candidate, best first.
    pub candidates: Vec<CandidateExplanation>,
    /// What a model made of their chunks, if one was asked.
    pub rerank: Option<RerankExplanation>,
}

/// Why a file stands where it stands.
#[derive(Clone, Debug)]
pub struct CandidateExplanation {
    /// The file.
    pub path: RepoPath,
    /// Its place by keyword, from 1.
    pub word_place: Option<usize>,
    /// Its place by meaning, from 1.
    pub meaning_place: Option<usize>,
    /// The evidence.
    pub features: Features,
    /// What each feature adds to the score, in the order of [`super::Feature::ALL`]. Empty if nobody ranked.
    pub contributions: Vec<f32>,
    /// Their sum, or what fusion made of the places and scores if nobody ranked.
    pub score: f32,
}

impl Explanation {
    /// Tells it after the answer is made: what it costs belongs to no stage.
    pub(super) fn of(
        context: &Context<'_>,
        plan: Plan,
        recalled: &Recalled<'_>,
        ranked: &[Candidate],
        stages: Stages,
    ) -> Explanation {
        let search = &context.settings.search;
        let ranker = search.ranker_in(plan.mode(search.mode));
        let weights = Weights::of(ranker, recalled);
        let adds = |features: &Features| weights.as_ref().map(|weights| weights.contributions(features).collect());
        let one = |candidate: &Candidate| {
            let record = context.snapshot.record(candidate.file)?;
            Some(CandidateExplanation {
                path: record.path.clone(),
                word_place: candidate.word_place,
                meaning_place: candidate.meaning_place,
                features: candidate.features,
                contributions: adds(&candidate.features).unwrap_or_default(),
                score: candidate.score,
            })
        };
        let candidates = ranked.iter().filter_map(one).collect();
        Explanation { plan, ranker, stages, candidates, rerank: None }
    }
}
