//! In place of `onnx.rs` in a build without a runtime for ONNX.

use super::access::Access;
use super::config::ModelConfig;
use super::model::TextModel;
use crate::error::EmbedError;

pub(crate) fn open(_config: &ModelConfig, _access: &Access) -> Result<Box<dyn TextModel>, EmbedError> {
    Err(EmbedError::NotBuiltIn { provider: "ONNX" })
}
