//! The shapes of `--json` that only the command line has: estimates, models, checks, scores. All others are those of the
//! server, `quarry_server::wire`, and the same rules hold here.
//!
//! This file and its folder alone derive Serialize.

pub(crate) mod daemon;
pub(crate) mod doctor;
pub(crate) mod eval;
pub(crate) mod install;
pub(crate) mod savings;

use quarry_engine::{EmbeddingEstimate, Status};
use quarry_server::wire::ModelShape;
use serde::Serialize;

use crate::commands::models::Offer;

/// `quarry index --dry-run --json`.
#[derive(Debug, Serialize)]
pub(crate) struct EstimateDocument<'a> {
    schema: &'static str,
    root: &'a str,
    /// Who would embed; null if the settings want nobody.
    model: Option<&'a str>,
    url: Option<&'a str>,
    files: usize,
    chunks: usize,
    /// What a model outside of Quarry would be asked; null for Quarry's own.
    cost: Option<CostShape>,
}

#[derive(Debug, Serialize)]
struct CostShape {
    cached: usize,
    empty: usize,
    to_embed: usize,
    /// Estimated.
    tokens: u64,
    requests: usize,
}

impl<'a> EstimateDocument<'a> {
    pub(crate) fn of(found: &'a EmbeddingEstimate, root: &'a str) -> EstimateDocument<'a> {
        EstimateDocument {
            schema: "quarry.estimate.v1",
            root,
            model: found.model.as_ref().map(|model| model.name.as_str()),
            url: found.model.as_ref().and_then(|model| model.url.as_deref()),
            files: found.n_files,
            chunks: found.n_chunks,
            cost: found.cost.map(|cost| CostShape {
                cached: cost.cached,
                empty: cost.empty,
                to_embed: cost.to_embed,
                tokens: cost.tokens,
                requests: cost.requests,
            }),
        }
    }
}

/// `quarry models --json`.
#[derive(Debug, Serialize)]
pub(crate) struct ModelsDocument<'a> {
    schema: &'static str,
    root: &'a str,
    providers: Vec<ProviderShape<'a>>,
    /// What the index holds; null if there is none.
    index: Option<IndexVectorsShape<'a>>,
}

#[derive(Debug, Serialize)]
struct ProviderShape<'a> {
    provider: &'static str,
    /// The model that is or would be used.
    model: &'a str,
    needs: &'a str,
    configured: bool,
}

#[derive(Debug, Serialize)]
struct IndexVectorsShape<'a> {
    model: Option<ModelShape<'a>>,
    files: usize,
    chunks: u64,
    embedded_files: usize,
    embedded_chunks: u64,
}

impl<'a> ModelsDocument<'a> {
    pub(crate) fn of(offers: &'a [Offer], status: Option<&'a Status>, root: &'a str) -> ModelsDocument<'a> {
        let provider = |offer: &'a Offer| ProviderShape {
            provider: offer.provider,
            model: &offer.model,
            needs: &offer.needs,
            configured: offer.is_configured,
        };
        let index = |status: &'a Status| IndexVectorsShape {
            model: status.manifest.model.as_ref().map(ModelShape::of),
            files: status.manifest.files.len(),
            chunks: status.manifest.n_chunks(),
            embedded_files: status.embedded.n_files,
            embedded_chunks: status.embedded.n_chunks,
        };
        ModelsDocument {
            schema: "quarry.models.v1",
            root,
            providers: offers.iter().map(provider).collect(),
            index: status.map(index),
        }
    }
}
