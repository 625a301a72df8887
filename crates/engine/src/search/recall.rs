//! Recall: candidates by word and by meaning, each list best first.

use quarry_store::{KeywordQuery, PerFile, ScoredChunk, VectorQuery};

use super::plan::Plan;
use super::{Context, SearchRequest};
use crate::error::{SearchError, causes};
use crate::model::Model;
use crate::settings::{Ranker, SearchMode};

/// Chunks of a file and list among which the one to show is chosen.
const EVIDENCE_PER_FILE: usize = 2;

/// What each side found. A side that was not asked is empty.
#[derive(Debug, Default)]
pub(super) struct Recalled {
    pub(super) by_word: Vec<ScoredChunk>,
    pub(super) by_meaning: Vec<ScoredChunk>,
    /// How rare each term of the plan is; empty if words were not asked.
    pub(super) idf: Vec<f32>,
    pub(super) notices: Vec<String>,
}

pub(super) fn candidates(
    context: &Context<'_>,
    request: &SearchRequest,
    plan: &Plan,
    limit: usize,
) -> Result<Recalled, SearchError> {
    let search = &context.settings.search;
    let ranker = search.ranker_in_use();
    let most = match ranker {
        Ranker::None => search.max_chunks_per_file,
        Ranker::Learned | Ranker::Rules => search.max_chunks_per_file.max(EVIDENCE_PER_FILE),
    };
    let limit = limit.max(search.recall_depth) * if ranker == Ranker::None { 1 } else { most };
    let per_file = PerFile::AtMost(most);
    let mut recalled = Recalled::default();
    let asks_model = search.mode != SearchMode::Keyword;
    let vector = if asks_model { question_vector(context, &request.query, &mut recalled.notices) } else { None };
    if let Some(vector) = &vector {
        let query = VectorQuery { vector, limit, per_file };
        recalled.by_meaning = context.snapshot.recall_by_vector(&query, &request.filter)?;
        recalled.by_meaning.retain(|chunk| chunk.score >= search.min_similarity);
    }
    // Without a vector the words answer, whatever was asked for: a degraded answer that says so beats none.
    if search.mode != SearchMode::Semantic || vector.is_none() {
        let keyword = KeywordQuery {
            terms: plan.terms.clone(),
            fields: (&context.settings.keyword.fields).into(),
            k1: context.settings.keyword.k1,
            limit,
            per_file,
        };
        let found = context.snapshot.recall_by_keyword(&keyword, &request.filter)?;
        (recalled.by_word, recalled.idf) = (found.chunks, found.idf);
    }
    Ok(recalled)
}

/// The question's vector, if the index has vectors of a model that answers.
fn question_vector(context: &Context<'_>, query: &str, notices: &mut Vec<String>) -> Option<Vec<f32>> {
    let model = match context.model {
        Ok(Some(model)) => model,
        Ok(None) => return None,
        Err(error) => {
            notices.push(format!("answered by keyword: {}", causes(error)));
            return None;
        }
    };
    if let Some(why) = unusable(context, model) {
        notices.push(format!("answered by keyword: {why}"));
        return None;
    }
    match model.embedder().embed_query(query) {
        Ok(vector) => Some(vector),
        Err(error) => {
            notices.push(format!("answered by keyword: {}", causes(&error)));
            None
        }
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
