//! Commands asked of a server: the same text, the same JSON, the same exit code as without one; and what is said when there is
//! no answer.

use std::io::{Read, Write};
use std::net::TcpListener;

use fs_err as fs;
use serde_json::Value;

use crate::serving::{READ_TOKEN, Server, tokens_in};
use crate::support::{Ran, SHOP, Sandbox, text};

/// A repository where something calls something else.
const FILES: &[(&str, &str)] = &[
    (
        "src/store.py",
        "\"\"\"Where things are kept.\"\"\"\n\n\nclass Store:\n    \"\"\"Keeps things.\"\"\"\n\n    def open_index(self, path):\n        return \
         path.strip()\n\n    def close(self):\n        pass\n",
    ),
    (
        "src/app.py",
        "from store import Store\nimport os\n\n\ndef main(path):\n    store = Store()\n    store.open_index(path)\n    return \
         os.path.join(path, 'x')\n",
    ),
    ("tests/test_app.py", "from app import main\n\n\ndef test_main():\n    assert main('a')\n"),
    ("deploy.sh", "#!/bin/sh\n# deploy the shop\necho \"deploy\"\n"),
    ("broken.rs", "fn half( {\n"),
    ("Makefile", "all:\n\techo open_index\n"),
];

impl Sandbox {
    fn served(&self, url: &str, args: &[&str]) -> Ran {
        self.ran(&self.command(args).env("QUARRY_SERVER", url).output().expect("the binary runs"))
    }
}

/// A server that has looked at all files: while it does, whoever else wants to refresh the index is told to be late.
fn at_rest(sandbox: &Sandbox) -> (Server, String) {
    sandbox.run(&["index"]);
    let server = Server::start(sandbox, &[]);
    assert_eq!(server.get("/api/v1/ready?refresh=now").status, 200);
    let url = format!("http://{}", server.address);
    (server, url)
}

/// Times differ from run to run.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|name, _| !matches!(name.as_str(), "elapsed_ms" | "stages_ms"));
            fields.values_mut().for_each(without_times);
        }
        Value::Array(items) => items.iter_mut().for_each(without_times),
        _ => {}
    }
}

/// What was printed, as JSON if it is, without times.
fn comparable(ran: &Ran) -> (i32, String, String) {
    let out = match serde_json::from_str::<Value>(&ran.out) {
        Ok(mut document) => {
            without_times(&mut document);
            document.to_string()
        }
        Err(_) => {
            ran.out.lines().filter(|line| !line.trim_start().starts_with("stages ")).collect::<Vec<_>>().join("\n")
        }
    };
    (ran.code, out, ran.err.clone())
}

