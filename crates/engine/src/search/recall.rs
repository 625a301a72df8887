//! Recall: candidates by word and by meaning, each list best first.

use quarry_store::{Filter, KeywordQuery, KeywordScorer, PerFile, RecalledByBoth, ScoredChunk, VectorQuery};

use super::Context;
use super::plan::Plan;
use crate::error::{SearchError, causes};
use crate::model::Model;
use crate::settings::SearchMode;

/// Chunks of a file and list among which the one to show is chosen.
const EVIDENCE_PER_FILE: usize = 2;

/// What each side found. A side that was not asked is empty.
#[derive(Default)]
pub(super) struct Recalled<'a> {
    pub(super) by_word: Vec<ScoredChunk>,
    pub(super) by_meaning: Vec<ScoredChunk>,
    /// Where the words of the question stand, if words were asked: ranking reads on.
    pub(super) keyword: Option<KeywordScorer<'a>>,
    pub(super) notices: Vec<String>,
}

pub(super) fn candidates<'a>(
    context: &Context<'a>,
    plan: &Plan,
    filter: &Filter,
    limit: usize,
) -> Result<Recalled<'a>, SearchError> {
    let search = &context.settings.search;
    // Enough chunks for so many files, should every file bring as many as it may.
    let most = search.max_chunks_per_file.max(EVIDENCE_PER_FILE);
    let limit = limit.max(search.recall_depth).saturating_mul(most);
    let per_file = PerFile::AtMost(most);
    let mode = plan.mode(search.mode);
    let mut recalled = Recalled::default();
    let asks_model = mode != SearchMode::Keyword;
    let vector = if asks_model { question_vector(context, &plan.query, &mut recalled.notices) } else { None };
    // Without a vector the words answer, whatever was asked for: a degraded answer that says so beats none.
    let asks_words = mode != SearchMode::Semantic || vector.is_none();
    let keyword = asks_words.then(|| KeywordQuery {
        terms: plan.terms.iter().chain(&plan.expansions).cloned().collect(),
        fields: (&context.settings.keyword.fields).into(),
        k1: context.settings.keyword.k1,
        limit,
        per_file,
    });
    let vector = vector.as_deref().map(|vector| VectorQuery { vector, limit, per_file });
    match (keyword, vector) {
        (Some(keyword), Some(vector)) => {
            let RecalledByBoth { scorer, by_word, by_vector } =
                context.snapshot.recall_by_both(keyword, &vector, filter)?;
            (recalled.keyword, recalled.by_word, recalled.by_meaning) = (Some(scorer), by_word, by_vector);
        }
        (Some(keyword), None) => {
            let scorer = context.snapshot.keyword_scorer(keyword)?;
            recalled.by_word = scorer.best_chunks(filter)?;
            recalled.keyword = Some(scorer);
        }
        (None, Some(vector)) => recalled.by_meaning = context.snapshot.recall_by_vector(&vector, filter)?,
        (None, None) => {}
    }
    recalled.by_meaning.retain(|chunk| chunk.score >= search.min_similarity);
    Ok(recalled)
}

/// The question's vector, if the index has vectors of a model that answers.
pub(super) fn question_vector(context: &Context<'_>, query: &str, notices: &mut Vec<String>) -> Option<Vec<f32>> {
    let model = usable_model(context, notices)?;
    match model.embedder().embed_query(query) {
        Ok(vector) => Some(vector),
        Err(error) => {
            notices.push(format!("answered by keyword: {}", causes(&error)));
            None
        }
    }
}

/// The model of the settings, if the index has vectors of it. If there should be one and is not, a notice says why.
pub(crate) fn usable_model<'a>(context: &Context<'a>, notices: &mut Vec<String>) -> Option<&'a Model> {
    let (model, why) = match context.model {
        Ok(Some(model)) => (Some(model), unusable(context, model)),
        Ok(None) => (None, None),
        Err(error) => (None, Some(causes(error))),
    };
    match why {
        Some(why) => {
            notices.push(format!("answered by keyword: {why}"));
            None
        }
        None => model,
    }
}

/// Why the vectors of the index cannot be compared with a question's.
fn unusable(context: &Context<'_>, model: &Model) -> Option<String> {
    let stamp = model.stamp();
    match &context.snapshot.manifest().model {
        None => Some("the index holds no vectors yet; `quarry index` makes them".to_owned()),
        Some(indexed) if *indexed != stamp => {
            let (indexed, wanted) = (&indexed.name, &stamp.name);
            Some(format!("the index holds vectors of {indexed}, the settings want {wanted}; `quarry index` changes it"))
        }
        Some(_) => None,
    }
}
