//! What is asked about a file as a whole: `GET /api/v1/outline` for its definitions, `/api/v1/deps` for its imports and importers.

use std::sync::{Arc, LazyLock};

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::{Asked, Direction, RepoPath};

use super::graph::Question;
use super::{Pairs, json, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::parameters::{AlongParameters, Form, GraphParameters};
use crate::wire::{DepsDocument, OutlineDocument};
use crate::work::blocking;

pub(in crate::http) const OUTLINE: Operation = Operation {
    method: "get",
    path: "/api/v1/outline",
    id: "outline",
    summary: "The definitions of a file, in order, each with what it stands in.",
    query: Some(schema_of::<GraphParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<OutlineDocument<'static>>),
};

pub(in crate::http) const DEPS: Operation = Operation {
    path: "/api/v1/deps",
    id: "deps",
    summary: "What a file imports, who imports it, and what it takes from elsewhere.",
    query: Some(schema_of::<AlongParameters>),
    answer: Answer::Json(200, schema_of::<DepsDocument<'static>>),
    ..OUTLINE
};

static OUTLINE_FORM: LazyLock<Form<GraphParameters>> = LazyLock::new(Form::new);
static DEPS_FORM: LazyLock<Form<AlongParameters>> = LazyLock::new(Form::new);

pub(super) async fn outline(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let question = Question::of(&service, OUTLINE_FORM.read_pairs(pairs)?).await?;
    let bytes = blocking(move || {
        let outline = question.basis.searcher.outline(&file(&question)?)?;
        written(&OutlineDocument::of(&outline, &question.answered(&question.basis.ready.notices)))
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}

pub(super) async fn deps(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let along = DEPS_FORM.read_pairs(pairs)?;
    let walks = [along.imports(Direction::Uses)?, along.imports(Direction::UsedBy)?];
    let question = Question::of(&service, along.about).await?;
    let bytes = blocking(move || {
        let (path, searcher) = (file(&question)?, &question.basis.searcher);
        let related = |walk| searcher.related_by_graph(&Asked::File(path.clone()), walk, question.about.n_rows());
        let (imports, imported_by) = (related(&walks[0])?, related(&walks[1])?);
        let outside = searcher.imports_from_outside(&path)?;
        let answered = question.answered(&question.basis.ready.notices);
        written(&DepsDocument::of(path.as_str(), (&imports, &imported_by), &outside, &answered))
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}

/// The file that is asked about.
fn file(question: &Question) -> Result<RepoPath, Failure> {
    match question.asked() {
        Asked::File(path) | Asked::Line(path, _) => Ok(path),
        // If there is no such file, the engine says which are alike.
        Asked::Name(name) => Ok(RepoPath::new(&name)),
    }
}
