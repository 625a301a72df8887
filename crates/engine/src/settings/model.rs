//! Who turns text into vectors, and how it is asked.
//!
//! The key of a service and the address of one that is not on this machine are no settings: a repository that someone
//! else wrote must not be able to send code anywhere. The front end reads both from the user's environment.

use std::time::Duration;

use quarry_models::{ModelConfig, Pooling, Provider};

use super::declare::settings_group;

/// Who runs the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelProvider {
    /// Quarry's own, inside the binary.
    Builtin,
    /// An Ollama server.
    Ollama,
    /// A service that speaks OpenAI's protocol.
    OpenAi,
    /// A folder with an ONNX file.
    Onnx,
    /// Nobody: words alone.
    None,
}

impl ModelProvider {
    /// Every provider, the default first.
    pub const ALL: [ModelProvider; 5] = [
        ModelProvider::Builtin,
        ModelProvider::Ollama,
        ModelProvider::OpenAi,
        ModelProvider::Onnx,
        ModelProvider::None,
    ];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            ModelProvider::Builtin => "builtin",
            ModelProvider::None => "none",
            ModelProvider::Ollama => Provider::Ollama.as_str(),
            ModelProvider::OpenAi => Provider::OpenAi.as_str(),
            ModelProvider::Onnx => Provider::Onnx.as_str(),
        }
    }

    /// The inverse of [`ModelProvider::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == name)
    }

    /// The provider, if it is outside of Quarry.
    pub fn external(self) -> Option<Provider> {
        Provider::from_name(self.as_str())
    }
}

/// How token states become one vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolingChoice(pub Option<Pooling>);

impl PoolingChoice {
    /// Every choice, the default first.
    pub const ALL: [PoolingChoice; 4] = [
        PoolingChoice(None),
        PoolingChoice(Some(Pooling::Mean)),
        PoolingChoice(Some(Pooling::Cls)),
        PoolingChoice(Some(Pooling::LastToken)),
    ];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        self.0.map_or("auto", Pooling::as_str)
    }

    /// The inverse of [`PoolingChoice::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.as_str() == name)
    }
}

settings_group! {
    /// Who turns text into vectors.
    pub struct ModelSettings {
        /// `builtin` (Quarry's own: offline, nothing to install), `ollama`, `openai` (any service that speaks its
        /// protocol), `onnx` (a folder with model.onnx and tokenizer.json) or `none` (words alone).
        provider: ModelProvider = ModelProvider::Builtin;
        /// The model's name at its provider, or the path of its folder; for `builtin`, the file of a model that you trained.
        /// Empty: the usual one (Quarry's own, nomic-embed-text, text-embedding-3-small).
        name: String = String::new();
        /// Where an Ollama or OpenAI-compatible server listens on this machine. Empty: the provider's usual address.
        /// A server elsewhere is named by the user, not by a repository: set QUARRY_MODEL_URL.
        url: String = String::new();
        /// Numbers per vector. 0: as many as the model gives.
        dimensions: usize = 0, from 0 to 100_000;
        /// Texts per request. 32: about 30 KB, which a server without a GPU answers in seconds.
        batch_size: usize = 32, from 1 to 10_000;
        /// Requests under way at once. 2: the next is there when one is done.
        concurrency: usize = 2, from 1 to 256;
        /// How long one request may take. 120: a server may load the model first.
        timeout_seconds: usize = 120, from 1 to 86_400;
        /// How often a request is repeated that failed for a passing reason, with growing pauses.
        retries: usize = 5, from 0 to 100;
        /// Requests per minute at most. 0: as many as there are.
        requests_per_minute: usize = 0, from 0 to 1_000_000;
        /// Stands before every passage. Empty: what models of that name are known to need (nomic: `search_document: `).
        passage_prefix: String = String::new();
        /// Stands before every question. Empty: what models of that name are known to need (nomic: `search_query: `).
        query_prefix: String = String::new();
        /// How an ONNX model's token states become one vector: `auto` (by the model's name), `mean`, `cls`, `last-token`.
        pooling: PoolingChoice = PoolingChoice(None);
        /// Tokens the model reads; longer texts are cut. 0: what models of that name are known to read.
        max_tokens: usize = 0, from 0 to 1_000_000;
        /// What the parts of a passage count beside its code, for the built-in model.
        parts: PartWeights = PartWeights::default();
    }
}

settings_group! {
    /// What the parts of a passage count beside its code, for the built-in model.
    pub struct PartWeights {
        /// The words of the path.
        path: f32 = 0.5, from 0.0 to 10.0;
        /// The words of the file's name.
        stem: f32 = 0.4, from 0.0 to 10.0;
        /// The names of the definitions around it.
        enclosing: f32 = 0.8, from 0.0 to 10.0;
        /// What the file says first and what it defines.
        card: f32 = 0.8, from 0.0 to 10.0;
    }
}

impl From<&PartWeights> for quarry_models::PartWeights {
    fn from(parts: &PartWeights) -> Self {
        let &PartWeights { path, stem, enclosing, card } = parts;
        quarry_models::PartWeights { path, stem, enclosing, card }
    }
}

impl ModelSettings {
    /// How a model outside of Quarry is asked.
    pub(crate) fn config(&self, provider: Provider) -> ModelConfig {
        let usual = ModelConfig::of(provider);
        let text = |text: &String| (!text.is_empty()).then(|| text.clone());
        let number = |number: usize| (number > 0).then_some(number);
        ModelConfig {
            model: text(&self.name).unwrap_or(usual.model),
            url: text(&self.url).unwrap_or(usual.url),
            dimensions: number(self.dimensions),
            batch_size: self.batch_size,
            concurrency: self.concurrency,
            timeout: Duration::from_secs(self.timeout_seconds as u64),
            retries: self.retries as u32,
            requests_per_minute: number(self.requests_per_minute).map(|number| number as u32),
            passage_prefix: text(&self.passage_prefix),
            query_prefix: text(&self.query_prefix),
            pooling: self.pooling.0,
            max_tokens: number(self.max_tokens),
            ..usual
        }
    }
}
