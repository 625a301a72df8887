//! Input that is meant to do harm: frames made up from broken ones, paths that lead out, names that are not ours, clients that
//! never finish. Nothing ends, nothing hangs, nothing is read that is not indexed.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;
use std::sync::mpsc::channel;
use std::time::Duration;

use fs_err as fs;
use serde_json::{Value, json};

use crate::serving::Server;
use crate::support::{SHOP, Sandbox};

/// Mutated frames that are sent over pipes, and over HTTP where each is a connection.
const N_FRAMES: usize = 3_000;
const N_POSTED: usize = 1_000;
/// Connections that say nothing more; fewer than a server takes at a time.
const N_SLOW: usize = 400;
/// No answer takes longer, unless something hangs.
const PATIENCE: Duration = Duration::from_secs(60);
/// Stands beside the repository and in files that are never indexed.
const SECRET: &str = "TOP-SECRET-7f0c";

/// Numbers that look random and are the same in every run (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }

    /// The frame with a few bytes changed, lost, repeated or put in.
    fn mutated(&mut self, frame: &str) -> Vec<u8> {
        let mut bytes = frame.as_bytes().to_vec();
        for _ in 0..=self.below(6) {
            let at = self.below(bytes.len());
            match self.below(7) {
                0 => bytes[at] = self.below(256) as u8,
                1 => bytes.truncate(at),
                2 => {
                    bytes.remove(at);
                }
                3 => {
                    let piece = bytes[at..(at + self.below(40)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
                4 => {
                    let nasty = [
                        "\"",
                        "{",
                        "[[[[[[[[",
                        "null",
                        "1e999",
                        "-1",
                        "\\u0000",
                        "\\ud800",
                        "\u{0}",
                        "9".repeat(40).leak(),
                    ];
                    let piece = nasty[self.below(nasty.len())];
                    bytes.splice(at..at, piece.bytes());
                }
                5 => {
                    let other = [": {}", ": []", ": null", ": true", ": 7", ": \"\""][self.below(6)];
                    if let Some(colon) = bytes[at..].iter().position(|byte| *byte == b':') {
                        bytes.splice(at + colon..=at + colon, other.bytes().chain(*b",\"x\":"));
                    }
                }
                _ => bytes.reverse(),
            }
            if bytes.is_empty() {
                bytes.push(b'{');
            }
        }
        // A line is a frame: what is broken over lines is several.
        bytes.retain(|byte| *byte != b'\n');
        bytes
    }
}

/// One of every kind that a server reads.
fn frames() -> Vec<String> {
    let call = |name: &str, arguments: Value| json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": { "name": name, "arguments": arguments } });
    let ask = |method: &str, params: Value| json!({ "jsonrpc": "2.0", "id": "a", "method": method, "params": params });
    let client = json!({ "name": "test", "version": "1" });
    [
        call("search", json!({ "query": "cart total", "limit": 3, "lang": ["python"], "cursor": "3.1.00ff" })),
        call("symbol", json!({ "target": "Cart.total", "relation": "callers" })),
        call("context", json!({ "query": "password", "max_tokens": 500 })),
        call("impact", json!({ "target": "src/cart.py", "depth": 3 })),
        call("status", json!({})),
        ask("initialize", json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client })),
        ask("tools/list", json!({ "cursor": "x" })),
        ask("resources/list", json!({})),
        ask("resources/read", json!({ "uri": "quarry://shop/src/cart.py" })),
        ask("prompts/get", json!({ "name": "review", "arguments": { "change": "x" } })),
        ask("ping", json!({})),
        json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": 7, "reason": "x" } }),
        json!({ "jsonrpc": "2.0", "id": 3, "result": { "roots": [] } }),
    ]
    .map(|frame| frame.to_string())
    .to_vec()
}

