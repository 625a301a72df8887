//! Is this caller meant to be here? Asked before anything else of every request.
//!
//! 1. Host: a page on the internet can make a browser send requests here under its own name (DNS rebinding); only our names pass.
//! 2. Origin: a page of another site may not ask at all, whether it could read the answer or not. There is no CORS.
//! 3. Size: a body that is announced as too large is not waited for.
//! 4. Token and scope, if there are tokens; then how often the caller has asked.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;

use super::connections::Peer;
use super::problem::refusal;
use super::tokens::{Caller, Scope};
use super::{Service, oauth, page};

/// Bytes of a request's body at most.
pub(super) const MAX_BODY_BYTES: usize = 4 << 20;

/// What is no question but work, and needs more than the scope for questions.
const WORK: [&str; 2] = ["/api/v1/index", "/api/v1/stop"];

/// The names of this server.
#[derive(Clone, Debug)]
pub(super) struct Hosts(Vec<String>);

impl Hosts {
    pub(super) fn new(bound: SocketAddr, further: Vec<String>, public_url: Option<&str>) -> Hosts {
        let own = ["localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned(), bound.ip().to_string()];
        let public = public_url.and_then(|url| url.split_once("://")).map(|(_, rest)| rest.split('/').next());
        let public = public.flatten().map(|authority| host_of(authority).to_owned());
        let names = own.into_iter().chain(further).chain(public);
        Hosts(names.map(|name| name.to_lowercase()).collect())
    }

    /// Every name, for whoever checks again.
    pub(super) fn names(&self) -> &[String] {
        &self.0
    }

    fn knows(&self, authority: &str) -> bool {
        let host = host_of(authority).to_lowercase();
        self.0.contains(&host)
    }
}

/// The host of `host:port`; brackets of IPv6 are taken off. What is no such thing stays whole, and is nobody's name.
fn host_of(authority: &str) -> &str {
    let is_port = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let bracketed = authority.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    match (bracketed, authority.rsplit_once(':')) {
        (Some((host, rest)), _) if rest.is_empty() || rest.strip_prefix(':').is_some_and(is_port) => host,
        (Some(_), _) => authority,
        (None, Some((host, port))) if is_port(port) => host,
        (None, _) => authority,
    }
}

pub(super) async fn admit(State(service): State<Arc<Service>>, mut request: Request, next: Next) -> Response {
    match admitted(&service, &request) {
        Ok(caller) => {
            request.extensions_mut().insert(caller.clone());
            let mut response = next.run(request).await;
            response.extensions_mut().insert(caller);
            response
        }
        Err(refusal) => *refusal,
    }
}

fn admitted(service: &Service, request: &Request) -> Result<Caller, Box<Response>> {
    let headers = request.headers();
    let refused = |status, what: &str| Box::new(refusal(status, what));
    let authority = request.uri().authority().map(|authority| authority.as_str());
    let host = authority.or_else(|| text(headers, header::HOST)).unwrap_or_default();
    if !service.hosts.knows(host) {
        return Err(refused(StatusCode::FORBIDDEN, "this server is not called by that host name"));
    }
    // The page holds nothing to read, so a link from elsewhere may open it; what it asks then comes from itself.
    if !page::is_opened(request) && is_foreign(headers, host, &service.public_url) {
        return Err(refused(StatusCode::FORBIDDEN, "pages of other sites may not ask here"));
    }
    let length = text(headers, header::CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if length.is_some_and(|length| length > MAX_BODY_BYTES as u64) {
        return Err(refused(StatusCode::PAYLOAD_TOO_LARGE, "the body is too large"));
    }
    let address = request.extensions().get::<Peer>().map(|peer| peer.0.ip().to_string()).unwrap_or_default();
    let Some(needed) = needed_scope(request) else { return Ok(Caller { name: address, scope: Scope::Read }) };
    let caller = match service.tokens.is_empty() {
        true => Caller { name: address, scope: Scope::Admin },
        false => token_holder(service, headers, &address)?,
    };
    if caller.scope < needed {
        return Err(unauthorised(service, StatusCode::FORBIDDEN, needed));
    }
    match service.limiter.admits(&caller.name) {
        true => Ok(caller),
        false => Err(refused(StatusCode::TOO_MANY_REQUESTS, "too many requests; ask more slowly")),
    }
}

/// What a request needs; `None`: nothing, anybody may know whether the server lives and where tokens are given out, and have the
/// page that asks for one.
fn needed_scope(request: &Request) -> Option<Scope> {
    let path = request.uri().path();
    match () {
        () if path == "/healthz" || path.starts_with("/.well-known/") || page::is_part(path) => None,
        () if WORK.contains(&path) && request.method() == Method::POST => Some(Scope::Admin),
        () => Some(Scope::Read),
    }
}

fn token_holder(service: &Service, headers: &HeaderMap, address: &str) -> Result<Caller, Box<Response>> {
    let given = text(headers, header::AUTHORIZATION).and_then(|value| value.split_once(' '));
    let given = given.filter(|(kind, _)| kind.eq_ignore_ascii_case("bearer")).map(|(_, token)| token.trim());
    let missing = || unauthorised(service, StatusCode::UNAUTHORIZED, Scope::Read);
    let token = given.ok_or_else(missing)?;
    match service.tokens.caller(token) {
        Some(caller) => Ok(caller),
        None if service.limiter.admits_wrong_token(address) => Err(missing()),
        None => Err(Box::new(refusal(StatusCode::TOO_MANY_REQUESTS, "too many wrong tokens from this address"))),
    }
}

fn unauthorised(service: &Service, status: StatusCode, needed: Scope) -> Box<Response> {
    let what = format!("a token with the scope `{}` is needed", needed.as_str());
    let mut response = refusal(status, &what);
    let challenge = oauth::challenge(&service.public_url, status, needed);
    if let Ok(value) = HeaderValue::from_str(&challenge) {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, value);
    }
    Box::new(response)
}

/// Whether a browser sends this for a page of another site.
fn is_foreign(headers: &HeaderMap, host: &str, public_url: &str) -> bool {
    let is_own = |origin: &str| {
        let same_host = origin.split_once("://").is_some_and(|(scheme, authority)| {
            matches!(scheme, "http" | "https") && authority.eq_ignore_ascii_case(host)
        });
        same_host || origin.eq_ignore_ascii_case(public_url.trim_end_matches('/'))
    };
    let from_elsewhere = matches!(text(headers, "sec-fetch-site"), Some("cross-site" | "same-site"));
    // An Origin that is no text is nobody's of ours.
    let has_foreign_origin = headers.get_all(header::ORIGIN).iter().any(|origin| !origin.to_str().is_ok_and(is_own));
    from_elsewhere || has_foreign_origin
}

fn text(headers: &HeaderMap, name: impl header::AsHeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::Hosts;

    #[test]
    fn only_our_names_are_known_whatever_stands_around_them() {
        let hosts =
            Hosts::new(([127, 0, 0, 1], 4747).into(), vec!["Code.Test".to_owned()], Some("https://find.test:8443/x"));
        for ours in ["localhost", "LOCALHOST:1", "127.0.0.1:4747", "[::1]", "[::1]:4747", "code.test:80", "find.test"] {
            assert!(hosts.knows(ours), "{ours}");
        }
        for theirs in [
            "",
            "evil.test",
            "[::1]evil.test",
            "[::1]:80.evil.test",
            "[::1",
            "localhost:evil.test",
            "localhost:80:80",
            "localhost.evil.test",
            "evil.test:localhost",
            "localhost@evil.test",
            "find.test/x",
        ] {
            assert!(!hosts.knows(theirs), "{theirs}");
        }
    }
}
