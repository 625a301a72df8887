//! `GET /api/v1/activity`: what this process has done so far.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::{Pairs, json, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{Form, RepositoryParameters};
use crate::wire::{ActivityDocument, CheckShape, RunShape};

pub(in crate::http) const ACTIVITY: Operation = Operation {
    method: "get",
    path: "/api/v1/activity",
    id: "activity",
    summary: "When files were last looked at and indexed, how often earlier answers helped, how long requests took.",
    query: Some(schema_of::<RepositoryParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<ActivityDocument>),
};

static FORM: LazyLock<Form<RepositoryParameters>> = LazyLock::new(Form::new);

pub(super) async fn activity(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let asked = FORM.read_pairs(pairs)?;
    let repository = service.repositories.find(asked.repository.as_deref())?;
    let document = ActivityDocument {
        schema: "quarry.activity.v1",
        repository: repository.name().to_owned(),
        last_check: repository.last_check().map(CheckShape::from),
        last_run: repository.last_run().map(RunShape::from),
        cache: repository.cache_statistics().into(),
        routes: service.metrics.by_route(),
    };
    Ok(json(StatusCode::OK, written(&document)?))
}
