//! `quarry mcp` started where no repository is: which one it answers for, and what it never indexes.

use std::path::{Path, PathBuf};
use std::process::Command;

use expect_test::expect;
use serde_json::{Value, json};

use super::{Agent, text};
use crate::support::{SHOP, Sandbox, text as path_text};

/// A user's directory with a repository in it; what the user starts begins there.
struct Desk {
    sandbox: Sandbox,
    user: PathBuf,
}

impl Desk {
    fn new() -> Desk {
        let sandbox = Sandbox::new(SHOP);
        let user = sandbox.beside("ana");
        fs_err::create_dir_all(&user).expect("a directory");
        Desk { sandbox, user }
    }

    fn command(&self, directory: &Path) -> Command {
        let mut command = self.sandbox.command(&["mcp"]);
        command.current_dir(directory).env("HOME", &self.user);
        command
    }

    /// Another repository, in which something else is found.
    fn other(&self) -> PathBuf {
        let root = self.user.join("other one");
        fs_err::create_dir_all(root.join(".git")).expect("a repository");
        fs_err::write(root.join("refund.rs"), "/// Pays back.\npub fn refund() {}\n").expect("a file");
        root
    }

    /// Names of the indexes that were made.
    fn indexes(&self) -> Vec<String> {
        let Ok(entries) = fs_err::read_dir(self.sandbox.home.join("indexes")) else { return Vec::new() };
        entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    }
}

fn uri(path: &Path) -> String {
    format!("file://{}", path_text(path).replace(' ', "%20"))
}

/// The path of the best hit.
fn found(result: &Value) -> &str {
    result["structuredContent"]["hits"][0]["path"].as_str().unwrap_or_else(|| panic!("{result}"))
}

fn with_roots() -> Value {
    json!({ "roots": { "listChanged": true } })
}

#[test]
fn the_first_root_on_this_machine_is_answered_for_and_followed() {
    let desk = Desk::new();
    let mut agent = Agent::start(desk.command(&desk.user));
    agent.roots = vec!["vscode-remote://ssh/srv/shop".to_owned(), uri(&desk.sandbox.root.join("src"))];
    agent.greet("2025-11-25", "test", with_roots());
    assert_eq!(found(&agent.search(json!({ "query": "check the password" }))), "src/auth.rs");
    assert_eq!(found(&agent.search(json!({ "query": "cart" }))), "src/cart.py");
    assert_eq!(agent.n_asked_for_roots, 1, "it is known after that");

    agent.roots = vec![uri(&desk.other())];
    agent.send(&json!({ "jsonrpc": "2.0", "method": "notifications/roots/list_changed" }));
    // The change is told without a request of its own, and handled beside the next one.
    while agent.n_asked_for_roots < 2 {
        agent.call("status", json!({}));
    }
    let status = agent.call("status", json!({}));
    assert_eq!(status["structuredContent"]["repositories"][0]["name"], "other one", "{status}");
    assert_eq!(found(&agent.search(json!({ "query": "refund" }))), "refund.rs");
    let read = agent.ask("resources/read", json!({ "uri": "quarry://other%20one/refund.rs" }));
    assert_eq!(read["result"]["contents"][0]["text"], "/// Pays back.\npub fn refund() {}\n", "{read}");
    agent.leave();
}

#[test]
fn without_a_handshake_roots_are_asked_for_by_the_answer() {
    let desk = Desk::new();
    let mut agent = Agent::start(desk.command(&desk.user));
    agent.speak_without_greeting(with_roots());
    let question = agent.search(json!({ "query": "check the password" }));
    assert_eq!(question["resultType"], "input_required", "{question}");
    assert_eq!(question["inputRequests"], json!({ "roots": { "method": "roots/list" } }));
    assert_eq!(agent.ask("resources/list", json!({}))["result"]["resources"], json!([]));
    let again = |roots: Value| {
        json!({
            "name": "search",
            "arguments": { "query": "check the password" },
            "inputResponses": { "roots": { "roots": roots } },
        })
    };
    let refused = agent.ask("tools/call", again(json!([])))["result"].clone();
    assert!(refused["isError"] == true && text(&refused).contains("which repository"), "{refused}");
    let answer = agent.ask("tools/call", again(json!([{ "uri": uri(&desk.sandbox.root) }])));
    assert_eq!(found(&answer["result"]), "src/auth.rs");
    assert_eq!(found(&agent.search(json!({ "query": "cart" }))), "src/cart.py");
    agent.leave();
}

