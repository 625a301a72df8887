//! `quarry serve` on a real socket: what is asked, what is answered, and who is turned away.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use fs_err as fs;
use serde_json::{Value, json};

use crate::support::{SHOP, Sandbox, text};

pub(crate) const READ_TOKEN: &str = "read-read-read-read-read-read";
pub(crate) const ADMIN_TOKEN: &str = "admin-admin-admin-admin-admin";
/// No answer takes longer, unless it hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running server.
pub(crate) struct Server {
    process: Child,
    pub(crate) address: SocketAddr,
}

/// What came back.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error} in {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find(|line| line.to_lowercase().starts_with(&format!("{name}:")))?;
        line.split_once(':').map(|(_, value)| value.trim())
    }
}

impl Server {
    pub(crate) fn start(sandbox: &Sandbox, args: &[&str]) -> Server {
        let all = [&["serve", "--listen", "127.0.0.1:0"], args].concat();
        let mut process = sandbox.command(&all).stdout(Stdio::piped()).spawn().expect("a server");
        let mut line = String::new();
        let output = process.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("listening on http://").expect(&line).parse().expect("an address");
        Server { process, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a limit");
        stream
    }

    /// Sends a request as it stands.
    fn send(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        // A server that refuses early may close before all of it is written.
        let _ = stream.write_all(request.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let answer = String::from_utf8_lossy(&bytes).into_owned();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Answer { status, head: head.to_owned(), body: body.to_owned() }
    }

    /// Sends a request with further header lines.
    pub(crate) fn ask(&self, method: &str, path: &str, headers: &[&str]) -> Answer {
        let lines: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
        let host = format!("Host: {}\r\n", self.address);
        let host = if lines.to_lowercase().contains("host:") { "" } else { &host };
        self.send(&format!("{method} {path} HTTP/1.1\r\n{host}{lines}Connection: close\r\n\r\n"))
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.ask("GET", path, &[])
    }

    pub(crate) fn post(&self, path: &str, body: &str, headers: &[&str]) -> Answer {
        let lines: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
        let (host, length) = (self.address, body.len());
        self.send(&format!(
            "POST {path} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nAccept: application/json, \
             text/event-stream\r\n{lines}Content-Length: {length}\r\nConnection: close\r\n\r\n{body}"
        ))
    }

    fn is_alive(&self) -> bool {
        self.get("/healthz").status == 200
    }

    #[cfg(unix)]
    fn terminate(&mut self) -> i32 {
        let id = self.process.id().to_string();
        let sent = std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill");
        assert!(sent.success());
        self.process.wait().expect("an end").code().unwrap_or(-1)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

pub(crate) fn tokens_in(sandbox: &Sandbox) -> std::path::PathBuf {
    let file = sandbox.beside("tokens");
    fs::write(&file, format!("# tokens\nread ana {READ_TOKEN}\nadmin bob {ADMIN_TOKEN}\n")).expect("a file");
    file
}

#[test]
fn every_route_answers_with_its_document() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    for (path, schema) in [
        ("/api/v1/search?query=check+password", "quarry.search.v1"),
        ("/api/v1/explain?query=check%20password&lang=rust,python", "quarry.search.v1"),
        ("/api/v1/grep?pattern=def%20total", "quarry.grep.v1"),
        ("/api/v1/related?file=src/auth.rs&line=2", "quarry.related.v1"),
        ("/api/v1/symbols?target=Cart.total", "quarry.symbol.v1"),
        ("/api/v1/graph?relation=refs&target=check_password", "quarry.refs.v1"),
        ("/api/v1/graph?relation=callers&target=src/auth.rs:2", "quarry.callers.v1"),
        ("/api/v1/graph?relation=callees&target=Cart&confidence=same_file", "quarry.callees.v1"),
        ("/api/v1/graph?relation=impact&target=src/cart.py&depth=5", "quarry.impact.v1"),
        ("/api/v1/outline?target=src/cart.py", "quarry.outline.v1"),
        ("/api/v1/deps?target=src/cart.py", "quarry.deps.v1"),
        ("/api/v1/map?budget=500", "quarry.map.v1"),
        ("/api/v1/context?query=check+password&budget=2000", "quarry.context.v1"),
        ("/api/v1/files", "quarry.files.v1"),
        ("/api/v1/files/src/cart.py?first=2&last=2", "quarry.file.v1"),
        ("/api/v1/status", "quarry.status.v1"),
        ("/api/v1/activity", "quarry.activity.v1"),
        ("/api/v1/repositories", "quarry.repositories.v1"),
    ] {
        let answer = server.get(path);
        assert_eq!((answer.status, &answer.json()["schema"]), (200, &json!(schema)), "{path}: {answer:?}");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{path}");
        assert_eq!(answer.header("access-control-allow-origin"), None, "{path}");
    }
    let found = server.get("/api/v1/search?query=check+password").json();
    assert_eq!(found["hits"][0]["path"], "src/auth.rs");
    assert_eq!(found["fresh"], true);
    assert!(server.get("/api/v1/explain?query=password").json()["explanation"]["candidates"].is_array());
    assert_eq!(server.get("/api/v1/files/src/cart.py?first=2&last=2").json()["text"], "    def total(self):\n");
    assert_eq!(server.get("/api/v1/symbols?target=Cart.total").json()["symbols"][0]["path"], "src/cart.py");
    assert_eq!(server.get("/api/v1/outline?target=src/cart.py").json()["symbols"][0]["name"], "Cart");
    assert_eq!(server.get("/api/v1/outline?target=src/card.py").status, 404);
    let laid_out = server.get("/api/v1/context?query=check+password&format=markdown").json();
    assert!(laid_out["text"].as_str().is_some_and(|text| text.contains("fn check_password")), "{laid_out}");
    let activity = server.get("/api/v1/activity").json();
    assert_eq!(activity["last_run"]["added"], 3, "{activity}");
    // The same question was asked twice.
    assert_eq!(activity["cache"]["exact"], 1, "{activity}");
    assert_eq!(server.get("/api/v1/symbols?target=totle").status, 404);
    assert_eq!(server.get("/api/v1/graph?target=total").status, 400);
    let related = server.post("/api/v1/related", &json!({ "text": "fn verify_password() {}" }).to_string(), &[]);
    assert_eq!(related.json()["hits"][0]["path"], "src/auth.rs", "{related:?}");
    assert_eq!(server.post("/api/v1/index", "", &[]).status, 202);
    let metrics = server.get("/metrics").body;
    assert!(metrics.contains("quarry_http_requests_total{route=\"/api/v1/search\",method=\"GET\",status=\"200\"}"));
    assert!(metrics.contains("quarry_index_files{repository=\"shop\"} 3"), "{metrics}");
}

#[test]
fn the_openapi_document_describes_what_there_is() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let document = server.get("/api/v1/openapi.json").json();
    assert_eq!(document["openapi"], "3.1.0");
    let paths = document["paths"].as_object().expect("paths");
    assert!(paths.len() >= 10);
    for (path, operations) in paths {
        for method in operations.as_object().expect("operations").keys() {
            let answer = match (path.as_str(), method.as_str()) {
                ("/api/v1/events", _) => continue,
                (_, "post") => server.post(path, "{}", &[]),
                _ => server.get(&path.replace("{path}", "README.md")),
            };
            assert!(!matches!(answer.status, 404 | 405 | 500), "{method} {path}: {answer:?}");
        }
    }
    let text = document.to_string();
    for reference in text.split("\"#/components/schemas/").skip(1) {
        let name = reference.split('"').next().expect("a name");
        assert!(document["components"]["schemas"][name].is_object(), "{name} is not described");
    }
}

#[test]
fn several_repositories_are_told_apart_by_name() {
    let (shop, site) = (Sandbox::new(SHOP), Sandbox::new(&[("page.py", "def render_page():\n    pass\n")]));
    let server = Server::start(&shop, &[text(&shop.root), text(&site.root)]);
    let named = |name: &str| server.get(&format!("/api/v1/search?query=render+page&repository={name}"));
    assert_eq!(named("shop-2").json()["hits"][0]["path"], "page.py");
    assert_eq!(server.get("/api/v1/search?query=x").status, 400);
    assert_eq!(named("other").status, 404);
}

#[test]
fn only_our_own_host_and_pages_may_ask() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &["--host", "code.test"]);
    let port = server.address.port();
    for path in ["/api/v1/status", "/mcp", "/healthz", "/metrics"] {
        for host in ["evil.test", "localhost.evil.test", "evil.test:4747", "127.0.0.1.evil.test", "", "[::2]"] {
            assert_eq!(server.ask("GET", path, &[&format!("Host: {host}")]).status, 403, "{host} at {path}");
        }
        for origin in ["http://evil.test", "null", "http://localhost:1", "https://127.0.0.1", "file://", "x"] {
            assert_eq!(server.ask("GET", path, &[&format!("Origin: {origin}")]).status, 403, "{origin} at {path}");
        }
        assert_eq!(server.ask("GET", path, &["Sec-Fetch-Site: cross-site"]).status, 403, "{path}");
    }
    for host in [format!("localhost:{port}"), "LOCALHOST".to_owned(), "[::1]:80".to_owned(), "code.test".to_owned()] {
        let origin = format!("Origin: http://{host}");
        assert_eq!(server.ask("GET", "/api/v1/status", &[&format!("Host: {host}"), &origin]).status, 200, "{host}");
    }
    assert_eq!(server.ask("OPTIONS", "/api/v1/search", &["Origin: http://evil.test"]).status, 403);
}

