//! `quarry install`, `uninstall` and `init`: temporary homes, real files, every byte compared.

mod files;
mod init;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use expect_test::expect;
use fs_err as fs;
use serde_json::{Value, json};

use crate::support::{Ran, SHOP, Sandbox};

/// A repository and a user with a home of their own.
struct User {
    shop: Sandbox,
    home: PathBuf,
}

/// Every file, link and folder below the user's home and in the repository, with its content.
type Tree = BTreeMap<PathBuf, Vec<u8>>;

impl User {
    fn new() -> User {
        let shop = Sandbox::new(SHOP);
        let home = shop.beside("ana");
        fs::create_dir_all(&home).expect("a home");
        User { shop, home }
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = self.shop.command(args);
        command.env("HOME", &self.home).env("PATH", "");
        for name in ["XDG_CONFIG_HOME", "XDG_CACHE_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME"] {
            command.env_remove(name);
        }
        command
    }

    fn run(&self, args: &[&str]) -> Ran {
        let output = self.command(args).output().expect("the binary runs");
        let stable = |bytes: &[u8]| {
            let text = String::from_utf8_lossy(bytes).replace(&*self.home.to_string_lossy(), "USER");
            text.replace(env!("CARGO_BIN_EXE_quarry"), "QUARRY")
        };
        Ran { code: output.status.code().unwrap_or(-1), out: stable(&output.stdout), err: stable(&output.stderr) }
    }

    fn json(&self, args: &[&str]) -> Value {
        let ran = self.run(args);
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error} in {ran:?}"))
    }

    fn write(&self, path: &str, text: &str) -> PathBuf {
        let path = self.home.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(&path, text).expect("a file");
        path
    }

    fn tree(&self) -> Tree {
        let mut tree = Tree::new();
        collect(&self.home, &mut tree);
        collect(&self.shop.root, &mut tree);
        tree
    }

    /// All agents with their scopes, as arguments.
    fn agents(&self) -> Vec<(String, &'static str)> {
        let document = self.json(&["install", "--list", "--json"]);
        let agents = document["agents"].as_array().expect("agents").clone();
        let scopes = |agent: &Value| {
            let id = agent["id"].as_str().expect("an id").to_owned();
            let has = |scope: &&str| agent[*scope] != "unsupported";
            ["user", "project"].into_iter().filter(has).map(|scope| (id.clone(), scope)).collect::<Vec<_>>()
        };
        agents.iter().flat_map(scopes).collect()
    }

    /// The file that an agent's server is written into.
    fn server_file(&self, agent: &str, scope: &str) -> PathBuf {
        let document = self.json(&["install", agent, "--scope", scope, "--dry-run", "--json"]);
        document["changes"][0]["path"].as_str().expect("a path").replace("USER", &self.home.to_string_lossy()).into()
    }
}

fn collect(dir: &Path, tree: &mut Tree) {
    tree.insert(dir.to_owned(), Vec::new());
    for entry in fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        match () {
            () if path.is_symlink() => {
                let target = fs::read_link(&path).expect("a link").to_string_lossy().into_owned();
                tree.insert(path, target.into_bytes());
            }
            () if path.is_dir() => collect(&path, tree),
            () => drop(tree.insert(path.clone(), fs::read(&path).expect("a file"))),
        }
    }
}

#[test]
fn every_agent_is_told_once_and_forgets_without_a_trace() {
    let user = User::new();
    let before = user.tree();
    let agents = user.agents();
    assert!(agents.len() > 20, "{agents:?}");
    for (agent, scope) in &agents {
        let args = [agent.as_str(), "--scope", *scope, "--yes"];
        let installed = user.run(&[&["install"], &args[..]].concat());
        assert_eq!((installed.code, installed.out.contains("created ")), (0, true), "{agent} {installed:?}");
        let document = user.json(&["install", "--list", "--json"]);
        let listed = document["agents"].as_array().expect("agents").iter().find(|row| row["id"] == **agent);
        assert_eq!(listed.expect("a row")[scope], "configured", "{agent}");
        let again = user.run(&[&["install"], &args[..]].concat());
        assert_eq!((again.code, again.out.as_str()), (0, "nothing to do\n"), "{agent} {again:?}");
        let taken = user.run(&[&["uninstall"], &args[..]].concat());
        assert_eq!((taken.code, user.tree() == before), (0, true), "{agent} {scope} {taken:?}");
        assert_eq!(user.run(&[&["uninstall"], &args[..]].concat()).out, "nothing to do\n", "{agent}");
    }
    assert!(!user.shop.home.join("installed.json").exists(), "nothing is left to remember");
}

