//! `quarry mcp` as an agent sees it: lines of JSON in, lines of JSON out.

mod context;
mod graph;
mod workspace;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use expect_test::expect;
use quarry_engine::Tokenizer;
use serde_json::{Value, json};

use crate::support::{SHOP, Sandbox};

/// A running server and its pipes.
struct Agent {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    n_requests: u64,
    /// What every request carries since 2026-07-28.
    meta: Option<Value>,
    /// What the server is told when it asks for roots, and how often it did.
    roots: Vec<String>,
    n_asked_for_roots: usize,
}

impl Agent {
    /// An agent that begins with a handshake, as of this revision.
    fn greeting(sandbox: &Sandbox, revision: &str, name: &str) -> Agent {
        let mut agent = Agent::start(sandbox.command(&["mcp"]));
        agent.greet(revision, name, json!({}));
        agent
    }

    fn greet(&mut self, revision: &str, name: &str, capabilities: Value) {
        let client = json!({ "name": name, "version": "1" });
        let params = json!({ "protocolVersion": revision, "capabilities": capabilities, "clientInfo": client });
        assert_eq!(self.ask("initialize", params)["result"]["protocolVersion"], revision);
        self.send(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    }

    /// An agent that asks without one.
    fn modern(sandbox: &Sandbox) -> Agent {
        let mut agent = Agent::start(sandbox.command(&["mcp"]));
        agent.speak_without_greeting(json!({}));
        agent
    }

    fn speak_without_greeting(&mut self, capabilities: Value) {
        self.meta = Some(json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
            "io.modelcontextprotocol/clientInfo": { "name": "test", "version": "1" },
        }));
    }

    fn start(mut command: Command) -> Agent {
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a server");
        let (input, output) = (server.stdin.take(), server.stdout.take().expect("its output"));
        let output = BufReader::new(output);
        Agent { server, input, output, n_requests: 0, meta: None, roots: Vec::new(), n_asked_for_roots: 0 }
    }

    fn send(&mut self, message: &Value) {
        let input = self.input.as_mut().expect("an open pipe");
        writeln!(input, "{message}").expect("a reader");
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error} in {line}"))
    }

    fn ask(&mut self, method: &str, mut params: Value) -> Value {
        self.n_requests += 1;
        if let Some(meta) = &self.meta {
            params["_meta"] = meta.clone();
        }
        self.send(&json!({ "jsonrpc": "2.0", "id": self.n_requests, "method": method, "params": params }));
        loop {
            let answer = self.receive();
            // Both sides count their requests from where they like.
            if answer["method"] == "roots/list" {
                self.tell_roots(&answer["id"]);
            } else if answer["id"] == json!(self.n_requests) {
                return answer;
            }
        }
    }

    fn tell_roots(&mut self, id: &Value) {
        self.n_asked_for_roots += 1;
        let roots: Vec<Value> = self.roots.iter().map(|uri| json!({ "uri": uri })).collect();
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": { "roots": roots } }));
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))["result"].clone()
    }

    fn search(&mut self, arguments: Value) -> Value {
        self.call("search", arguments)
    }

    /// Closes the pipe and waits.
    fn leave(mut self) {
        drop(self.input.take());
        assert!(self.server.wait().expect("an end").success());
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        // A test that failed must not leave it behind; one that passed has waited for it.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

fn text(result: &Value) -> &str {
    result["content"][0]["text"].as_str().expect("a text")
}

/// Tokens of both forms of a result, as the server counts them.
fn n_tokens(result: &Value) -> usize {
    Tokenizer::O200k.count(text(result)) + Tokenizer::O200k.count(&result["structuredContent"].to_string())
}

#[test]
fn a_question_is_answered_without_an_index_in_every_revision() {
    for revision in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let sandbox = Sandbox::new(SHOP);
        let mut agent = Agent::greeting(&sandbox, revision, "test");
        let result = agent.search(json!({ "query": "check the password" }));
        assert_eq!(result["structuredContent"]["hits"][0]["path"], "src/auth.rs", "{revision}: {result}");
        assert_eq!(result["structuredContent"]["fresh"], true, "{revision}");
        agent.leave();
    }
    let sandbox = Sandbox::new(SHOP);
    let mut agent = Agent::modern(&sandbox);
    let discovered = agent.ask("server/discover", json!({}));
    assert_eq!(discovered["result"]["supportedVersions"].as_array().map(Vec::len), Some(5), "{discovered}");
    let result = agent.search(json!({ "query": "check the password" }));
    assert_eq!(result["structuredContent"]["hits"][0]["path"], "src/auth.rs", "{result}");
    assert_eq!(result["resultType"], "complete");
    agent.leave();
}

