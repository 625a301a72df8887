//! Failures as HTTP says them: a status, and a problem document.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::failure::{Failure, FailureKind};
use crate::wire::ProblemShape;

/// Seconds after which a client may ask again for what is not ready.
const RETRY_AFTER: &str = "2";
/// What problem documents are sent as.
pub(super) const CONTENT_TYPE: &str = "application/problem+json";

/// A refusal without further help.
pub(super) fn refusal(status: StatusCode, detail: &str) -> Response {
    problem(status, detail.to_owned(), None)
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = match self.kind {
            FailureKind::WrongRequest => StatusCode::BAD_REQUEST,
            FailureKind::NotFound => StatusCode::NOT_FOUND,
            FailureKind::NoIndex | FailureKind::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
            FailureKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        problem(status, self.what, self.help)
    }
}

fn problem(status: StatusCode, detail: String, help: Option<String>) -> Response {
    let title = status.canonical_reason().unwrap_or("Problem");
    let shape = ProblemShape { status: status.as_u16(), title, detail, help };
    let body = serde_json::to_string(&shape).unwrap_or_default();
    let mut response = (status, [(header::CONTENT_TYPE, CONTENT_TYPE)], body).into_response();
    if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}
