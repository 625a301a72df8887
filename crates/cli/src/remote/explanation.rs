//! How a server's answer came about -> what the engine would have told here.

use quarry_engine::{
    AskedName, CandidateExplanation, Explanation, Feature, Features, Intent, JudgedChunk, Plan, Ranker, RepoPath,
    RerankExplanation, Stages, SuggestedFilter, WeightedTerm,
};
use quarry_server::wire::{CandidateShape, ExplanationShape, PlanShape, TermShape};

use super::shapes::duration;

/// What a filter in a question may be about.
const FILTER_KEYS: [&str; 4] = ["lang", "kind", "type", "path"];

pub(crate) fn explanation(shape: &ExplanationShape<'_>) -> Explanation {
    let time = |stage: &str| shape.stages_ms.get(stage).copied().map(duration).unwrap_or_default();
    let ranker = [Ranker::Learned, Ranker::Rules].into_iter().find(|one| one.as_str() == shape.ranker);
    Explanation {
        plan: plan(&shape.plan),
        ranker: ranker.unwrap_or(Ranker::None),
        stages: Stages {
            plan: time("plan"),
            recall: time("recall"),
            rank: time("rank"),
            rerank: time("rerank"),
            fetch: time("fetch"),
            expand: time("expand"),
        },
        candidates: shape.candidates.iter().map(candidate).collect(),
        rerank: shape.rerank.as_ref().map(|rerank| RerankExplanation {
            model: rerank.model.to_string(),
            judged: rerank
                .judged
                .iter()
                .map(|one| JudgedChunk {
                    path: RepoPath::new(&one.path),
                    line: one.start_line,
                    place_before: one.rank_before,
                    score: one.score,
                })
                .collect(),
        }),
    }
}

fn plan(shape: &PlanShape<'_>) -> Plan {
    let term = |one: &TermShape<'_>| WeightedTerm { term: one.term.to_string(), weight: one.weight };
    let filter = |text: &String| {
        let (key, value) = text.split_once(':')?;
        let key = FILTER_KEYS.into_iter().find(|known| *known == key)?;
        Some(SuggestedFilter { key, value: value.to_owned() })
    };
    Plan {
        query: shape.query.to_string(),
        intent: Intent::from_name(&shape.intent).unwrap_or_default(),
        terms: shape.terms.iter().map(term).collect(),
        expansions: shape.expansions.iter().map(term).collect(),
        subject: shape.subject.to_vec(),
        names: shape
            .names
            .iter()
            .map(|one| AskedName {
                name: one.name.to_string(),
                qualifier: one.qualifier.as_deref().map(str::to_owned),
                strength: one.strength,
            })
            .collect(),
        paths: shape.paths.to_vec(),
        suggested_filters: shape.suggested_filters.iter().filter_map(filter).collect(),
        ..Plan::default()
    }
}

fn candidate(shape: &CandidateShape<'_>) -> CandidateExplanation {
    let mut features = Features::default();
    let mut contributions = Vec::with_capacity(Feature::ALL.len());
    for feature in Feature::ALL.iter().copied() {
        let found = shape.features.get(feature.as_str());
        features.set(feature, found.map_or(0.0, |found| found.value));
        contributions.push(found.map_or(0.0, |found| found.adds));
    }
    CandidateExplanation {
        path: RepoPath::new(&shape.path),
        word_place: shape.word_rank,
        meaning_place: shape.meaning_rank,
        features,
        contributions,
        score: shape.score,
    }
}
