//! The annotations: which repositories, which questions, which answers. The format is that of `bench/README.md`;
//! our own questions may also name a symbol: `{path, symbol}`.

use std::io;
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
    /// What it is grouped by: `semantic`, `architecture`, `symbol`, or what its author likes.
    #[serde(default = "no_category")]
    pub category: String,
    /// What must be found.
    relevant: Vec<Target>,
    /// What is as good.
    #[serde(default)]
    secondary: Vec<Target>,
}

fn no_category() -> String {
    "other".to_owned()
}

/// A right answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged, expecting = "an answer must be a path, {path, start_line, end_line} or {path, symbol}")]
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

/// Why a file of questions cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum QuestionsError {
    /// It is not there, or may not be read.
    #[error("cannot read the questions")]
    Read {
        /// What the system said.
        #[from]
        source: io::Error,
    },
    /// It is no JSON, or not of this format.
    #[error("{}:{line}:{column}: {what}", file.display())]
    Format {
        /// As given.
        file: PathBuf,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        what: String,
    },
    /// It asks nothing.
    #[error("{} holds no question", file.display())]
    Empty {
        /// As given.
        file: PathBuf,
    },
    /// One of its questions cannot be scored.
    #[error("{}: question {number}, `{query}`, {what}", file.display())]
    Question {
        /// As given.
        file: PathBuf,
        /// From 1.
        number: usize,
        /// As far as it goes.
        query: String,
        /// What is wrong with it.
        what: &'static str,
    },
}

/// Reads one file of questions, every one of which can be asked and scored.
pub fn questions(file: &Path) -> Result<Vec<Question>, QuestionsError> {
    let questions: Vec<Question> = read_json(file)?;
    if questions.is_empty() {
        return Err(QuestionsError::Empty { file: file.to_owned() });
    }
    for (question, number) in questions.iter().zip(1..) {
        if let Some(what) = problem(question) {
            let query = question.query.clone();
            return Err(QuestionsError::Question { file: file.to_owned(), number, query, what });
        }
    }
    Ok(questions)
}

fn problem(question: &Question) -> Option<&'static str> {
    let runs_backwards = |target: &&Target| match target {
        Target::Lines { start_line, end_line, .. } => *start_line == 0 || start_line > end_line,
        Target::File(_) | Target::Symbol { .. } => false,
    };
    match question.targets() {
        _ if !question.query.contains(char::is_alphanumeric) => Some("holds no word to search for"),
        targets if targets.is_empty() => Some("has no answer"),
        targets if targets.iter().any(runs_backwards) => Some("has an answer whose lines do not count up from 1"),
        _ => None,
    }
}

fn read_json<T: for<'de> Deserialize<'de>>(file: &Path) -> Result<T, QuestionsError> {
    let text = fs_err::read_to_string(file)?;
    serde_json::from_str(&text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        let said = error.to_string();
        let what = said.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&said).to_owned();
        QuestionsError::Format { file: file.to_owned(), line, column, what }
    })
}

#[cfg(test)]
mod tests {
    use super::questions;
    use expect_test::{Expect, expect};

    fn check(text: &str, expected: Expect) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("questions.json");
        fs_err::write(&file, text).unwrap();
        let said = match questions(&file) {
            Ok(questions) => format!("{} questions", questions.len()),
            Err(error) => error.to_string().replace(&*file.to_string_lossy(), "FILE"),
        };
        expected.assert_eq(&said);
    }

    #[test]
    fn a_file_that_cannot_be_scored_is_refused_with_the_place() {
        check(r#"[{"query": "a", "relevant": ["a.rs", {"path": "b.rs", "symbol": "b"}]}]"#, expect!["1 questions"]);
        check("[\n  {\"query\": \"a\"\n  \"relevant\": []}]", expect!["FILE:3:3: expected `,` or `}`"]);
        check(r#"[{"query": "a"}]"#, expect!["FILE:1:15: missing field `relevant`"]);
        check(
            r#"[{"query": "a", "relevant": [{"path": "a.rs"}]}]"#,
            expect!["FILE:1:46: an answer must be a path, {path, start_line, end_line} or {path, symbol}"],
        );
        check("[]", expect!["FILE holds no question"]);
        check(r#"[{"query": "a", "relevant": []}]"#, expect!["FILE: question 1, `a`, has no answer"]);
        check(r#"[{"query": "?", "relevant": ["a"]}]"#, expect!["FILE: question 1, `?`, holds no word to search for"]);
        check(
            r#"[{"query": "a", "relevant": [{"path": "a", "start_line": 3, "end_line": 2}]}]"#,
            expect!["FILE: question 1, `a`, has an answer whose lines do not count up from 1"],
        );
    }
}
