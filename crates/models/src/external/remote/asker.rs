//! One batch, asked for until it is answered or hopeless: the turn, the tries, the texts that are too long.
//!
//! Shared by all threads. Never here: which batch is next, or what a vector must look like.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::failure::{self, Asked, Failure};
use super::http::Endpoint;
use super::protocol::Protocol;
use super::wait::{self, Pace};
use crate::error::EmbedError;
use crate::external::access::{Access, Stop};
use crate::external::config::ModelConfig;
use crate::external::families;
use crate::external::model::Purpose;
use crate::external::text::{Texts, cut};

/// Somebody waits for the answer to a question, and keywords alone answer too.
const QUERY_TIMEOUT: Duration = Duration::from_secs(20);
/// One: enough for a connection that went stale, no more for whoever waits.
const QUERY_RETRIES: u32 = 1;
/// Bytes per token that are tried in turn when a server finds a text too long. At one byte a token no text is.
const SHORTER_BYTES_PER_TOKEN: [usize; 3] = [4, 2, 1];

/// Whom to ask, how, and how patiently.
pub(super) struct Asker {
    protocol: Protocol,
    endpoint: Endpoint,
    model: String,
    /// Sent along if the model shall give shorter vectors than it does by itself.
    dimensions: Option<usize>,
    max_tokens: usize,
    key_variable: Option<String>,
    has_key: bool,
    timeout: Duration,
    retries: u32,
    backoff: Duration,
    pace: Pace,
    /// A server that never answered is not waited for.
    has_answered: AtomicBool,
    n_requests: AtomicU64,
}

impl Asker {
    pub(super) fn new(protocol: Protocol, config: &ModelConfig, access: &Access) -> Asker {
        let own_dimension = families::of(&config.model).and_then(|family| family.dimension);
        Asker {
            protocol,
            endpoint: Endpoint::new(protocol.url(&config.url), access.key.clone()),
            model: config.model.clone(),
            dimensions: config.dimensions.filter(|dimension| Some(*dimension) != own_dimension),
            max_tokens: Texts::for_model(config).max_tokens,
            key_variable: config.key_variable.clone(),
            has_key: access.key.is_some(),
            timeout: config.timeout,
            retries: config.retries,
            backoff: config.backoff,
            pace: Pace::new(config.requests_per_minute),
            has_answered: AtomicBool::new(false),
            n_requests: AtomicU64::new(0),
        }
    }

    /// Requests sent so far.
    pub(super) fn n_requests(&self) -> u64 {
        self.n_requests.load(Ordering::Relaxed)
    }

    /// The vectors of a few texts. If the server finds one too long, each is asked for alone, so that no text is cut
    /// because of its neighbour.
    pub(super) fn batch(&self, texts: &[String], purpose: Purpose, stop: &Stop) -> Result<Vec<Vec<f32>>, EmbedError> {
        match self.ask(texts, purpose, stop) {
            Ok(vectors) => Ok(vectors),
            Err(Failure::TooLong(_)) => texts.iter().map(|text| self.shortened(text, purpose, stop)).collect(),
            Err(Failure::Final(error) | Failure::Passing(error, _)) => Err(error),
        }
    }

    fn shortened(&self, text: &str, purpose: Purpose, stop: &Stop) -> Result<Vec<f32>, EmbedError> {
        let limits = SHORTER_BYTES_PER_TOKEN.map(|bytes| self.max_tokens.saturating_mul(bytes));
        let shorter = limits.into_iter().filter(|limit| *limit < text.len()).map(|limit| cut(text, limit));
        let mut refusal = None;
        for attempt in [text].into_iter().chain(shorter) {
            match self.ask(&[attempt.to_owned()], purpose, stop) {
                Ok(mut vectors) => return Ok(vectors.swap_remove(0)),
                Err(Failure::TooLong(error)) => refusal = Some(error),
                Err(Failure::Final(error) | Failure::Passing(error, _)) => return Err(error),
            }
        }
        Err(refusal.unwrap_or(EmbedError::Stopped))
    }

    /// One request, repeated while there is hope.
    fn ask(&self, texts: &[String], purpose: Purpose, stop: &Stop) -> Result<Vec<Vec<f32>>, Failure> {
        let (timeout, retries) = match purpose {
            Purpose::Passages => (self.timeout, self.retries),
            Purpose::Query => (self.timeout.min(QUERY_TIMEOUT), self.retries.min(QUERY_RETRIES)),
        };
        let body = self.protocol.request(&self.model, texts, self.dimensions);
        let mut n_failed = 0;
        loop {
            if !self.pace.wait_turn(stop) {
                return Err(Failure::Final(EmbedError::Stopped));
            }
            let (error, asked_wait) = match self.attempt(&body, texts.len(), timeout) {
                Err(Failure::Passing(error, wait)) => (error, wait),
                settled => return settled,
            };
            let is_down = matches!(error, EmbedError::Unreachable { .. }) && !self.has_answered.load(Ordering::Relaxed);
            if n_failed >= retries || is_down || stop.is_requested() {
                return Err(Failure::Final(with_tries(error, n_failed + 1)));
            }
            let wait = wait::before_retry(n_failed, self.backoff, asked_wait);
            if asked_wait.is_some() {
                self.pace.hold(wait);
            }
            if !wait::sleep_until(Instant::now() + wait, stop) {
                return Err(Failure::Final(with_tries(error, n_failed + 1)));
            }
            n_failed += 1;
        }
    }

    fn attempt(&self, body: &serde_json::Value, n_texts: usize, timeout: Duration) -> Result<Vec<Vec<f32>>, Failure> {
        self.n_requests.fetch_add(1, Ordering::Relaxed);
        let reply = self.endpoint.post(body, timeout).map_err(|error| match error.is_passing() {
            true => Failure::Passing(error, None),
            false => Failure::Final(error),
        })?;
        self.has_answered.store(true, Ordering::Relaxed);
        let asked =
            Asked { protocol: self.protocol, url: self.endpoint.shown(), model: &self.model, has_key: self.has_key };
        if !(200..300).contains(&reply.status) {
            return Err(match failure::of_reply(&reply, asked) {
                Failure::Final(EmbedError::KeyMissing { url, .. }) => {
                    Failure::Final(EmbedError::KeyMissing { url, variable: self.key_variable.clone() })
                }
                other => other,
            });
        }
        let vectors = self.protocol.vectors(&reply.body).map_err(|why| failure::of_answer(&reply.body, why, asked))?;
        match vectors.len() == n_texts {
            true => Ok(vectors),
            false => {
                let (model, got) = (self.model.clone(), vectors.len());
                Err(Failure::Final(EmbedError::Count { model, expected: n_texts, got }))
            }
        }
    }
}

/// Says how often was asked, where the error tells.
fn with_tries(error: EmbedError, tries: u32) -> EmbedError {
    match error {
        EmbedError::Unavailable { url, status, said, .. } => EmbedError::Unavailable { url, status, tries, said },
        other => other,
    }
}
