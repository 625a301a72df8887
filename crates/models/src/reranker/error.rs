//! Why a model gave no scores: fact, place and cause. What to do about it is [`RerankError::help`], for the front end.

use std::time::Duration;

use crate::error::EmbedError;

/// Why a model gave no score.
#[derive(Debug, thiserror::Error)]
pub enum RerankError {
    /// It could not be opened or asked.
    #[error(transparent)]
    Model(#[from] EmbedError),
    /// It said something else than a number.
    #[error("model {model} was asked for a number from 0 to 100 and said: {said}")]
    NoNumber {
        /// Its name.
        model: String,
        /// Its own words.
        said: String,
    },
    /// It is no cross-encoder.
    #[error("model {model} makes {got} numbers of a question and a passage, where one is wanted")]
    NotOneNumber {
        /// Its name.
        model: String,
        /// What came.
        got: usize,
    },
    /// The time was over before it answered.
    #[error("model {model} took longer than the {} s it was given", .limit.as_secs_f32())]
    OutOfTime {
        /// Its name.
        model: String,
        /// What all passages of a question had together.
        limit: Duration,
    },
}

impl RerankError {
    /// Whether another passage may well be judged: the model works, and only this reply was of no use.
    pub(super) fn is_about_one_passage(&self) -> bool {
        matches!(self, RerankError::NoNumber { .. })
    }

    /// What to do about it, if there is something.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            RerankError::Model(error) => return help_on_model(error),
            RerankError::NoNumber { .. } => "choose a model that follows instructions and does not think aloud",
            RerankError::NotOneNumber { .. } => "name a folder with a cross-encoder: a model for re-ranking",
            RerankError::OutOfTime { .. } => {
                "raise `rerank.timeout_seconds`, lower `rerank.top_n`, or choose a smaller model"
            }
        };
        Some(help.to_owned())
    }
}

/// Where the help for models that embed would mislead, another.
fn help_on_model(error: &EmbedError) -> Option<String> {
    let help = match error {
        EmbedError::Unavailable { .. } => "try again later, or lower `rerank.concurrency`",
        EmbedError::Refused { status: 300..=399 | 404 | 405, .. } | EmbedError::Malformed { .. } => {
            "is the address that of a chat service of the configured kind?"
        }
        EmbedError::Config { setting: "model", .. } => "name the model in `rerank.model`",
        EmbedError::Refused { status: 400, .. } => "choose a model that chats and takes a temperature",
        other => return other.help(),
    };
    Some(help.to_owned())
}
