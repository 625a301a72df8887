//! What every answer has in common: it is timed, counted, written down, bounded in time, and carries the same headers.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::Service;
use super::connections::Peer;
use super::problem::refusal;
use super::tokens::Caller;
use crate::wire::{AuditShape, milliseconds};

/// How long an answer may take to begin. Longer than any question waits for an index; a body that trickles in is given up.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(30);
/// Says which Quarry answers: the command line asks no other version than its own.
pub(super) const VERSION_HEADER: HeaderName = HeaderName::from_static(crate::wire::VERSION_HEADER);
/// What requests to no route are counted under: whatever strangers ask for must not make new counters.
const NO_ROUTE: &str = "none";

pub(super) async fn observe(State(service): State<Arc<Service>>, request: Request, next: Next) -> Response {
    let _busy = service.idle.busy();
    let began = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or(NO_ROUTE, MatchedPath::as_str).to_owned();
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let peer = request.extensions().get::<Peer>().copied();
    let answered = tokio::time::timeout(REQUEST_TIMEOUT, next.run(request)).await;
    let late = |_| refusal(StatusCode::SERVICE_UNAVAILABLE, "the answer took too long");
    let mut response = answered.unwrap_or_else(late);
    let elapsed = began.elapsed();
    service.metrics.count(&route, &method, response.status(), elapsed);
    if service.audit.is_wanted() {
        service.audit.write(&AuditShape {
            time: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis()),
            caller: response.extensions().get::<Caller>().map(|caller| caller.name.as_str()),
            address: peer.map(|peer| peer.0.ip().to_string()),
            method: method.as_str(),
            path: uri.path(),
            query: uri.query(),
            status: response.status().as_u16(),
            elapsed_ms: milliseconds(elapsed),
        });
    }
    let headers = response.headers_mut();
    headers.insert(VERSION_HEADER, HeaderValue::from_static(env!("CARGO_PKG_VERSION")));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
