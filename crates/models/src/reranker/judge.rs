//! Who judges one passage: a language model behind a server, or a cross-encoder in this process.

use std::time::Duration;

use super::config::RerankConfig;
use super::error::RerankError;
use super::prompt;
use crate::error::EmbedError;
use crate::external::{Address, Chat, CrossEncoder, Protocol, Provider, Secret, Stop};

/// Scores go from 0 to this.
const BEST: f32 = 100.0;
/// As much as is told of what a model says.
const MAX_SAID_CHARS: usize = 80;

/// A model that can be asked about a question and a passage.
pub(super) enum Judge {
    /// Replies in words.
    Chat(Box<Chat>),
    /// Gives one number, of any size.
    CrossEncoder(Box<CrossEncoder>),
}

impl Judge {
    /// Makes a model ready. Sends nothing.
    pub(super) fn open(config: &RerankConfig, key: Option<Secret>) -> Result<Judge, EmbedError> {
        let protocol = match config.provider {
            Provider::Onnx => return Ok(Judge::CrossEncoder(Box::new(CrossEncoder::open(&config.model)?))),
            Provider::Ollama => Protocol::Ollama,
            Provider::OpenAi => Protocol::OpenAi,
        };
        Ok(Judge::Chat(Box::new(Chat::new(Address {
            protocol,
            url: config.url.clone(),
            model: config.model.clone(),
            key,
            key_variable: config.key_variable.clone(),
        }))))
    }

    /// How many passages are worth judging side by side: a model in this process has all cores for one.
    pub(super) fn n_at_once(&self, wanted: usize) -> usize {
        match self {
            Judge::Chat(_) => wanted.max(1),
            Judge::CrossEncoder(_) => 1,
        }
    }

    /// How well a passage answers a question, from 0 to 100.
    pub(super) fn score(&self, pair: &Pair<'_>, timeout: Duration, stop: &Stop) -> Result<f32, RerankError> {
        let no_number = |said: String| RerankError::NoNumber { model: pair.model.to_owned(), said };
        let score = match self {
            Judge::Chat(chat) => {
                let reply = chat.reply(&prompt::message(pair.question, pair.passage), timeout, stop)?;
                prompt::number_in(&reply).ok_or_else(|| no_number(said(&reply)))?
            }
            Judge::CrossEncoder(model) => {
                let numbers = model.run(pair.question, pair.passage)?;
                let [logit] = numbers[..] else {
                    return Err(RerankError::NotOneNumber { model: pair.model.to_owned(), got: numbers.len() });
                };
                match logit.is_nan() {
                    true => return Err(no_number(logit.to_string())),
                    false => BEST / (1.0 + (-logit).exp()),
                }
            }
        };
        Ok(score.clamp(0.0, BEST))
    }
}

/// What is judged, and by whom, for errors.
pub(super) struct Pair<'a> {
    pub(super) model: &'a str,
    pub(super) question: &'a str,
    pub(super) passage: &'a str,
}

/// A model's words, as far as they are told.
fn said(reply: &str) -> String {
    let words = reply.split_whitespace().collect::<Vec<_>>().join(" ");
    match words.char_indices().nth(MAX_SAID_CHARS) {
        _ if words.is_empty() => "nothing".to_owned(),
        Some((end, _)) => format!("{}...", &words[..end]),
        None => words,
    }
}
