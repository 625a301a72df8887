//! Models: what is said of them, what they would cost, and what happens when one does not answer.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};

use expect_test::expect;
use serde_json::{Value, json};

use crate::support::{SHOP, Sandbox};

/// Numbers per vector of the server below.
const DIMENSION: usize = 4;

/// Starts a server that speaks Ollama's protocol and knows one model, `letters`; it ends with the test. Returns its address.
fn ollama() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("its address"));
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            std::thread::spawn(move || answer(&stream));
        }
    });
    url
}

/// Answers one request and hangs up.
fn answer(mut stream: &TcpStream) {
    let mut reader = BufReader::new(stream);
    let mut n_bytes = 0;
    let mut line = String::new();
    while reader.read_line(&mut line).is_ok_and(|length| length > 2) {
        let header = line.to_ascii_lowercase();
        if let Some(length) = header.strip_prefix("content-length:") {
            n_bytes = length.trim().parse().expect("a number");
        }
        line.clear();
    }
    let mut body = vec![0; n_bytes];
    reader.read_exact(&mut body).expect("the body");
    let request: Value = serde_json::from_slice(&body).expect("JSON");
    let texts = request["input"].as_array().expect("texts");
    let (status, answer) = match request["model"].as_str() {
        Some("letters") => ("200 OK", json!({ "embeddings": texts.iter().map(vector).collect::<Vec<_>>() })),
        _ => ("404 Not Found", json!({ "error": "model not found, try pulling it first" })),
    };
    let answer = answer.to_string();
    let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json\r\nconnection: close\r\n");
    // A client that went away has what it wanted.
    let _ = write!(stream, "{head}content-length: {}\r\n\r\n{answer}", answer.len());
}

/// How often a few letters occur.
fn vector(text: &Value) -> [usize; DIMENSION] {
    let text = text.as_str().expect("text");
    ['a', 'e', 'p', 't'].map(|wanted| 1 + text.chars().filter(|letter| *letter == wanted).count())
}

/// A repository that wants a model of Ollama at an address.
fn shop_with(url: &str, model: &str) -> Sandbox {
    let shop = Sandbox::new(SHOP);
    let settings = format!("[model]\nprovider = \"ollama\"\nname = \"{model}\"\nurl = \"{url}\"\nretries = 0\n");
    shop.write("quarry.toml", &settings);
    shop
}

/// An address where nobody listens.
fn nowhere() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    format!("http://{}", listener.local_addr().expect("its address"))
}

#[test]
fn models_are_listed_with_what_they_need_and_what_the_index_uses() {
    let shop = Sandbox::new(SHOP);
    let before = shop.run(&["models"]);
    assert_eq!(before.code, 0, "{before:?}");
    assert!(before.out.ends_with("index    none yet; `quarry index` makes it\n"), "{before:?}");
    assert_eq!(shop.run(&["index"]).code, 0);
    let listed = shop.run(&["models"]).out;
    assert!(listed.lines().any(|line| line.starts_with("yes   builtin ")), "{listed}");
    assert!(listed.lines().any(|line| line.starts_with("-     ollama ") && line.contains("11434")), "{listed}");
    assert!(listed.contains("index    quarry/static-1, "), "{listed}");
    let document = shop.json(&["models", "--json"]);
    assert_eq!((&document["schema"], &document["index"]["embedded_files"]), (&"quarry.models.v1".into(), &3.into()));
    assert_eq!(document["providers"][0]["configured"], true);
}

#[test]
fn a_key_is_never_printed() {
    let shop = Sandbox::new(SHOP);
    for args in [&["models"][..], &["models", "--json"], &["doctor"], &["index", "--dry-run"]] {
        let output = shop.command(args).env("QUARRY_MODEL_KEY", "sesame-1234").output().expect("the binary runs");
        let text = [output.stdout, output.stderr].concat();
        assert!(!String::from_utf8_lossy(&text).contains("sesame"), "{args:?}");
    }
}

