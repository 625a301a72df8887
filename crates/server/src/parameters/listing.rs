//! Which repository, which files, which lines.

use schemars::JsonSchema;
use serde::Deserialize;

/// One repository of the server.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct RepositoryParameters {
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
