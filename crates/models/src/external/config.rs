//! How a model outside of Quarry is asked, as plain data. Defaults here; the engine's settings are laid over them.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Who runs the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Provider {
    /// An Ollama server: `POST /api/embed`.
    Ollama,
    /// Any service that speaks OpenAI's `POST /v1/embeddings`.
    OpenAi,
    /// A folder with `model.onnx` and `tokenizer.json`, run in this process.
    Onnx,
}

impl Provider {
    /// Every provider.
    pub const ALL: [Provider; 3] = [Provider::Ollama, Provider::OpenAi, Provider::Onnx];

    /// Its name in settings and identities.
    pub fn as_str(self) -> &'static str {
        match self {
            Provider::Ollama => "ollama",
            Provider::OpenAi => "openai",
            Provider::Onnx => "onnx",
        }
    }

    /// The provider of that name.
    pub fn from_name(name: &str) -> Option<Provider> {
        Provider::ALL.into_iter().find(|provider| provider.as_str() == name)
    }

    /// The model that is asked if none is named. A folder has no default.
    pub fn default_model(self) -> &'static str {
        match self {
            Provider::Ollama => "nomic-embed-text",
            Provider::OpenAi => "text-embedding-3-small",
            Provider::Onnx => "",
        }
    }

    /// Where the model is asked if no address is given. An address and not a name for this machine: a name may mean
    /// IPv6 first, where Ollama does not listen.
    pub fn default_url(self) -> &'static str {
        match self {
            Provider::Ollama => "http://127.0.0.1:11434",
            Provider::OpenAi => "https://api.openai.com/v1",
            Provider::Onnx => "",
        }
    }
}

/// How the states of all tokens become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pooling {
    /// Their mean, padding left out.
    Mean,
    /// The first one.
    Cls,
    /// The last one that is not padding.
    LastToken,
}

impl Pooling {
    /// Every way.
    pub const ALL: [Pooling; 3] = [Pooling::Mean, Pooling::Cls, Pooling::LastToken];

    /// Its name in settings.
    pub fn as_str(self) -> &'static str {
        match self {
            Pooling::Mean => "mean",
            Pooling::Cls => "cls",
            Pooling::LastToken => "last-token",
        }
    }

    /// The way of that name.
    pub fn from_name(name: &str) -> Option<Pooling> {
        Pooling::ALL.into_iter().find(|pooling| pooling.as_str() == name)
    }
}

/// A model outside of Quarry. `None` means: what is known of models of that name, or else nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelConfig {
    /// Who runs it.
    pub provider: Provider,
    /// Its name there, or the path of its folder.
    pub model: String,
    /// Where the server is.
    pub url: String,
    /// The environment variable that the key was read from, named in errors only.
    pub key_variable: Option<String>,
    /// Numbers per vector. A server that can shorten vectors is asked to; any other answer is an error.
    pub dimensions: Option<usize>,
    /// Texts per request. 32: a request then carries about 30 KB, which a server without a GPU answers in seconds.
    pub batch_size: usize,
    /// Requests under way at once. 2: the next is there when one is done; local servers work on one at a time.
    pub concurrency: usize,
    /// How long one request may take. 120 s: a server may load the model first.
    pub timeout: Duration,
    /// How often a request is repeated that failed for a passing reason.
    pub retries: u32,
    /// The wait before the first repetition; it doubles with each further one.
    pub backoff: Duration,
    /// Requests sent per minute at most.
    pub requests_per_minute: Option<u32>,
    /// Stands before every passage.
    pub passage_prefix: Option<String>,
    /// Stands before every question.
    pub query_prefix: Option<String>,
    /// How an ONNX model's token states become one vector.
    pub pooling: Option<Pooling>,
    /// Tokens the model reads. Longer texts are cut.
    pub max_tokens: Option<usize>,
}

impl ModelConfig {
    /// The provider's usual model at its usual address.
    pub fn of(provider: Provider) -> ModelConfig {
        ModelConfig {
            provider,
            model: provider.default_model().to_owned(),
            url: provider.default_url().to_owned(),
            key_variable: (provider == Provider::OpenAi).then(|| "OPENAI_API_KEY".to_owned()),
            dimensions: None,
            batch_size: 32,
            concurrency: 2,
            timeout: Duration::from_secs(120),
            retries: 5,
            backoff: Duration::from_millis(500),
            requests_per_minute: None,
            passage_prefix: None,
            query_prefix: None,
            pooling: None,
            max_tokens: None,
        }
    }
}

/// What a model needs besides its configuration: what is secret, local, or of this run only.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// The key, read by the caller: this crate does not look at the environment.
    pub key: Option<Secret>,
    /// Numbers per vector, if an index says so already; saves the request that would ask.
    pub known_dimension: Option<usize>,
    /// Where vectors are kept for the next time; none to keep nothing.
    pub cache: Option<CachePlace>,
    /// Ends all work early.
    pub stop: Stop,
}

/// Where vectors are kept, and how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CachePlace {
    /// A folder; every model has a file of its own in it.
    pub folder: PathBuf,
    /// Bytes one model's file may take; when it grows over this, the oldest vectors go.
    pub max_bytes: u64,
}

impl CachePlace {
    /// 4 GiB: 1.4 million vectors of 768 numbers, more than the largest repositories have chunks.
    pub const DEFAULT_MAX_BYTES: u64 = 4 << 30;
}

/// A key. It is never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Takes a key; white space around it is a slip of whoever stored it.
    pub fn new(key: &str) -> Secret {
        Secret(key.trim().to_owned())
    }

    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(..)")
    }
}

/// A flag that ends work early, from another thread or a signal handler. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Stop {
    own: Arc<AtomicBool>,
    above: Option<Arc<AtomicBool>>,
}

impl Stop {
    /// Asks all work that holds a clone to end.
    pub fn request(&self) {
        self.own.store(true, Ordering::Relaxed);
    }

    /// Whether anybody asked.
    pub fn is_requested(&self) -> bool {
        self.own.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.load(Ordering::Relaxed))
    }

    /// A flag for a part of the work: it falls with this one, and by itself stops that part alone.
    pub(crate) fn for_part(&self) -> Stop {
        Stop { own: Arc::default(), above: Some(Arc::clone(&self.own)) }
    }
}

impl From<Arc<AtomicBool>> for Stop {
    fn from(flag: Arc<AtomicBool>) -> Stop {
        Stop { own: flag, above: None }
    }
}
