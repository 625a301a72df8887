//! Re-ranking as users meet it: by flag or setting, told by `doctor`, and what to do when the model does not answer.

use expect_test::expect;
use quarry_test_support::{DEAD_URL, Reply, Request, Server};

use crate::support::{SHOP, Sandbox};

/// A question that two files of the shop answer, the better one first.
const QUESTION: &str = "check_password total";

/// Likes Python.
fn likes_python(request: &Request) -> Reply {
    Reply::said(request, if request.message().contains("cart.py") { "90" } else { "20" })
}

/// A shop whose settings name a model at an address, without wanting it yet.
fn shop_with(url: &str) -> Sandbox {
    let shop = Sandbox::new(SHOP);
    settle(&shop, "none", url);
    shop
}

fn settle(shop: &Sandbox, provider: &str, url: &str) {
    let settings =
        format!("[rerank]\nprovider = \"{provider}\"\nmodel = \"judge\"\nurl = \"{url}\"\nconcurrency = 1\n");
    shop.write("quarry.toml", &settings);
}

#[test]
fn a_flag_or_the_setting_has_the_best_results_put_in_order() {
    let server = Server::start(likes_python);
    let shop = shop_with(&server.url());
    let first = |args: &[&str]| shop.found(&[&[QUESTION], args].concat()).remove(0);
    assert_eq!(first(&[]), "src/auth.rs");
    assert_eq!(server.requests().len(), 0, "nobody is asked unless somebody wants it");
    assert_eq!(first(&["--rerank=ollama"]), "src/cart.py");
    settle(&shop, "openai", &server.url());
    assert_eq!(first(&[]), "src/cart.py");
    assert_eq!(first(&["--rerank"]), "src/cart.py");
    let n_before = server.requests().len();
    assert_eq!(first(&["--no-rerank"]), "src/auth.rs");
    assert_eq!(server.requests().len(), n_before);
    let paths: Vec<String> = server.requests().into_iter().map(|request| request.path).collect();
    assert!(paths.contains(&"/api/chat".to_owned()) && paths.contains(&"/v1/chat/completions".to_owned()), "{paths:?}");
}

#[test]
fn an_answer_tells_what_the_model_gave_and_what_it_changed() {
    let server = Server::start(likes_python);
    let shop = shop_with(&server.url());
    let text = shop.run(&["search", QUESTION, "--rerank=ollama", "--explain"]).out;
    for part in ["judged 90", ", rerank ", "the best, judged by ollama/judge from 0 to 100", "src/cart.py:1"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let json = shop.json(&["search", QUESTION, "--rerank=ollama", "--explain", "--json"]);
    let (hit, rerank) = (&json["hits"][0], &json["explanation"]["rerank"]);
    assert_eq!((&hit["path"], &hit["rerank_score"]), (&"src/cart.py".into(), &90.0.into()));
    let first = &rerank["judged"][0];
    assert_eq!(
        (&rerank["model"], &first["rank"], &first["rank_before"]),
        (&"ollama/judge".into(), &1.into(), &2.into())
    );
    assert!(json["explanation"]["stages_ms"]["rerank"].as_f64().is_some_and(|time| time > 0.0));
    let plain = shop.json(&["search", QUESTION, "--explain", "--json"]);
    assert!(plain["hits"][0].get("rerank_score").is_none() && plain["explanation"].get("rerank").is_none());
    assert!(plain["explanation"]["stages_ms"].get("rerank").is_none(), "{plain}");
}

#[test]
fn a_model_that_does_not_answer_is_an_error_that_says_what_to_do() {
    let shop = shop_with(DEAD_URL);
    let ran = shop.run(&["search", QUESTION, "--rerank=ollama", "--quiet"]);
    let told: Vec<&str> = ran.err.lines().filter(|line| !line.contains("(os error")).collect();
    assert_eq!(ran.code, 1, "{ran:?}");
    expect![[r#"
        error: cannot search ROOT
        cause: the results cannot be re-ranked
        cause: cannot reach http://127.0.0.1:1/api/chat
         help: is the server running, and is the address right?
               `--no-rerank` answers without it"#]]
    .assert_eq(&told.join("\n"));
    assert_eq!(shop.run(&["search", QUESTION, "--no-rerank"]).code, 0);
    let nobody = shop.run(&["search", QUESTION, "--rerank"]);
    assert_eq!(nobody.code, 2);
    expect![[r#"
        error: no model is named to re-rank with
         help: name who runs it, `--rerank=ollama`, or set `rerank.provider` in quarry.toml
    "#]]
    .assert_eq(&nobody.err);
    assert_eq!(shop.run(&["search", QUESTION, "--rerank=ollama", "--no-rerank"]).code, 2);
    assert_eq!(shop.run(&["search", QUESTION, "--rerank=nobody"]).code, 2);
}

#[test]
fn a_model_that_stops_answering_is_a_note() {
    let server = Server::start(|request| match request.n {
        0 => Reply::said(request, "90"),
        _ => Reply::status(500, r#"{"error": "out of memory"}"#),
    });
    let ran = shop_with(&server.url()).run(&["search", QUESTION, "--rerank=ollama", "--files"]);
    assert_eq!((ran.code, ran.out.lines().next()), (0, Some("src/auth.rs")), "{ran:?}");
    assert!(ran.err.contains("could not be judged by ollama/judge and count 50 of 100: "), "{ran:?}");
    assert!(ran.err.contains("out of memory"), "{ran:?}");
}

#[test]
fn doctor_asks_the_model_about_one_passage() {
    let server = Server::start(likes_python);
    let shop = shop_with(&server.url());
    assert_eq!(shop.run(&["index"]).code, 0);
    assert!(!shop.run(&["doctor"]).out.contains("rerank"));
    settle(&shop, "ollama", &server.url());
    let right = shop.run(&["doctor"]);
    assert!(right.code == 0 && right.out.contains("ok      rerank    ollama/judge at http://127.0.0.1:"), "{right:?}");
    assert_eq!(server.requests().len(), 1);
    settle(&shop, "ollama", DEAD_URL);
    let wrong = shop.run(&["doctor"]);
    assert!(wrong.code == 1 && wrong.out.contains("problem rerank    cannot reach"), "{wrong:?}");
    assert!(wrong.out.contains("is the server running"), "{wrong:?}");
}

#[test]
fn the_user_and_not_the_repository_names_a_server_elsewhere() {
    let server = Server::start(likes_python);
    let shop = shop_with("https://models.example.com");
    let refused = shop.run(&["search", QUESTION, "--rerank=openai"]);
    assert!(
        refused.code == 1 && refused.err.contains("set QUARRY_RERANK_URL=https://models.example.com"),
        "{refused:?}"
    );
    let mut command = shop.command(&["search", QUESTION, "--rerank=openai", "--files"]);
    let command = command.env("QUARRY_RERANK_URL", server.url()).env("QUARRY_RERANK_KEY", "sesame-1234");
    let output = command.output().expect("the binary runs");
    assert!(String::from_utf8_lossy(&output.stdout).starts_with("src/cart.py\n"), "{output:?}");
    assert!(!String::from_utf8_lossy(&output.stderr).contains("sesame"));
    assert_eq!(server.requests()[0].key.as_deref(), Some("Bearer sesame-1234"));
}
