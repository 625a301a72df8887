//! Why a model gave no vectors, or could not be asked for anything else: fact, place and cause. What to do about it is
//! [`EmbedError::help`], for the front end.

use std::io;
use std::path::PathBuf;
use std::time::Duration;

/// Why a model gave no vectors.
#[derive(Debug, thiserror::Error)]
pub enum EmbedError {
    /// A model file cannot be read.
    #[error("the model cannot be read")]
    ModelFile {
        /// What the system said, with the path.
        source: std::io::Error,
    },
    /// A file is no model of Quarry's kind, or not a whole one.
    #[error("{} is not a whole model file", path.display())]
    NotAModel {
        /// Which.
        path: std::path::PathBuf,
    },
    /// The model answers with other vectors than the index holds.
    #[error("model {model} gives vectors of {got} numbers where {expected} were expected")]
    Dimension {
        /// Its name.
        model: String,
        /// What was asked for or agreed on.
        expected: usize,
        /// What came.
        got: usize,
    },
    /// A vector holds something that is not a number.
    #[error("model {model} gives vectors with NaN or infinite numbers")]
    NotFinite {
        /// Its name.
        model: String,
    },
    /// More or fewer vectors than texts.
    #[error("model {model} answered {expected} texts with {got} vectors")]
    Count {
        /// Its name.
        model: String,
        /// Texts that were sent.
        expected: usize,
        /// Vectors that came.
        got: usize,
    },
    /// The configuration cannot be used as it is.
    #[error("the model's setting `{setting}` cannot be used: {why}")]
    Config {
        /// Which setting.
        setting: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// The service wants a key, and there is none.
    #[error("{url} wants a key, and {} holds none", variable.as_deref().unwrap_or("no environment variable"))]
    KeyMissing {
        /// Where the model is asked.
        url: String,
        /// The environment variable that was named for it.
        variable: Option<String>,
    },
    /// The service does not take the key.
    #[error("{url} refuses the key (status {status}): {said}")]
    KeyRefused {
        /// Where the model is asked.
        url: String,
        /// The HTTP status.
        status: u16,
        /// The service's own words.
        said: String,
    },
    /// The service does not know the model.
    #[error("{url} has no model {model}: {said}")]
    UnknownModel {
        /// Where the model is asked.
        url: String,
        /// Its name.
        model: String,
        /// What fetches it, if the service is one that can be told to.
        fetched_by: Option<String>,
        /// The service's own words.
        said: String,
    },
    /// No connection.
    #[error("cannot reach {url}")]
    Unreachable {
        /// Where the model is asked.
        url: String,
        /// What the system said.
        source: io::Error,
    },
    /// Connected, and no answer in time.
    #[error("{url} did not answer within {} s", .after.as_secs_f32())]
    TimedOut {
        /// Where the model is asked.
        url: String,
        /// How long was waited.
        after: Duration,
    },
    /// The service is overloaded or broken, and stayed so.
    #[error("{url} answered with status {status}{}: {said}", after(*tries))]
    Unavailable {
        /// Where the model is asked.
        url: String,
        /// The last HTTP status.
        status: u16,
        /// How often it was asked.
        tries: u32,
        /// The service's own words.
        said: String,
    },
    /// The service will not do what it was asked, however often.
    #[error("{url} refuses the request (status {status}): {said}")]
    Refused {
        /// Where the model is asked.
        url: String,
        /// The HTTP status.
        status: u16,
        /// The service's own words.
        said: String,
    },
    /// The answer is not what the protocol says.
    #[error("{url} gave an answer that cannot be read: {why}")]
    Malformed {
        /// Where the model is asked.
        url: String,
        /// What is wrong with it.
        why: String,
    },
    /// A file that the model consists of is missing or cannot be read.
    #[error("cannot read the model's {what}")]
    Read {
        /// Which part: weights, tokenizer, folder.
        what: &'static str,
        /// What the system said; names the path.
        source: io::Error,
    },
    /// A file that the model consists of is there and makes no sense.
    #[error("{} is no usable {what}: {why}", path.display())]
    Corrupt {
        /// Which part.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The model failed on a text.
    #[error("model {model} failed: {why}")]
    Run {
        /// Its name.
        model: String,
        /// What the runtime said.
        why: String,
    },
    /// This build cannot run such models.
    #[error("this build has no runtime for {provider} models")]
    NotBuiltIn {
        /// What would be needed.
        provider: &'static str,
    },
    /// The user asked to stop.
    #[error("stopped")]
    Stopped,
}

/// How often was asked, if more than once.
fn after(tries: u32) -> String {
    if tries > 1 { format!(" after {tries} tries") } else { String::new() }
}

impl EmbedError {
    /// Whether the same request may succeed later, without anybody changing anything.
    pub fn is_passing(&self) -> bool {
        matches!(self, EmbedError::Unreachable { .. } | EmbedError::TimedOut { .. } | EmbedError::Unavailable { .. })
    }

    /// What to do about it, if there is something.
    pub fn help(&self) -> Option<String> {
        let help = match self {
            EmbedError::ModelFile { .. } | EmbedError::NotAModel { .. } => {
                "name a file that `quarry-train train` wrote, or none for the model inside Quarry".to_owned()
            }
            EmbedError::Dimension { got: 0, .. } => "is this a model for embeddings?".to_owned(),
            EmbedError::Dimension { got, .. } => {
                format!("set `dimensions = {got}` if this model is meant; the index is then embedded anew")
            }
            EmbedError::NotFinite { .. } => {
                "the model or its server is at fault: update it, or choose another".to_owned()
            }
            EmbedError::KeyMissing { variable: Some(variable), .. } => format!("put the key into {variable}"),
            EmbedError::KeyMissing { variable: None, .. } => {
                "name the environment variable that holds the key".to_owned()
            }
            EmbedError::KeyRefused { .. } => "check the key and what it may be used for".to_owned(),
            EmbedError::UnknownModel { fetched_by: Some(command), .. } => format!("run `{command}`"),
            EmbedError::UnknownModel { fetched_by: None, .. } => "check the model's name".to_owned(),
            EmbedError::Unreachable { .. } => "is the server running, and is the address right?".to_owned(),
            EmbedError::TimedOut { .. } => "raise the timeout, or send smaller batches".to_owned(),
            EmbedError::Unavailable { .. } => {
                "try again later: what is embedded is kept; or send fewer requests per minute".to_owned()
            }
            EmbedError::Refused { status: 429, .. } => "raise the quota with whoever runs the service".to_owned(),
            EmbedError::Refused { status: 300..=399 | 404 | 405, .. }
            | EmbedError::Malformed { .. }
            | EmbedError::Count { .. } => {
                "is the address that of an embeddings service of the configured kind?".to_owned()
            }
            EmbedError::Read { .. } | EmbedError::Corrupt { .. } => {
                "name a folder that holds model.onnx and tokenizer.json, downloaded in full".to_owned()
            }
            EmbedError::Refused { .. }
            | EmbedError::Config { .. }
            | EmbedError::Run { .. }
            | EmbedError::NotBuiltIn { .. }
            | EmbedError::Stopped => {
                return None;
            }
        };
        Some(help)
    }
}
