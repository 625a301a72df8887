//! Search: a question becomes a plan, the plan recalls chunks by word and by meaning, both lists become one, the best
//! become hits.

mod answer;
mod explain;
mod fuse;
mod hit;
mod plan;
mod rank;
mod recall;
mod spans;
mod stop_words;

use std::time::{Duration, Instant};

use quarry_store::{Filter, Snapshot};

use crate::error::SearchError;
use crate::model::{Model, ModelError};
use crate::settings::{Ranker, Settings};

pub use explain::{CandidateExplanation, Explanation};
pub use hit::{Hit, HitSymbol};
pub use plan::{AskedName, Plan, Wishes};
pub use rank::{Feature, Features};

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
    /// Whether the answer says how it came about.
    pub explain: bool,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct SearchResponse {
    /// Best first.
    pub hits: Vec<Hit>,
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
    /// The model of the settings, or why it cannot be asked.
    pub(crate) model: &'a Result<Option<Model>, ModelError>,
    /// Name of the repository: its own name says nothing about which of its files is meant.
    pub(crate) project: &'a str,
}

/// Answers one request from one snapshot. To read this function is to read the design.
pub(crate) fn search(context: &Context<'_>, request: &SearchRequest) -> Result<SearchResponse, SearchError> {
    let start = Instant::now();
    let plan = Plan::for_query(&request.query, context.project, &context.settings.keyword);
    if plan.terms.is_empty() {
        return Err(SearchError::EmptyQuery);
    }
    let limit = request.limit.unwrap_or(context.settings.search.limit);
    let mut recalled = recall::candidates(context, request, &plan, limit)?;
    let mut notices = std::mem::take(&mut recalled.notices);
    let (mut best, explanation) = match context.settings.search.ranker_in_use() {
        Ranker::None => (fuse::by_rank(recalled, &context.settings.search), None),
        Ranker::Learned | Ranker::Rules => {
            let ranked = rank::files(context, &plan, &recalled)?;
            let explanation = request.explain.then(|| Explanation::of(context, &plan, &recalled, &ranked));
            (spans::best_of(&ranked, &recalled), explanation)
        }
    };
    best.truncate(limit);
    let (hits, problems) = answer::from_chunks(context, request, &best)?;
    notices.extend(problems);
    Ok(SearchResponse {
        hits,
        notices,
        explanation,
        generation: context.snapshot.manifest().generation,
        elapsed: start.elapsed(),
    })
}
