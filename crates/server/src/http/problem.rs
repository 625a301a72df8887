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
    sent(&shape(status, detail.to_owned()))
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        sent(&problem_shape(self))
    }
}

/// A failure as a document.
pub(super) fn problem_shape(failure: Failure) -> ProblemShape {
    let status = match failure.kind {
        FailureKind::WrongRequest => StatusCode::BAD_REQUEST,
        FailureKind::NotFound | FailureKind::NoSymbol => StatusCode::NOT_FOUND,
        FailureKind::NoIndex | FailureKind::NotYet | FailureKind::Cancelled => StatusCode::SERVICE_UNAVAILABLE,
        FailureKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
    };
    let Failure { kind, what, help } = failure;
    ProblemShape { code: Some(kind.as_str().into()), help, ..shape(status, what) }
}

fn shape(status: StatusCode, detail: String) -> ProblemShape {
    let title = status.canonical_reason().unwrap_or("Problem").into();
    ProblemShape { status: status.as_u16(), title, code: None, detail, help: None }
}

fn sent(shape: &ProblemShape) -> Response {
    let status = StatusCode::from_u16(shape.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let body = serde_json::to_string(shape).unwrap_or_default();
    let mut response = (status, [(header::CONTENT_TYPE, CONTENT_TYPE)], body).into_response();
    if matches!(status, StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS) {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(RETRY_AFTER));
    }
    response
}
