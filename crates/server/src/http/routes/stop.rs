//! `POST /api/v1/stop`: ends a daemon. No other server has this route.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use crate::http::Service;

pub(super) const PATH: &str = "/api/v1/stop";

pub(super) async fn stop(State(service): State<Arc<Service>>) -> StatusCode {
    service.stop.cancel();
    StatusCode::ACCEPTED
}