#[test]
fn the_code_is_sent_once_in_the_form_that_the_client_reads() {
    let sandbox = Sandbox::new(SHOP);
    let mut agent = Agent::greeting(&sandbox, "2025-11-25", "cursor");
    let result = agent.search(json!({ "query": "check password", "limit": 1 }));
    expect![[r#"
        src/auth.rs:1-4  function check_password
        /// Checks a password.
        pub fn check_password(given: &str) -> bool {
            given == "secret"
        }

        [1 hit; no more]
    "#]]
    .assert_eq(text(&result));
    assert!(result["structuredContent"]["hits"][0].get("text").is_none());
    agent.leave();

    let mut agent = Agent::greeting(&sandbox, "2025-11-25", "claude-code");
    let result = agent.search(json!({ "query": "check password", "limit": 1 }));
    expect![[r#"
        src/auth.rs:1-4  function check_password
        [1 hit; no more]
    "#]]
    .assert_eq(text(&result));
    let code = result["structuredContent"]["hits"][0]["text"].as_str();
    assert!(code.is_some_and(|code| code.contains("given == \"secret\"")));
    agent.leave();
}

#[test]
fn answers_stay_within_their_budget_and_go_on_with_a_cursor() {
    let files: Vec<(String, String)> = (0..40)
        .map(|number| {
            let line = |line: u64| format!("    total_{} = price * {}\n", (line * 7919 + number) % 9973, line * number);
            let lines: String = (0..15).map(line).collect();
            (
                format!("shop/part_{number}.py"),
                format!("def price_of_part_{number}(price):\n{lines}    return total_1\n"),
            )
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let sandbox = Sandbox::new(&files);
    for client in ["cursor", "claude-code"] {
        let mut agent = Agent::greeting(&sandbox, "2025-11-25", client);
        let mut arguments = json!({ "query": "price of part", "limit": 10, "max_tokens": 600 });
        let mut paths: Vec<String> = Vec::new();
        for _page in 0..30 {
            let result = agent.search(arguments.clone());
            let taken = n_tokens(&result);
            assert!(taken <= 600, "{taken} tokens in {result}");
            let hits = result["structuredContent"]["hits"].as_array().expect("hits");
            paths.extend(hits.iter().map(|hit| hit["path"].as_str().expect("a path").to_owned()));
            match result["structuredContent"].get("next_cursor") {
                Some(cursor) => arguments["cursor"] = cursor.clone(),
                None => break,
            }
        }
        let n_paths = paths.len();
        paths.sort();
        paths.dedup();
        assert!(n_paths > 20 && paths.len() == n_paths, "{client}: {n_paths} hits, {} of them different", paths.len());
        let other = agent.search(json!({ "query": "another", "cursor": arguments["cursor"] }));
        assert_eq!(other["isError"], true);
        agent.leave();
    }
}

#[test]
fn mistakes_are_told_so_that_an_agent_can_mend_them() {
    let sandbox = Sandbox::new(SHOP);
    let mut agent = Agent::greeting(&sandbox, "2025-11-25", "test");
    let mut told = |arguments: Value| {
        let result = agent.search(arguments);
        assert_eq!(result["isError"], true, "{result}");
        text(&result).to_owned()
    };
    expect![[r#"
        there is no parameter `langauge`
        help: did you mean `lang`? there are: cursor, exclude, ext, kind, lang, limit, max_tokens, name, path, query, repository, type"#]]
    .assert_eq(&told(json!({ "query": "x", "langauge": "rust" })));
    expect![[r#"
        `pyhton` is no language or dialect
        help: did you mean `python`?"#]]
    .assert_eq(&told(json!({ "query": "x", "lang": "pyhton" })));
    expect!["missing field `query`"].assert_eq(&told(json!({})));
    expect!["`limit` must be from 1 to 1000, not 0"].assert_eq(&told(json!({ "query": "x", "limit": 0 })));
    expect![[r#"
        the question holds no word to search for
        help: ask for a word or a name: "open file""#]]
    .assert_eq(&told(json!({ "query": "?!" })));
    expect!["there is no repository `shpo`; there are: shop\nhelp: did you mean `shop`?"]
        .assert_eq(&told(json!({ "query": "x", "repository": "shpo" })));
    let long = told(json!({ "query": "x", "repository": "x".repeat(15_000) }));
    assert!(long.chars().count() < 1_200 && long.ends_with('…'), "{long}");
    let huge = told(json!({ "query": "word ".repeat(400_000) }));
    expect!["`query` has 2000000 characters; 20000 are read"].assert_eq(&huge);
    assert_eq!(agent.ask("tools/call", json!({ "name": "serach" }))["error"]["code"], -32602);
    agent.leave();
}

#[test]
fn files_are_resources_and_nothing_else_is() {
    let secret = (".env", "PASSWORD=1\n");
    let sandbox = Sandbox::new(&[SHOP, &[secret]].concat());
    let mut agent = Agent::greeting(&sandbox, "2025-11-25", "test");
    let listed = agent.ask("resources/list", json!({}));
    let uris: Vec<&str> = listed["result"]["resources"]
        .as_array()
        .expect("resources")
        .iter()
        .filter_map(|resource| resource["uri"].as_str())
        .collect();
    assert_eq!(uris, ["quarry://shop/README.md", "quarry://shop/src/auth.rs", "quarry://shop/src/cart.py"]);
    let mut read = |uri: &str| agent.ask("resources/read", json!({ "uri": uri }));
    assert_eq!(read("quarry://shop/README.md")["result"]["contents"][0]["text"], "# Shop\n\nSells things.\n");
    assert_eq!(read("quarry://shop/README.md#L3-L3")["result"]["contents"][0]["text"], "Sells things.\n");
    for uri in [
        "quarry://shop/.env",
        "quarry://shop/../home/x",
        "quarry://shop/%2e%2e/%2e%2e/etc/passwd",
        "quarry://shop//etc/passwd",
        "quarry://shop/src",
        "quarry://other/README.md",
        "quarry://shop/README.md#L9",
        "file:///etc/passwd",
    ] {
        assert_eq!(read(uri)["error"]["code"], -32002, "{uri}");
    }
    agent.leave();
}

#[test]
fn edits_and_settings_are_seen_by_the_next_question() {
    let sandbox = Sandbox::new(SHOP);
    let mut agent = Agent::greeting(&sandbox, "2025-11-25", "test");
    agent.search(json!({ "query": "refund" }));
    // Files that were looked at a moment ago are not looked at again, so the edit is seen a moment later.
    let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
    let mut comes_true = |is_true: fn(&Value) -> bool| loop {
        let result = agent.search(json!({ "query": "refund customer" }));
        if is_true(&result["structuredContent"]["hits"][0]["path"]) {
            break;
        }
        assert!(std::time::Instant::now() < deadline, "{result}");
    };
    sandbox.write("src/refund.rs", "/// Pays money back.\npub fn refund_customer() {}\n");
    comes_true(|path| path == "src/refund.rs");
    sandbox.write("quarry.toml", "[index]\nexclude = [\"src/refund.rs\"]\n");
    comes_true(|path| path != "src/refund.rs");
    agent.leave();
}

#[test]
fn without_an_index_a_question_is_told_how_far_it_is_and_can_be_taken_back() {
    let sandbox = Sandbox::new(SHOP);
    let _lock = crate::trouble::first_index_elsewhere(&sandbox);
    let mut agent = Agent::greeting(&sandbox, "2025-11-25", "test");
    let search = json!({ "name": "search", "arguments": { "query": "cart" }, "_meta": { "progressToken": "t" } });
    agent.send(&json!({ "jsonrpc": "2.0", "id": "taken back", "method": "tools/call", "params": search }));
    let told = agent.receive();
    assert_eq!((&told["method"], &told["params"]["progressToken"]), (&json!("notifications/progress"), &json!("t")));
    assert!(
        told["params"]["message"].as_str().is_some_and(|message| message.contains("another quarry process")),
        "{told}"
    );
    agent.send(
        &json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": "taken back" } }),
    );
    let began = std::time::Instant::now();
    let result = agent.search(json!({ "query": "cart" }));
    assert!(began.elapsed() < std::time::Duration::from_secs(20));
    assert!(result["isError"] != true && text(&result).starts_with("The first index"), "{result}");
    // It looks again and again whether the other process is done.
    let doing = result["structuredContent"]["indexing"]["doing"].as_str();
    assert!(matches!(doing, Some("waiting" | "discovering")), "{result}");
    agent.leave();
}

#[test]
fn nonsense_on_the_pipe_ends_nothing() {
    let sandbox = Sandbox::new(SHOP);
    let mut agent = Agent::greeting(&sandbox, "2025-11-25", "test");
    let input = agent.input.as_mut().expect("a pipe");
    for line in
        ["{", "[]", "null", "{\"jsonrpc\":\"2.0\"}", "\u{0}\u{1}", "{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":7}"]
    {
        writeln!(input, "{line}").expect("a reader");
    }
    writeln!(input, "{{\"deep\":{}", "[".repeat(100_000)).expect("a reader");
    let result = agent.search(json!({ "query": "cart total" }));
    assert_eq!(result["structuredContent"]["hits"][0]["path"], "src/cart.py", "{result}");
    agent.leave();
}

#[test]
fn prompts_are_filled_in() {
    let sandbox = Sandbox::new(SHOP);
    let mut agent = Agent::greeting(&sandbox, "2025-11-25", "test");
    let listed = agent.ask("prompts/list", json!({}));
    let names: Vec<&str> = listed["result"]["prompts"]
        .as_array()
        .expect("prompts")
        .iter()
        .filter_map(|one| one["name"].as_str())
        .collect();
    assert_eq!(names, ["onboarding", "review"]);
    let filled = agent.ask("prompts/get", json!({ "name": "review", "arguments": { "change": "uncommitted" } }));
    let said = filled["result"]["messages"][0]["content"]["text"].as_str().expect("a text");
    assert!(said.starts_with("Review this change in shop: uncommitted\n"), "{said}");
    assert_eq!(agent.ask("prompts/get", json!({ "name": "review" }))["error"]["code"], -32602);
    agent.leave();
}
