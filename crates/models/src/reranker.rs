//! Models that re-rank: a question and passages in, a score from 0 to 100 for each passage out.
//!
//! ```text
//! passages ─> one text each ─> the first alone: does the model answer? ─> the rest side by side, until the time is over
//! ```
//!
//! Threads own what they work on and are not waited for when the user stops: a request under way cannot be called back.
//! Never here: which passages are worth it, or what becomes of the scores.

mod config;
mod error;
mod judge;
mod prompt;

use std::fmt;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use judge::{Judge, Pair};

use crate::embedder::Passage;
use crate::error::EmbedError;
use crate::external::{Secret, Stop, joined, next_unless_stopped};

pub use config::RerankConfig;
pub use error::RerankError;

/// The score of a passage that could not be judged: the middle, so that it neither rises nor falls by accident.
const UNJUDGED: f32 = 50.0;
/// Letters of a question that are read, as CodeRAG has it: what follows is a paste.
const MAX_QUESTION_CHARS: usize = 500;
/// Letters of a passage that are read, as CodeRAG has it: twice a usual chunk.
const MAX_PASSAGE_CHARS: usize = 2000;
/// How often the waiting thread looks whether the user wants to stop.
const TICK: Duration = Duration::from_millis(50);
/// Any question and passage will do to see whether a model answers.
const SAMPLE: (&str, &str) = ("where does the program begin", "fn main() {}");

/// A model that re-ranks.
pub struct Reranker {
    name: String,
    judge: Arc<Judge>,
    n_at_once: usize,
    time_limit: Duration,
    stop: Stop,
}

/// What a model says about passages.
#[derive(Debug, Default)]
pub struct Verdicts {
    /// From 0 to 100, one per passage, in their order.
    pub scores: Vec<f32>,
    /// Passages that could not be judged; their score is 50.
    pub n_unjudged: usize,
    /// Why the first of them could not.
    pub problem: Option<RerankError>,
}

impl Reranker {
    /// Makes a model ready. A server is asked nothing yet; a folder is loaded. The key was read by the caller: this crate
    /// does not look at the environment.
    pub fn open(config: &RerankConfig, key: Option<Secret>, stop: Stop) -> Result<Reranker, RerankError> {
        config.check()?;
        let judge = Judge::open(config, key)?;
        let n_at_once = judge.n_at_once(config.concurrency);
        Ok(Reranker { name: config.name(), judge: Arc::new(judge), n_at_once, time_limit: config.time_limit, stop })
    }

    /// Provider and model, or the folder's own name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How well each passage answers the question. The first is asked about alone: if the model does not answer then, that
    /// is the error. What fails later counts 50 and is told in the verdicts.
    pub fn judge(&self, question: &str, passages: &[Passage<'_>]) -> Result<Verdicts, RerankError> {
        let deadline = Instant::now() + self.time_limit;
        let text = |passage: &Passage<'_>| beginning(&joined(passage), MAX_PASSAGE_CHARS).to_owned();
        let mut texts = passages.iter().map(text).enumerate();
        let Some(first) = texts.next() else { return Ok(Verdicts::default()) };
        let question: Arc<str> = beginning(question.trim(), MAX_QUESTION_CHARS).into();
        let mut answers = self.ask(&question, vec![first], deadline)?;
        if let Some((_, Err(error))) = answers.pop_if(|(_, answer)| is_hopeless(answer)) {
            return Err(error);
        }
        answers.extend(self.ask(&question, texts.collect(), deadline)?);
        Ok(verdicts(passages.len(), answers))
    }

    /// Asks about one passage, to see whether the model answers as it should.
    pub fn probe(&self) -> Result<(), RerankError> {
        let (question, body) = SAMPLE;
        self.judge(question, &[Passage { body, ..Passage::default() }])?.problem.map_or(Ok(()), Err)
    }

    /// Asks about passages side by side; every one has an answer, in any order. The error is that the user stopped.
    fn ask(
        &self,
        question: &Arc<str>,
        passages: Vec<(usize, String)>,
        deadline: Instant,
    ) -> Result<Vec<Answer>, RerankError> {
        let (sender, answers) = mpsc::channel();
        let n_threads = self.n_at_once.min(passages.len());
        let queue = Arc::new(Mutex::new(passages.into_iter()));
        for _ in 0..n_threads {
            let asking = Asking {
                name: self.name.clone(),
                judge: Arc::clone(&self.judge),
                question: Arc::clone(question),
                deadline,
                time_limit: self.time_limit,
                stop: self.stop.clone(),
            };
            let (queue, sender) = (Arc::clone(&queue), sender.clone());
            thread::spawn(move || {
                while let Some((place, passage)) = next_unless_stopped(&queue, &asking.stop) {
                    if sender.send((place, asking.about(&passage))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut received = Vec::new();
        loop {
            if self.stop.is_requested() {
                return Err(EmbedError::Stopped.into());
            }
            match answers.recv_timeout(TICK) {
                Ok(answer) => received.push(answer),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(received),
            }
        }
    }
}

impl fmt::Debug for Reranker {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Reranker").field("name", &self.name).finish_non_exhaustive()
    }
}

/// The place of a passage, and what became of it.
type Answer = (usize, Result<f32, RerankError>);

/// What a thread needs to ask about passages.
struct Asking {
    name: String,
    judge: Arc<Judge>,
    question: Arc<str>,
    deadline: Instant,
    time_limit: Duration,
    stop: Stop,
}

impl Asking {
    fn about(&self, passage: &str) -> Result<f32, RerankError> {
        let late = || RerankError::OutOfTime { model: self.name.clone(), limit: self.time_limit };
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(late());
        }
        let pair = Pair { model: &self.name, question: &self.question, passage };
        match self.judge.score(&pair, left, &self.stop) {
            // A request has all the time that is left: if that is not enough, the time is over.
            Err(RerankError::Model(EmbedError::TimedOut { .. })) => Err(late()),
            answered => answered,
        }
    }
}

/// Whether there is no use in asking about further passages.
fn is_hopeless(answer: &Result<f32, RerankError>) -> bool {
    answer.as_ref().is_err_and(|error| !error.is_about_one_passage())
}

fn verdicts(n_passages: usize, mut answers: Vec<Answer>) -> Verdicts {
    answers.sort_by_key(|(place, _)| *place);
    let mut verdicts = Verdicts { scores: vec![UNJUDGED; n_passages], ..Verdicts::default() };
    for (place, answer) in answers {
        match answer {
            Ok(score) => verdicts.scores[place] = score,
            Err(error) => {
                verdicts.n_unjudged += 1;
                verdicts.problem.get_or_insert(error);
            }
        }
    }
    verdicts
}

/// The beginning of a text: at most so many letters.
fn beginning(text: &str, max_chars: usize) -> &str {
    text.char_indices().nth(max_chars).map_or(text, |(end, _)| &text[..end])
}
