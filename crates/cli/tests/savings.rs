//! `quarry savings`: real calls are noted, weighed and summed up; questions are not kept.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use expect_test::expect;
use fs_err as fs;
use serde_json::{Value, json};

use crate::support::{Ran, Sandbox};

/// A repository with one long file, so that a piece of it is far from the whole.
fn shop() -> Sandbox {
    let function =
        |n: u32| format!("/// Adds {n} to a price.\npub fn add_{n}(price: u64) -> u64 {{\n    price + {n} + 0\n}}\n\n");
    let long: String = (0..300).map(function).collect();
    let password =
        "/// Checks a password.\npub fn check_password(given: &str) -> bool {\n    given == \"secret\"\n}\n\n";
    Sandbox::new(&[("src/auth.rs", &format!("{password}{long}")), ("README.md", "# Shop\n")])
}

fn rows(shop: &Sandbox, args: &[&str]) -> Vec<(String, u64)> {
    let document = shop.json(&[&["savings", "--json"], args].concat());
    let calls = document["calls"].as_array().expect("calls");
    calls
        .iter()
        .map(|row| (row["kind"].as_str().expect("a kind").to_owned(), row["answers"].as_u64().expect("a count")))
        .collect()
}

#[test]
fn answers_of_the_command_line_are_weighed_against_whole_files() {
    let shop = shop();
    let none = shop.run(&["savings"]);
    assert_eq!((none.code, none.out.as_str()), (1, "no answers are noted yet\n"));
    assert_eq!(shop.run(&["search", "check password zebra", "-n", "1"]).code, 0);
    assert_eq!(shop.run(&["check password", "--files"]).code, 0);
    assert_eq!(shop.run(&["search", "qqqqxyzzy"]).code, 1);
    assert_eq!(shop.run(&["context", "check password", "--budget", "600"]).code, 0);
    assert_eq!(rows(&shop, &[]), [("cli context".to_owned(), 1), ("cli search".to_owned(), 1)]);

    let document = shop.json(&["savings", "--json"]);
    assert_eq!(document["schema"], "quarry.savings.v1");
    let search = &document["calls"][1];
    let number = |value: &Value| value.as_u64().expect("a number");
    assert!(number(&search["returned_tokens"]) * 10 < number(&search["file_tokens"]), "{search}");
    assert!(search["saved_percent"].as_f64().is_some_and(|percent| percent > 90.0), "{search}");
    let whole = fs::metadata(shop.root.join("src/auth.rs")).expect("a file").len();
    assert!((whole / 5..whole / 2).contains(&number(&search["file_tokens"])), "{search} of {whole} bytes");

    let Ran { out, .. } = shop.run(&["savings"]);
    assert!(out.starts_with("ANSWERS      COUNT  RETURNED  WHOLE FILES  SAVED\ncli context      1 "), "{out}");
    assert!(out.contains("\nall              2 ") && out.contains("o200k") && out.contains("1 file counted."), "{out}");
    let log = fs::read_to_string(shop.home.join("savings.log")).expect("notes");
    assert!(!log.contains("zebra") && !log.contains("password"), "no question is kept: {log}");
}

#[test]
fn repositories_and_times_can_be_chosen() {
    let shop = shop();
    assert_eq!(shop.run(&["search", "check password"]).code, 0);
    let other = shop.beside("other");
    fs::create_dir_all(&other).expect("a folder");
    assert_eq!(rows(&shop, &["src", "--since", "1h"]).len(), 1);
    assert_eq!(rows(&shop, &[&*other.to_string_lossy()]), []);
    let log = shop.home.join("savings.log");
    let text = fs::read_to_string(&log).expect("notes");
    let mut fields: Vec<&str> = text.split('\t').collect();
    fields[1] = "1000";
    let old = fields.join("\t");
    fs::write(&log, format!("{old}not a note\n")).expect("notes");
    assert_eq!((rows(&shop, &["--since", "2w"]), rows(&shop, &[]).len()), (Vec::new(), 1));
    let wrong = shop.run(&["savings", "--since", "soon"]);
    assert!(wrong.code == 2 && wrong.err.contains("as in 30m, 12h, 7d or 2w"), "{wrong:?}");
}

#[test]
fn whoever_does_not_want_it_is_not_counted() {
    let shop = shop();
    shop.write("quarry.toml", "[savings]\nenabled = false\n");
    assert_eq!(shop.run(&["search", "check password"]).code, 0);
    assert!(!shop.home.join("savings.log").exists());
}

#[test]
fn a_note_that_cannot_be_written_fails_no_search() {
    let shop = shop();
    assert_eq!(shop.run(&["index"]).code, 0);
    fs::create_dir_all(shop.home.join("savings.log")).expect("a folder in its place");
    let ran = shop.run(&["search", "check password"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    let unreadable = shop.run(&["savings"]);
    assert_eq!(unreadable.code, 1);
    assert!(unreadable.err.starts_with("error: cannot read the notes of answers\n"), "{unreadable:?}");
}

#[test]
fn answers_of_mcp_are_counted_as_the_model_reads_them() {
    let shop = shop();
    let mut server = shop.command(&["mcp"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a server");
    let mut output = BufReader::new(server.stdout.take().expect("a pipe"));
    let mut ask = |id: u64, method: &str, params: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(server.stdin.as_mut().expect("a pipe"), "{message}").expect("a reader");
        loop {
            let mut line = String::new();
            assert!(output.read_line(&mut line).expect("a line") > 0, "the server has ended");
            let answer: Value = serde_json::from_str(&line).expect("JSON");
            if answer["id"] == json!(id) {
                return answer;
            }
        }
    };
    let client = json!({ "name": "test", "version": "1" });
    ask(1, "initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client }));
    let call = |name: &str, arguments: Value| json!({ "name": name, "arguments": arguments });
    let found = ask(2, "tools/call", call("search", json!({ "query": "check password", "limit": 1 })));
    ask(3, "tools/call", call("context", json!({ "query": "check password", "max_tokens": 800 })));
    ask(4, "tools/call", call("status", json!({})));
    drop(server.stdin.take());
    assert!(server.wait().expect("an end").success());
    assert_eq!(rows(&shop, &[]), [("mcp context".to_owned(), 1), ("mcp search".to_owned(), 1)]);
    let text = found["result"]["content"][0]["text"].as_str().expect("a text");
    let log = fs::read_to_string(shop.home.join("savings.log")).expect("notes");
    assert!(log.contains(&format!("\tmcp search\t{}\t", text.len())), "{} bytes in {log}", text.len());
}

#[test]
fn answers_over_http_are_counted() {
    let shop = shop();
    assert_eq!(shop.run(&["index"]).code, 0);
    let mut serve = shop.command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut server = serve.stdout(Stdio::piped()).spawn().expect("a server");
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line).expect("a line");
    let address = line.trim().rsplit('/').next().expect("an address").to_owned();
    for path in ["search?query=check+password", "context?query=check+password&budget=600"] {
        let mut stream = std::net::TcpStream::connect(&address).expect("a connection");
        let request = format!("GET /api/v1/{path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a reader");
        let answer = std::io::read_to_string(&mut stream).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    server.kill().expect("it runs");
    server.wait().expect("an end");
    assert_eq!(rows(&shop, &[]), [("http context".to_owned(), 1), ("http search".to_owned(), 1)]);
    expect![[r#"1"#]].assert_eq(&shop.json(&["savings", "--json"])["counted_files"].to_string());
}
