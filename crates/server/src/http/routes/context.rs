//! `GET /api/v1/context`.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::{AnsweredCall, causes};

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{BudgetedContextParameters, Form};
use crate::savings;
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
    let asked = FORM.read_pairs(pairs)?;
    let request = asked.request()?;
    let BudgetedContextParameters { question, format, session, .. } = asked;
    let (repository, basis) = ready(&service, question.repository.as_deref()).await?;
    let bytes = blocking(move || {
        let sessions = repository.engine().sessions();
        let known = session.as_deref().map(|session| sessions.shown(session)).transpose()?.unwrap_or_default();
        let response = basis.searcher.assemble_context(&request, &known)?;
        let mut notices = basis.ready.notices_with(&response.notices);
        // The answer is given; that it may be given again is worth a notice.
        let remembered = session.as_deref().map(|session| sessions.remember(session, &response.newly_shown));
        notices.extend(remembered.and_then(Result::err).map(|error| causes(&error)));
        let mut document = ContextDocument::of(&response, &question.query, repository.root());
        (document.fresh, document.notices) = (basis.ready.is_fresh, notices.into());
        document.text = format.map(|_| response.text.as_str().into());
        let bytes = written(&document)?;
        let paths = response.primary.iter().map(|piece| piece.path.as_str()).collect();
        let index = Some(basis.searcher.manifest());
        let call = AnsweredCall { kind: "http context", n_bytes: bytes.len(), n_tokens: None, paths, index };
        savings::note(&repository, &call);
        Ok(bytes)
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
