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
    /// Also gives all of it as one text: `markdown`, or `xml` for tags as prompts like them.
    pub(crate) format: Option<TextFormat>,
    /// Only what is found below this directory.
    #[serde(default)]
    within: String,
    /// Lines before each match, in place of the definition around it.
    #[schemars(range(min = 0, max = 50))]
    before: Option<usize>,
    /// Lines after each match, in place of the definition around it.
    #[schemars(range(min = 0, max = 50))]
    after: Option<usize>,
    /// Only what was not shown before to whoever uses this name.
    pub(crate) session: Option<String>,
}

/// How the text of a context is laid out.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum TextFormat {
    Markdown,
    Xml,
}

impl BudgetedContextParameters {
    /// The request in the layout that was asked for.
    pub(crate) fn request(&self) -> Result<ContextRequest, FilterProblem> {
        let layout = match self.format {
            Some(TextFormat::Xml) => ContextLayout::Tags,
            Some(TextFormat::Markdown) | None => ContextLayout::Markdown,
        };
        let mut request = ContextRequest { layout, ..self.question.request(self.budget)? };
        request.filter.within = self.within.trim_matches('/').to_owned();
        (request.lines_before, request.lines_after) = (self.before, self.after);
        Ok(request)
    }
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
