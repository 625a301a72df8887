//! `GET /api/v1/map`: where to begin reading.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::{Filter, MapRequest};

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{Form, MapParameters};
use crate::wire::MapDocument;
use crate::work::blocking;

pub(in crate::http) const MAP: Operation = Operation {
    method: "get",
    path: "/api/v1/map",
    id: "map",
    summary: "The most central files and their most used definitions, inside a budget of tokens.",
    query: Some(schema_of::<MapParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<MapDocument<'static>>),
};

static FORM: LazyLock<Form<MapParameters>> = LazyLock::new(Form::new);

pub(super) async fn map(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let MapParameters { budget, within, text, repository } = FORM.read_pairs(pairs)?;
    let (repository, basis) = ready(&service, repository.as_deref()).await?;
    let bytes = blocking(move || {
        let filter = Filter { within: within.trim_matches('/').to_owned(), ..Filter::default() };
        let map = basis.searcher.map(&MapRequest { budget, filter })?;
        let mut document = MapDocument::of(&map, repository.root());
        (document.fresh, document.notices) = (basis.ready.is_fresh, (&basis.ready.notices).into());
        document.text = text.then(|| map.text.as_str().into());
        written(&document)
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
