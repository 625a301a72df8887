//! `GET /api/v1/indexes`: what the indexes of this server's repositories hold and take.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::{IndexSummary, causes};

use super::{json, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::wire::ListDocument;
use crate::work::blocking;

pub(in crate::http) const INDEXES: Operation = Operation {
    method: "get",
    path: "/api/v1/indexes",
    id: "listIndexes",
    summary: "The indexes of this server's repositories: how much they hold, and how large they are.",
    query: None,
    body: None,
    answer: Answer::Json(200, schema_of::<ListDocument<'static>>),
};

pub(super) async fn list(State(service): State<Arc<Service>>) -> Result<Response, Failure> {
    let bytes = blocking(move || {
        let repositories: Vec<_> = service.repositories.iter().collect();
        let summary = |engine: &quarry_engine::Engine| IndexSummary {
            dir: engine.index_dir().to_owned(),
            status: engine.status().map_err(|error| causes(&error)),
        };
        let summaries: Vec<IndexSummary> = repositories.iter().map(|one| summary(&one.engine())).collect();
        let home = repositories.first().map(|one| one.home().to_owned()).unwrap_or_default();
        written(&ListDocument::of(&home, &summaries))
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