#[test]
fn every_question_has_the_same_answer_as_without_a_server() {
    let sandbox = Sandbox::new(&[SHOP, FILES].concat());
    let (_server, url) = at_rest(&sandbox);
    let lines: &[&[&str]] = &[
        &["search", "check password"],
        &["search", "check password", "src", "--lang", "rust,python", "-n", "2", "-C", "1", "--explain"],
        &["search", "open index", "--mode", "keyword", "--per-file", "2", "--files"],
        &["search", "cart", "--no-refresh"],
        &["search", "open_index", "--quickfix"],
        &["search", "open_index", "--path", "src/*.py", "--exclude", "tests", "--kind", "method", "--name", "open*"],
        &["where", "is", "the", "store"],
        &["analyze", "deploy the shop"],
        &["grep", "open_index"],
        &["grep", "-F", "Store()", "src", "-A", "1"],
        &["grep", "-i", "STORE", "-n", "2"],
        &["grep", "open", "-c"],
        &["grep", "open", "-l", "--type", "code"],
        &["grep", "open_index", "--quickfix"],
        &["grep", "nothing matches this"],
        &["related", "src/store.py:7"],
        &["related", "src/app.py:5", "-n", "2", "--full", "-x", "tests"],
        &["context", "how is the index opened", "--budget", "1500"],
        &["context", "store", "src", "--format", "xml"],
        &["map"],
        &["map", "src", "--budget", "300"],
        &["symbol", "Store"],
        &["symbol", "Store.open_index", "--quickfix"],
        &["symbol", "open_index", "--kind", "class"],
        &["refs", "Store"],
        &["refs", "src/store.py"],
        &["refs", "Makefile"],
        &["refs", "Store", "--quickfix"],
        &["refs", "Store", "--kind", "imports", "--confidence", "import"],
        &["callers", "open_index", "--depth", "3"],
        &["callees", "src/app.py:6"],
        &["outline", "src/store.py"],
        &["outline", "src/store.py", "--depth", "1"],
        &["deps", "src/app.py"],
        &["deps", "src/store.py", "--depth", "2"],
        &["impact", "src/store.py"],
        &["impact", "Store.open_index", "--limit", "1"],
        &["impact", "Store", "--quickfix"],
        &["path", "test_main", "open_index"],
        &["path", "Store", "main"],
        &["status"],
        &["status", "--health", "--skipped"],
        &["list"],
        &["languages"],
        &["index"],
        &["index", "-v"],
    ];
    for line in lines {
        let json = [*line, &["--json"]].concat();
        let with_json: &[&str] =
            match line.iter().any(|word| matches!(*word, "--quickfix" | "--files" | "-c" | "-l" | "xml")) {
                true => line,
                false => &json,
            };
        for typed in [line, with_json] {
            let here = sandbox.run(typed);
            let there = sandbox.served(&url, typed);
            assert_eq!(comparable(&there), comparable(&here), "{typed:?}");
            assert!(here.code != 2, "{typed:?} is no question: {here:?}");
        }
    }
}

#[test]
fn questions_from_a_folder_below_and_from_pipes_have_the_same_answer() {
    let sandbox = Sandbox::new(&[SHOP, FILES].concat());
    let (_server, url) = at_rest(&sandbox);
    let both = |args: &[&str]| {
        let here = sandbox
            .ran(&sandbox.command(args).current_dir(sandbox.root.join("src")).output().expect("the binary runs"));
        let there = sandbox.command(args).current_dir(sandbox.root.join("src")).env("QUARRY_SERVER", &url).output();
        let there = String::from_utf8(there.expect("the binary runs").stdout).expect("text");
        (here, there)
    };
    for args in [&["outline", "store.py", "-q"][..], &["grep", "-q", "Store", "."], &["grep", "-l", "Store"]] {
        let (here, there) = both(args);
        assert_eq!(here.code, 0, "{here:?}");
        assert_eq!(there, here.out, "{args:?}");
    }
    let piped = |served: bool| {
        let mut command = sandbox.command(&["related", "-", "--json"]);
        if served {
            command.env("QUARRY_SERVER", &url);
        }
        let mut child =
            command.stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped()).spawn().expect("a child");
        child.stdin.take().expect("its input").write_all(b"def open_index(path): return path").expect("a reader");
        let mut document: Value =
            serde_json::from_slice(&child.wait_with_output().expect("an end").stdout).expect("a document");
        without_times(&mut document);
        document
    };
    assert_eq!(piped(true), piped(false));
}

#[test]
fn an_edit_is_seen_at_once_and_an_index_is_made_there() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let url = format!("http://{}", server.address);
    for number in 0..5 {
        sandbox.write("src/new.py", &format!("def brand_new_{number}():\n    pass\n"));
        let ran = sandbox.served(&url, &["grep", &format!("brand_new_{number}")]);
        assert_eq!(ran.code, 0, "{ran:?}");
        let ran = sandbox.served(&url, &["symbol", &format!("brand_new_{number}")]);
        assert_eq!(ran.code, 0, "{ran:?}");
    }
    let ran = sandbox.served(&url, &["index", "--rebuild", "--json"]);
    let document: Value = serde_json::from_str(&ran.out).expect("a document");
    assert_eq!(
        (ran.code, &document["added"], &document["schema"]),
        (0, &4.into(), &"quarry.index.v1".into()),
        "{ran:?}"
    );
}

