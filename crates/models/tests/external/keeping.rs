//! What is paid for once is not paid for again, whatever happens in between.

use expect_test::expect;
use quarry_models::{EmbedError, Embedder, Estimator, External, ModelConfig, Passage, Provider, Usage};
use tempfile::TempDir;

use crate::support::{Reply, Server, config, embed, keeping_in, right_answer, unit_vector_of};

#[test]
fn the_second_time_nothing_is_sent_and_the_vectors_are_the_same() {
    let server = Server::start(right_answer);
    let folder = TempDir::new().unwrap();
    let config = config(Provider::Ollama, &server);
    let texts = ["a", "b", "c", "", "a"];
    let first = External::open(&config, &keeping_in(folder.path())).unwrap();
    let vectors = embed(&first, &texts).unwrap();
    assert_eq!(first.usage(), Usage { cached: 0, embedded: 4, requests: 2 });
    let second = External::open(&config, &keeping_in(folder.path())).unwrap();
    assert_eq!(embed(&second, &texts).unwrap(), vectors);
    assert_eq!(second.usage(), Usage { cached: 4, embedded: 0, requests: 0 });
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn only_what_is_new_is_sent() {
    let server = Server::start(right_answer);
    let folder = TempDir::new().unwrap();
    let model = External::open(&config(Provider::Ollama, &server), &keeping_in(folder.path())).unwrap();
    embed(&model, &["a", "b"]).unwrap();
    assert_eq!(embed(&model, &["a", "new", "b"]).unwrap(), ["a", "new", "b"].map(unit_vector_of));
    assert_eq!(server.requests()[1].texts(), ["new"]);
}

#[test]
fn a_server_that_dies_half_way_costs_only_what_it_did_not_answer() {
    let folder = TempDir::new().unwrap();
    let texts: Vec<String> = (0..10).map(|n| format!("fn number_{n}() {{}}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let dying = Server::start(|request| if request.n < 3 { right_answer(request) } else { Reply::BreakOff });
    let alone = |server: &Server| ModelConfig { concurrency: 1, ..config(Provider::Ollama, server) };
    let model = External::open(&alone(&dying), &keeping_in(folder.path())).unwrap();
    let error = embed(&model, &texts).unwrap_err();
    assert!(error.is_passing(), "{error}");
    assert_eq!(model.usage(), Usage { cached: 0, embedded: 6, requests: 6 });
    drop(dying);

    let healthy = Server::start(right_answer);
    let model = External::open(&alone(&healthy), &keeping_in(folder.path())).unwrap();
    let expected: Vec<Vec<f32>> = texts.iter().map(|text| unit_vector_of(text)).collect();
    assert_eq!(embed(&model, &texts).unwrap(), expected);
    assert_eq!(model.usage(), Usage { cached: 6, embedded: 4, requests: 2 });
}

#[test]
fn bad_vectors_are_not_kept() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(|_| Reply::status(200, r#"{"embeddings": [[1, 2, 3, 4], [1, null, 3, 4]]}"#));
    let config = config(Provider::Ollama, &server);
    let model = External::open(&config, &keeping_in(folder.path())).unwrap();
    assert!(matches!(embed(&model, &["a", "b"]), Err(EmbedError::NotFinite { .. })));
    let mut estimator = Estimator::new(&config, &keeping_in(folder.path())).unwrap();
    for body in ["a", "b"] {
        estimator.add(&Passage { body, ..Passage::default() });
    }
    assert_eq!(estimator.finish().cached, 0);
}

#[test]
fn questions_are_not_kept() {
    let server = Server::start(right_answer);
    let folder = TempDir::new().unwrap();
    let model = External::open(&config(Provider::Ollama, &server), &keeping_in(folder.path())).unwrap();
    model.embed_query("a").unwrap();
    assert_eq!(fs_err::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_cache_that_cannot_be_written_is_a_notice_and_no_error() {
    let server = Server::start(right_answer);
    let folder = TempDir::new().unwrap();
    let blocked = folder.path().join("file");
    fs_err::write(&blocked, "not a folder").unwrap();
    let model = External::open(&config(Provider::Ollama, &server), &keeping_in(&blocked)).unwrap();
    assert_eq!(embed(&model, &["a"]).unwrap(), [unit_vector_of("a")]);
    assert_eq!(model.take_notices().len(), 1);
    assert_eq!(model.take_notices().len(), 0);
}

#[test]
fn an_estimate_counts_without_asking() {
    let server = Server::start(right_answer);
    let folder = TempDir::new().unwrap();
    let config = config(Provider::Ollama, &server);
    let model = External::open(&config, &keeping_in(folder.path())).unwrap();
    embed(&model, &["a", "b"]).unwrap();
    let n_requests = server.requests().len();
    let mut estimator = Estimator::new(&config, &keeping_in(folder.path())).unwrap();
    for body in ["a", "", "fn thirty_bytes_of_code() {} //", "x", "y"] {
        estimator.add(&Passage { body, ..Passage::default() });
    }
    expect!["Estimate { passages: 5, empty: 1, cached: 1, to_embed: 3, tokens: 11, requests: 2 }"]
        .assert_eq(&format!("{:?}", estimator.finish()));
    assert_eq!(server.requests().len(), n_requests);
}
