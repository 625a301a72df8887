//! The built `quarry`, run as users run it: one process per command.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use anyhow::{Context, Result, bail, ensure};

/// What `quarry status` says about an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opened {
    /// It opens.
    Yes,
    /// Nothing was ever committed.
    NoIndex,
}

/// A binary, a folder for its indexes and a repository.
pub(super) struct Quarry<'a> {
    pub(super) binary: &'a Path,
    pub(super) home: PathBuf,
    pub(super) tree: &'a Path,
}

impl Quarry<'_> {
    /// Begins to index; `flags` may hold `--rebuild`.
    pub(super) fn start(&self, flags: &[&str]) -> Result<Child> {
        let mut command = self.command(&["index", "--quiet"]);
        command.args(flags).arg(self.tree).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().with_context(|| format!("cannot run {}", self.binary.display()))
    }

    /// Indexes to the end.
    pub(super) fn index(&self) -> Result<()> {
        let output = self.output(self.command(&["index", "--quiet"]).arg(self.tree))?;
        ensure!(output.status.success(), "indexing failed: {}", said(&output));
        Ok(())
    }

    /// Whether the index opens; damage is an error.
    pub(super) fn status(&self) -> Result<Opened> {
        let output = self.output(self.command(&["status", "--json"]).arg(self.tree))?;
        match output.status.success() {
            true => Ok(Opened::Yes),
            false if said(&output).contains("no index") => Ok(Opened::NoIndex),
            false => bail!("the index does not open: {}", said(&output)),
        }
    }

    /// The hits of a question as JSON text, from the index as it is.
    pub(super) fn hits(&self, question: &str) -> Result<String> {
        let mut command = self.command(&["search", "--json", "--no-refresh", "--quiet", question]);
        let output = self.output(command.arg(self.tree))?;
        let answer: serde_json::Value = serde_json::from_slice(&output.stdout)
            .with_context(|| format!("`{question}` is not answered: {}", said(&output)))?;
        let hits = answer.get("hits").with_context(|| format!("`{question}` has no `hits` in its answer"))?;
        Ok(hits.to_string())
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(self.binary);
        command.args(words).env("QUARRY_HOME", &self.home).stdin(Stdio::null());
        command
    }

    fn output(&self, command: &mut Command) -> Result<Output> {
        command.output().with_context(|| format!("cannot run {}", self.binary.display()))
    }
}

fn said(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&text).trim().to_owned()
}
