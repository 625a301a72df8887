//! `GET /api/v1/symbols` for definitions, `/api/v1/graph` for who uses them, what they use and whom a change affects.

use std::sync::{Arc, LazyLock};
use std::time::Instant;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use quarry_engine::{Asked, Place, Walk};
use schemars::generate::SchemaGenerator;
use schemars::{Schema, json_schema};

use super::{Pairs, json, ready, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::lookup;
use crate::parameters::{Form, GraphParameters, RelationParameters, UseQuestion};
use crate::repository::{Basis, Repository};
use crate::wire::{GraphAnswered, ImpactDocument, SymbolsDocument, UsesDocument};
use crate::work::blocking;

pub(in crate::http) const SYMBOLS: Operation = Operation {
    method: "get",
    path: "/api/v1/symbols",
    id: "symbols",
    summary: "Where a name is defined, or what is defined around a line.",
    query: Some(schema_of::<GraphParameters>),
    body: None,
    answer: Answer::Json(200, schema_of::<SymbolsDocument<'static>>),
};

pub(in crate::http) const GRAPH: Operation = Operation {
    path: "/api/v1/graph",
    id: "graph",
    summary: "Who uses something, what it calls, or which files a change affects, with how sure each use is.",
    query: Some(schema_of::<RelationParameters>),
    answer: Answer::Json(200, uses_or_impact),
    ..SYMBOLS
};

static SYMBOLS_FORM: LazyLock<Form<GraphParameters>> = LazyLock::new(Form::new);
static GRAPH_FORM: LazyLock<Form<RelationParameters>> = LazyLock::new(Form::new);

/// The document depends on what is asked.
fn uses_or_impact(generator: &mut SchemaGenerator) -> Schema {
    let (uses, impact) =
        (schema_of::<UsesDocument<'static>>(generator), schema_of::<ImpactDocument<'static>>(generator));
    json_schema!({ "anyOf": [uses, impact] })
}

/// A question that can be put to the engine.
pub(super) struct Question {
    pub(super) repository: Arc<Repository>,
    pub(super) basis: Box<Basis>,
    pub(super) about: GraphParameters,
    started: Instant,
}

pub(super) async fn symbols(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let question = Question::of(&service, SYMBOLS_FORM.read_pairs(pairs)?).await?;
    let bytes = blocking(move || {
        let asked = question.asked();
        let found = question.basis.searcher.symbols(&asked)?;
        let notices = question.notices(&asked, &found);
        let shown = &found[..found.len().min(question.about.n_rows())];
        written(&SymbolsDocument::of(&question.about.target, shown, found.len(), &question.answered(&notices)))
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}

pub(super) async fn graph(State(service): State<Arc<Service>>, Pairs(pairs): Pairs) -> Result<Response, Failure> {
    let RelationParameters { relation, along } = GRAPH_FORM.read_pairs(pairs)?;
    let walk = along.walk(relation)?;
    let question = Question::of(&service, along.about).await?;
    let bytes = blocking(move || match relation {
        UseQuestion::Refs => question.uses(&walk, "quarry.refs.v1"),
        UseQuestion::Callers => question.uses(&walk, "quarry.callers.v1"),
        UseQuestion::Callees => question.uses(&walk, "quarry.callees.v1"),
        UseQuestion::Impact => question.impact(&walk),
    })
    .await?;
    Ok(json(StatusCode::OK, bytes))
}

impl Question {
    pub(super) async fn of(service: &Service, about: GraphParameters) -> Result<Question, Failure> {
        let (repository, basis) = ready(service, about.repository.as_deref()).await?;
        Ok(Question { repository, basis, about, started: Instant::now() })
    }

    pub(super) fn asked(&self) -> Asked {
        lookup::asked(&self.about.target, self.repository.root(), &self.basis.searcher)
    }

    fn uses(&self, walk: &Walk, schema: &'static str) -> Result<Vec<u8>, Failure> {
        let asked = self.asked();
        let answer = self.basis.searcher.related_by_graph(&asked, walk, self.about.n_rows())?;
        let notices = self.notices(&asked, &answer.subjects);
        written(&UsesDocument::of(schema, &self.about.target, &answer, &self.answered(&notices)))
    }

    fn impact(&self, walk: &Walk) -> Result<Vec<u8>, Failure> {
        let asked = self.asked();
        let answer = self.basis.searcher.impact(&asked, walk)?;
        let notices = self.notices(&asked, &answer.subjects);
        let answered = self.answered(&notices);
        let texts = lookup::first_lines(&self.basis.searcher, &answer, self.about.n_rows())?;
        written(&ImpactDocument::of(&self.about.target, &answer, &texts, &answered))
    }

    /// The graph needs no vectors, so what a model could not do is not told.
    fn notices(&self, asked: &Asked, subjects: &[Place]) -> Vec<String> {
        self.basis.ready.notices.iter().cloned().chain(lookup::other_spelling(asked, subjects)).collect()
    }

    pub(super) fn answered<'a>(&'a self, notices: &'a [String]) -> GraphAnswered<'a> {
        GraphAnswered {
            root: self.repository.root(),
            generation: self.basis.searcher.manifest().generation,
            is_fresh: self.basis.ready.is_fresh,
            notices,
            elapsed: self.started.elapsed(),
        }
    }
}