#[test]
fn a_dry_run_counts_and_writes_nothing() {
    let shop = Sandbox::new(SHOP);
    expect![[r#"
        ROOT: quarry/static-1 would embed 3 chunks of 3 files
        the model is inside quarry: nothing to pay, nothing leaves this machine
    "#]]
    .assert_eq(&shop.run(&["index", "--dry-run"]).out);
    assert!(!shop.home.exists());

    let shop = shop_with(&ollama(), "letters");
    let before = shop.json(&["index", "--dry-run", "--json"]);
    assert_eq!((&before["schema"], &before["model"]), (&"quarry.estimate.v1".into(), &"ollama/letters".into()));
    assert_eq!((&before["cost"]["to_embed"], &before["cost"]["requests"]), (&before["chunks"], &1.into()));
    assert!(!shop.home.join("indexes").exists());
    assert_eq!(shop.run(&["index"]).code, 0);
    assert_eq!(shop.json(&["index", "--dry-run", "--json"])["chunks"], 0, "all is embedded");
    shop.write("new.rs", "fn fresh() {}\n");
    assert_eq!(shop.json(&["index", "--dry-run", "--json"])["cost"]["to_embed"], 1);
    shop.write("quarry.toml", "[model]\nprovider = \"none\"\n");
    let none = shop.run(&["index", "--dry-run"]).out;
    expect!["ROOT: the settings want no model, so nothing would be embedded\n"].assert_eq(&none);
}

#[test]
fn a_dry_run_asks_nobody() {
    let shop = shop_with(&nowhere(), "letters");
    assert_eq!(shop.run(&["index", "--dry-run"]).code, 0);
    shop.write("quarry.toml", "[model]\nprovider = \"openai\"\n");
    let ran = shop.run(&["index", "--dry-run"]);
    assert!(ran.code == 0 && ran.out.contains("https://api.openai.com/v1"), "{ran:?}");
}

#[test]
fn a_model_that_does_not_answer_fails_indexing_and_is_a_notice_in_answers() {
    let url = nowhere();
    let shop = shop_with(&url, "letters");
    let ran = shop.run(&["index"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.out.contains("files, ") && ran.err.starts_with("error: not everything has vectors: "), "{ran:?}");
    assert!(ran.err.contains("is the server running") && ran.err.contains("answers go by keyword until"), "{ran:?}");
    let document = shop.json(&["index", "--json"]);
    assert!(document["model_problem"].as_str().is_some_and(|problem| problem.contains(&url)), "{document}");
    let found = shop.run(&["search", "password", "--files"]);
    assert_eq!((found.code, found.out.as_str()), (0, "src/auth.rs\n"));
    assert_eq!(found.err.matches("cannot reach").count(), 1, "said once: {found:?}");
}

#[test]
fn doctor_checks_a_server_one_by_one() {
    let shop = shop_with(&ollama(), "letters");
    let before = shop.run(&["doctor"]);
    assert!(before.code == 1 && before.out.contains("problem index     no index in"), "{before:?}");
    assert_eq!(shop.run(&["index"]).code, 0);
    let ran = shop.run(&["doctor"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    let names: Vec<&str> = ran.out.lines().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(names, ["settings", "index", "model", "reachable", "known", "answers", "vectors"], "{ran:?}");
    assert!(ran.out.contains("4 numbers, one request took"), "{ran:?}");
    shop.write("new.rs", "fn fresh() {}\n");
    let document = shop.json(&["doctor", "--json"]);
    assert_eq!((&document["schema"], &document["ok"]), (&"quarry.doctor.v1".into(), &true.into()));
}

#[test]
fn doctor_says_which_check_failed_and_what_to_do() {
    let failed = |shop: &Sandbox| {
        let document = shop.json(&["doctor", "--json"]);
        let checks = document["checks"].as_array().expect("checks").clone();
        let wrong = checks.into_iter().filter(|check| check["ok"] == false && check["check"] != "index");
        wrong.map(|check| format!("{} {}", check["check"], check["help"])).collect::<Vec<_>>().join("; ")
    };
    let unknown = failed(&shop_with(&ollama(), "nonsense"));
    expect![[r#""known" "run `ollama pull nonsense`""#]].assert_eq(&unknown);
    let down = failed(&shop_with(&nowhere(), "letters"));
    expect![[r#""reachable" "is the server running, and is the address right?""#]].assert_eq(&down);
    let shop = Sandbox::new(SHOP);
    shop.write("quarry.toml", "[model]\nprovider = \"openai\"\n");
    expect![[r#""reachable" null"#]].assert_eq(&failed(&shop));
    shop.write("quarry.toml", "[search]\nlimti = 3\n");
    assert!(failed(&shop).starts_with("\"settings\""));
    let own = Sandbox::new(SHOP);
    assert_eq!(own.run(&["index"]).code, 0);
    assert_eq!((own.run(&["doctor"]).code, failed(&own).as_str()), (0, ""));
    own.write("quarry.toml", "[model.parts]\npath = 0.0\n");
    expect![[r#""vectors" "run `quarry index`; until then answers go by keyword""#]].assert_eq(&failed(&own));
}

#[test]
fn the_user_and_not_the_repository_names_a_server_elsewhere() {
    let url = ollama();
    let shop = shop_with("http://models.example.com", "letters");
    let ran = shop.run(&["index"]);
    assert!(ran.code == 1 && ran.err.contains("set QUARRY_MODEL_URL=http://models.example.com"), "{ran:?}");
    let output = shop.command(&["index", "--json"]).env("QUARRY_MODEL_URL", &url).output().expect("the binary runs");
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&document["model_problem"], &document["model"]["dimension"]), (&Value::Null, &DIMENSION.into()));
}

#[test]
fn a_mode_goes_by_words_or_meaning_alone() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.found(&["password", "--mode", "keyword"]), ["src/auth.rs"]);
    for mode in ["hybrid", "semantic"] {
        assert_eq!(shop.found(&["password", "--mode", mode])[0], "src/auth.rs", "{mode}");
    }
    let bare = shop.run(&["password", "--mode", "keyword", "--files"]);
    assert_eq!(bare.out, "src/auth.rs\n");
    assert_eq!(shop.run(&["search", "password", "--mode", "vector"]).code, 2);
}
