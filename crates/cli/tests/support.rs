//! A temporary repository with its own home for indexes, and the binary run in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use fs_err as fs;
use serde_json::Value;

/// A repository called `shop`.
pub(crate) struct Sandbox {
    dir: tempfile::TempDir,
    pub(crate) root: PathBuf,
    pub(crate) home: PathBuf,
}

/// How a run ended.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Two files in two languages.
pub(crate) const SHOP: &[(&str, &str)] = &[
    (
        "src/auth.rs",
        "/// Checks a password.\npub fn check_password(given: &str) -> bool {\n    given == \"secret\"\n}\n",
    ),
    ("src/cart.py", "class Cart:\n    def total(self):\n        return sum(self.prices)\n"),
    ("README.md", "# Shop\n\nSells things.\n"),
];

impl Sandbox {
    pub(crate) fn new(files: &[(&str, &str)]) -> Sandbox {
        let dir = tempfile::tempdir().expect("a temporary directory");
        let base = fs::canonicalize(dir.path()).expect("its real path");
        let sandbox = Sandbox { root: base.join("shop"), home: base.join("home"), dir };
        fs::create_dir_all(sandbox.root.join(".git")).expect("a repository");
        for (path, text) in files {
            sandbox.write(path, text);
        }
        sandbox
    }

    /// Writes a file and makes it old enough for its time to be trusted.
    pub(crate) fn write(&self, path: &str, text: &str) {
        let path = self.root.join(path);
        fs::create_dir_all(path.parent().expect("a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_quarry"));
        command.args(args).current_dir(&self.root).env("QUARRY_HOME", &self.home).stdin(Stdio::null());
        let of_models =
            ["QUARRY_MODEL_URL", "QUARRY_MODEL_KEY", "QUARRY_RERANK_URL", "QUARRY_RERANK_KEY", "OPENAI_API_KEY"];
        let of_servers = ["QUARRY_SERVER", "QUARRY_TOKEN", "QUARRY_TIMEOUT", "QUARRY_DAEMON"];
        let of_agents = ["CLAUDE_PROJECT_DIR", "WORKSPACE_FOLDER_PATHS"];
        let others = of_models.into_iter().chain(of_servers).chain(of_agents);
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_BACKTRACE"].into_iter().chain(others) {
            command.env_remove(name);
        }
        command
    }

    pub(crate) fn run(&self, args: &[&str]) -> Ran {
        self.ran(&self.command(args).output().expect("the binary runs"))
    }

    /// How a process ended.
    pub(crate) fn ran(&self, output: &Output) -> Ran {
        Ran {
            code: output.status.code().unwrap_or(-1),
            out: self.stable(&String::from_utf8_lossy(&output.stdout)),
            err: self.stable(&String::from_utf8_lossy(&output.stderr)),
        }
    }

    /// Runs a command that prints JSON.
    pub(crate) fn json(&self, args: &[&str]) -> Value {
        let ran = self.run(args);
        serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error} in {ran:?}"))
    }

    /// Paths of the hits of a search, best first.
    pub(crate) fn found(&self, args: &[&str]) -> Vec<String> {
        let document = self.json(&[&["search", "--json"], args].concat());
        let hits = document["hits"].as_array().expect("hits");
        hits.iter().map(|hit| hit["path"].as_str().expect("a path").to_owned()).collect()
    }

    /// The folder of the only index.
    pub(crate) fn index_dir(&self) -> PathBuf {
        let mut entries = fs::read_dir(self.home.join("indexes")).expect("indexes");
        entries.next().expect("an index").expect("its folder").path()
    }

    /// A place beside the repository.
    pub(crate) fn beside(&self, name: &str) -> PathBuf {
        self.root.parent().expect("a parent").join(name)
    }

    /// The text with paths, times, sizes and scores replaced by words.
    fn stable(&self, text: &str) -> String {
        let mut text = text.to_owned();
        if let Ok(entries) = fs::read_dir(self.home.join("indexes")) {
            for entry in entries.flatten() {
                text = text.replace(&*entry.path().to_string_lossy(), "INDEX");
            }
        }
        text = text.replace(&*self.root.to_string_lossy(), "ROOT").replace(&*self.home.to_string_lossy(), "HOME");
        text = text.replace(&*self.dir.path().to_string_lossy(), "TEMP");
        text.split_inclusive('\n').map(stable_line).collect()
    }
}

fn stable_line(line: &str) -> String {
    let (content, newline) = line.strip_suffix('\n').map_or((line, ""), |content| (content, "\n"));
    let mut words: Vec<String> = content.split(' ').map(str::to_owned).collect();
    for index in 0..words.len() {
        let is_number = words[index].parse::<f64>().is_ok() && words[index].contains('.');
        match words.get(index + 1).map(String::as_str) {
            Some("ms" | "s" | "B" | "kB" | "MB") if is_number || words[index].parse::<u64>().is_ok() => {
                words[index] = "N".to_owned();
                words[index + 1] = "UNITS".to_owned();
            }
            None if is_number && content.contains('(') => words[index] = "SCORE".to_owned(),
            _ => {}
        }
    }
    words.join(" ") + newline
}

/// What a path looks like as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("a Unicode path")
}