#[test]
fn broken_frames_over_pipes_end_nothing_and_the_next_whole_one_is_answered() {
    let sandbox = Sandbox::new(SHOP);
    let mut server = sandbox
        .command(&["mcp"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("a server");
    let (mut input, output) = (server.stdin.take().expect("its input"), server.stdout.take().expect("its output"));
    let (sender, answers) = channel::<String>();
    std::thread::spawn(move || {
        let lines = BufReader::new(output).lines().map_while(Result::ok);
        lines.map(|line| sender.send(line)).take_while(Result::is_ok).count()
    });
    let mut ask = |frame: &str| writeln!(input, "{frame}").expect("a reader");
    let answered = |id: &str| {
        let is_it = |line: &String| serde_json::from_str::<Value>(line).is_ok_and(|answer| answer["id"] == id);
        loop {
            let line = answers.recv_timeout(PATIENCE).expect("an answer");
            if is_it(&line) {
                return line;
            }
        }
    };
    let client = json!({ "name": "test", "version": "1" });
    let hello = json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client });
    ask(&json!({ "jsonrpc": "2.0", "id": "hello", "method": "initialize", "params": hello }).to_string());
    answered("hello");
    ask("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    let (frames, mut random) = (frames(), Random(0x5eed));
    for number in 0..N_FRAMES {
        let frame = random.mutated(&frames[number % frames.len()]);
        ask(&String::from_utf8_lossy(&frame));
    }
    let search = json!({ "name": "search", "arguments": { "query": "cart total" } });
    ask(&json!({ "jsonrpc": "2.0", "id": "last", "method": "tools/call", "params": search }).to_string());
    let last = answered("last");
    assert!(last.contains("src/cart.py"), "{last}");
    drop(input);
    assert_eq!(server.wait().expect("an end").code(), Some(0));
}

#[test]
fn broken_frames_over_http_end_nothing_and_the_next_whole_one_is_answered() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let (frames, mut random) = (frames(), Random(0xfeed));
    for number in 0..N_POSTED {
        let frame = random.mutated(&frames[number % frames.len()]);
        let answer = server.post("/mcp", &String::from_utf8_lossy(&frame), &["MCP-Protocol-Version: 2025-06-18"]);
        assert!((200..500).contains(&answer.status), "{}: {answer:?}", String::from_utf8_lossy(&frame));
    }
    let answer = server.post("/mcp", &frames[0], &["MCP-Protocol-Version: 2025-06-18"]);
    assert_eq!(answer.status, 200, "{answer:?}");
}

/// Ways out of a repository, as they are written into addresses and documents.
const WAYS_OUT: [&str; 30] = [
    "../secret.txt",
    "..%2fsecret.txt",
    "..%2Fsecret.txt",
    "%2e%2e/secret.txt",
    "%2e%2e%2fsecret.txt",
    "%252e%252e%252fsecret.txt",
    "..%252fsecret.txt",
    "..%c0%afsecret.txt",
    "..%5csecret.txt",
    "..%255csecret.txt",
    "....//secret.txt",
    "..;/secret.txt",
    "src/../../secret.txt",
    "src/%2e%2e/%2e%2e/secret.txt",
    "./../secret.txt",
    "/../secret.txt",
    "/etc/passwd",
    "//etc/passwd",
    "%2fetc%2fpasswd",
    "file:///etc/passwd",
    "/proc/self/environ",
    "link.txt",
    "folder/secret.txt",
    ".env",
    ".git/config",
    "README.md%00",
    "%00/etc/passwd",
    "C:%5CWindows%5Cwin.ini",
    "%5C%5C127.0.0.1%5Cc$%5Csecret.txt",
    "con",
];

#[cfg(unix)]
fn sandbox_with_ways_out() -> Sandbox {
    let hidden = format!("PASSWORD={SECRET}\n");
    let sandbox = Sandbox::new(&[SHOP, &[(".env", &hidden), (".git/config", &hidden)]].concat());
    fs::write(sandbox.beside("secret.txt"), &hidden).expect("a file");
    fs::create_dir_all(sandbox.beside("outside")).expect("a folder");
    fs::write(sandbox.beside("outside/secret.txt"), &hidden).expect("a file");
    fs_err::os::unix::fs::symlink(sandbox.beside("secret.txt"), sandbox.root.join("link.txt")).expect("a link");
    fs_err::os::unix::fs::symlink(sandbox.beside("outside"), sandbox.root.join("folder")).expect("a link");
    sandbox
}

