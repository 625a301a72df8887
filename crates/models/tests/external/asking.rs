//! What is sent, and what comes out when all goes well.

use std::time::Duration;

use expect_test::{Expect, expect};
use quarry_models::{Access, Embedder, External, ModelConfig, Passage, Provider, Secret};
use serde_json::json;

use crate::support::{
    DIMENSION, Reply, Request, Server, access, answer_with, config, embed, right_answer, unit_vector_of, vector_of,
};

/// Every request as path, key and body, in the order of the bodies: threads may overtake each other.
#[track_caller]
fn check_sent(server: &Server, expected: Expect) {
    let shown = |request: &Request| {
        let key = request.key.as_deref().unwrap_or("no key");
        format!("{} ({key}) {}\n", request.path, request.body)
    };
    let mut sent: Vec<String> = server.requests().iter().map(shown).collect();
    sent.sort();
    expected.assert_eq(&sent.concat());
}

#[test]
fn ollama_is_asked_in_batches_with_the_models_prefixes() {
    let server = Server::start(right_answer);
    let nomic = ModelConfig { model: "nomic-embed-text".to_owned(), ..config(Provider::Ollama, &server) };
    let model = External::open(&nomic, &access()).unwrap();
    let passage = Passage { path: "src/shop.rs", enclosing: "Shop", card: "not sent", body: "fn open() {}" };
    let other = Passage { path: "b", enclosing: "", card: "", body: "fn b() {}" };
    model.embed_passages(&[passage, other, Passage { path: "c", ..other }]).unwrap();
    model.embed_query("how is the shop opened?").unwrap();
    check_sent(
        &server,
        expect![[r#"
        /api/embed (no key) {"input":["search_document: c\nfn b() {}"],"model":"nomic-embed-text","truncate":true}
        /api/embed (no key) {"input":["search_document: src/shop.rs\nShop\nfn open() {}","search_document: b\nfn b() {}"],"model":"nomic-embed-text","truncate":true}
        /api/embed (no key) {"input":["search_query: how is the shop opened?"],"model":"nomic-embed-text","truncate":true}
    "#]],
    );
}

#[test]
fn openai_is_asked_with_key_and_dimensions() {
    let server = Server::start(right_answer);
    let short = ModelConfig {
        model: "text-embedding-3-small".to_owned(),
        dimensions: Some(DIMENSION),
        ..config(Provider::OpenAi, &server)
    };
    let access = Access { key: Some(Secret::new("sk-test\n")), ..access() };
    let model = External::open(&short, &access).unwrap();
    embed(&model, &["fn a() {}"]).unwrap();
    check_sent(
        &server,
        expect![[r#"
        /v1/embeddings (Bearer sk-test) {"dimensions":4,"encoding_format":"float","input":["fn a() {}"],"model":"text-embedding-3-small"}
    "#]],
    );
    assert_eq!(format!("{access:?}").matches("sk-test").count(), 0, "a key is never printed");
}

#[test]
fn vectors_come_in_the_order_of_the_passages_however_many_threads_ask() {
    let server = Server::start(right_answer);
    let many = ModelConfig { concurrency: 8, batch_size: 3, ..config(Provider::Ollama, &server) };
    let model = External::open(&many, &access()).unwrap();
    let texts: Vec<String> = (0..100).map(|n| format!("fn number_{n}() {{}}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let expected: Vec<Vec<f32>> = texts.iter().map(|text| unit_vector_of(text)).collect();
    assert_eq!(embed(&model, &texts).unwrap(), expected);
    assert_eq!(server.requests().len(), 34);
}

#[test]
fn empty_passages_are_zero_and_not_sent_and_equal_ones_are_sent_once() {
    let server = Server::start(right_answer);
    let model = External::open(&config(Provider::Ollama, &server), &access()).unwrap();
    let vectors = embed(&model, &["", "a", " \n\t", "b", "a"]).unwrap();
    let zero = vec![0.0; DIMENSION];
    assert_eq!(vectors, [zero.clone(), unit_vector_of("a"), zero.clone(), unit_vector_of("b"), unit_vector_of("a")]);
    assert_eq!(model.embed_query("  ").unwrap(), zero);
    assert_eq!(embed(&model, &[]).unwrap(), Vec::<Vec<f32>>::new());
    assert_eq!(server.requests().len(), 1);
}

#[test]
fn emoji_cjk_and_quotes_arrive_as_they_are() {
    let server = Server::start(right_answer);
    let model = External::open(&config(Provider::OpenAi, &server), &access()).unwrap();
    let texts = ["let 🦀 = \"crab\\n\";", "// 日本語のコメント", "naïve\u{0} \u{7f}\u{200d}"];
    let expected: Vec<Vec<f32>> = texts.iter().map(|text| unit_vector_of(text)).collect();
    assert_eq!(embed(&model, &texts).unwrap(), expected);
}

#[test]
fn a_dimension_nobody_knows_is_asked_for_once() {
    let server = Server::start(right_answer);
    let model = External::open(&config(Provider::Ollama, &server), &Access::default()).unwrap();
    assert_eq!(model.identity().dimension, DIMENSION);
    assert_eq!(server.requests().len(), 1);
    External::open(&config(Provider::Ollama, &server), &access()).unwrap();
    assert_eq!(server.requests().len(), 1, "an index that knows it saves the request");
}

#[test]
fn base64_and_answers_out_of_order_are_understood() {
    let server = Server::start(|request| {
        let bytes: Vec<u8> = vector_of(&request.texts()[0]).iter().flat_map(|number| number.to_le_bytes()).collect();
        let first = base64(&bytes);
        let second = vector_of(&request.texts()[1]);
        Reply::json(&json!({ "data": [{ "index": 1, "embedding": second }, { "index": 0, "embedding": first }] }))
    });
    let model = External::open(&config(Provider::OpenAi, &server), &access()).unwrap();
    assert_eq!(embed(&model, &["a", "b"]).unwrap(), [unit_vector_of("a"), unit_vector_of("b")]);
}

fn base64(bytes: &[u8]) -> String {
    use base64::Engine;
    base64::prelude::BASE64_STANDARD.encode(bytes)
}

#[test]
fn a_text_the_server_finds_too_long_is_sent_again_alone_and_shorter() {
    let server = Server::start(|request| match request.texts().iter().any(|text| text.len() > 25) {
        true => Reply::status(400, r#"{"error": {"message": "This model's maximum context length is 8 tokens"}}"#),
        false => right_answer(request),
    });
    let small = ModelConfig { max_tokens: Some(10), ..config(Provider::OpenAi, &server) };
    let model = External::open(&small, &access()).unwrap();
    let long = "x".repeat(100);
    let vectors = embed(&model, &["short", &long]).unwrap();
    assert_eq!(vectors, [unit_vector_of("short"), unit_vector_of(&long[..20])]);
}

#[test]
fn identities_tell_apart_what_gives_other_vectors_and_nothing_else() {
    let base = ModelConfig { model: "m".to_owned(), ..ModelConfig::of(Provider::Ollama) };
    let identity = |config: &ModelConfig| External::open(config, &access()).unwrap().identity().clone();
    let same = [
        ModelConfig { url: "http://10.0.0.1:11434".to_owned(), ..base.clone() },
        ModelConfig { model: "m:latest".to_owned(), ..base.clone() },
        ModelConfig { batch_size: 7, timeout: Duration::from_secs(1), retries: 0, ..base.clone() },
    ];
    for config in same {
        assert_eq!(identity(&config), identity(&base), "{config:?}");
    }
    let other = [
        ModelConfig { model: "n".to_owned(), ..base.clone() },
        ModelConfig { provider: Provider::OpenAi, ..base.clone() },
        ModelConfig { passage_prefix: Some("p".to_owned()), ..base.clone() },
        ModelConfig { query_prefix: Some("q".to_owned()), ..base.clone() },
        ModelConfig { max_tokens: Some(7), ..base.clone() },
        ModelConfig { dimensions: Some(7), ..base.clone() },
    ];
    for config in other {
        assert_ne!(identity(&config), identity(&base), "{config:?}");
    }
}

#[test]
fn a_probe_says_which_model_answers() {
    let server = Server::start(right_answer);
    let probe = External::probe(&config(Provider::Ollama, &server), &Access { known_dimension: Some(9), ..access() });
    let identity = probe.unwrap().identity;
    assert_eq!((identity.name.as_str(), identity.dimension), ("ollama/test-model", DIMENSION));
}

#[test]
fn a_vector_that_is_zero_stays_zero() {
    let server = Server::start(|request| answer_with(request, &json!([[0.0, 0.0, 0.0, 0.0]])));
    let model = External::open(&config(Provider::Ollama, &server), &access()).unwrap();
    assert_eq!(embed(&model, &["?"]).unwrap(), [[0.0; DIMENSION]]);
}
