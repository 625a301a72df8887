//! Servers that are not there, go away, refuse, hang or talk nonsense.

use std::thread;
use std::time::Duration;

use expect_test::{Expect, expect};
use quarry_models::{Access, EmbedError, Embedder, External, ModelConfig, Provider, Secret, Stop};
use serde_json::json;

use crate::support::{
    DEAD_URL, Reply, Request, Server, access, answer_with, config, embed, right_answer, unit_vector_of,
};

/// What people read of an error: what, why, what to do, and whether waiting may help.
fn shown(error: &EmbedError, url: &str) -> String {
    let mut text = format!("{error}\n").replace(url, "<url>");
    if let Some(help) = error.help() {
        text += &format!("help: {help}\n");
    }
    text + if error.is_passing() { "may pass\n" } else { "stays\n" }
}

/// Embeds one text on such a server, and tells what comes of it and after how many requests.
#[track_caller]
fn check(behaviour: impl Fn(&Request) -> Reply + Send + Sync + 'static, expected: Expect) {
    let server = Server::start(behaviour);
    check_on(&server, &config(Provider::Ollama, &server), expected);
}

#[track_caller]
fn check_on(server: &Server, config: &ModelConfig, expected: Expect) {
    let model = External::open(config, &access()).expect("opens without asking");
    let outcome = match embed(&model, &["fn a() {}"]) {
        Ok(vectors) => format!("{vectors:?}\n"),
        Err(error) => shown(&error, &server.url()),
    };
    expected.assert_eq(&format!("{outcome}requests: {}\n", server.requests().len()));
}

