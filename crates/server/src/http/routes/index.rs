//! `POST /api/v1/index`: work, so it needs the scope `admin`. Whoever accepts events is told how far it is, and at the end what was
//! done; others are told at once that it has begun.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use quarry_engine::{IndexReport, Mode};

use super::repositories::shape;
use super::{Pairs, json, written};
use crate::failure::Failure;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::http::problem::problem_shape;
use crate::parameters::{Form, IndexParameters};
use crate::repository::Repository;
use crate::wire::{IndexDocument, RepositoryShape};

/// How often a listener is told how far it is.
const TICK: Duration = Duration::from_millis(100);
const EVENTS: &str = "text/event-stream";

pub(in crate::http) const START: Operation = Operation {
    method: "post",
    path: "/api/v1/index",
    id: "startIndexing",
    summary: "Brings an index up to date or makes it anew. Answers at once; to whoever accepts `text/event-stream` with events: \
              `repository`, how far it is, then `report` or `problem`. Needs the scope `admin`.",
    query: Some(schema_of::<IndexParameters>),
    body: None,
    answer: Answer::Json(202, schema_of::<RepositoryShape>),
};

static FORM: LazyLock<Form<IndexParameters>> = LazyLock::new(Form::new);

/// A run of indexing that is listened to.
type Run = Pin<Box<dyn Future<Output = Result<IndexReport, Failure>> + Send>>;

pub(super) async fn start(
    State(service): State<Arc<Service>>,
    headers: HeaderMap,
    Pairs(pairs): Pairs,
) -> Result<Response, Failure> {
    let asked = FORM.read_pairs(pairs)?;
    let repository = service.repositories.find(asked.repository.as_deref())?;
    let mode = if asked.rebuild { Mode::Rebuild } else { Mode::Changed };
    let running = Arc::clone(&repository);
    let run = tokio::spawn(async move { running.index(mode).await });
    let accepts_events = headers.get(header::ACCEPT).is_some_and(|accepted| accepted.as_bytes() == EVENTS.as_bytes());
    if !accepts_events {
        return Ok(json(StatusCode::ACCEPTED, written(&shape(&repository))?));
    }
    let ended = || Err(Failure::internal("indexing ended before its time"));
    let run: Run = Box::pin(async move { run.await.unwrap_or_else(|_| ended()) });
    let events = stream::unfold((Some(run), repository), |(run, repository)| async move {
        let (event, run) = next(run?, &repository).await;
        Some((Ok::<Event, Infallible>(event), (run, repository)))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()).into_response())
}

/// The next event, and the run if it goes on.
async fn next(mut run: Run, repository: &Repository) -> (Event, Option<Run>) {
    match tokio::time::timeout(TICK, &mut run).await {
        Err(_) => (Event::default().event("repository").json_data(shape(repository)).unwrap_or_default(), Some(run)),
        Ok(Ok(report)) => {
            let engine = repository.engine();
            let document = IndexDocument::of(&report, engine.index_dir());
            (Event::default().event("report").json_data(&document).unwrap_or_default(), None)
        }
        Ok(Err(failure)) => {
            (Event::default().event("problem").json_data(problem_shape(failure)).unwrap_or_default(), None)
        }
    }
}
