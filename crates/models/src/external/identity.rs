//! Which model a configuration means: vectors are comparable if and only if the answers here are equal.

use std::path::Path;

use super::config::{ModelConfig, Pooling, Provider};
use super::folder::{self, Folder};
use super::text::{LAYOUT, Texts};
use crate::embedder::Identity;
use crate::error::EmbedError;

/// Hex digits of a revision: enough to tell all configurations of a model apart.
const REVISION_DIGITS: usize = 16;

/// The configuration with what the model itself says where the user says nothing.
pub(crate) fn completed(config: &ModelConfig) -> ModelConfig {
    match config.provider {
        Provider::Onnx => folder::completed(config),
        Provider::Ollama | Provider::OpenAi => config.clone(),
    }
}

/// Everything that decides what vectors come out. A model of Ollama is the same on every machine, so that its address
/// does not count; under the same name, two other services may run anything; a folder is what it holds, wherever it lies.
pub(crate) fn identity_of(config: &ModelConfig, dimension: usize) -> Result<Identity, EmbedError> {
    let texts = Texts::for_model(config);
    let mut parts = vec![LAYOUT.to_owned(), texts.passage_prefix, texts.query_prefix, texts.max_tokens.to_string()];
    match config.provider {
        Provider::Ollama => {}
        Provider::OpenAi => parts.push(config.url.trim_end_matches('/').to_owned()),
        Provider::Onnx => {
            parts.push(Folder::open(Path::new(&config.model))?.hash()?);
            parts.push(config.pooling.map_or("", Pooling::as_str).to_owned());
        }
    }
    let revision = blake3::hash(parts.join("\0").as_bytes()).to_hex()[..REVISION_DIGITS].to_owned();
    Ok(Identity { name: config.identity_name(), revision, dimension })
}
