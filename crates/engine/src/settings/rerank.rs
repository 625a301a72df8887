//! Who re-orders the best results, and how it is asked. Off unless somebody says otherwise.
//!
//! As for `[model]`, the key of a service and the address of one that is not on this machine are no settings: a repository that
//! someone else wrote must not be able to send code anywhere.

use std::time::Duration;

use quarry_models::{Provider, RerankConfig};

use super::declare::settings_group;

/// Who re-orders results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RerankProvider {
    /// Nobody.
    None,
    /// A language model of an Ollama server.
    Ollama,
    /// A language model of a service that speaks OpenAI's protocol.
    OpenAi,
    /// A cross-encoder in a folder with an ONNX file.
    Onnx,
}

impl RerankProvider {
    /// Every provider, the default first.
    pub const ALL: [RerankProvider; 4] =
        [RerankProvider::None, RerankProvider::Ollama, RerankProvider::OpenAi, RerankProvider::Onnx];

    /// The word users type and read.
    pub fn as_str(self) -> &'static str {
        match self {
            RerankProvider::None => "none",
            RerankProvider::Ollama => Provider::Ollama.as_str(),
            RerankProvider::OpenAi => Provider::OpenAi.as_str(),
            RerankProvider::Onnx => Provider::Onnx.as_str(),
        }
    }

    /// The inverse of [`RerankProvider::as_str`].
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == name)
    }
}

settings_group! {
    /// Who re-orders the best results.
    pub struct RerankSettings {
        /// `none`, or who reads the best results beside the question and puts them in order: a language model of `ollama` or
        /// `openai` (any service that speaks its protocol), or `onnx` (a folder with a cross-encoder: model.onnx and
        /// tokenizer.json). None: it takes seconds, and a language model need not say the same twice.
        provider: RerankProvider = RerankProvider::None;
        /// The model's name at its provider, or the path of its folder. Empty: the usual one (qwen2.5-coder:7b, gpt-4o-mini).
        model: String = String::new();
        /// Where an Ollama or OpenAI-compatible server listens on this machine. Empty: the provider's usual address.
        /// A server elsewhere is named by the user, not by a repository: set QUARRY_RERANK_URL. Its key is read from
        /// QUARRY_RERANK_KEY or OPENAI_API_KEY.
        url: String = String::new();
        /// How many results are judged; the others stay behind them as they were. 20, as CodeRAG has it: two screens.
        top_n: usize = 20, from 1 to 1000;
        /// Results judged at once by a server. 4: as many as Ollama works on side by side where memory allows.
        concurrency: usize = 4, from 1 to 256;
        /// How long all results of a question may take together; what is not judged then counts 50 of 100. 60: a server may
        /// load the model first.
        timeout_seconds: usize = 60, from 1 to 86_400;
    }
}

impl RerankSettings {
    /// How the model is asked, if there is one.
    pub(crate) fn config(&self) -> Option<RerankConfig> {
        let usual = RerankConfig::of(Provider::from_name(self.provider.as_str())?);
        let text = |text: &String| (!text.is_empty()).then(|| text.clone());
        Some(RerankConfig {
            model: text(&self.model).unwrap_or(usual.model),
            // A folder has no address, whatever is set.
            url: text(&self.url).filter(|_| !usual.url.is_empty()).unwrap_or(usual.url),
            concurrency: self.concurrency,
            time_limit: Duration::from_secs(self.timeout_seconds as u64),
            ..usual
        })
    }
}