#[cfg(unix)]
#[test]
fn no_path_leads_out_of_the_repository_on_any_route() {
    let sandbox = sandbox_with_ways_out();
    let server = Server::start(&sandbox, &[]);
    let routes = [
        "files/{}",
        "files?prefix={}",
        "files?after={}",
        "related?line=1&file={}",
        "outline?target={}",
        "deps?target={}",
        "symbols?target={}",
        "symbols?target={}:1",
        "graph?relation=refs&target={}",
        "graph?relation=impact&target={}",
        "path?target=Cart&to={}",
        "path?to=Cart&target={}",
        "search?query=password&within={}",
        "search?query=password&path={}",
        "grep?pattern=PASSWORD&within={}",
        "grep?pattern=.&path={}",
        "context?query=password&within={}",
        "context?query=password&session={}",
        "map?within={}",
        "status?repository={}",
        "ready?repository={}",
        "activity?repository={}",
    ];
    for route in routes {
        for way in WAYS_OUT {
            let answer = server.get(&format!("/api/v1/{}", route.replace("{}", way)));
            assert!((200..500).contains(&answer.status), "{route} {way}: {answer:?}");
            assert!(!answer.body.contains(SECRET) && !answer.body.contains("root:x"), "{route} {way}: {answer:?}");
        }
    }
    for way in WAYS_OUT {
        let answer = server.post("/api/v1/related", &json!({ "text": way, "within": way }).to_string(), &[]);
        assert!(!answer.body.contains(SECRET), "{way}: {answer:?}");
        assert!(!server.get(&format!("/{way}")).body.contains(SECRET), "{way}");
    }
}

#[cfg(unix)]
#[test]
fn no_address_of_mcp_leads_out_of_the_repository() {
    let sandbox = sandbox_with_ways_out();
    let server = Server::start(&sandbox, &[]);
    let post = |method: &str, params: Value| {
        let frame = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        server.post("/mcp", &frame.to_string(), &["MCP-Protocol-Version: 2025-06-18"])
    };
    for way in WAYS_OUT {
        for uri in [format!("quarry://shop/{way}"), format!("quarry://{way}"), format!("file://{way}"), way.to_owned()]
        {
            let answer = post("resources/read", json!({ "uri": uri }));
            assert!(answer.json()["error"].is_object(), "{uri}: {answer:?}");
            assert!(!answer.body.contains(SECRET) && !answer.body.contains("root:x"), "{uri}: {answer:?}");
        }
        for (tool, argument) in [("symbol", "target"), ("impact", "target"), ("search", "path"), ("context", "path")] {
            let arguments = json!({ "query": "password", argument: way });
            let arguments = if argument == "target" { json!({ "target": way }) } else { arguments };
            let answer = post("tools/call", json!({ "name": tool, "arguments": arguments }));
            assert_eq!(answer.status, 200, "{tool} {way}: {answer:?}");
            assert!(!answer.body.contains(SECRET), "{tool} {way}: {answer:?}");
        }
    }
}

#[test]
fn no_route_answers_to_another_name_or_site() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let document = server.get("/api/v1/openapi.json").json();
    let routes = document["paths"].as_object().expect("paths").keys().map(|path| path.replace("{path}", "README.md"));
    for path in routes.chain(["/mcp", "/metrics", "/healthz"].map(str::to_owned)) {
        for method in ["GET", "POST"] {
            for line in [
                "Host: evil.test",
                "Host: 127.0.0.1.evil.test",
                "Host: localhost.evil.test:80",
                "Host: 0.0.0.0",
                "Host: 169.254.169.254",
                "Origin: http://evil.test",
                "Origin: null",
                "Origin: http://localhost:1",
                "Sec-Fetch-Site: cross-site",
            ] {
                let answer = server.ask(method, &path, &[line]);
                assert_eq!(answer.status, 403, "{method} {path} with {line}: {answer:?}");
            }
        }
    }
}

#[test]
fn hundreds_of_clients_that_never_finish_keep_nobody_waiting() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    assert_eq!(server.get("/api/v1/search?query=cart").status, 200);
    let beginnings = [
        "GET /api/v1/status HTTP/1.1\r\nHost: loc",
        "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
        "POST /api/v1/related HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
        "",
    ];
    let begin = |number: usize| {
        let mut stream = TcpStream::connect(server.address).expect("a connection");
        stream.write_all(beginnings[number % beginnings.len()].as_bytes()).expect("a reader");
        stream
    };
    let mut slow: Vec<TcpStream> = (0..N_SLOW).map(begin).collect();
    for round in 0..5 {
        for stream in &mut slow {
            // One byte at a time; some have been let go by now.
            let _ = stream.write_all(b"a");
        }
        for _ in 0..10 {
            assert_eq!(server.get("/api/v1/search?query=cart").status, 200, "round {round}");
        }
    }
    slow[0].set_read_timeout(Some(PATIENCE)).expect("a limit");
    let mut rest = Vec::new();
    assert!(slow[0].read_to_end(&mut rest).is_ok(), "a client that never finishes its head is kept");
}
