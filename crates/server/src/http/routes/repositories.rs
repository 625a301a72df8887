//! `GET /api/v1/repositories`.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::{json, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::repository::Repository;
use crate::wire::{IndexingShape, RepositoriesDocument, RepositoryShape};

pub(in crate::http) const LIST: Operation = Operation {
    method: "get",
    path: "/api/v1/repositories",
    id: "listRepositories",
    summary: "The repositories of this server, and how far their indexes are.",
    query: None,
    body: None,
    answer: Answer::Json(200, schema_of::<RepositoriesDocument>),
};

pub(super) async fn list(State(service): State<Arc<Service>>) -> Result<Response, Failure> {
    let repositories = service.repositories.iter().map(|repository| shape(&repository)).collect();
    let document = RepositoriesDocument { schema: "quarry.repositories.v1".into(), repositories };
    Ok(json(StatusCode::OK, written(&document)?))
}

/// A repository as it is now.
pub(super) fn shape(repository: &Repository) -> RepositoryShape {
    let searcher = repository.searcher();
    let manifest = searcher.as_ref().map(|searcher| searcher.manifest());
    RepositoryShape {
        name: repository.name().to_owned(),
        root: repository.root().to_string_lossy().into_owned(),
        generation: manifest.map(|manifest| manifest.generation),
        files: manifest.map_or(0, |manifest| manifest.files.len()),
        indexing: IndexingShape::from(repository.reading()),
    }
}
