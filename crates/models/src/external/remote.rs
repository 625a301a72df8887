//! A model behind HTTP: texts in, raw vectors out, batch by batch.
//!
//! ```text
//! texts ─> batches ─> threads: wait for the turn, ask, try again ─> batches as they arrive
//! ```
//!
//! Threads own what they work on and are not waited for when the user stops: a request under way cannot be called back.
//! Never here: what a vector must look like (`vectors`), what is kept (`cache`).

mod asker;
mod chat;
mod failure;
mod http;
mod protocol;
mod service;
mod wait;

use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use asker::Asker;
pub(crate) use chat::Chat;
pub(crate) use protocol::Protocol;
pub(crate) use service::Address;

use super::access::{Access, Stop};
use super::config::ModelConfig;
use super::model::{Batch, Purpose, TextModel};
use crate::error::EmbedError;

/// How often the waiting thread looks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);

/// A model behind HTTP.
pub(crate) struct Remote {
    asker: Arc<Asker>,
    batch_size: usize,
    concurrency: usize,
    stop: Stop,
}

impl Remote {
    pub(crate) fn new(protocol: Protocol, config: &ModelConfig, access: &Access) -> Remote {
        Remote {
            asker: Arc::new(Asker::new(protocol, config, access)),
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
                while let Some((first, texts)) = next_unless_stopped(&queue, &part) {
                    let places = (first..first + texts.len()).collect();
                    let answer = asker.batch(&texts, purpose, &part).map(|vectors| Batch { places, vectors });
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
        self.asker.n_requests()
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

/// What a thread works on next. The queue is free again when this returns.
pub(crate) fn next_unless_stopped<T>(queue: &Mutex<impl Iterator<Item = T>>, stop: &Stop) -> Option<T> {
    match stop.is_requested() {
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
