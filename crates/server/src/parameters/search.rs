//! A question as callers write it -> the engine's request.

use quarry_engine::{RerankProvider, SearchMode, SearchRequest, Settings};
use schemars::generate::SchemaGenerator;
use schemars::{JsonSchema, Schema, json_schema};
use serde::Deserialize;

use super::{FilterParameters, FilterProblem, ParameterError};

/// A question.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct SearchParameters {
    /// What you look for: a question in plain words, an identifier, or both.
    #[schemars(length(min = 1))]
    pub(crate) query: String,
    /// Hits at most [default: the setting `search.limit`]; whoever wants more asks for the next page.
    #[schemars(range(min = 1, max = 1000))]
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

/// A question with what programs say about it; agents have no use for it, and would read it every time.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct FullSearchParameters {
    #[serde(flatten)]
    pub(crate) question: SearchParameters,
    /// Only below this directory.
    #[serde(default)]
    within: String,
    /// By words and meaning, by one of them alone, or as the question suggests [default: the setting `search.mode`].
    #[schemars(schema_with = "modes")]
    mode: Option<String>,
    /// Whether the model of `rerank.provider` puts the best hits in order [default: if there is one].
    rerank: Option<bool>,
    /// Hits of one file at most [default: the setting `search.max_chunks_per_file`].
    #[schemars(range(min = 1, max = 1000))]
    per_file: Option<usize>,
    /// Lines shown before each hit [default: the setting `search.context_before`].
    #[schemars(range(min = 0, max = 50))]
    before: Option<usize>,
    /// Lines shown after each hit [default: the setting `search.context_after`].
    #[schemars(range(min = 0, max = 50))]
    after: Option<usize>,
    /// Files around the hits, along the code graph, at most [default: the setting `search.max_related`].
    #[schemars(range(min = 0, max = 100))]
    related: Option<usize>,
}

fn modes(_: &mut SchemaGenerator) -> Schema {
    json_schema!({ "type": "string", "enum": SearchMode::ALL.map(SearchMode::as_str) })
}

impl FullSearchParameters {
    /// The request for the first `n_hits` hits.
    pub(crate) fn request(&self, n_hits: usize) -> Result<SearchRequest, FilterProblem> {
        let mut request = self.question.request(n_hits)?;
        request.filter.within = self.within.trim_matches('/').to_owned();
        (request.lines_before, request.lines_after, request.related) = (self.before, self.after, self.related);
        Ok(request)
    }

    /// The settings that hold for this question, if they are not the usual ones.
    pub(crate) fn settings(&self, usual: &Settings) -> Result<Option<Settings>, ParameterError> {
        let wrong = |what: String| ParameterError { what, help: None };
        let mut settings = usual.clone();
        if let Some(mode) = &self.mode {
            settings.search.mode =
                SearchMode::from_name(mode).ok_or_else(|| wrong(format!("there is no mode `{mode}`")))?;
        }
        if let Some(per_file) = self.per_file {
            settings.search.max_chunks_per_file = per_file;
        }
        match (self.rerank, settings.rerank.provider) {
            (Some(true), RerankProvider::None) => return Err(wrong("no model is named to re-rank with".to_owned())),
            (Some(false), _) => settings.rerank.provider = RerankProvider::None,
            _ => {}
        }
        Ok((settings != *usual).then_some(settings))
    }
}
