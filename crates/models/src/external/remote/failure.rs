//! What a reply that is no success means: try again, shorten the text, or give up.

use std::time::Duration;

use super::http::{Reply, said};
use super::protocol::Protocol;
use crate::error::EmbedError;

/// Why a request gave nothing, by what to do next.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The same request may succeed after a wait; the server may have said which.
    Passing(EmbedError, Option<Duration>),
    /// A text is longer than the model takes.
    TooLong(EmbedError),
    /// Asking again is of no use.
    Final(EmbedError),
}

impl Failure {
    /// What to tell when nothing more is done about it.
    pub(crate) fn into_error(self) -> EmbedError {
        match self {
            Failure::Passing(error, _) | Failure::TooLong(error) | Failure::Final(error) => error,
        }
    }
}

/// Whom a request was sent to, for the words of an error.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<'a> {
    pub(crate) protocol: Protocol,
    pub(crate) url: &'a str,
    pub(crate) model: &'a str,
    pub(crate) has_key: bool,
}

/// Reads a reply whose status is not 2xx.
pub(crate) fn of_reply(reply: &Reply, asked: Asked<'_>) -> Failure {
    let (url, model, status) = (asked.url.to_owned(), asked.model.to_owned(), reply.status);
    let said = said(&reply.body);
    let words = String::from_utf8_lossy(&reply.body).to_lowercase();
    let refused = |said| EmbedError::Refused { url: asked.url.to_owned(), status, said };
    match status {
        300..=399 => Failure::Final(refused("it points to another address; name that one".to_owned())),
        401 | 403 if !asked.has_key => Failure::Final(EmbedError::KeyMissing { url, variable: None }),
        401 | 403 => Failure::Final(EmbedError::KeyRefused { url, status, said }),
        // Ollama cannot write NaN as JSON, and says so.
        500 if words.contains("unsupported value") => Failure::Final(EmbedError::NotFinite { model }),
        400 | 404 if is_about_model(&words) => {
            let fetched_by = asked.protocol.fetched_by(asked.model);
            Failure::Final(EmbedError::UnknownModel { url, model, fetched_by, said })
        }
        400 | 413 | 422 | 500 if status == 413 || is_about_length(&words) => Failure::TooLong(refused(said)),
        // The same status as for "slow down", and no wait helps.
        429 if words.contains("insufficient_quota") => Failure::Final(refused(said)),
        501 => Failure::Final(refused(said)),
        408 | 425 | 429 | 500..=599 => {
            Failure::Passing(EmbedError::Unavailable { url, status, tries: 1, said }, reply.retry_after)
        }
        _ => Failure::Final(refused(said)),
    }
}

/// Reads a body of status 2xx that does not hold what was asked for.
pub(crate) fn of_answer(body: &[u8], why: String, asked: Asked<'_>) -> Failure {
    // JSON has no word for it, but servers in Python write it all the same.
    let has_nan = ["NaN", "Infinity"].iter().any(|word| body.windows(word.len()).any(|part| part == word.as_bytes()));
    Failure::Final(match has_nan {
        true => EmbedError::NotFinite { model: asked.model.to_owned() },
        false => EmbedError::Malformed { url: asked.url.to_owned(), why },
    })
}

fn is_about_model(words: &str) -> bool {
    words.contains("model")
        && ["not found", "does not exist", "not_found", "unknown model"].iter().any(|sign| words.contains(sign))
}

/// Servers word it in many ways. A wrong guess costs a few requests with shorter texts.
fn is_about_length(words: &str) -> bool {
    let subject = ["token", "context", "length", "input"].iter().any(|word| words.contains(word));
    let verdict = ["exceed", "maximum", "too long", "too large", "less than", "longer than"]
        .iter()
        .any(|word| words.contains(word));
    subject && verdict
}
