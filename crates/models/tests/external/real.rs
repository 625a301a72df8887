//! The real all-MiniLM-L6-v2 behind a real server, in both protocols: the same vectors as elsewhere, and every fault.

use std::time::Duration;

use expect_test::expect;
use quarry_models::{Access, Embedder, External, ModelConfig, Provider, Secret, Usage};
use quarry_test_support::{MiniLmServer, minilm};
use serde_json::Value;
use tempfile::TempDir;

use crate::support::{cosine, embed, keeping_in};

const DIMENSION: usize = 384;

fn config(provider: Provider, server: &MiniLmServer, fault: &str) -> ModelConfig {
    let version = if provider == Provider::OpenAi { "/v1" } else { "" };
    let fault = if fault.is_empty() { String::new() } else { format!("/fault/{fault}") };
    ModelConfig {
        model: "all-minilm".to_owned(),
        url: format!("{}{fault}{version}", server.url),
        batch_size: 3,
        concurrency: 2,
        retries: 1,
        backoff: Duration::from_millis(1),
        ..ModelConfig::of(provider)
    }
}

fn access() -> Access {
    Access { key: Some(Secret::new("sk-test")), ..Access::default() }
}

#[test]
fn both_protocols_give_the_vectors_of_the_reference() {
    let server = minilm().serve();
    let reference: Value = serde_json::from_str(&minilm().reference()).unwrap();
    let texts: Vec<&str> = reference["texts"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    for provider in [Provider::Ollama, Provider::OpenAi] {
        let model = External::open(&config(provider, &server, ""), &access()).unwrap();
        assert_eq!(model.identity().dimension, DIMENSION);
        for (n, vector) in embed(&model, &texts).unwrap().iter().enumerate() {
            let expected: Vec<f32> = serde_json::from_value(reference["vectors"]["minilm"]["mean"][n].clone()).unwrap();
            assert!(1.0 - cosine(vector, &expected) < 1e-4, "{provider:?} {:?}", texts[n]);
        }
        let query = model.embed_query(texts[0]).unwrap();
        let expected: Vec<f32> = serde_json::from_value(reference["vectors"]["minilm"]["mean"][0].clone()).unwrap();
        assert!(1.0 - cosine(&query, &expected) < 1e-4);
        let probe = External::probe(&config(provider, &server, ""), &access()).unwrap();
        assert_eq!(&probe.identity, model.identity());
    }
}

#[test]
fn every_fault_is_told_in_its_own_words() {
    let server = minilm().serve();
    let mut told = String::new();
    for provider in [Provider::Ollama, Provider::OpenAi] {
        for fault in ["429", "500", "hang", "dimension", "nan", "count", "malformed"] {
            // Only the one that hangs needs an end: the others answer as fast as the machine lets them.
            let timeout = Duration::from_millis(if fault == "hang" { 200 } else { 120_000 });
            let config = ModelConfig { timeout, ..config(provider, &server, fault) };
            let known = Access { known_dimension: Some(DIMENSION), ..access() };
            let model = External::open(&config, &known).unwrap();
            let error = embed(&model, &["fn main() {}", "b"]).unwrap_err();
            told += &format!("{error}\n").replace(&server.url, "<url>");
        }
    }
    expect![[r#"
        <url>/fault/429/api/embed answered with status 429 after 2 tries: too much to do
        <url>/fault/500/api/embed answered with status 500 after 2 tries: too much to do
        <url>/fault/hang/api/embed did not answer within 0.2 s
        model all-minilm gives vectors of 383 numbers where 384 were expected
        model all-minilm gives vectors with NaN or infinite numbers
        model all-minilm answered 2 texts with 1 vectors
        <url>/fault/malformed/api/embed gave an answer that cannot be read: EOF while parsing a list at line 1 column 25
        <url>/fault/429/v1/embeddings answered with status 429 after 2 tries: too much to do
        <url>/fault/500/v1/embeddings answered with status 500 after 2 tries: too much to do
        <url>/fault/hang/v1/embeddings did not answer within 0.2 s
        model all-minilm gives vectors of 383 numbers where 384 were expected
        model all-minilm gives vectors with NaN or infinite numbers
        model all-minilm answered 2 texts with 1 vectors
        <url>/fault/malformed/v1/embeddings gave an answer that cannot be read: EOF while parsing a list at line 1 column 25
    "#]].assert_eq(&told);
}

#[test]
fn a_wrong_key_and_a_wrong_name_are_refused() {
    let server = minilm().serve();
    let probe = |config: &ModelConfig, access: &Access| match External::probe(config, access) {
        Ok(_) => "fine\n".to_owned(),
        Err(error) => format!("{error} ({})\n", error.help().unwrap_or_default()).replace(&server.url, "<url>"),
    };
    let (ollama, openai) = (config(Provider::Ollama, &server, ""), config(Provider::OpenAi, &server, ""));
    let unknown = |config: &ModelConfig| ModelConfig { model: "no-such-model".to_owned(), ..config.clone() };
    let all = [
        probe(&ollama, &Access::default()),
        probe(&openai, &Access::default()),
        probe(&openai, &Access { key: Some(Secret::new("sk-wrong")), ..Access::default() }),
        probe(&unknown(&ollama), &access()),
        probe(&unknown(&openai), &access()),
        probe(&ModelConfig { url: format!("{}/elsewhere", server.url), ..ollama.clone() }, &access()),
    ];
    expect![[r#"
        fine
        <url>/v1/embeddings wants a key, and OPENAI_API_KEY holds none (put the key into OPENAI_API_KEY)
        <url>/v1/embeddings refuses the key (status 401): Incorrect API key provided (check the key and what it may be used for)
        <url>/api/embed has no model no-such-model: model "no-such-model" not found, try pulling it first (run `ollama pull no-such-model`)
        <url>/v1/embeddings has no model no-such-model: The model `no-such-model` does not exist (check the model's name)
        <url>/elsewhere/api/embed refuses the request (status 404): 404 page not found (is the address that of an embeddings service of the configured kind?)
    "#]].assert_eq(&all.concat());
}

#[test]
fn a_server_that_dies_half_way_is_taken_up_where_it_ended() {
    let folder = TempDir::new().unwrap();
    let texts: Vec<String> = (0..12).map(|n| format!("fn number_{n}() {{}}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let keeping = || Access { known_dimension: Some(DIMENSION), key: access().key, ..keeping_in(folder.path()) };
    let alone =
        |server: &MiniLmServer, fault| ModelConfig { concurrency: 1, ..config(Provider::Ollama, server, fault) };

    let dying = minilm().serve();
    let model = External::open(&alone(&dying, "die-after-2"), &keeping()).unwrap();
    let error = embed(&model, &texts).unwrap_err();
    assert!(error.is_passing(), "{error}");
    assert_eq!(model.usage().embedded, 6);

    let healthy = minilm().serve();
    let model = External::open(&alone(&healthy, ""), &keeping()).unwrap();
    let resumed = embed(&model, &texts).unwrap();
    assert_eq!(model.usage(), Usage { cached: 6, embedded: 6, requests: 2 });

    let fresh = External::open(&alone(&healthy, ""), &access()).unwrap();
    for (resumed, fresh) in resumed.iter().zip(embed(&fresh, &texts).unwrap()) {
        assert!(1.0 - cosine(resumed, &fresh) < 1e-6);
    }
}

#[test]
fn a_server_that_is_killed_is_missed_and_what_is_kept_still_answers() {
    let folder = TempDir::new().unwrap();
    let mut server = minilm().serve();
    let keeping = Access { known_dimension: Some(DIMENSION), ..keeping_in(folder.path()) };
    let model = External::open(&config(Provider::Ollama, &server, ""), &keeping).unwrap();
    let before = embed(&model, &["a", "b"]).unwrap();
    server.kill();
    assert_eq!(embed(&model, &["a", "b"]).unwrap(), before);
    assert!(embed(&model, &["a", "new"]).unwrap_err().is_passing());
    assert!(model.embed_query("a").unwrap_err().is_passing());
}
