//! How a model outside of Quarry is asked, as plain data. Defaults here; the engine's settings are laid over them.

use std::path::Path;
use std::time::Duration;

use crate::error::EmbedError;

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

    /// The name in the model's [`Identity`](crate::Identity): provider and model, or the folder's own name.
    pub fn identity_name(&self) -> String {
        model_name(self.provider, &self.model)
    }

    /// What cannot work is refused before anything is sent.
    pub(crate) fn check(&self) -> Result<(), EmbedError> {
        check_place(self.provider, &self.model, &self.url)?;
        match self {
            ModelConfig { dimensions: Some(0), .. } => refused("dimensions", "a vector has at least one number"),
            ModelConfig { max_tokens: Some(0), .. } => refused("max_tokens", "a text has at least one token"),
            _ => Ok(()),
        }
    }
}

/// Provider and model, or the folder's own name.
pub(crate) fn model_name(provider: Provider, model: &str) -> String {
    let name = match provider {
        // What Ollama takes a name without a tag for.
        Provider::Ollama => model.trim_end_matches(":latest").into(),
        Provider::OpenAi => model.into(),
        Provider::Onnx => Path::new(model).file_name().unwrap_or_default().to_string_lossy(),
    };
    format!("{}/{name}", provider.as_str())
}

/// Whether a model can be there at all.
pub(crate) fn check_place(provider: Provider, model: &str, url: &str) -> Result<(), EmbedError> {
    match provider {
        _ if model.trim().is_empty() => refused("model", "it is empty"),
        Provider::Ollama | Provider::OpenAi if !is_address(url) => {
            refused("url", "it must be like http://127.0.0.1:11434 or https://host/v1")
        }
        _ => Ok(()),
    }
}

fn refused(setting: &'static str, why: &str) -> Result<(), EmbedError> {
    Err(EmbedError::Config { setting, why: why.to_owned() })
}

fn is_address(url: &str) -> bool {
    let (scheme, host) = url.trim().split_once("://").unwrap_or(("http", url.trim()));
    let is_host = !host.trim_matches('/').is_empty() && !host.contains(char::is_whitespace);
    is_host && matches!(scheme, "http" | "https")
}
