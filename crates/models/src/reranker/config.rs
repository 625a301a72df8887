//! How a model that re-ranks is asked, as plain data. Defaults here; the engine's settings are laid over them.

use std::time::Duration;

use crate::error::EmbedError;
use crate::external::{Provider, check_place, model_name};

/// A model that re-ranks.
#[derive(Clone, Debug, PartialEq)]
pub struct RerankConfig {
    /// Who runs it: a language model behind a server, or a cross-encoder in a folder.
    pub provider: Provider,
    /// Its name there, or the path of its folder.
    pub model: String,
    /// Where the server is.
    pub url: String,
    /// The environment variable that the key was read from, named in errors only.
    pub key_variable: Option<String>,
    /// Requests under way at once. 4, as many as Ollama works on side by side where memory allows. A model in this process
    /// has all cores anyway and judges one passage after the other.
    pub concurrency: usize,
    /// How long all passages of a question may take together. 60 s: a server may load the model first.
    pub time_limit: Duration,
}

impl RerankConfig {
    /// The provider's usual model at its usual address. A folder has no default.
    pub fn of(provider: Provider) -> RerankConfig {
        let model = match provider {
            // The language model of CodeRAG: it reads code and runs on a desktop.
            Provider::Ollama => "qwen2.5-coder:7b",
            Provider::OpenAi => "gpt-4o-mini",
            Provider::Onnx => "",
        };
        RerankConfig {
            provider,
            model: model.to_owned(),
            url: provider.default_url().to_owned(),
            key_variable: (provider == Provider::OpenAi).then(|| "OPENAI_API_KEY".to_owned()),
            concurrency: 4,
            time_limit: Duration::from_secs(60),
        }
    }

    /// Provider and model, or the folder's own name.
    pub fn name(&self) -> String {
        model_name(self.provider, &self.model)
    }

    /// What cannot work is refused before anything is sent.
    pub(super) fn check(&self) -> Result<(), EmbedError> {
        check_place(self.provider, &self.model, &self.url)
    }
}
