//! A pattern as callers write it -> the engine's request.

use quarry_engine::{Case, Filter, GrepPattern, GrepRequest, PatternStyle};
use schemars::JsonSchema;
use serde::Deserialize;

use super::FilterParameters;
use crate::failure::Failure;

/// Matching lines that are shown unless the caller says otherwise; counts are always of everything.
const DEFAULT_LINES: usize = 200;

/// A pattern and where to look for it.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct GrepParameters {
    /// A regular expression that a line must match.
    #[schemars(length(min = 1))]
    pub(crate) pattern: String,
    /// The pattern is a text, not a regular expression.
    #[serde(default)]
    fixed: bool,
    /// Only whole words match.
    #[serde(default)]
    word: bool,
    /// Upper and lower case: `smart` (differ only if the pattern has upper case), `sensitive`, `insensitive`.
    #[serde(default)]
    case: CaseParameter,
    /// Matching lines shown at most [default: 200].
    #[schemars(range(min = 0, max = 4294967295_u32))]
    limit: Option<usize>,
    /// Lines shown before each matching line.
    #[serde(default)]
    #[schemars(range(min = 0, max = 50))]
    before: usize,
    /// Lines shown after each matching line.
    #[serde(default)]
    #[schemars(range(min = 0, max = 50))]
    after: usize,
    /// Only below this directory.
    #[serde(default)]
    within: String,
    #[serde(flatten)]
    filters: FilterParameters,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

/// Whether upper and lower case differ.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum CaseParameter {
    #[default]
    Smart,
    Sensitive,
    Insensitive,
}

impl GrepParameters {
    pub(crate) fn request(&self) -> Result<GrepRequest, Failure> {
        let case = match self.case {
            CaseParameter::Smart => Case::Smart,
            CaseParameter::Sensitive => Case::Sensitive,
            CaseParameter::Insensitive => Case::Insensitive,
        };
        let style = PatternStyle { is_literal: self.fixed, case, whole_words: self.word };
        Ok(GrepRequest {
            pattern: GrepPattern::new(&self.pattern, style)?,
            filter: Filter { within: self.within.trim_matches('/').to_owned(), ..self.filters.filter()? },
            limit: Some(self.limit.unwrap_or(DEFAULT_LINES)),
            lines_before: self.before,
            lines_after: self.after,
        })
    }
}
