//! What the tests' server answers, and what tests ask it.

use std::time::Duration;

use quarry_models::{Access, CachePlace, Embedder, External, ModelConfig, Passage, Provider};
use serde_json::{Value, json};

pub(crate) use quarry_test_support::{DEAD_URL, Reply, Request, Server};

/// Numbers per vector of the tests' servers.
pub(crate) const DIMENSION: usize = 4;

/// A model on that server. Waits are short: nobody measures them.
pub(crate) fn config(provider: Provider, server: &Server) -> ModelConfig {
    ModelConfig {
        model: "test-model".to_owned(),
        url: server.url(),
        batch_size: 2,
        retries: 2,
        backoff: Duration::from_millis(1),
        timeout: Duration::from_secs(30),
        ..ModelConfig::of(provider)
    }
}

/// Access that knows the dimension, so that every request in a test is one that the test is about.
pub(crate) fn access() -> Access {
    Access { known_dimension: Some(DIMENSION), ..Access::default() }
}

/// The same, with a cache in that folder.
pub(crate) fn keeping_in(folder: &std::path::Path) -> Access {
    let place = CachePlace { folder: folder.to_owned(), max_bytes: CachePlace::DEFAULT_MAX_BYTES };
    Access { cache: Some(place), ..access() }
}

/// Embeds passages that consist of these texts alone.
pub(crate) fn embed(model: &External, texts: &[&str]) -> Result<Vec<Vec<f32>>, quarry_models::EmbedError> {
    let passages: Vec<Passage<'_>> = texts.iter().map(|body| Passage { body, ..Passage::default() }).collect();
    model.embed_passages(&passages)
}

/// What the tests' servers make of a text: a vector that tells it apart, not of unit length.
pub(crate) fn vector_of(text: &str) -> Vec<f32> {
    let sum = |start: u32| text.bytes().fold(start, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    (1..=DIMENSION as u32).map(|n| (sum(n) % 1000) as f32 + 1.0).collect()
}

/// The same, as it must come out of the model.
pub(crate) fn unit_vector_of(text: &str) -> Vec<f32> {
    let vector = vector_of(text);
    let length = vector.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
    vector.iter().map(|number| (f64::from(*number) / length) as f32).collect()
}

/// The right answer to a request, in either protocol.
pub(crate) fn right_answer(request: &Request) -> Reply {
    let vectors: Vec<Vec<f32>> = request.texts().iter().map(|text| vector_of(text)).collect();
    answer_with(request, &json!(vectors))
}

/// An answer with these vectors, in the protocol of the request.
pub(crate) fn answer_with(request: &Request, vectors: &Value) -> Reply {
    let empty = Vec::new();
    let item = |(index, vector): (usize, &Value)| json!({ "object": "embedding", "index": index, "embedding": vector });
    let data: Vec<Value> = vectors.as_array().unwrap_or(&empty).iter().enumerate().map(item).collect();
    Reply::json(&match request.path.as_str() {
        "/api/embed" => json!({ "model": "test-model", "embeddings": vectors }),
        _ => json!({ "object": "list", "data": data }),
    })
}

/// How alike two unit vectors are.
pub(crate) fn cosine(left: &[f32], right: &[f32]) -> f32 {
    left.iter().zip(right).map(|(left, right)| left * right).sum()
}