#[test]
fn a_session_is_kept_by_the_server() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let url = format!("http://{}", server.address);
    let known = || {
        let ran = sandbox.served(&url, &["context", "check password", "--session", "a", "--json"]);
        serde_json::from_str::<Value>(&ran.out).expect("a document")["known"].as_u64().expect("a number")
    };
    assert_eq!(known(), 0);
    assert!(known() > 0);
}

#[test]
fn a_repository_is_known_by_path_name_or_not_at_all() {
    let (shop, other) = (Sandbox::new(SHOP), Sandbox::new(&[("page.py", "def render_page():\n    pass\n")]));
    let server = Server::start(&shop, &[]);
    let url = format!("http://{}", server.address);
    // The other repository is a folder of the same name, so it is taken for a clone of the one that the server has.
    let ran = other.served(&url, &["search", "check password", "--files"]);
    assert_eq!((ran.code, ran.out.trim()), (0, "src/auth.rs"), "{ran:?}");
    let outside = shop.beside("elsewhere");
    fs::create_dir_all(&outside).expect("a folder");
    let from_outside = |args: &[&str]| {
        let mut command = shop.command(args);
        shop.ran(&command.current_dir(&outside).env("QUARRY_SERVER", &url).output().expect("the binary runs"))
    };
    let ran = from_outside(&["search", "password", "shop", "--files"]);
    assert_eq!((ran.code, ran.out.trim()), (0, "src/auth.rs"), "{ran:?}");
    let ran = from_outside(&["grep", "-l", "def", "shop/src"]);
    assert_eq!((ran.code, ran.out.trim()), (0, "src/cart.py"), "{ran:?}");
    let ran = from_outside(&["search", "password"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.err.contains("there are: shop") && ran.err.contains("name one as PATH"), "{ran:?}");
    let ran = from_outside(&["grep", "password", "nothing-there"]);
    assert_eq!(ran.code, 2, "{ran:?}");
}

#[test]
fn a_server_that_does_not_answer_is_explained() {
    let sandbox = Sandbox::new(SHOP);
    let told = |url: &str, code: i32, words: &[&str]| {
        let ran = sandbox.served(url, &["search", "password"]);
        assert_eq!(ran.code, code, "{ran:?}");
        assert!(words.iter().all(|word| ran.err.contains(word)), "{words:?} in {ran:?}");
        assert!(ran.err.contains("help:"), "{ran:?}");
        assert_eq!(ran.out, "", "{ran:?}");
    };
    told("http://127.0.0.1:1", 1, &["cannot be reached", "quarry serve"]);
    told("127.0.0.1:4747", 2, &["no address of a server"]);
    told("ftp://code.test", 2, &["http://"]);
    told("http://ana:secret@code.test", 2, &["QUARRY_TOKEN"]);
    let html = "HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\nContent-Length: 15\r\nConnection: close\r\n\r\n<h1>Oh no!</h1>";
    told(&answering(html), 1, &["no quarry server", "502", "text/html", "proxy"]);
    told(&answering("SSH-2.0-OpenSSH_9.6\r\n"), 1, &["http://127.0.0.1:"]);
    let old = "HTTP/1.1 200 OK\r\nQuarry-Version: 0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: \
               close\r\n\r\n{}";
    told(&answering(old), 1, &["is quarry 0.0.1, this is", "same version"]);
    let cut = old.replace("0.0.1", env!("CARGO_PKG_VERSION"));
    told(&answering(&cut), 1, &["cannot be read"]);
}

#[test]
fn a_server_that_is_silent_or_stops_in_its_answer_is_not_waited_for_for_ever() {
    let sandbox = Sandbox::new(SHOP);
    let waiting = |url: &str, seconds: &str, args: &[&str]| {
        let mut command = sandbox.command(args);
        command.env("QUARRY_SERVER", url).env("QUARRY_TIMEOUT", seconds);
        sandbox.ran(&command.output().expect("the binary runs"))
    };
    let half = format!(
        "HTTP/1.1 200 OK\r\nQuarry-Version: {}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{",
        env!("CARGO_PKG_VERSION")
    );
    for url in [stalling(""), stalling("HTTP/1.1 200 OK\r\n"), stalling(&half)] {
        for args in [&["search", "password"][..], &["status"], &["callers", "check_password", "--json"]] {
            let ran = waiting(&url, "1", args);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}: {ran:?}");
            assert!(ran.err.contains(&format!("the server at {url} has not answered within 1 second\n")), "{ran:?}");
            assert!(ran.err.contains("help: ") && ran.err.contains("QUARRY_TIMEOUT"), "{ran:?}");
        }
    }
    for wrong in ["0", "3601", "soon", "-1", "1.5"] {
        let ran = waiting("http://127.0.0.1:1", wrong, &["search", "password"]);
        assert_eq!(ran.code, 2, "{ran:?}");
        assert!(ran.err.contains(&format!("`{wrong}` seconds")) && ran.err.contains("help: "), "{ran:?}");
    }
}

