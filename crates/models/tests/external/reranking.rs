//! Language models that re-rank: what they are sent, what is made of their replies, and what a failure costs.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::Duration;

use expect_test::{Expect, expect};
use quarry_models::{EmbedError, Passage, Provider, RerankConfig, RerankError, Reranker, Secret, Stop, Verdicts};

use crate::support::{DEAD_URL, Reply, Request, Server};

fn config(provider: Provider, server: &Server) -> RerankConfig {
    RerankConfig {
        model: "judge".to_owned(),
        url: server.url(),
        time_limit: Duration::from_secs(30),
        ..RerankConfig::of(provider)
    }
}

fn open(config: &RerankConfig) -> Reranker {
    Reranker::open(config, None, Stop::default()).expect("opens without asking")
}

fn judge(model: &Reranker, bodies: &[&str]) -> Result<Verdicts, RerankError> {
    let passages: Vec<Passage<'_>> = bodies.iter().map(|body| Passage { body, ..Passage::default() }).collect();
    model.judge("where is the shop opened?", &passages)
}

/// What comes of passages that the server judges so, one at a time: scores and what is told about them.
#[track_caller]
fn check(behaviour: impl Fn(&Request) -> Reply + Send + Sync + 'static, bodies: &[&str], expected: Expect) {
    let server = Server::start(behaviour);
    let alone = RerankConfig { concurrency: 1, ..config(Provider::Ollama, &server) };
    expected.assert_eq(&shown(judge(&open(&alone), bodies), &server));
}

fn shown(judged: Result<Verdicts, RerankError>, server: &Server) -> String {
    let told = |error: &RerankError| format!("{error}\nhelp: {}\n", error.help().unwrap_or_default());
    let text = match judged {
        Ok(Verdicts { scores, n_unjudged, problem }) => {
            let told = problem.as_ref().map_or(String::new(), told);
            format!("{scores:?}, {n_unjudged} unjudged\n{told}")
        }
        Err(error) => format!("failed: {}", told(&error)),
    };
    format!("{text}requests: {}\n", server.requests().len()).replace(&server.url(), "<url>")
}

/// Says how many letters the passage has: every passage of a test then has a score of its own.
fn length_of_passage(request: &Request) -> Reply {
    let passage = request.message().split("Code:\n").nth(1).and_then(|rest| rest.split("\n\nRelevance").next());
    Reply::said(request, &passage.map_or(0, str::len).to_string())
}