#[test]
fn with_tokens_nobody_asks_without_one_and_scopes_hold() {
    let sandbox = Sandbox::new(SHOP);
    let (tokens, log) = (tokens_in(&sandbox), sandbox.beside("audit.log"));
    let server =
        Server::start(&sandbox, &["--tokens", text(&tokens), "--audit-log", text(&log), "--issuer", "https://id.test"]);
    let bearer = |token: &str| format!("Authorization: Bearer {token}");
    for path in ["/api/v1/status", "/metrics", "/mcp", "/nothing"] {
        assert_eq!(server.get(path).status, 401, "{path}");
        assert_eq!(server.ask("GET", path, &[&bearer("wrong")]).status, 401, "{path}");
    }
    let challenge = server.get("/mcp");
    let challenge = challenge.header("www-authenticate").expect("a challenge");
    assert!(challenge.contains("resource_metadata=\"http://") && challenge.contains("scope=\"read\""), "{challenge}");
    let metadata = server.get("/.well-known/oauth-protected-resource/mcp");
    assert_eq!(metadata.json()["authorization_servers"], json!(["https://id.test"]));
    assert_eq!(server.get("/healthz").status, 200);
    assert_eq!(server.ask("GET", "/api/v1/search?query=cart", &[&bearer(READ_TOKEN)]).status, 200);
    assert_eq!(server.ask("POST", "/api/v1/index", &[&bearer(READ_TOKEN)]).status, 403);
    assert_eq!(server.ask("POST", "/api/v1/index", &[&bearer(ADMIN_TOKEN)]).status, 202);
    for prefix in [&READ_TOKEN[..READ_TOKEN.len() - 1], "", " ", "Bearer", "\u{e4}"] {
        assert_ne!(server.ask("GET", "/api/v1/status", &[&bearer(prefix)]).status, 200, "{prefix}");
    }
    let deadline = Instant::now() + PATIENCE;
    let lines = loop {
        let lines = fs::read_to_string(&log).expect("a log");
        if lines.contains("\"status\":202") || Instant::now() > deadline {
            break lines;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let logged: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert!(logged.iter().any(|line| line["caller"] == "bob" && line["status"] == 202), "{lines}");
    assert!(logged.iter().any(|line| line["caller"] == "ana" && line["query"] == "query=cart"), "{lines}");
    assert!(!lines.contains(READ_TOKEN) && !lines.contains(ADMIN_TOKEN));
}

#[test]
fn wrong_tokens_cannot_be_guessed_and_callers_have_a_rate() {
    let sandbox = Sandbox::new(SHOP);
    let tokens = tokens_in(&sandbox);
    let server = Server::start(&sandbox, &["--tokens", text(&tokens), "--rate", "5"]);
    let ask =
        |token: &str| server.ask("GET", "/api/v1/repositories", &[&format!("Authorization: Bearer {token}")]).status;
    let guesses: Vec<u16> = (0..30).map(|number| ask(&format!("guess {number}"))).collect();
    assert!(guesses.contains(&401) && guesses.ends_with(&[429]), "{guesses:?}");
    let asked: Vec<u16> = (0..30).map(|_| ask(READ_TOKEN)).collect();
    assert!(asked.starts_with(&[200]) && asked.contains(&429), "{asked:?}");
}

#[test]
fn other_machines_need_tokens_and_mistakes_are_told_before_anything_starts() {
    let sandbox = Sandbox::new(SHOP);
    let ran = sandbox.run(&["serve", "--listen", "0.0.0.0:0"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("there are no tokens") && ran.err.contains("help:"), "{ran:?}");
    let file = sandbox.beside("tokens");
    for (line, problem) in
        [("read ana short\n", "at least 24"), ("root ana x\n", "`read` or `admin`"), ("", "no token")]
    {
        fs::write(&file, line).expect("a file");
        let ran = sandbox.run(&["serve", "--listen", "127.0.0.1:0", "--tokens", text(&file)]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(problem), "{ran:?}");
    }
}

#[test]
fn mcp_is_answered_in_old_and_new_revisions() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let client = json!({ "name": "test", "version": "1" });
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params":
        { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client } });
    let answer = server.post("/mcp", &hello.to_string(), &[]);
    assert_eq!(answer.json()["result"]["protocolVersion"], "2025-06-18", "{answer:?}");
    let search = json!({ "name": "search", "arguments": { "query": "cart total" } });
    let call = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": search });
    let old = server.post("/mcp", &call.to_string(), &["MCP-Protocol-Version: 2025-06-18"]);
    assert_eq!(old.json()["result"]["structuredContent"]["hits"][0]["path"], "src/cart.py", "{old:?}");
    let mut call = call;
    call["params"]["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": client,
    });
    let headers = ["MCP-Protocol-Version: 2026-07-28", "Mcp-Method: tools/call", "Mcp-Name: search"];
    let new = server.post("/mcp", &call.to_string(), &headers);
    assert_eq!(new.json()["result"]["structuredContent"]["hits"][0]["path"], "src/cart.py", "{new:?}");
    assert_eq!(new.json()["result"]["resultType"], "complete");
    let agent = server.post("/mcp", &call.to_string().replace("\"test\"", "\"claude-code\""), &headers);
    assert!(agent.json()["result"]["structuredContent"]["hits"][0]["text"].is_string(), "{agent:?}");
}

