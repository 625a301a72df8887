//! One request to a service, repeated while there is hope: the turn, the tries, what a reply means.
//!
//! Shared by all threads and by all that is asked of servers. Never here: what is asked, or what an answer must look like.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::failure::{self, Asked, Failure};
use super::http::Endpoint;
use super::protocol::{Protocol, Task};
use super::wait::{self, Pace};
use crate::error::EmbedError;
use crate::external::access::{Secret, Stop};

/// Whom to ask.
#[derive(Clone, Debug)]
pub(crate) struct Address {
    pub(crate) protocol: Protocol,
    /// As the user gave it.
    pub(crate) url: String,
    pub(crate) model: String,
    pub(crate) key: Option<Secret>,
    /// Where the key is looked for, named in errors only.
    pub(crate) key_variable: Option<String>,
}

/// How long an answer is waited for, and how often it is asked for again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Patience {
    /// For one try.
    pub(crate) timeout: Duration,
    pub(crate) retries: u32,
    /// The wait before the first repetition; it doubles with each further one.
    pub(crate) backoff: Duration,
}

/// A server and what is known of it.
pub(crate) struct Service {
    protocol: Protocol,
    endpoint: Endpoint,
    model: String,
    key_variable: Option<String>,
    has_key: bool,
    pace: Pace,
    /// A server that never answered is not waited for.
    has_answered: AtomicBool,
    n_requests: AtomicU64,
}

impl Service {
    pub(crate) fn new(address: Address, task: Task, requests_per_minute: Option<u32>) -> Service {
        let Address { protocol, url, model, key, key_variable } = address;
        Service {
            protocol,
            has_key: key.is_some(),
            endpoint: Endpoint::new(protocol.url(&url, task), key),
            model,
            key_variable,
            pace: Pace::new(requests_per_minute),
            has_answered: AtomicBool::new(false),
            n_requests: AtomicU64::new(0),
        }
    }

    pub(crate) fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The model's name, as the server knows it.
    pub(crate) fn model(&self) -> &str {
        &self.model
    }

    /// Requests sent so far.
    pub(crate) fn n_requests(&self) -> u64 {
        self.n_requests.load(Ordering::Relaxed)
    }

    /// One request, repeated while there is hope. `read` makes sense of an answer, or says why it makes none.
    pub(crate) fn ask<T>(
        &self,
        body: &serde_json::Value,
        patience: Patience,
        stop: &Stop,
        read: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<T, Failure> {
        let mut n_failed = 0;
        loop {
            if !self.pace.wait_turn(stop) {
                return Err(Failure::Final(EmbedError::Stopped));
            }
            let (error, asked_wait) = match self.attempt(body, patience.timeout, &read) {
                Err(Failure::Passing(error, wait)) => (error, wait),
                settled => return settled,
            };
            let is_down = matches!(error, EmbedError::Unreachable { .. }) && !self.has_answered.load(Ordering::Relaxed);
            if n_failed >= patience.retries || is_down || stop.is_requested() {
                return Err(Failure::Final(with_tries(error, n_failed + 1)));
            }
            let wait = wait::before_retry(n_failed, patience.backoff, asked_wait);
            if asked_wait.is_some() {
                self.pace.hold(wait);
            }
            if !wait::sleep_until(Instant::now() + wait, stop) {
                return Err(Failure::Final(with_tries(error, n_failed + 1)));
            }
            n_failed += 1;
        }
    }

    fn attempt<T>(
        &self,
        body: &serde_json::Value,
        timeout: Duration,
        read: impl Fn(&[u8]) -> Result<T, String>,
    ) -> Result<T, Failure> {
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
        read(&reply.body).map_err(|why| failure::of_answer(&reply.body, why, asked))
    }
}

/// Says how often was asked, where the error tells.
fn with_tries(error: EmbedError, tries: u32) -> EmbedError {
    match error {
        EmbedError::Unavailable { url, status, said, .. } => EmbedError::Unavailable { url, status, tries, said },
        other => other,
    }
}
