//! `GET /api/v1/status`.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{Form, RepositoryParameters};
use crate::wire::StatusDocument;
use crate::work::blocking;

pub(in crate::http) const STATUS: Operation = Operation {
    method: "get",
    path: "/api/v1/status",
    id: "status",
    summary: "What an index holds, how well it was parsed, what was left out and why.",
    query: Some(schema_of::<RepositoryParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<StatusDocument<'static>>),
};

static FORM: LazyLock<Form<RepositoryParameters>> = LazyLock::new(Form::new);

pub(super) async fn status(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let asked = FORM.read_pairs(pairs)?;
    let (repository, _) = ready(&service, asked.repository.as_deref()).await?;
    let bytes = blocking(move || {
        let engine = repository.engine();
        written(&StatusDocument::of(&engine.status()?, engine.index_dir()))
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
