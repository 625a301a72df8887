//! What a server has done so far, as JSON.

use quarry_engine::CacheStatistics;
use schemars::JsonSchema;
use serde::Serialize;

/// What a server has done since it was started.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Activity")]
pub struct ActivityDocument {
    pub(crate) schema: &'static str,
    pub(crate) repository: String,
    /// When the files were last looked at; null before the first time.
    pub(crate) last_check: Option<CheckShape>,
    /// The last time that something had to be indexed.
    pub(crate) last_run: Option<RunShape>,
    pub(crate) cache: CacheShape,
    /// Requests of all repositories together, by route.
    pub(crate) routes: Vec<RouteShape>,
}

/// A look at the files.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Check")]
pub(crate) struct CheckShape {
    /// Since it ended.
    pub(crate) ago_ms: f64,
    /// With the indexing of what had changed.
    pub(crate) elapsed_ms: f64,
}

/// Files that were indexed.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Run")]
pub(crate) struct RunShape {
    /// Since it ended.
    pub(crate) ago_ms: f64,
    pub(crate) elapsed_ms: f64,
    pub(crate) added: usize,
    pub(crate) changed: usize,
    pub(crate) removed: usize,
}

/// How often answers given before could help.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Cache")]
pub(crate) struct CacheShape {
    /// To the very same request.
    exact: u64,
    /// To a question that means the same.
    near: u64,
    /// Questions that had to be answered.
    new: u64,
    /// Answers that are kept now.
    kept: usize,
}

/// Requests to a route.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "RouteTimes")]
pub(crate) struct RouteShape {
    pub(crate) route: String,
    pub(crate) requests: u64,
    /// Until an answer began, on average.
    pub(crate) mean_ms: f64,
}

impl From<CacheStatistics> for CacheShape {
    fn from(statistics: CacheStatistics) -> CacheShape {
        let CacheStatistics { n_exact, n_near, n_missed, n_kept } = statistics;
        CacheShape { exact: n_exact, near: n_near, new: n_missed, kept: n_kept }
    }
}
