//! One batch, asked for until it is answered or hopeless: how patiently, and what to do with texts that are too long.
//!
//! Shared by all threads. Never here: which batch is next, or what a vector must look like.

use std::time::Duration;

use super::failure::Failure;
use super::protocol::{Protocol, Task};
use super::service::{Address, Patience, Service};
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

/// A service that embeds, and how patiently it is asked.
pub(super) struct Asker {
    service: Service,
    /// Sent along if the model shall give shorter vectors than it does by itself.
    dimensions: Option<usize>,
    max_tokens: usize,
    /// With passages; a question is not waited for as long.
    patience: Patience,
}

impl Asker {
    pub(super) fn new(protocol: Protocol, config: &ModelConfig, access: &Access) -> Asker {
        let own_dimension = families::of(&config.model).and_then(|family| family.dimension);
        let address = Address {
            protocol,
            url: config.url.clone(),
            model: config.model.clone(),
            key: access.key.clone(),
            key_variable: config.key_variable.clone(),
        };
        Asker {
            service: Service::new(address, Task::Embed, config.requests_per_minute),
            dimensions: config.dimensions.filter(|dimension| Some(*dimension) != own_dimension),
            max_tokens: Texts::for_model(config).max_tokens,
            patience: Patience { timeout: config.timeout, retries: config.retries, backoff: config.backoff },
        }
    }

    /// Requests sent so far.
    pub(super) fn n_requests(&self) -> u64 {
        self.service.n_requests()
    }

    /// The vectors of a few texts. If the server finds one too long, each is asked for alone, so that no text is cut
    /// because of its neighbour.
    pub(super) fn batch(&self, texts: &[String], purpose: Purpose, stop: &Stop) -> Result<Vec<Vec<f32>>, EmbedError> {
        match self.ask(texts, purpose, stop) {
            Err(Failure::TooLong(_)) => texts.iter().map(|text| self.shortened(text, purpose, stop)).collect(),
            settled => settled.map_err(Failure::into_error),
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
                Err(other) => return Err(other.into_error()),
            }
        }
        Err(refusal.unwrap_or(EmbedError::Stopped))
    }

    fn ask(&self, texts: &[String], purpose: Purpose, stop: &Stop) -> Result<Vec<Vec<f32>>, Failure> {
        let Patience { timeout, retries, backoff } = self.patience;
        let patience = match purpose {
            Purpose::Passages => self.patience,
            Purpose::Query => {
                Patience { timeout: timeout.min(QUERY_TIMEOUT), retries: retries.min(QUERY_RETRIES), backoff }
            }
        };
        let protocol = self.service.protocol();
        let body = protocol.request(self.service.model(), texts, self.dimensions);
        let vectors = self.service.ask(&body, patience, stop, |answer| protocol.vectors(answer))?;
        match vectors.len() == texts.len() {
            true => Ok(vectors),
            false => {
                let (model, got) = (self.service.model().to_owned(), vectors.len());
                Err(Failure::Final(EmbedError::Count { model, expected: texts.len(), got }))
            }
        }
    }
}
