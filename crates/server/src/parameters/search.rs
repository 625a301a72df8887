//! A question as callers write it -> the engine's request.

use quarry_engine::SearchRequest;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{FilterParameters, FilterProblem};

/// A question.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct SearchParameters {
    /// What you look for: a question in plain words, an identifier, or both.
    #[schemars(length(min = 1))]
    pub(crate) query: String,
    /// Hits at most [default: the setting `search.limit`]; whoever wants more asks for the next page.
    #[schemars(range(min = 1, max = 50))]
    pub(crate) limit: Option<usize>,
    #[serde(flatten)]
    pub(crate) filters: FilterParameters,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

impl SearchParameters {
    /// The request for the first `n_hits` hits.
    pub(crate) fn request(&self, n_hits: usize) -> Result<SearchRequest, FilterProblem> {
        Ok(SearchRequest {
            query: self.query.clone(),
            filter: self.filters.filter()?,
            limit: Some(n_hits),
            ..SearchRequest::default()
        })
    }
}
