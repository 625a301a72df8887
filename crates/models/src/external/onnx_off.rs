//! In place of `onnx.rs` in a build without a runtime for ONNX.

use super::access::Access;
use super::config::ModelConfig;
use super::model::TextModel;
use crate::error::EmbedError;

const REFUSAL: EmbedError = EmbedError::NotBuiltIn { provider: "ONNX" };

pub(crate) fn open(_config: &ModelConfig, _access: &Access) -> Result<Box<dyn TextModel>, EmbedError> {
    Err(REFUSAL)
}

/// There is none.
pub(crate) enum CrossEncoder {}

impl CrossEncoder {
    pub(crate) fn open(_model: &str) -> Result<CrossEncoder, EmbedError> {
        Err(REFUSAL)
    }

    pub(crate) fn run(&self, _question: &str, _passage: &str) -> Result<Vec<f32>, EmbedError> {
        match *self {}
    }
}
