//! Models outside of Quarry: servers that the tests start and files that they make; what is sent, what is made of the
//! answers, what goes wrong.

mod asking;
mod keeping;
#[cfg(feature = "onnx")]
mod onnx;
#[cfg(feature = "onnx")]
mod pairs;
mod real;
mod reranking;
mod support;
mod trouble;