#[test]
fn both_protocols_are_asked_for_one_number_at_temperature_0() {
    let sent = |provider: Provider| {
        let server = Server::start(|request| Reply::said(request, "85"));
        let model = Reranker::open(&config(provider, &server), Some(Secret::new("sk-test")), Stop::default());
        let passage = Passage { path: "src/shop.rs", enclosing: "Shop", card: "not sent", body: "fn open() {}\n" };
        let verdicts = model.and_then(|model| model.judge(" open the shop ", &[passage])).expect("a score");
        assert_eq!((verdicts.scores, verdicts.n_unjudged), (vec![85.0], 0));
        let request = server.requests().remove(0);
        format!("{} ({})\n{:#}\n", request.path, request.key.unwrap_or_default(), request.body)
    };
    expect![[r#"
        /api/chat (Bearer sk-test)
        {
          "messages": [
            {
              "content": "Rate relevance 0-100 of this code to the query. Reply with ONLY the number.\n\nQuery: open the shop\n\nCode:\nsrc/shop.rs\nShop\nfn open() {}\n\nRelevance (0-100):",
              "role": "user"
            }
          ],
          "model": "judge",
          "options": {
            "num_predict": 16,
            "temperature": 0
          },
          "stream": false,
          "think": false
        }
    "#]].assert_eq(&sent(Provider::Ollama));
    expect![[r#"
        /v1/chat/completions (Bearer sk-test)
        {
          "max_tokens": 16,
          "messages": [
            {
              "content": "Rate relevance 0-100 of this code to the query. Reply with ONLY the number.\n\nQuery: open the shop\n\nCode:\nsrc/shop.rs\nShop\nfn open() {}\n\nRelevance (0-100):",
              "role": "user"
            }
          ],
          "model": "judge",
          "temperature": 0
        }
    "#]].assert_eq(&sent(Provider::OpenAi));
}

#[test]
fn scores_come_in_the_order_of_the_passages_however_many_threads_ask() {
    let server = Server::start(length_of_passage);
    let texts: Vec<String> = (1..=60).map(|n| "x".repeat(n)).collect();
    let bodies: Vec<&str> = texts.iter().map(String::as_str).collect();
    let many = RerankConfig { concurrency: 8, ..config(Provider::OpenAi, &server) };
    let scores = judge(&open(&many), &bodies).expect("all are judged").scores;
    assert_eq!(scores, (1..=60_u8).map(f32::from).collect::<Vec<_>>());
    assert!(judge(&open(&many), &[]).expect("nothing to judge").scores.is_empty());
    assert_eq!(server.requests().len(), 60);
}

#[test]
fn long_questions_and_passages_are_cut_between_letters() {
    let server = Server::start(|request| Reply::said(request, "1"));
    let model = open(&config(Provider::Ollama, &server));
    let (question, body) = ("ž".repeat(1000), "日".repeat(9000));
    model.judge(&question, &[Passage { body: &body, ..Passage::default() }]).expect("a score");
    let message = server.requests()[0].message().to_owned();
    assert_eq!((message.matches('ž').count(), message.matches('日').count()), (500, 2000));
}

#[test]
fn a_number_out_of_range_is_the_nearest_in_range() {
    let replies = ["150", "-7", "85/100", "12.5"];
    check(
        move |request| Reply::said(request, replies[request.n]),
        &["a", "b", "c", "d"],
        expect![[r#"
        [100.0, 0.0, 85.0, 12.5], 0 unjudged
        requests: 4
    "#]],
    );
}

#[test]
fn a_reply_without_a_number_counts_50_and_is_told() {
    let replies = ["I cannot rate code.", "90", ""];
    check(
        move |request| Reply::said(request, replies[request.n]),
        &["a", "b", "c"],
        expect![[r#"
        [50.0, 90.0, 50.0], 2 unjudged
        model ollama/judge was asked for a number from 0 to 100 and said: I cannot rate code.
        help: choose a model that follows instructions and does not think aloud
        requests: 3
    "#]],
    );
}

#[test]
fn a_first_call_that_fails_is_the_error() {
    check(
        |_| Reply::status(500, r#"{"error": "out of memory"}"#),
        &["a", "b"],
        expect![[r#"
        failed: <url>/api/chat answered with status 500: out of memory
        help: try again later, or lower `rerank.concurrency`
        requests: 1
    "#]],
    );
    check(
        |_| Reply::status(404, r#"{"error": "model \"judge\" not found"}"#),
        &["a", "b"],
        expect![[r#"
        failed: <url>/api/chat has no model judge: model "judge" not found
        help: run `ollama pull judge`
        requests: 1
    "#]],
    );
    check(
        |_| Reply::status(400, r#"{"error": "\"judge\" does not support chat"}"#),
        &["a", "b"],
        expect![[r#"
        failed: <url>/api/chat refuses the request (status 400): "judge" does not support chat
        help: choose a model that chats and takes a temperature
        requests: 1
    "#]],
    );
    check(
        |_| Reply::status(200, "<html>Welcome</html>"),
        &["a", "b"],
        expect![[r#"
        failed: <url>/api/chat gave an answer that cannot be read: expected value at line 1 column 1
        help: is the address that of a chat service of the configured kind?
        requests: 1
    "#]],
    );
    let down = RerankConfig { url: DEAD_URL.to_owned(), ..RerankConfig::of(Provider::Ollama) };
    let error = judge(&open(&down), &["a", "b"]).expect_err("nobody is there");
    assert!(matches!(error, RerankError::Model(EmbedError::Unreachable { .. })), "{error}");
}

#[test]
fn a_key_that_is_missing_or_refused_is_told_apart() {
    let server = Server::start(|_| Reply::status(401, r#"{"error": {"message": "Incorrect API key provided"}}"#));
    let told = |key: Option<Secret>| {
        let model = Reranker::open(&config(Provider::OpenAi, &server), key, Stop::default()).expect("opens");
        shown(judge(&model, &["a"]), &server)
    };
    expect![[r#"
        failed: <url>/v1/chat/completions wants a key, and OPENAI_API_KEY holds none
        help: put the key into OPENAI_API_KEY
        requests: 1
    "#]]
    .assert_eq(&told(None));
    expect![[r#"
        failed: <url>/v1/chat/completions refuses the key (status 401): Incorrect API key provided
        help: check the key and what it may be used for
        requests: 2
    "#]]
    .assert_eq(&told(Some(Secret::new("sk-wrong"))));
}

#[test]
fn later_failures_count_50_and_the_first_of_them_is_told() {
    check(
        |request| match request.n {
            0 => Reply::said(request, "10"),
            1 => Reply::status(503, "busy"),
            2 => Reply::said(request, "90"),
            _ => Reply::BreakOff,
        },
        &["a", "b", "c", "d"],
        expect![[r#"
            [10.0, 50.0, 90.0, 50.0], 2 unjudged
            <url>/api/chat answered with status 503: busy
            help: try again later, or lower `rerank.concurrency`
            requests: 4
        "#]],
    );
}

#[test]
fn a_server_that_hangs_is_left_when_the_time_is_over() {
    let server = Server::start(|request| match request.n {
        0 => Reply::said(request, "10"),
        _ => Reply::Hang,
    });
    let hasty = |server: &Server| RerankConfig {
        time_limit: Duration::from_secs(1),
        concurrency: 2,
        ..config(Provider::Ollama, server)
    };
    // Two are asked for and time out; nobody has time left for the others.
    expect![[r#"
        [10.0, 50.0, 50.0, 50.0, 50.0], 4 unjudged
        model ollama/judge took longer than the 1 s it was given
        help: raise `rerank.timeout_seconds`, lower `rerank.top_n`, or choose a smaller model
        requests: 3
    "#]]
    .assert_eq(&shown(judge(&open(&hasty(&server)), &["a", "b", "c", "d", "e"]), &server));
    let hanging = Server::start(|_| Reply::Hang);
    expect![[r#"
        failed: model ollama/judge took longer than the 1 s it was given
        help: raise `rerank.timeout_seconds`, lower `rerank.top_n`, or choose a smaller model
        requests: 1
    "#]]
    .assert_eq(&shown(judge(&open(&hasty(&hanging)), &["a", "b"]), &hanging));
}

#[test]
fn as_many_are_asked_at_once_as_allowed_and_no_more() {
    let (now, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let (seen, highest) = (Arc::clone(&now), Arc::clone(&most));
    // Nobody is answered before three ask at once, so that the test would hang with fewer.
    let meeting = Barrier::new(3);
    let server = Server::start(move |request| {
        highest.fetch_max(seen.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        if request.n > 0 {
            meeting.wait();
        }
        seen.fetch_sub(1, Ordering::SeqCst);
        Reply::said(request, "50")
    });
    let three = RerankConfig { concurrency: 3, ..config(Provider::Ollama, &server) };
    let verdicts = judge(&open(&three), &["x"; 13]).expect("all are judged");
    assert_eq!((verdicts.n_unjudged, server.requests().len()), (0, 13));
    assert_eq!((most.load(Ordering::SeqCst), now.load(Ordering::SeqCst)), (3, 0));
}

#[test]
fn code_goes_to_no_other_host_than_the_one_named() {
    let other = Server::start(|request| Reply::said(request, "85"));
    let elsewhere = other.url() + "/api/chat";
    check(
        move |_| Reply::status(307, "").with_header("location", &elsewhere),
        &["a"],
        expect![[r#"
        failed: <url>/api/chat refuses the request (status 307): it points to another address; name that one
        help: is the address that of a chat service of the configured kind?
        requests: 1
    "#]],
    );
    assert_eq!(other.requests().len(), 0);
}

#[test]
fn work_ends_when_it_is_stopped_though_the_server_hangs() {
    let server = Server::start(|_| Reply::Hang);
    let stop = Stop::default();
    let model = Reranker::open(&config(Provider::Ollama, &server), None, stop.clone()).expect("opens");
    thread::scope(|scope| {
        let work = scope.spawn(|| judge(&model, &["a", "b"]));
        while server.requests().is_empty() {
            thread::yield_now();
        }
        stop.request();
        let ended = work.join().expect("no panic");
        assert!(matches!(ended, Err(RerankError::Model(EmbedError::Stopped))), "{ended:?}");
    });
}
