//! `GET /api/v1/ready`: how fresh an index is, after its files were looked at.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::{Pairs, json, made_ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{Form, ReadyParameters, Refresh};
use crate::wire::ReadyDocument;

pub(in crate::http) const READY: Operation = Operation {
    method: "get",
    path: "/api/v1/ready",
    id: "ready",
    summary: "How fresh an index is. With `refresh=now`, after its files were looked at; what changed before the call is indexed then.",
    query: Some(schema_of::<ReadyParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<ReadyDocument<'static>>),
};

static FORM: LazyLock<Form<ReadyParameters>> = LazyLock::new(Form::new);

pub(super) async fn ready(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let asked = FORM.read_pairs(pairs)?;
    let repository = service.repositories.find(asked.repository.as_deref())?;
    let readiness = match asked.refresh {
        Refresh::Now => repository.ready_now().await,
        Refresh::Usual => repository.ready().await,
    };
    let basis = made_ready(readiness)?;
    let manifest = basis.searcher.manifest();
    let document = ReadyDocument {
        schema: "quarry.ready.v1".into(),
        repository: repository.name().into(),
        root: repository.root().to_string_lossy(),
        generation: manifest.generation,
        committed_at: manifest.committed_at,
        files: manifest.files.len(),
        fresh: basis.ready.is_fresh,
        notices: (&basis.ready.notices).into(),
        model_problem: basis.ready.model_problem.as_deref().map(Into::into),
        max_line_chars: repository.engine().settings().search.max_line_chars,
    };
    Ok(json(StatusCode::OK, written(&document)?))
}
