//! The annotations: which repositories, which questions, which answers. The format is that of `bench/README.md`;
//! our own questions may also name a symbol: `{path, symbol}`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde::Deserialize;

/// A repository and what is asked about it.
#[derive(Clone, Debug, Default)]
pub struct Repository {
    /// Its name, which is also its folder's.
    pub name: String,
    /// Its main language.
    pub language: String,
    /// The folder to index, relative to the work tree; empty for all of it.
    pub root: String,
    /// In the order of the file.
    pub questions: Vec<Question>,
}

/// A question with its answers.
#[derive(Clone, Debug, Deserialize)]
pub struct Question {
    /// As a person would type it.
    pub query: String,
    /// `semantic`, `architecture` or `symbol`.
    pub category: String,
    /// What must be found.
    relevant: Vec<Target>,
    /// What is as good.
    #[serde(default)]
    secondary: Vec<Target>,
}

/// A right answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Target {
    /// Any place in a file.
    File(String),
    /// A stretch of a file.
    Lines {
        /// Relative to the repository or to the folder that is indexed.
        path: String,
        /// From 1.
        start_line: u32,
        /// Inclusive.
        end_line: u32,
    },
    /// The definition of a symbol, wherever in its file it stands: for questions on code that changes every day.
    Symbol {
        /// Relative to the repository or to the folder that is indexed.
        path: String,
        /// Its name; one definition in the file has it.
        symbol: String,
    },
}

impl Target {
    /// The file it is in.
    pub fn path(&self) -> &str {
        match self {
            Target::File(path) | Target::Lines { path, .. } | Target::Symbol { path, .. } => path,
        }
    }
}

impl Question {
    /// All answers: relevant and secondary ones count alike.
    pub fn targets(&self) -> Vec<&Target> {
        self.relevant.iter().chain(&self.secondary).collect()
    }
}

impl Repository {
    /// The folder to index, absolute. A missing tree is an error: a mean over fewer repositories is another figure.
    pub fn root_in(&self, trees: &Path) -> Result<PathBuf> {
        let root = trees.join(&self.name).join(&self.root);
        fs_err::canonicalize(&root).with_context(|| format!("no work tree of {}", self.name))
    }
}

/// An entry of `repos.json`, as far as it is needed here.
#[derive(Deserialize)]
struct Entry {
    name: String,
    language: String,
    root: String,
}

/// Reads the repositories in the order of `repos.json`; `only` chooses by name, empty means all.
pub fn read(dir: &Path, only: &[String]) -> Result<Vec<Repository>> {
    let mut entries: Vec<Entry> = read_json(&dir.join("repos.json"))?;
    if let Some(unknown) = only.iter().find(|name| entries.iter().all(|entry| entry.name != **name)) {
        bail!("no repository `{unknown}` in {}", dir.join("repos.json").display());
    }
    entries.retain(|entry| only.is_empty() || only.contains(&entry.name));
    let with_questions = |entry: Entry| {
        let questions = questions(&dir.join("questions").join(format!("{}.json", entry.name)))?;
        Ok(Repository { name: entry.name, language: entry.language, root: entry.root, questions })
    };
    entries.into_iter().map(with_questions).collect()
}

/// Reads one file of questions. A question without answers cannot be scored.
pub fn questions(file: &Path) -> Result<Vec<Question>> {
    let questions: Vec<Question> = read_json(file)?;
    if let Some(open) = questions.iter().find(|question| question.targets().is_empty()) {
        bail!("{}: `{}` has no answer", file.display(), open.query);
    }
    Ok(questions)
}

fn read_json<T: for<'de> Deserialize<'de>>(file: &Path) -> Result<T> {
    let text = fs_err::read_to_string(file)?;
    serde_json::from_str(&text).with_context(|| format!("cannot understand {}", file.display()))
}
