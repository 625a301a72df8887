//! The routes, one file per subject, and what they share. Each says in an [`Operation`] what it is, for the OpenAPI document.

mod activity;
mod context;
mod events;
mod files;
mod graph;
mod grep;
mod index;
mod indexes;
mod map;
mod outline;
mod ready;
mod related;
mod repositories;
mod search;
mod status;
mod stop;
mod way;

use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{any_service, get, post};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::streamable_http_server::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Serialize;

use super::admission::MAX_BODY_BYTES;
use super::openapi::{self, Operation};
use super::problem::refusal;
use super::{Service, admission, metrics, oauth, observation, page};
use crate::failure::Failure;
use crate::mcp::Mcp;
use crate::repository::{Basis, Readiness, Repository};

/// Everything that the OpenAPI document describes.
pub(super) const OPERATIONS: [Operation; 22] = [
    search::SEARCH,
    search::EXPLAIN,
    grep::GREP,
    related::TO_LINE,
    related::TO_TEXT,
    graph::SYMBOLS,
    graph::GRAPH,
    outline::OUTLINE,
    outline::DEPS,
    way::WAY,
    map::MAP,
    context::CONTEXT,
    files::LIST,
    files::TEXT,
    status::STATUS,
    ready::READY,
    indexes::INDEXES,
    activity::ACTIVITY,
    repositories::LIST,
    index::START,
    events::EVENTS,
    openapi::DOCUMENT,
];

/// Every route behind admission and observation.
pub(super) fn all(service: Arc<Service>) -> Router {
    let mut router = Router::new()
        .route(search::SEARCH.path, get(search::search))
        .route(search::EXPLAIN.path, get(search::explain))
        .route(grep::GREP.path, get(grep::grep))
        .route(related::TO_LINE.path, get(related::to_line).post(related::to_text))
        .route(graph::SYMBOLS.path, get(graph::symbols))
        .route(graph::GRAPH.path, get(graph::graph))
        .route(outline::OUTLINE.path, get(outline::outline))
        .route(outline::DEPS.path, get(outline::deps))
        .route(way::WAY.path, get(way::way))
        .route(map::MAP.path, get(map::map))
        .route(context::CONTEXT.path, get(context::context))
        .route(files::LIST.path, get(files::list))
        .route(files::ROUTE, get(files::text))
        .route(status::STATUS.path, get(status::status))
        .route(ready::READY.path, get(ready::ready))
        .route(indexes::INDEXES.path, get(indexes::list))
        .route(activity::ACTIVITY.path, get(activity::activity))
        .route(repositories::LIST.path, get(repositories::list))
        .route(index::START.path, post(index::start))
        .route(events::EVENTS.path, get(events::events))
        .route(openapi::DOCUMENT.path, get(openapi::show))
        .route("/metrics", get(metrics::show))
        .route("/healthz", get(|| async { "ok\n" }));
    if service.ends_when_idle.is_some() {
        router = router.route(stop::PATH, post(stop::stop));
    }
    for path in oauth::PATHS {
        router = router.route(path, get(oauth::metadata));
    }
    for part in &page::PARTS {
        router = router.route(part.path, get(move |headers: HeaderMap| async move { part.answer(&headers) }));
    }
    let nothing = || async { refusal(StatusCode::NOT_FOUND, "there is nothing at this path") };
    let not_so = || async { refusal(StatusCode::METHOD_NOT_ALLOWED, "this path does not take that method") };
    router
        .with_state(Arc::clone(&service))
        .route_service("/mcp", any_service(mcp(&service)))
        .fallback(nothing)
        .method_not_allowed_fallback(not_so)
        .layer(from_fn_with_state(Arc::clone(&service), admission::admit))
        .layer(from_fn_with_state(service, observation::observe))
}

/// MCP without sessions: there is nothing that could expire while an agent thinks, or pile up when it never says goodbye.
fn mcp(service: &Service) -> StreamableHttpService<Mcp, NeverSessionManager> {
    let mcp = Mcp::new(Arc::clone(&service.repositories));
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true)
        .with_allowed_hosts(service.hosts.names())
        .with_max_request_body_bytes(MAX_BODY_BYTES)
        .with_cancellation_token(service.stop.clone());
    StreamableHttpService::new(move || Ok(mcp.clone()), Arc::default(), config)
}

/// The pairs of a query string, decoded.
struct Pairs(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Pairs {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Pairs, Failure> {
        let read: Result<Query<Vec<(String, String)>>, QueryRejection> = Query::from_request_parts(parts, state).await;
        match read {
            Ok(Query(pairs)) => Ok(Pairs(pairs)),
            Err(rejection) => Err(Failure::wrong(rejection.body_text(), None)),
        }
    }
}

/// A repository and an index of it to ask.
async fn ready(service: &Service, name: Option<&str>) -> Result<(Arc<Repository>, Box<Basis>), Failure> {
    let repository = service.repositories.find(name)?;
    let basis = made_ready(repository.ready().await)?;
    Ok((repository, basis))
}

/// An index to ask, or why there is none.
fn made_ready(readiness: Readiness) -> Result<Box<Basis>, Failure> {
    match readiness {
        Readiness::Ready(basis) => Ok(basis),
        Readiness::NotYet(reading) => {
            let what = format!("the index of this repository is being made: {}", reading.sentence());
            Err(Failure::not_yet(what))
        }
        Readiness::Failed(problem) => Err(Failure::no_index(problem)),
    }
}

/// A document as bytes. Documents borrow from answers, so they are written where the answer is made.
fn written(document: &impl Serialize) -> Result<Vec<u8>, Failure> {
    serde_json::to_vec(document).map_err(|error| Failure::internal(error.to_string()))
}

/// An answer of JSON.
fn json(status: StatusCode, bytes: Vec<u8>) -> Response {
    (status, [(header::CONTENT_TYPE, "application/json")], bytes).into_response()
}
