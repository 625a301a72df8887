//! What a request failed of, as JSON (RFC 9457).

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// What went wrong, and what to do about it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct ProblemShape {
    /// Of the answer.
    pub status: u16,
    /// What sort of problem it is.
    pub title: Cow<'static, str>,
    /// The same for programs: `wrong_request`, `not_found`, `no_symbol`, `no_index`, `not_yet`, `cancelled` or `internal`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<Cow<'static, str>>,
    /// What went wrong.
    pub detail: String,
    /// What to do about it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}
