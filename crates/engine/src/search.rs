//! Search: a question becomes a plan, the plan recalls chunks by word and by meaning, their files are ranked, the best become
//! hits.

mod answer;
mod copies;
mod diversify;
mod excerpt;
mod explain;
mod fuse;
mod hit;
mod inline;
mod plan;
mod rank;
mod recall;
mod rerank;
mod stop_words;

use std::time::{Duration, Instant};

use quarry_store::{Filter, Snapshot};

use crate::Searcher;
use crate::by_file::ByFile;
use crate::error::SearchError;
use crate::expand::Expansion;
use crate::files::FetchedFiles;
use crate::model::{Model, ModelError};
use crate::reranking::Reranking;
use crate::settings::Settings;

pub(crate) use answer::from_chunks;
pub(crate) use diversify::Chosen;
pub use diversify::MatchType;
pub use excerpt::Excerpts;
pub use explain::{CandidateExplanation, Explanation, Stages};
pub use hit::{Hit, HitSymbol};
pub use plan::{AskedName, Intent, Plan, SuggestedFilter, Wishes};
pub(crate) use rank::place;
pub use rank::{Feature, Features};
pub(crate) use recall::usable_model;
pub use rerank::{JudgedChunk, RerankExplanation};

/// A question and what may answer it.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// Words, identifiers or both.
    pub query: String,
    /// What may be returned at all.
    pub filter: Filter,
    /// How many hits; `None` takes the setting.
    pub limit: Option<usize>,
    /// Lines shown before each hit; `None` takes the setting.
    pub lines_before: Option<usize>,
    /// Lines shown after each hit; `None` takes the setting.
    pub lines_after: Option<usize>,
    /// How many files around the hits; `None` takes the setting.
    pub related: Option<usize>,
    /// Whether the answer says how it came about.
    pub explain: bool,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct SearchResponse {
    /// Best first.
    pub hits: Vec<Hit>,
    /// What lies around them, along the code graph.
    pub expansion: Expansion,
    /// What went less well than it could, or should be known to the reader.
    pub notices: Vec<String>,
    /// How the answer came about, if that was asked.
    pub explanation: Option<Explanation>,
    /// The generation that answered.
    pub generation: u64,
    /// How long recall and fetching took, without bringing the index up to date.
    pub elapsed: Duration,
}

/// What a search works on.
pub(crate) struct Context<'a> {
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) settings: &'a Settings,
    /// Files that were fetched before.
    pub(crate) files: &'a FetchedFiles,
    /// What the paths of files say.
    pub(crate) places: &'a ByFile<place::Place>,
    /// The model of the settings, or why it cannot be asked.
    pub(crate) model: &'a Result<Option<Model>, ModelError>,
    /// Where the model that re-ranks comes from.
    pub(crate) reranking: Reranking<'a>,
    /// Name of the repository: its own name says nothing about which of its files is meant.
    pub(crate) project: &'a str,
}

/// The vector of a question, if there is a model that the index has vectors of.
pub(crate) fn question_vector(context: &Context<'_>, query: &str) -> Option<Vec<f32>> {
    recall::question_vector(context, query, &mut Vec::new())
}

/// Answers one request from one generation. To read this function is to read the design.
pub(crate) fn search(searcher: &Searcher<'_>, request: &SearchRequest) -> Result<SearchResponse, SearchError> {
    let start = Instant::now();
    let context = &searcher.context();
    let (query, filter) = inline::split(&request.query, &request.filter)?;
    let plan = Plan::for_query(&query, context.project, &context.settings.keyword);
    if plan.terms.is_empty() {
        return Err(SearchError::EmptyQuery);
    }
    let limit = request.limit.unwrap_or(context.settings.search.limit);
    let planned = start.elapsed();
    let recalled = recall::candidates(context, &plan, &filter, limit)?;
    let found = start.elapsed();
    let ranked = rank::files(context, &plan, &recalled)?;
    let chosen = diversify::chunks(&ranked, &recalled, &context.settings.search);
    let ordered = start.elapsed();
    let reranked = rerank::by_model(context, &plan.query, chosen)?;
    let judged = start.elapsed();
    let (hits, problems) = answer::from_chunks(context, request, &reranked.chunks, limit)?;
    let why_nothing = answer::why_nothing(context, &filter, &hits);
    let fetched = start.elapsed();
    let most_related = request.related.unwrap_or(context.settings.search.max_related);
    let (expansion, no_graph) = match searcher.expand(&hits, &filter, most_related) {
        Ok(expansion) => (expansion, None),
        // The hits are as good without.
        Err(error) => (Expansion::default(), Some(format!("related files are left out: {error}"))),
    };
    let elapsed = start.elapsed();
    let stages = Stages {
        plan: planned,
        recall: found.saturating_sub(planned),
        rank: ordered.saturating_sub(found),
        rerank: judged.saturating_sub(ordered),
        fetch: fetched.saturating_sub(judged),
        expand: elapsed.saturating_sub(fetched),
    };
    let explained = || Explanation::of(context, plan, &recalled, &ranked, stages);
    let explanation = request.explain.then(|| Explanation { rerank: reranked.explanation, ..explained() });
    let notices =
        recalled.notices.into_iter().chain(reranked.notice).chain(problems).chain(why_nothing).chain(no_graph);
    Ok(SearchResponse {
        hits,
        expansion,
        notices: notices.collect(),
        explanation,
        generation: context.snapshot.manifest().generation,
        elapsed,
    })
}