#[test]
fn what_an_agent_is_told_starts_a_server_that_answers() {
    let user = User::new();
    assert_eq!(user.run(&["install", "claude-code", "--yes"]).code, 0);
    let settings = fs::read_to_string(user.home.join(".claude.json")).expect("settings");
    let settings: Value = serde_json::from_str(&settings).expect("JSON");
    let server = &settings["mcpServers"]["quarry"];
    let args = server["args"].as_array().expect("arguments").iter().map(|word| word.as_str().expect("a word"));
    let mut command = Command::new(server["command"].as_str().expect("a program"));
    command.args(args).current_dir(&user.shop.root).env("QUARRY_HOME", &user.shop.home).env("HOME", &user.home);
    let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a server");
    let params =
        json!({ "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    let hello = json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params });
    writeln!(server.stdin.as_mut().expect("a pipe"), "{hello}").expect("a reader");
    let mut answer = String::new();
    BufReader::new(server.stdout.as_mut().expect("a pipe")).read_line(&mut answer).expect("a line");
    let answer: Value = serde_json::from_str(&answer).expect("JSON");
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18", "{answer}");
    drop(server.stdin.take());
    assert!(server.wait().expect("an end").success());
}

#[test]
fn only_what_is_found_is_told_unless_named() {
    let user = User::new();
    let nobody = user.run(&["install", "--yes"]);
    assert_eq!(nobody.code, 1);
    expect![[r#"
        error: no agent was found on this machine
         help: name the one you use, as in `quarry install claude-code`; `quarry install --list` names all
    "#]]
    .assert_eq(&nobody.err);
    fs::create_dir_all(user.home.join(".gemini")).expect("a folder");
    let document = user.json(&["install", "--dry-run", "--json"]);
    let agents: Vec<&Value> =
        document["changes"].as_array().expect("changes").iter().map(|row| &row["agents"]).collect();
    assert!(!agents.is_empty() && agents.iter().all(|agents| **agents == json!(["Gemini CLI"])), "{document}");
    let unknown = user.run(&["install", "claud-code"]);
    assert!(unknown.code == 2 && unknown.err.contains("claude-code"), "{unknown:?}");
}

#[test]
fn nothing_is_written_without_consent() {
    let user = User::new();
    user.write(".claude.json", "{\n  \"theme\": \"dark\"\n}\n");
    let before = user.tree();
    let shown = user.run(&["install", "claude-code", "--dry-run"]);
    assert_eq!((shown.code, user.tree() == before), (0, true), "{shown:?}");
    let diff = shown.out.split("\n\n").next().expect("a diff").to_owned() + "\n";
    expect![[r#"
        Claude Code
        --- ~/.claude.json
        +++ ~/.claude.json
        @@ -1,3 +1,9 @@
         {
        -  "theme": "dark"
        +  "theme": "dark",
        +  "mcpServers": {
        +    "quarry": {
        +      "command": "QUARRY",
        +      "args": ["mcp"]
        +    }
        +  }
         }
    "#]]
    .assert_eq(&diff);
    let unasked = user.run(&["install", "claude-code"]);
    assert_eq!((unasked.code, user.tree() == before), (2, true), "{unasked:?}");
    expect![[r#"
        error: nobody is there to confirm the changes
         help: add --yes to write without being asked, or --dry-run to change nothing
    "#]]
    .assert_eq(&unasked.err);
    assert_eq!(user.run(&["install", "claude-code", "--json"]).code, 2);
    assert_eq!(user.tree(), before);
}

#[test]
fn a_file_two_agents_read_stays_until_both_are_gone() {
    let user = User::new();
    user.shop.write("AGENTS.md", "# Rules\n");
    let before = user.tree();
    let run = |words: &[&str]| user.run(&[words, &["--scope", "project", "--yes"]].concat());
    assert_eq!(run(&["install", "codex", "amp"]).code, 0);
    assert_eq!(run(&["uninstall", "codex"]).code, 0);
    let rules = fs::read_to_string(user.shop.root.join("AGENTS.md")).expect("rules");
    assert!(rules.starts_with("# Rules\n\n<!-- quarry:begin -->\n"), "{rules}");
    assert!(user.shop.root.join(".agents/skills/quarry/SKILL.md").exists());
    assert!(!user.shop.root.join(".codex").exists());
    assert_eq!(run(&["uninstall", "amp"]).code, 0);
    assert_eq!(user.tree(), before);
}

#[test]
fn an_agent_without_settings_in_repositories_says_so() {
    let user = User::new();
    let ran = user.run(&["install", "goose", "--scope", "project", "--yes"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "nothing to do\n"));
    expect!["note: Goose: it reads servers from your own settings alone; use --scope user\n"].assert_eq(&ran.err);
}
