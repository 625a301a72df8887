//! A server that answers in place of this process: the one of `QUARRY_SERVER`, or the user's daemon.
//!
//! In:  a route and its parameters.
//! Out: the document that `--json` would print, read back; or why there is none.
//!
//! Only a server of the same version is asked: shapes may have more fields in another one, and answers may differ.
//! Never here: what is asked (`asking`), and how answers look (`render`).

pub(crate) mod error;
pub(crate) mod events;
pub(crate) mod explanation;
pub(crate) mod graph;
pub(crate) mod pairs;
pub(crate) mod shapes;

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use quarry_server::wire::{ProblemShape, VERSION_HEADER};
use serde::de::DeserializeOwned;
use ureq::http::{Response, Uri};
use ureq::tls::{RootCerts, TlsConfig};
use ureq::{Agent, Body, RequestBuilder};

use error::ServerError;
use pairs::Pairs;

/// How long is waited for a connection: a server that is there answers at once.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long an answer may take to begin, and then to end, unless the user says otherwise; a server gives up on its own after half
/// of it.
pub(crate) const ANSWER_TIMEOUT: Duration = Duration::from_secs(60);
/// More than any answer has: every line of a large repository that a pattern matches.
const MAX_ANSWER_BYTES: u64 = 1 << 30;

/// What opens a server's door; never shown.
#[derive(Clone)]
pub(crate) struct Token(pub(crate) String);

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// Who the server is to its user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Named by `QUARRY_SERVER`.
    Named,
    /// Started by an earlier command of the same user.
    Daemon,
}

/// A server, ready to be asked.
#[derive(Clone, Debug)]
pub(crate) struct Server {
    pub(crate) url: String,
    pub(crate) kind: Kind,
    token: Option<Token>,
    patience: Duration,
    agent: Agent,
}

impl Server {
    /// Connects to nothing yet.
    pub(crate) fn new(url: &str, token: Option<Token>, kind: Kind, patience: Duration) -> Result<Server, ServerError> {
        let url = url.trim_end_matches('/').to_owned();
        let bad = |why: &str| ServerError::Address { url: url.clone(), why: why.to_owned() };
        let uri: Uri = url.parse().map_err(|_| bad("it is no URL"))?;
        if !matches!(uri.scheme_str(), Some("http" | "https")) || uri.host().is_none_or(str::is_empty) {
            return Err(bad("it does not begin with http:// or https:// and a host"));
        }
        if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
            return Err(bad("a token is given by QUARRY_TOKEN, not in the URL"));
        }
        let tls = TlsConfig::builder()
            .root_certs(RootCerts::PlatformVerifier)
            .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .build();
        let config = Agent::config_builder()
            .tls_config(tls)
            .proxy(None)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .http_status_as_error(false)
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .timeout_recv_response(Some(patience))
            .timeout_recv_body(Some(patience))
            .user_agent(concat!("quarry/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Server { url, kind, token, patience, agent: config.new_agent() })
    }

    /// Whether it runs on this machine, so that paths mean the same to both sides.
    pub(crate) fn is_local(&self) -> bool {
        let uri: Option<Uri> = self.url.parse().ok();
        let host = uri.as_ref().and_then(Uri::host).unwrap_or_default().trim_matches(['[', ']']);
        host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// Asks a route, and reads its document.
    pub(crate) fn get<T: DeserializeOwned>(&self, route: &str, pairs: &Pairs) -> Result<T, ServerError> {
        let request = self.agent.get(self.address(route)).query_pairs(pairs.iter());
        self.document(self.authorised(request).call())
    }

    /// Sends a document to a route, and reads the one that comes back.
    pub(crate) fn post<T: DeserializeOwned>(&self, route: &str, body: &serde_json::Value) -> Result<T, ServerError> {
        let request = self.agent.post(self.address(route)).content_type("application/json");
        self.document(self.authorised(request).send(body.to_string()))
    }

    /// Tells it to do something that needs no answer.
    pub(crate) fn tell(&self, route: &str) -> Result<(), ServerError> {
        let request = self.authorised(self.agent.post(self.address(route)));
        self.checked(request.send_empty()).map(drop)
    }

    /// Starts work, and returns the stream of what is told about it.
    fn start(&self, route: &str, pairs: &Pairs) -> Result<Body, ServerError> {
        let request = self.agent.post(self.address(route)).query_pairs(pairs.iter());
        // Work takes as long as it takes.
        let request = request.config().timeout_recv_body(None).build();
        let request = self.authorised(request).header("accept", "text/event-stream");
        Ok(self.checked(request.send_empty())?.into_body())
    }

    /// With the token, if there is one.
    fn authorised<B>(&self, request: RequestBuilder<B>) -> RequestBuilder<B> {
        match &self.token {
            Some(Token(token)) => request.header("authorization", format!("Bearer {token}")),
            None => request,
        }
    }

    fn address(&self, route: &str) -> String {
        format!("{}/api/v1/{route}", self.url)
    }

    fn document<T: DeserializeOwned>(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<T, ServerError> {
        let bytes = self.bytes(&mut self.checked(answer)?)?;
        let unreadable = |error: serde_json::Error| ServerError::NotQuarry {
            url: self.url.clone(),
            what: format!("it sent a document that cannot be read ({error})"),
        };
        serde_json::from_slice(&bytes).map_err(unreadable)
    }

    /// An answer of a server of this version that is no problem.
    fn checked(&self, answer: Result<Response<Body>, ureq::Error>) -> Result<Response<Body>, ServerError> {
        let mut response = answer.map_err(|error| self.failed(error))?;
        let text = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let (status, version, sort) = (response.status().as_u16(), text(VERSION_HEADER), text("content-type"));
        let url = self.url.clone();
        match version {
            None => {
                let sort = sort.unwrap_or_else(|| "nothing".to_owned());
                Err(ServerError::NotQuarry { url, what: format!("it answered with status {status} and sent {sort}") })
            }
            Some(theirs) if theirs != env!("CARGO_PKG_VERSION") => Err(ServerError::OtherVersion { url, theirs }),
            Some(_) if (200..300).contains(&status) => Ok(response),
            Some(_) => {
                let problem: Option<ProblemShape> = serde_json::from_slice(&self.bytes(&mut response)?).ok();
                Err(ServerError::refused(url, status, problem))
            }
        }
    }

    fn failed(&self, error: ureq::Error) -> ServerError {
        ServerError::of(error, &self.url, self.patience)
    }

    fn bytes(&self, response: &mut Response<Body>) -> Result<Vec<u8>, ServerError> {
        let read = response.body_mut().with_config().limit(MAX_ANSWER_BYTES).read_to_vec();
        read.map_err(|error| self.failed(error))
    }
}
