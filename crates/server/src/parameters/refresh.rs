//! Which repository, and how fresh its index must be.

use schemars::JsonSchema;
use serde::Deserialize;

/// How fresh an index must be.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct ReadyParameters {
    /// `now`: the files are looked at after this call. `usual`: a look of a moment before is enough.
    #[serde(default)]
    pub(crate) refresh: Refresh,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}

/// When files are looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
pub(crate) enum Refresh {
    #[default]
    Usual,
    Now,
}

/// How an index is made.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(crate) struct IndexParameters {
    /// From nothing, instead of what changed.
    #[serde(default)]
    pub(crate) rebuild: bool,
    /// Which repository; needed only if the server has several.
    pub(crate) repository: Option<String>,
}