/// Something that takes every connection, says this and then no more.
fn stalling(beginning: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let beginning = beginning.to_owned();
    std::thread::spawn(move || {
        let mut kept = Vec::new();
        for mut stream in listener.incoming().flatten() {
            let _ = stream.write_all(beginning.as_bytes());
            kept.push(stream);
        }
    });
    url
}

/// Something that is no Quarry, and gives everybody this answer.
fn answering(answer: &str) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let answer = answer.to_owned();
    std::thread::spawn(move || {
        for mut stream in listener.incoming().flatten() {
            let _ = stream.read(&mut [0; 4096]);
            let _ = stream.write_all(answer.as_bytes());
        }
    });
    url
}

#[test]
fn a_token_opens_the_door_and_its_scope_holds() {
    let sandbox = Sandbox::new(SHOP);
    let tokens = tokens_in(&sandbox);
    let server = Server::start(&sandbox, &["--tokens", text(&tokens)]);
    let url = format!("http://{}", server.address);
    let with = |token: Option<&str>, args: &[&str]| {
        let mut command = sandbox.command(args);
        command.env("QUARRY_SERVER", &url);
        if let Some(token) = token {
            command.env("QUARRY_TOKEN", token);
        }
        sandbox.ran(&command.output().expect("the binary runs"))
    };
    for token in [None, Some("wrong-wrong-wrong-wrong-wrong")] {
        let ran = with(token, &["search", "password"]);
        assert_eq!(ran.code, 1, "{ran:?}");
        assert!(ran.err.contains("wants a token") && ran.err.contains("QUARRY_TOKEN"), "{ran:?}");
        assert!(!ran.err.contains("wrong-wrong"), "{ran:?}");
    }
    assert_eq!(with(Some(READ_TOKEN), &["search", "password"]).code, 0);
    let ran = with(Some(READ_TOKEN), &["index"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    assert!(ran.err.contains("`admin`"), "{ran:?}");
}

#[test]
fn what_only_this_machine_can_do_is_refused() {
    let sandbox = Sandbox::new(SHOP);
    let server = Server::start(&sandbox, &[]);
    let url = format!("http://{}", server.address);
    for args in [
        &["clear", "--yes"][..],
        &["models"],
        &["doctor"],
        &["mcp"],
        &["eval", "questions.json"],
        &["index", "--exclude", "src"],
        &["index", "--dry-run"],
        &["search", "x", "--rerank=ollama"],
    ] {
        let ran = sandbox.served(&url, args);
        assert_eq!(ran.code, 2, "{args:?}: {ran:?}");
        assert!(ran.err.contains("QUARRY_SERVER"), "{args:?}: {ran:?}");
    }
    for args in [&["config", "show"][..], &["completions", "bash"], &["languages"]] {
        assert_eq!(sandbox.served(&url, args).code, 0, "{args:?}");
    }
    let ran = sandbox.served(&url, &["symbol", "nothing_is_called_so"]);
    assert_eq!(ran.code, 1, "{ran:?}");
    let ran = sandbox.served(&url, &["outline", "src/gone.rs"]);
    assert_eq!(ran.code, 2, "{ran:?}");
    let ran = sandbox.served(&url, &["grep", "(("]);
    assert_eq!(ran.code, 2, "{ran:?}");
}
