//! `GET /api/v1/context`.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::Shown;

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{BudgetedContextParameters, Form};
use crate::wire::ContextDocument;
use crate::work::blocking;

pub(in crate::http) const CONTEXT: Operation = Operation {
    method: "get",
    path: "/api/v1/context",
    id: "context",
    summary: "Assembles the code that an answer needs, and what is related to it, inside a budget of tokens.",
    query: Some(schema_of::<BudgetedContextParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<ContextDocument<'static>>),
};

static FORM: LazyLock<Form<BudgetedContextParameters>> = LazyLock::new(Form::new);

pub(super) async fn context(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let BudgetedContextParameters { question, budget } = FORM.read_pairs(pairs)?;
    let request = question.request(budget)?;
    let (repository, basis) = ready(&service, question.repository.as_deref()).await?;
    let bytes = blocking(move || {
        let response = basis.searcher.assemble_context(&request, &Shown::default())?;
        let notices = basis.ready.notices_with(&response.notices);
        let mut document = ContextDocument::of(&response, &question.query, repository.root());
        (document.fresh, document.notices) = (basis.ready.is_fresh, &notices);
        written(&document)
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
