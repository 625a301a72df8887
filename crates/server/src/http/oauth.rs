//! What an MCP client needs to get a token: the metadata of a protected resource (RFC 9728), and the challenge that leads there.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::Service;
use super::tokens::Scope;
use crate::wire::ResourceMetadataShape;

/// Where clients look for the metadata; the second one is that of `/mcp` alone.
pub(super) const PATHS: [&str; 2] =
    ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"];

/// `GET /.well-known/oauth-protected-resource`.
pub(super) async fn metadata(State(service): State<Arc<Service>>) -> Response {
    Json(ResourceMetadataShape {
        resource: format!("{}/mcp", service.public_url),
        resource_name: "Quarry",
        authorization_servers: service.issuer.as_deref().map(|issuer| vec![issuer]),
        scopes_supported: Scope::ALL.map(Scope::as_str).to_vec(),
        bearer_methods_supported: vec!["header"],
    })
    .into_response()
}

/// The header that tells a client what it lacks.
pub(super) fn challenge(public_url: &str, status: StatusCode, needed: Scope) -> String {
    let error = if status == StatusCode::FORBIDDEN { "error=\"insufficient_scope\", " } else { "" };
    let (scope, metadata) = (needed.as_str(), PATHS[1]);
    format!("Bearer {error}scope=\"{scope}\", resource_metadata=\"{public_url}{metadata}\"")
}
