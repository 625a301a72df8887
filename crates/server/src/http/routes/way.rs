//! `GET /api/v1/path`: the way along which one thing uses another.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

use super::graph::Question;
use super::{Pairs, json, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::lookup;
use crate::parameters::{Form, WayParameters};
use crate::wire::WayDocument;
use crate::work::blocking;

pub(in crate::http) const WAY: Operation = Operation {
    method: "get",
    path: "/api/v1/path",
    id: "path",
    summary: "The shortest of the surest ways along which one thing uses another, or the other way round if there is none.",
    query: Some(schema_of::<WayParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<WayDocument<'static>>),
};

static FORM: LazyLock<Form<WayParameters>> = LazyLock::new(Form::new);

pub(super) async fn way(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let asked = FORM.read_pairs(pairs)?;
    let walk = asked.walk()?;
    let WayParameters { to, along } = asked;
    let question = Question::of(&service, along.about).await?;
    let bytes = blocking(move || {
        let searcher = &question.basis.searcher;
        let ends = [question.asked(), lookup::asked(&to, question.repository.root(), searcher)];
        let mut notices = question.basis.ready.notices.clone();
        for end in &ends {
            notices.extend(lookup::other_spelling(end, &searcher.symbols(end)?));
        }
        let [from, goal] = &ends;
        let steps = lookup::surest_way(searcher, (from, goal), &walk)?;
        let back = if steps.is_empty() { lookup::surest_way(searcher, (goal, from), &walk)? } else { Vec::new() };
        let document = |steps| WayDocument::of((&question.about.target, &to), steps, &question.answered(&notices));
        match back.is_empty() {
            true => written(&document(&steps)),
            false => written(&document(&back).reversed()),
        }
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}