#[test]
fn hostile_requests_get_a_refusal_and_end_nothing() {
    let sandbox = Sandbox::new(&[SHOP, &[(".env", "PASSWORD=1\n")]].concat());
    fs::write(sandbox.beside("secret.txt"), "secret").expect("a file");
    let server = Server::start(&sandbox, &[]);
    for path in [
        "../secret.txt",
        "%2e%2e/secret.txt",
        "..%2fsecret.txt",
        "src/../../secret.txt",
        "/etc/passwd",
        "//etc/passwd",
        "%2fetc%2fpasswd",
        "....//secret.txt",
        ".env",
        ".git/config",
        "src",
        "%00",
        "README.md%00.rs",
        "%ff%fe",
        "C:%5Cwindows%5Cwin.ini",
        "README.md/",
        "%252e%252e/secret.txt",
    ] {
        let answer = server.get(&format!("/api/v1/files/{path}"));
        assert!(matches!(answer.status, 400 | 404), "{path}: {answer:?}");
        assert!(!answer.body.contains("root:") && !answer.body.contains("PASSWORD"), "{path}: {answer:?}");
    }
    for query in [
        "limit=-1",
        "limit=999999999999999999999",
        "query=%ff",
        "query=",
        "lang=%00",
        "path=[",
        "query=a&query=b",
        "x=1",
    ] {
        let answer = server.get(&format!("/api/v1/search?{query}"));
        assert_eq!(answer.status, 400, "{query}: {answer:?}");
    }
    for body in ["", "{", "[]", "null", "7", "{\"text\":7}", "{\"text\":\"a\",\"limit\":0}", &"[".repeat(100_000)] {
        assert_eq!(server.post("/api/v1/related", body, &[]).status, 400, "{}", &body[..body.len().min(20)]);
        let refused = server.post("/mcp", body, &[]);
        assert!((400..500).contains(&refused.status), "{refused:?}");
    }
    let pattern = server.get("/api/v1/grep?pattern=(a%7Cb%7Cab)*(((((");
    assert_eq!(pattern.status, 400, "{pattern:?}");
    for request in [
        "",
        "\0\0\0\0",
        "GET",
        "GET / HTTP/9.9\r\n\r\n",
        "BREW / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    ] {
        server.send(&format!("{request}\r\n\r\n"));
    }
    let long = format!("/api/v1/search?query={}", "a".repeat(100_000));
    assert!((400..500).contains(&server.get(&long).status));
    assert!(server.is_alive());
}

