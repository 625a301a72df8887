//! The web page: files made by `crates/server/web/build` and committed, sent as they are.
//!
//! The page is the same for everybody and holds no code of any repository, so anybody who reaches the server may have it;
//! what it shows, it asks of the API with the reader's token. Never here: HTML made from answers.

use std::sync::LazyLock;

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// A file of the page.
pub(super) struct Part {
    pub(super) path: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
    /// Changes with the bytes.
    tag: LazyLock<String>,
}

/// Where the page is; what else it needs lies beside it.
const ROOT: &str = "/";

macro_rules! part {
    ($path:expr, $content_type:literal, $file:literal) => {
        Part {
            path: $path,
            content_type: $content_type,
            bytes: include_bytes!(concat!("../../web/dist/", $file)),
            tag: LazyLock::new(|| tag(include_bytes!(concat!("../../web/dist/", $file)))),
        }
    };
}

pub(super) static PARTS: [Part; 4] = [
    part!(ROOT, "text/html; charset=utf-8", "index.html"),
    part!("/app.js", "text/javascript; charset=utf-8", "app.js"),
    part!("/app.css", "text/css; charset=utf-8", "app.css"),
    part!("/icon.svg", "image/svg+xml", "icon.svg"),
];

/// What a browser may do for the page: run and load what this server sends, ask this server, nothing else. Text of
/// repositories is never read as markup, and no other site may frame it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";

fn tag(bytes: &[u8]) -> String {
    format!("\"{}\"", &blake3::hash(bytes).to_hex()[..16])
}

impl Part {
    /// The file, or only that it has not changed.
    pub(super) fn answer(&self, asked: &HeaderMap) -> Response {
        let known = asked.get(header::IF_NONE_MATCH).and_then(|tags| tags.to_str().ok()).unwrap_or_default();
        let is_known = known.split(',').any(|one| one.trim().trim_start_matches("W/") == *self.tag);
        let mut response = match is_known {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => ([(header::CONTENT_TYPE, self.content_type)], self.bytes).into_response(),
        };
        let headers = response.headers_mut();
        if let Ok(tag) = HeaderValue::from_str(&self.tag) {
            headers.insert(header::ETAG, tag);
        }
        for (name, value) in [
            // Kept, but never shown without asking: after an update nobody sees the page of before.
            (header::CACHE_CONTROL, "no-cache"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
            (header::REFERRER_POLICY, "no-referrer"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        response
    }
}

/// Whether a path is one of the page's files.
pub(super) fn is_part(path: &str) -> bool {
    PARTS.iter().any(|part| part.path == path)
}

/// Whether somebody opens the page: typed, or followed a link. Scripts of other sites cannot ask so.
pub(super) fn is_opened(request: &Request) -> bool {
    let is = |name: &str, wanted: &str| request.headers().get(name).is_some_and(|value| value == wanted);
    let is_shown = is("sec-fetch-mode", "navigate") && is("sec-fetch-dest", "document");
    request.method() == Method::GET && request.uri().path() == ROOT && is_shown
}
