//! Which repository, which files, which lines.

use schemars::JsonSchema;
use serde::Deserialize;

/// One repository of the server.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct RepositoryParameters {
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

/// How much of a repository is to be shown on its map.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct MapParameters {
    /// Tokens of the map when it is printed as text [default: the setting `context.map_tokens`].
    #[schemars(range(min = 1, max = 1000000))]
    pub(crate) budget: Option<usize>,
    /// Only files below this directory; importance is still that in the whole repository.
    #[serde(default)]
    pub(crate) within: String,
    /// Also gives all of it as one text.
    #[serde(default)]
    pub(crate) text: bool,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

/// A page of the list of indexed files.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct FilesParameters {
    /// Only paths that begin with this.
    #[serde(default)]
    pub(crate) prefix: String,
    /// Only paths after this one, in order: the last of the page before.
    #[serde(default)]
    pub(crate) after: String,
    /// Files at most [default: 1000].
    #[schemars(range(min = 1, max = 10000))]
    pub(crate) limit: Option<usize>,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

/// Lines of a file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct FileParameters {
    /// The first line, from 1 [default: 1].
    #[schemars(range(min = 1, max = 1000000000))]
    pub(crate) first: Option<usize>,
    /// The last line, included [default: the last].
    #[schemars(range(min = 1, max = 1000000000))]
    pub(crate) last: Option<usize>,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}
