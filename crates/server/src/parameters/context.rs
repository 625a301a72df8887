//! A question whose answer needs context, as callers write it -> the engine's request.

use quarry_engine::{ContextLayout, ContextRequest};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{FilterParameters, FilterProblem};

/// A question whose answer needs context.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct ContextParameters {
    /// The question or task in plain words, identifiers, or both.
    #[schemars(length(min = 1))]
    pub(crate) query: String,
    #[serde(flatten)]
    filters: FilterParameters,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

/// The same with how much of a model's window it may take.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct BudgetedContextParameters {
    #[serde(flatten)]
    pub(crate) question: ContextParameters,
    /// Tokens for context and answer together [default: the setting `context.budget_tokens`].
    #[schemars(range(min = 1, max = 1000000))]
    pub(crate) budget: Option<usize>,
}

impl ContextParameters {
    /// The request for so many tokens, context and answer together.
    pub(crate) fn request(&self, budget: Option<usize>) -> Result<ContextRequest, FilterProblem> {
        Ok(ContextRequest {
            query: self.query.clone(),
            filter: self.filters.filter()?,
            budget,
            lines_before: None,
            lines_after: None,
            layout: ContextLayout::Markdown,
        })
    }
}