#[test]
fn a_huge_body_is_not_taken_in() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    for path in ["/api/v1/related", "/mcp", "/api/v1/search", "/nothing"] {
        let announced = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n"
        );
        assert_eq!(server.send(&announced).status, 413, "{path}");
        let mut stream = server.connect();
        let head = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: application/json, \
             text/event-stream\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(head.as_bytes()).expect("a reader");
        let megabyte = format!("100000\r\n{}\r\n", "a".repeat(0x100000));
        let n_taken = (0..100).take_while(|_| stream.write_all(megabyte.as_bytes()).is_ok()).count();
        assert!(n_taken < 50, "{path} took {n_taken} MB");
    }
    assert!(server.is_alive());
}

#[test]
fn slow_clients_do_not_keep_others_waiting_and_are_let_go() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let mut slow: Vec<TcpStream> = (0..50).map(|_| server.connect()).collect();
    for stream in &mut slow {
        stream.write_all(b"GET /api/v1/status HTTP/1.1\r\nHost: loc").expect("a reader");
    }
    let began = Instant::now();
    assert_eq!(server.get("/api/v1/search?query=cart").status, 200);
    assert!(began.elapsed() < Duration::from_secs(5));
    let mut rest = Vec::new();
    let _ = slow[0].read_to_end(&mut rest);
    assert!(began.elapsed() < Duration::from_secs(30), "a client that says nothing more is kept");
}

#[test]
fn events_tell_of_indexing() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let mut stream = server.connect();
    stream.write_all(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("a reader");
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let is_done = |line: &String| line.starts_with("data: ") && line.contains("\"generation\":1");
    assert!(lines.any(|line| is_done(&line)), "no event says that the index is made");
    sandbox.write("src/new.rs", "fn new_thing() {}\n");
    server.post("/api/v1/index", "", &[]);
    assert!(lines.any(|line| line.contains("\"generation\":2")), "no event says that it changed");
}

#[cfg(unix)]
#[test]
fn a_request_under_way_is_answered_before_the_end() {
    let sandbox = Sandbox::new(SHOP);
    let mut server = Server::start(&sandbox, &[]);
    assert!(server.is_alive());
    let mut stream = server.connect();
    stream.write_all(b"GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("a reader");
    let mut first = [0; 15];
    stream.read_exact(&mut first).expect("the beginning of an answer");
    assert_eq!(server.terminate(), 0);
    let mut rest = String::new();
    stream.read_to_string(&mut rest).expect("an answer that ends as it should");
    assert!(rest.ends_with("0\r\n\r\n"), "{rest}");
}
