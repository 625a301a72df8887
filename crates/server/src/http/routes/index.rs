//! `POST /api/v1/index`: work, so it needs the scope `admin`.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::repositories::shape;
use super::{Pairs, json, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{Form, RepositoryParameters};
use crate::wire::RepositoryShape;

pub(in crate::http) const START: Operation = Operation {
    method: "post",
    path: "/api/v1/index",
    id: "startIndexing",
    summary: "Starts to bring an index up to date, and does not wait for it: see events. Needs the scope `admin`.",
    query: Some(schema_of::<RepositoryParameters>),
    body: None,
    answer: Answer::Json(202, schema_of::<RepositoryShape>),
};

static FORM: LazyLock<Form<RepositoryParameters>> = LazyLock::new(Form::new);

pub(super) async fn start(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let asked = FORM.read_pairs(pairs)?;
    let repository = service.repositories.find(asked.repository.as_deref())?;
    repository.check_now();
    Ok(json(StatusCode::ACCEPTED, written(&shape(repository))?))
}
