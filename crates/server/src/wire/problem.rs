//! What a request failed of, as JSON (RFC 9457).

use schemars::JsonSchema;
use serde::Serialize;

/// What went wrong, and what to do about it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Problem")]
pub struct ProblemShape {
    /// Of the answer.
    pub status: u16,
    /// What sort of problem it is.
    pub title: &'static str,
    /// What went wrong.
    pub detail: String,
    /// What to do about it, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
}
