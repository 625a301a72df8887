//! A model behind HTTP: texts in, raw vectors out, batch by batch.
//!
//! ```text
//! texts ─> batches ─> threads: wait for the turn, ask, try again ─> batches as they arrive
//! ```
//!
//! Threads own what they work on and are not waited for when the user stops: a request under way cannot be called back.
//! Never here: what a vector must look like (`vectors`), what is kept (`cache`).

mod failure;
mod http;
mod protocol;
mod wait;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use failure::{Asked, Failure};
use http::Endpoint;
use protocol::Protocol;
use wait::Pace;

use super::config::{Access, ModelConfig, Provider, Stop};
use super::families;
use super::model::{Batch, Purpose, TextModel};
use super::text::{Texts, cut};
use crate::error::EmbedError;

/// How often the waiting thread looks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);
/// Somebody waits for the answer to a question, and keywords alone answer too.
const QUERY_TIMEOUT: Duration = Duration::from_secs(20);
/// One: enough for a connection that went stale, no more for whoever waits.
const QUERY_RETRIES: u32 = 1;
/// Bytes per token that are tried in turn when a server finds a text too long. At one byte a token no text is.
const SHORTER_BYTES_PER_TOKEN: [usize; 3] = [3, 2, 1];

/// A model behind HTTP.
pub(crate) struct Remote {
    asker: Arc<Asker>,
    batch_size: usize,
    concurrency: usize,
    stop: Stop,
}

/// What all threads share: whom to ask, how, and how patiently.
struct Asker {
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

impl Remote {
    pub(crate) fn new(config: &ModelConfig, access: &Access) -> Remote {
        let protocol = match config.provider {
            Provider::OpenAi => Protocol::OpenAi,
            Provider::Ollama | Provider::Onnx => Protocol::Ollama,
        };
        let own_dimension = families::of(&config.model).and_then(|family| family.dimension);
        let asker = Asker {
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
        };
        Remote {
            asker: Arc::new(asker),
            batch_size: config.batch_size.max(1),
            concurrency: config.concurrency.max(1),
            stop: access.stop.clone(),
        }
    }
}

impl TextModel for Remote {
    fn embed(
        &self,
        texts: Vec<String>,
        purpose: Purpose,
        deliver: &mut dyn FnMut(Batch) -> Result<(), EmbedError>,
    ) -> Result<(), EmbedError> {
        let queue = batches(texts, self.batch_size);
        let n_batches = queue.len();
        let part = self.stop.for_part();
        let (sender, answers) = mpsc::channel();
        let queue = Arc::new(Mutex::new(queue.into_iter()));
        for _ in 0..self.concurrency.min(n_batches) {
            let (asker, queue, sender, part) = (self.asker.clone(), queue.clone(), sender.clone(), part.clone());
            thread::spawn(move || {
                while let Some((first, texts)) = next(&queue, &part) {
                    let answer = asker.batch(&texts, purpose, &part).map(|vectors| Batch { first, vectors });
                    if answer.is_err() {
                        part.request(); // the others finish what is under way, and begin nothing
                    }
                    if sender.send((first, answer)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        collect(&answers, &self.stop, &part, deliver)
    }

    fn n_requests(&self) -> u64 {
        self.asker.n_requests.load(Ordering::Relaxed)
    }
}

/// Texts in groups, each with the position of its first.
fn batches(texts: Vec<String>, size: usize) -> Vec<(usize, Vec<String>)> {
    let mut texts = texts.into_iter().peekable();
    let mut batches = Vec::new();
    let mut first = 0;
    while texts.peek().is_some() {
        let batch: Vec<String> = texts.by_ref().take(size).collect();
        let n_texts = batch.len();
        batches.push((first, batch));
        first += n_texts;
    }
    batches
}

fn next<T>(queue: &Mutex<impl Iterator<Item = T>>, part: &Stop) -> Option<T> {
    match part.is_requested() {
        true => None,
        false => queue.lock().unwrap_or_else(PoisonError::into_inner).next(),
    }
}

type Answer = (usize, Result<Batch, EmbedError>);

/// Hands on what arrives until all threads are done. After a failure that goes on, so that what is paid for is kept;
/// when the user stops, it does not. Of several failures the one of the first text is told.
fn collect(
    answers: &mpsc::Receiver<Answer>,
    stop: &Stop,
    part: &Stop,
    deliver: &mut dyn FnMut(Batch) -> Result<(), EmbedError>,
) -> Result<(), EmbedError> {
    let mut failed: Option<(usize, EmbedError)> = None;
    loop {
        if stop.is_requested() {
            return Err(EmbedError::Stopped);
        }
        let (first, answer) = match answers.recv_timeout(TICK) {
            Ok(answer) => answer,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => return failed.map_or(Ok(()), |(_, error)| Err(error)),
        };
        if let Err(error) = answer.and_then(&mut *deliver) {
            part.request();
            let is_consequence = matches!(error, EmbedError::Stopped);
            if failed.as_ref().is_none_or(|(earliest, known)| {
                matches!(known, EmbedError::Stopped) || (first < *earliest && !is_consequence)
            }) {
                failed = Some((first, error));
            }
        }
    }
}

impl Asker {
    /// The vectors of a few texts. If the server finds one too long, each is asked for alone, so that no text is cut
    /// because of its neighbour.
    fn batch(&self, texts: &[String], purpose: Purpose, stop: &Stop) -> Result<Vec<Vec<f32>>, EmbedError> {
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
