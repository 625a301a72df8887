//! `GET /api/v1/events`: server-sent events, one whenever a repository's index changes or indexing has come further.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use super::repositories::shape;
use crate::http::Service;
use crate::http::openapi::{Answer, Operation, schema_of};
use crate::wire::RepositoryShape;

/// How often repositories are looked at.
const TICK: Duration = Duration::from_millis(250);

pub(in crate::http) const EVENTS: Operation = Operation {
    method: "get",
    path: "/api/v1/events",
    id: "events",
    summary: "Server-sent events: `repository`, whenever an index changes or indexing has come further.",
    query: None,
    body: None,
    answer: Answer::Events(schema_of::<RepositoryShape>),
};

/// A listener: what it was told of each repository, and what it has not read yet.
struct Listener {
    service: Arc<Service>,
    told: Vec<RepositoryShape>,
    waiting: VecDeque<RepositoryShape>,
}

impl Listener {
    /// The next event; `None` when the server stops.
    async fn next(&mut self) -> Option<RepositoryShape> {
        loop {
            if let Some(event) = self.waiting.pop_front() {
                return Some(event);
            }
            let now: Vec<RepositoryShape> = self.service.repositories.iter().map(|one| shape(&one)).collect();
            self.waiting.extend(now.iter().filter(|one| !self.told.contains(one)).cloned());
            self.told = now;
            if self.waiting.is_empty() {
                tokio::select! {
                    () = self.service.stop.cancelled() => return None,
                    () = tokio::time::sleep(TICK) => {}
                }
            }
        }
    }
}

pub(super) async fn events(State(service): State<Arc<Service>>) -> Response {
    let listener = Listener { service, told: Vec::new(), waiting: VecDeque::new() };
    let events = stream::unfold(listener, |mut listener| async {
        let shape = listener.next().await?;
        let event = Event::default().event("repository").json_data(&shape).unwrap_or_default();
        Some((Ok::<Event, Infallible>(event), listener))
    });
    Sse::new(events).keep_alive(KeepAlive::default()).into_response()
}
