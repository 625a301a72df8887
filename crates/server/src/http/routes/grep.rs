//! `GET /api/v1/grep`.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{Form, GrepParameters};
use crate::wire::GrepDocument;
use crate::work::blocking;

pub(in crate::http) const GREP: Operation = Operation {
    method: "get",
    path: "/api/v1/grep",
    id: "grep",
    summary: "Finds every match of a text or regular expression, grouped by the definition it stands in, and counts them.",
    query: Some(schema_of::<GrepParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<GrepDocument<'static>>),
};

static FORM: LazyLock<Form<GrepParameters>> = LazyLock::new(Form::new);

pub(super) async fn grep(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let asked = FORM.read_pairs(pairs)?;
    let request = asked.request()?;
    let (repository, basis) = ready(&service, asked.repository.as_deref()).await?;
    let bytes = blocking(move || {
        let response = basis.searcher.grep(&request);
        // Matches need no vectors, so what a model could not do is not told.
        let notices = [basis.ready.notices.as_slice(), response.notices.as_slice()].concat();
        let mut document = GrepDocument::of(&response, &asked.pattern, repository.root());
        (document.fresh, document.notices) = (basis.ready.is_fresh, notices.into());
        written(&document)
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
