//! Code to compare with, as callers name it -> the engine's request.

use quarry_engine::{Filter, RelatedRequest, RelatedTo};
use quarry_source::RepoPath;
use schemars::JsonSchema;
use serde::Deserialize;

use super::{FilterParameters, FilterProblem};

/// A line of a file whose code is compared.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct RelatedParameters {
    /// The file, relative to the top of the repository.
    file: String,
    /// The line, from 1.
    #[schemars(range(min = 1, max = 1000000000))]
    line: u32,
    /// Hits at most [default: the setting `search.limit`].
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
    /// Hits of one file at most [default: 1].
    #[schemars(range(min = 1, max = 1000))]
    per_file: Option<usize>,
    /// Only below this directory.
    #[serde(default)]
    within: String,
    #[serde(flatten)]
    filters: FilterParameters,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

/// A text that is compared.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct RelatedTextParameters {
    /// Code or words.
    #[schemars(length(min = 1, max = 4000000))]
    text: String,
    /// Hits at most [default: the setting `search.limit`].
    #[schemars(range(min = 1, max = 1000))]
    limit: Option<usize>,
    /// Hits of one file at most [default: 1].
    #[schemars(range(min = 1, max = 1000))]
    per_file: Option<usize>,
    /// Only below this directory.
    #[serde(default)]
    within: String,
    #[serde(flatten)]
    filters: FilterParameters,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

impl RelatedParameters {
    pub(crate) fn request(&self) -> Result<RelatedRequest, FilterProblem> {
        let to = RelatedTo::Line { path: RepoPath::new(&self.file), line: self.line };
        let filter = Filter { within: self.within.trim_matches('/').to_owned(), ..self.filters.filter()? };
        Ok(RelatedRequest { to, filter, limit: self.limit, per_file: self.per_file })
    }
}

impl RelatedTextParameters {
    pub(crate) fn request(&self) -> Result<RelatedRequest, FilterProblem> {
        let to = RelatedTo::Text(self.text.clone());
        let filter = Filter { within: self.within.trim_matches('/').to_owned(), ..self.filters.filter()? };
        Ok(RelatedRequest { to, filter, limit: self.limit, per_file: self.per_file })
    }
}
