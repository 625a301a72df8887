//! One request over HTTP: a URL, a key and a JSON body in; status, patience asked for and body out.
//!
//! No proxy, no redirect: texts and key go to the host that the user named and to no other. Certificates are judged by the
//! system, so that a company's own authority counts. Never here: what a status means, or trying again.

use std::io;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use ureq::tls::{RootCerts, TlsConfig};

use super::wait;
use crate::error::EmbedError;
use crate::external::access::Secret;

/// A host that is there answers a connection in less.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// A batch of 2048 vectors of 4096 numbers has 150 MB as JSON.
const MAX_ANSWER_BYTES: u64 = 256 << 20;
/// As much as is told of what a server says.
const MAX_SAID_CHARS: usize = 300;

/// Where requests go, and with which key.
pub(crate) struct Endpoint {
    agent: ureq::Agent,
    url: String,
    shown_url: String,
    key: Option<Secret>,
}

/// What came back, whatever its status.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) retry_after: Option<Duration>,
    pub(crate) body: Vec<u8>,
}

impl Endpoint {
    pub(crate) fn new(url: String, key: Option<Secret>) -> Endpoint {
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let config = ureq::Agent::config_builder()
            .tls_config(tls)
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .user_agent(concat!("quarry/", env!("CARGO_PKG_VERSION")))
            .build();
        Endpoint { agent: config.new_agent(), shown_url: without_credentials(&url), url, key }
    }

    /// The URL, for errors.
    pub(crate) fn shown(&self) -> &str {
        &self.shown_url
    }

    pub(crate) fn post(&self, body: &serde_json::Value, timeout: Duration) -> Result<Reply, EmbedError> {
        let mut request = self.agent.post(&self.url).config().timeout_global(Some(timeout)).build();
        if let Some(key) = &self.key {
            request = request.header("authorization", format!("Bearer {}", key.reveal()));
        }
        let problem = |error| self.problem(error, timeout);
        let mut response = request.send_json(body).map_err(problem)?;
        let header = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        Ok(Reply {
            status: response.status().as_u16(),
            retry_after: header.and_then(|value| wait::asked_by(value, SystemTime::now())),
            body: response.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_vec().map_err(problem)?,
        })
    }

    fn problem(&self, error: ureq::Error, timeout: Duration) -> EmbedError {
        let url = self.shown_url.clone();
        match error {
            ureq::Error::Timeout(ureq::Timeout::Connect | ureq::Timeout::Resolve) => {
                let waited = io::Error::new(io::ErrorKind::TimedOut, "no connection in time");
                EmbedError::Unreachable { url, source: waited }
            }
            ureq::Error::Timeout(_) => EmbedError::TimedOut { url, after: timeout },
            ureq::Error::Io(source) => EmbedError::Unreachable { url, source },
            ureq::Error::BadUri(why) => EmbedError::Config { setting: "url", why: format!("{url}: {why}") },
            ureq::Error::Http(why) => EmbedError::Config { setting: "url", why: format!("{url}: {why}") },
            // The connection broke in the middle of an answer.
            ureq::Error::Protocol(why) => EmbedError::Unreachable { url, source: io::Error::other(why) },
            other => EmbedError::Unreachable { url, source: io::Error::other(other) },
        }
    }
}

/// A server's own words about a failure, from the JSON of either protocol or from plain text.
pub(crate) fn said(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(body);
    let json: Option<serde_json::Value> = serde_json::from_slice(body).ok();
    let message = json.as_ref().and_then(|json| {
        let error = json.get("error").unwrap_or(json);
        error.as_str().or_else(|| error.get("message")?.as_str()).or_else(|| error.get("detail")?.as_str())
    });
    let words = message.unwrap_or(&text).split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MAX_SAID_CHARS) {
        _ if words.is_empty() => "it says no more".to_owned(),
        Some((end, _)) => format!("{}...", &words[..end]),
        None => words,
    }
}

/// `http://user:word@host/` without what must not be shown.
fn without_credentials(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let host_end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let host_start = rest[..host_end].rfind('@').map_or(0, |at| at + 1);
    format!("{scheme}://{}", &rest[host_start..])
}

#[cfg(test)]
mod tests {
    use super::{said, without_credentials};
    use expect_test::expect;

    #[test]
    fn a_servers_words_are_found_in_json_and_in_text() {
        expect!["no such model"].assert_eq(&said(br#"{"error": {"message": "no such\nmodel", "code": 404}}"#));
        expect!["model not found"].assert_eq(&said(br#"{"error": "model not found"}"#));
        expect!["404 page not found"].assert_eq(&said(b"404 page not found\n"));
        expect!["it says no more"].assert_eq(&said(b""));
        assert_eq!(said("ž".repeat(1000).as_bytes()).chars().count(), 303);
    }

    #[test]
    fn a_password_in_an_address_is_not_shown() {
        expect!["https://host:1/v1?a=b@c"].assert_eq(&without_credentials("https://me:p@ss@host:1/v1?a=b@c"));
        expect!["http://host"].assert_eq(&without_credentials("http://host"));
    }
}