#[test]
fn a_server_that_is_down_is_named_at_once() {
    let config = ModelConfig { url: DEAD_URL.to_owned(), ..ModelConfig::of(Provider::Ollama) };
    let told = |error: EmbedError| shown(&error, DEAD_URL);
    let all = [
        External::probe(&config, &access()).map(drop),
        External::open(&config, &access()).and_then(|model| embed(&model, &["a"])).map(drop),
        External::open(&config, &access()).and_then(|model| model.embed_query("a")).map(drop),
    ];
    expect![[r#"
        cannot reach <url>/api/embed
        help: is the server running, and is the address right?
        may pass
        cannot reach <url>/api/embed
        help: is the server running, and is the address right?
        may pass
        cannot reach <url>/api/embed
        help: is the server running, and is the address right?
        may pass
    "#]]
    .assert_eq(&all.map(|outcome| told(outcome.unwrap_err())).concat());
    let patient = ModelConfig { retries: 9, ..config };
    let model = External::open(&patient, &access()).unwrap();
    assert!(embed(&model, &["a"]).is_err());
    assert_eq!(model.usage().requests, 1, "a server that never answered is not asked again and again");
}

#[test]
fn a_server_that_recovers_is_asked_until_it_answers() {
    for bad in [429, 500, 503] {
        let server = Server::start(move |request| match request.n {
            0 | 1 => Reply::status(bad, "busy").with_header("retry-after", "0"),
            _ => right_answer(request),
        });
        let model = External::open(&config(Provider::OpenAi, &server), &access()).unwrap();
        assert_eq!(embed(&model, &["a"]).unwrap(), [unit_vector_of("a")]);
        assert_eq!(server.requests().len(), 3);
    }
}

#[test]
fn a_server_that_stays_overloaded_is_left_after_so_many_tries() {
    check(
        |_| Reply::status(429, r#"{"error": {"message": "Rate limit reached"}}"#).with_header("retry-after", "0"),
        expect![[r#"
            <url>/api/embed answered with status 429 after 3 tries: Rate limit reached
            help: try again later: what is embedded is kept; or send fewer requests per minute
            may pass
            requests: 3
        "#]],
    );
    check(
        |_| Reply::status(500, r#"{"error": "llama runner process has terminated"}"#),
        expect![[r#"
            <url>/api/embed answered with status 500 after 3 tries: llama runner process has terminated
            help: try again later: what is embedded is kept; or send fewer requests per minute
            may pass
            requests: 3
        "#]],
    );
}

#[test]
fn a_server_that_hangs_or_breaks_off_is_asked_again_and_then_left() {
    let hanging = Server::start(|_| Reply::Hang);
    let hasty = ModelConfig { timeout: Duration::from_millis(200), ..config(Provider::Ollama, &hanging) };
    check_on(
        &hanging,
        &hasty,
        expect![[r#"
            <url>/api/embed did not answer within 0.2 s
            help: raise the timeout, or send smaller batches
            may pass
            requests: 3
        "#]],
    );
    let server = Server::start(|request| match request.n {
        0 => Reply::BreakOff,
        _ => right_answer(request),
    });
    // It has answered before: a connection that breaks is then worth another try.
    let model = External::open(&config(Provider::Ollama, &server), &access()).unwrap();
    let first = embed(&model, &["a"]);
    assert!(first.is_ok() || first.is_err_and(|error| error.is_passing()));
    assert_eq!(embed(&model, &["a"]).unwrap(), [unit_vector_of("a")]);
}

#[test]
fn a_model_the_server_does_not_know_is_named_with_the_way_to_get_it() {
    check(
        |_| Reply::status(404, r#"{"error": "model \"test-model\" not found, try pulling it first"}"#),
        expect![[r#"
            <url>/api/embed has no model test-model: model "test-model" not found, try pulling it first
            help: run `ollama pull test-model`
            stays
            requests: 1
        "#]],
    );
    check(
        |_| Reply::status(404, "404 page not found"),
        expect![[r#"
            <url>/api/embed refuses the request (status 404): 404 page not found
            help: is the address that of an embeddings service of the configured kind?
            stays
            requests: 1
        "#]],
    );
}

#[test]
fn a_key_that_is_missing_or_refused_is_told_apart() {
    let server = Server::start(|_| Reply::status(401, r#"{"error": {"message": "Incorrect API key provided"}}"#));
    let config = ModelConfig { key_variable: Some("MY_KEY".to_owned()), ..config(Provider::OpenAi, &server) };
    let told = |access: &Access| {
        let model = External::open(&config, access).unwrap();
        shown(&embed(&model, &["a"]).unwrap_err(), &server.url())
    };
    expect![[r#"
        <url>/v1/embeddings wants a key, and MY_KEY holds none
        help: put the key into MY_KEY
        stays
    "#]]
    .assert_eq(&told(&access()));
    expect![[r#"
        <url>/v1/embeddings refuses the key (status 401): Incorrect API key provided
        help: check the key and what it may be used for
        stays
    "#]]
    .assert_eq(&told(&Access { key: Some(Secret::new("sk-wrong")), ..access() }));
    assert_eq!(server.requests().len(), 2, "asking again would not help");
}

#[test]
fn money_that_has_run_out_is_not_waited_for() {
    check(
        |_| {
            Reply::status(
                429,
                r#"{"error": {"message": "You exceeded your current quota", "code": "insufficient_quota"}}"#,
            )
        },
        expect![[r#"
            <url>/api/embed refuses the request (status 429): You exceeded your current quota
            help: raise the quota with whoever runs the service
            stays
            requests: 1
        "#]],
    );
}

#[test]
fn vectors_of_another_length_are_refused() {
    check(
        |request| answer_with(request, &json!([[1, 2, 3, 4, 5]])),
        expect![[r#"
            model test-model gives vectors of 5 numbers where 4 were expected
            help: set `dimensions = 5` if this model is meant; the index is then embedded anew
            stays
            requests: 1
        "#]],
    );
    check(
        |request| answer_with(request, &json!([[]])),
        expect![[r#"
            model test-model gives vectors of 0 numbers where 4 were expected
            help: is this a model for embeddings?
            stays
            requests: 1
        "#]],
    );
}

#[test]
fn what_is_not_a_number_is_refused_however_it_is_written() {
    let expected = expect![[r#"
        model test-model gives vectors with NaN or infinite numbers
        help: the model or its server is at fault: update it, or choose another
        stays
        requests: 1
    "#]];
    check(|request| answer_with(request, &json!([[1, null, 3, 4]])), expected);
    check(
        |_| Reply::status(200, r#"{"embeddings": [[1, NaN, 3, 4]]}"#),
        expect![[r#"
            model test-model gives vectors with NaN or infinite numbers
            help: the model or its server is at fault: update it, or choose another
            stays
            requests: 1
        "#]],
    );
    check(
        |_| Reply::status(200, r#"{"embeddings": [[1, -Infinity, 3, 4]]}"#),
        expect![[r#"
            model test-model gives vectors with NaN or infinite numbers
            help: the model or its server is at fault: update it, or choose another
            stays
            requests: 1
        "#]],
    );
    check(
        |_| Reply::status(200, r#"{"embeddings": [[1, 1e300, 3, 4]]}"#),
        expect![[r#"
            model test-model gives vectors with NaN or infinite numbers
            help: the model or its server is at fault: update it, or choose another
            stays
            requests: 1
        "#]],
    );
    check(
        |_| Reply::status(500, r#"{"error": "failed to encode response: json: unsupported value: NaN"}"#),
        expect![[r#"
            model test-model gives vectors with NaN or infinite numbers
            help: the model or its server is at fault: update it, or choose another
            stays
            requests: 1
        "#]],
    );
}

#[test]
fn too_few_or_too_many_vectors_are_refused() {
    check(
        |request| answer_with(request, &json!([])),
        expect![[r#"
            model test-model answered 1 texts with 0 vectors
            help: is the address that of an embeddings service of the configured kind?
            stays
            requests: 1
        "#]],
    );
    check(
        |request| answer_with(request, &json!([[1, 2, 3, 4], [1, 2, 3, 4]])),
        expect![[r#"
            model test-model answered 1 texts with 2 vectors
            help: is the address that of an embeddings service of the configured kind?
            stays
            requests: 1
        "#]],
    );
}

#[test]
fn an_answer_that_is_no_answer_says_why() {
    check(
        |_| Reply::status(200, "{\"embeddings\": [[1, 2"),
        expect![[r#"
            <url>/api/embed gave an answer that cannot be read: EOF while parsing a list at line 1 column 21
            help: is the address that of an embeddings service of the configured kind?
            stays
            requests: 1
        "#]],
    );
    check(
        |_| Reply::status(200, "<html>Welcome</html>"),
        expect![[r#"
            <url>/api/embed gave an answer that cannot be read: expected value at line 1 column 1
            help: is the address that of an embeddings service of the configured kind?
            stays
            requests: 1
        "#]],
    );
    check(
        |_| Reply::status(200, ""),
        expect![[r#"
            <url>/api/embed gave an answer that cannot be read: EOF while parsing a value at line 1 column 0
            help: is the address that of an embeddings service of the configured kind?
            stays
            requests: 1
        "#]],
    );
    check(
        |_| Reply::status(200, r#"{"error": "no"}"#),
        expect![[r#"
            <url>/api/embed gave an answer that cannot be read: missing field `embeddings` at line 1 column 15
            help: is the address that of an embeddings service of the configured kind?
            stays
            requests: 1
        "#]],
    );
}

#[test]
fn texts_go_to_no_other_host_than_the_one_named() {
    let other = Server::start(right_answer);
    let elsewhere = other.url() + "/api/embed";
    check(
        move |_| Reply::status(307, "").with_header("location", &elsewhere),
        expect![[r#"
            <url>/api/embed refuses the request (status 307): it points to another address; name that one
            help: is the address that of an embeddings service of the configured kind?
            stays
            requests: 1
        "#]],
    );
    assert_eq!(other.requests().len(), 0);
}

#[test]
fn a_text_that_is_too_long_even_at_its_shortest_is_refused() {
    check(
        |_| Reply::status(413, "Payload too large"),
        expect![[r#"
            <url>/api/embed refuses the request (status 413): Payload too large
            stays
            requests: 2
        "#]],
    );
}

#[test]
fn settings_that_cannot_work_are_refused_before_anything_is_sent() {
    let base = ModelConfig::of(Provider::Ollama);
    let told = |config: ModelConfig| match External::open(&config, &access()).and_then(|model| embed(&model, &["a"])) {
        Ok(_) => "works\n".to_owned(),
        Err(error) => format!("{error}\n"),
    };
    let all = [
        ModelConfig { model: " ".to_owned(), ..base.clone() },
        ModelConfig { url: String::new(), ..base.clone() },
        ModelConfig { url: "http://".to_owned(), ..base.clone() },
        ModelConfig { url: "ftp://host".to_owned(), ..base.clone() },
        ModelConfig { url: "http://a b/".to_owned(), ..base.clone() },
        ModelConfig { dimensions: Some(0), ..base.clone() },
        ModelConfig { max_tokens: Some(0), ..base },
    ];
    expect![[r#"
        the model's setting `model` cannot be used: it is empty
        the model's setting `url` cannot be used: it must be like http://127.0.0.1:11434 or https://host/v1
        the model's setting `url` cannot be used: it must be like http://127.0.0.1:11434 or https://host/v1
        the model's setting `url` cannot be used: it must be like http://127.0.0.1:11434 or https://host/v1
        the model's setting `url` cannot be used: it must be like http://127.0.0.1:11434 or https://host/v1
        the model's setting `dimensions` cannot be used: a vector has at least one number
        the model's setting `max_tokens` cannot be used: a text has at least one token
    "#]]
    .assert_eq(&all.map(told).concat());
}

#[test]
fn a_question_fails_sooner_than_passages_do() {
    let server = Server::start(|_| Reply::status(503, "busy"));
    let patient = ModelConfig { retries: 9, ..config(Provider::Ollama, &server) };
    let model = External::open(&patient, &access()).unwrap();
    assert!(model.embed_query("a").is_err());
    assert_eq!(server.requests().len(), 2);
}

#[test]
fn work_ends_when_it_is_stopped_though_the_server_hangs() {
    let server = Server::start(|_| Reply::Hang);
    let stop = Stop::default();
    let patient = ModelConfig { timeout: Duration::from_secs(3600), ..config(Provider::Ollama, &server) };
    let model = External::open(&patient, &Access { stop: stop.clone(), ..access() }).unwrap();
    thread::scope(|scope| {
        let work = scope.spawn(|| embed(&model, &["a", "b", "c"]));
        while server.requests().is_empty() {
            thread::yield_now();
        }
        stop.request();
        assert!(matches!(work.join().unwrap(), Err(EmbedError::Stopped)));
    });
    assert!(matches!(embed(&model, &["d"]), Err(EmbedError::Stopped)));
}

#[test]
fn a_rate_limit_loses_nothing() {
    let server = Server::start(right_answer);
    let paced = ModelConfig {
        requests_per_minute: Some(60_000),
        concurrency: 4,
        batch_size: 1,
        ..config(Provider::Ollama, &server)
    };
    let model = External::open(&paced, &access()).unwrap();
    let texts = ["a", "b", "c", "d", "e"];
    assert_eq!(embed(&model, &texts).unwrap(), texts.map(unit_vector_of));
}
