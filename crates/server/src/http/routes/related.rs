//! `GET /api/v1/related` for the code at a line, `POST` for a text.

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::{RelatedRequest, RelatedResponse};
use serde_json::Value;

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::admission::MAX_BODY_BYTES;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{Form, RelatedParameters, RelatedTextParameters};
use crate::wire::RelatedDocument;
use crate::work::blocking;

pub(in crate::http) const TO_LINE: Operation = Operation {
    method: "get",
    path: "/api/v1/related",
    id: "relatedToLine",
    summary: "Finds code like the code at a line, and says why.",
    query: Some(schema_of::<RelatedParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<RelatedDocument<'static>>),
};

pub(in crate::http) const TO_TEXT: Operation = Operation {
    method: "post",
    id: "relatedToText",
    summary: "Finds code like a text, and says why.",
    query: None,
    body: Some(schema_of::<RelatedTextParameters>),
    ..TO_LINE
};

static LINE_FORM: LazyLock<Form<RelatedParameters>> = LazyLock::new(Form::new);
static TEXT_FORM: LazyLock<Form<RelatedTextParameters>> = LazyLock::new(Form::new);

pub(super) async fn to_line(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let asked = LINE_FORM.read_pairs(pairs)?;
    answer(&service, asked.request()?, asked.repository.as_deref()).await
}

pub(super) async fn to_text(State(service): State<Arc<Service>>, body: Body) -> Result<Response, Failure> {
    let too_large = |_| Failure::wrong("the body cannot be read, or is too large", None);
    let bytes = axum::body::to_bytes(body, MAX_BODY_BYTES).await.map_err(too_large)?;
    let value = serde_json::from_slice(&bytes).map_err(|error| Failure::wrong(format!("not JSON: {error}"), None))?;
    let Value::Object(arguments) = value else { return Err(Failure::wrong("the body must be a JSON object", None)) };
    let asked = TEXT_FORM.read(arguments)?;
    answer(&service, asked.request()?, asked.repository.as_deref()).await
}

async fn answer(service: &Service, request: RelatedRequest, repository: Option<&str>) -> Result<Response, Failure> {
    let (repository, basis) = ready(service, repository).await?;
    let bytes = blocking(move || {
        let response = basis.searcher.related(&request)?;
        let response = RelatedResponse { notices: basis.ready.notices_with(&response.notices), ..response };
        let root = repository.root().to_string_lossy();
        let mut document = RelatedDocument::of(&root, &response);
        (document.fresh, document.indexed_files) = (basis.ready.is_fresh, basis.searcher.manifest().files.len());
        written(&document)
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
