//! `GET /api/v1/search` and `/explain`.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::{AnsweredCall, SearchRequest};

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{Form, FullSearchParameters};
use crate::savings;
use crate::wire::SearchDocument;
use crate::work::blocking;

pub(in crate::http) const SEARCH: Operation = Operation {
    method: "get",
    path: "/api/v1/search",
    id: "search",
    summary: "Finds code by meaning and by name; the few places that answer, best first.",
    query: Some(schema_of::<FullSearchParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<SearchDocument<'static>>),
};

pub(in crate::http) const EXPLAIN: Operation = Operation {
    path: "/api/v1/explain",
    id: "explain",
    summary: "The same as search, with how the answer came about: the plan, the candidates, every weight.",
    ..SEARCH
};

static FORM: LazyLock<Form<FullSearchParameters>> = LazyLock::new(Form::new);

pub(super) async fn search(State(service): State<Arc<Service>>, pairs: Pairs) -> Result<Response, Failure> {
    answer(&service, pairs, |request| request).await
}

pub(super) async fn explain(State(service): State<Arc<Service>>, pairs: Pairs) -> Result<Response, Failure> {
    answer(&service, pairs, |request| SearchRequest { explain: true, ..request }).await
}

async fn answer(
    service: &Service,
    Pairs(pairs): Pairs,
    adjusted: fn(SearchRequest) -> SearchRequest,
) -> Result<Response, Failure> {
    let asked = FORM.read_pairs(pairs)?;
    let (repository, basis) = ready(service, asked.question.repository.as_deref()).await?;
    let engine = repository.engine();
    let limit = asked.question.limit.unwrap_or(engine.settings().search.limit);
    let request = adjusted(asked.request(limit)?);
    let settings = asked.settings(engine.settings())?;
    let bytes = blocking(move || {
        let response = match settings {
            None => repository.cache().search(&basis.searcher, &request)?,
            Some(settings) => Arc::new(repository.engine_with(settings).open()?.search(&request)?),
        };
        let notices = basis.ready.notices_with(&response.notices);
        let mut document = SearchDocument::of(&response, &asked.question.query, repository.root());
        (document.fresh, document.notices) = (basis.ready.is_fresh, notices.into());
        document.indexed_files = basis.searcher.manifest().files.len();
        let bytes = written(&document)?;
        let paths = response.hits.iter().map(|hit| hit.path.as_str()).collect();
        let index = Some(basis.searcher.manifest());
        let call = AnsweredCall { kind: "http search", n_bytes: bytes.len(), n_tokens: None, paths, index };
        savings::note(&repository, &call);
        Ok(bytes)
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