#[test]
fn a_home_or_a_disk_is_not_indexed_and_a_call_may_name_a_repository() {
    let desk = Desk::new();
    // Some keep all they have under version control.
    fs_err::create_dir_all(desk.user.join(".git")).expect("a directory");
    let other = desk.other();
    for start in [desk.user.as_path(), Path::new("/")] {
        let mut agent = Agent::start(desk.command(start));
        agent.roots = vec![uri(&desk.user), "file:///".to_owned()];
        agent.greet("2025-06-18", "test", with_roots());
        for tool in ["search", "status"] {
            let arguments = if tool == "search" { json!({ "query": "refund" }) } else { json!({}) };
            let refused = agent.call(tool, arguments);
            assert_eq!(refused["isError"], true, "{refused}");
            expect![[r#"
                it is not known which repository is meant: Quarry runs outside of one, and nobody has named one
                help: set `repository` to the absolute path of the repository you work in; for good, put that path into the agent's MCP settings: `quarry mcp /path/to/repository`"#]]
            .assert_eq(text(&refused));
        }
        let mut refused = |directory: &Path| {
            let result = agent.search(json!({ "query": "refund", "repository": path_text(directory) }));
            assert_eq!(result["isError"], true, "{result}");
            text(&result).replace(path_text(&desk.user), "HOME")
        };
        expect!["HOME cannot be opened: it is not a repository"].assert_eq(&refused(&desk.user));
        expect!["/ cannot be opened: it is not a repository"].assert_eq(&refused(Path::new("/")));
        expect!["//elsewhere/share cannot be opened: it is not on this machine"]
            .assert_eq(&refused(Path::new("//elsewhere/share")));
        let plain = desk.sandbox.beside("plain");
        fs_err::create_dir_all(&plain).expect("a directory");
        assert!(refused(&plain).ends_with("cannot be opened: it is not a repository"));
        let prompt = agent.ask("prompts/get", json!({ "name": "onboarding" }));
        let said = prompt["result"]["messages"][0]["content"]["text"].as_str().expect("a text");
        assert!(said.starts_with("I am new to this code (this repository)."), "{said}");

        let result = agent.search(json!({ "query": "refund", "repository": path_text(&other) }));
        assert_eq!(found(&result), "refund.rs");
        // From here on it is the only one.
        assert_eq!(found(&agent.search(json!({ "query": "refund" }))), "refund.rs");
        agent.leave();
        let indexes = desk.indexes();
        assert!(indexes.iter().all(|name| name.starts_with("other-one-")), "{indexes:?}");
    }
}

#[test]
fn what_an_agent_puts_into_the_environment_is_taken_if_it_has_no_roots() {
    let desk = Desk::new();
    let shop = path_text(&desk.sandbox.root).to_owned();
    let gone = path_text(&desk.sandbox.beside("gone")).to_owned();
    for (name, value) in [
        ("CLAUDE_PROJECT_DIR", shop.clone()),
        ("WORKSPACE_FOLDER_PATHS", shop.clone()),
        ("WORKSPACE_FOLDER_PATHS", format!("{gone},{shop}")),
    ] {
        let mut command = desk.command(Path::new("/"));
        command.env(name, &value);
        let mut agent = Agent::start(command);
        agent.greet("2025-11-25", "test", json!({}));
        assert_eq!(found(&agent.search(json!({ "query": "check the password" }))), "src/auth.rs", "{name}={value}");
        agent.leave();
    }
}

#[test]
fn where_nobody_names_anything_the_working_directory_is_meant() {
    let desk = Desk::new();
    let plain = desk.user.join("sketch");
    fs_err::create_dir_all(&plain).expect("a directory");
    fs_err::write(plain.join("idea.py"), "def idea():\n    return 1\n").expect("a file");
    // Nor does a client that has roots and does not tell them keep a question waiting for ever.
    for capabilities in [json!({}), with_roots()] {
        let is_silent = capabilities != json!({});
        let mut agent = Agent::start(desk.command(&plain));
        agent.greet("2025-11-25", "test", capabilities);
        if is_silent {
            assert_eq!(agent.receive()["method"], "roots/list");
        }
        assert_eq!(found(&agent.search(json!({ "query": "idea" }))), "idea.py");
        assert_eq!(agent.n_asked_for_roots, 0, "it was asked once and is not asked again");
        agent.leave();
    }
}

#[test]
fn inside_of_a_repository_nobody_is_asked() {
    let desk = Desk::new();
    let mut agent = Agent::start(desk.command(&desk.sandbox.root.join("src")));
    agent.roots = vec![uri(&desk.other())];
    agent.greet("2025-11-25", "test", with_roots());
    assert_eq!(found(&agent.search(json!({ "query": "check the password" }))), "src/auth.rs");
    assert_eq!(agent.n_asked_for_roots, 0);
    agent.leave();
}
