//! What all commands that answer from the code graph begin with: the repository, a fresh index, and what a word means.

use std::path::{Path, PathBuf};
use std::time::Instant;

use quarry_engine::{AskError, Asked, Place, RepoPath, language_by_name};
use quarry_server::wire::GraphAnswered;
use quarry_source::identifiers;

use crate::args::RefreshArgs;
use crate::asking::{Asking, Wish};
use crate::config::Environment;
use crate::console::Console;
use crate::landing::indent;
use crate::refresh::GoesBy;
use crate::remote::error::ServerError;
use crate::render::quickfix::Entry;

/// What was typed, as far as it says which repository is meant.
pub(super) struct Typed<'a> {
    /// Names, files or lines.
    pub(super) words: &'a [&'a str],
    pub(super) path: Option<&'a Path>,
    pub(super) refresh: RefreshArgs,
}

/// A repository that is ready for exact questions.
pub(super) struct Lookup {
    pub(super) asking: Asking,
    /// What leads from the reader's directory to the root.
    pub(super) prefix: String,
    /// What should be known to the reader.
    pub(super) notices: Vec<String>,
    /// Top of the repository, where its reader is.
    root: Option<PathBuf>,
    started: Instant,
}

impl Lookup {
    /// Finds the repository and brings its index up to date. `None`: Ctrl-C, and the reader has been told.
    pub(super) fn open(
        typed: &Typed<'_>,
        environment: &Environment,
        console: &mut Console,
    ) -> anyhow::Result<Option<Lookup>> {
        if typed.refresh.quiet {
            console.be_quiet();
        }
        let file = typed.words.iter().map(|word| Path::new(without_line(word))).find(|path| path.is_file());
        let named = typed.path.or(file);
        let wish = Wish { path: named, refresh: typed.refresh, goes_by: GoesBy::Index, only_here: None };
        let Some(asking) = Asking::open(&wish, environment, console)? else { return Ok(None) };
        Ok(Some(Lookup {
            started: Instant::now(),
            prefix: asking.prefix.clone(),
            // The graph needs no vectors, so what a model could not do is not told.
            notices: asking.ready.notices.clone(),
            root: environment.target(named).ok().map(|target| target.root().to_owned()),
            asking,
        }))
    }

    /// What a word means: a file or a line of it, seen from where the reader is or from the root; else a name.
    pub(super) fn asked(&self, word: &str) -> Asked {
        let from_here = self.seen_from_root(word);
        let as_file = from_here.as_deref().map(|word| self.asking.meant_by(word));
        if let Some(asked) = as_file.filter(|asked| !matches!(asked, Asked::Name(_))) {
            return asked;
        }
        let asked = self.asking.meant_by(word);
        let is_unknown = || self.asking.symbols(&asked).is_err_and(|error| is_no_symbol(&error));
        // That a file is not there can be explained better than that nothing has its name.
        match (&asked, &from_here) {
            (Asked::Name(_), Some(path)) if is_unknown() => Asked::File(RepoPath::new(without_line(path))),
            (Asked::Name(_), None) if looks_like_a_path(word) && is_unknown() => {
                Asked::File(RepoPath::new(without_line(word).trim_end_matches('/')))
            }
            _ => asked,
        }
    }

    /// The file that a word means.
    pub(super) fn file(&self, word: &str) -> RepoPath {
        match self.asked(word) {
            Asked::File(path) | Asked::Line(path, _) => path,
            Asked::Name(name) => RepoPath::new(&name),
        }
    }

    /// Definitions that are found although none is written as asked are told apart.
    pub(super) fn note_other_spelling(&mut self, asked: &Asked, subjects: &[Place]) {
        let Asked::Name(name) = asked else { return };
        let is_as_written = |place: &Place| place.symbol.as_ref().is_some_and(|symbol| name.ends_with(&*symbol.name));
        if !subjects.iter().any(is_as_written) {
            self.notices.push(format!("nothing is written `{name}`; shown is what differs in case and underscores"));
        }
    }

    pub(super) fn tell_notices(&self, console: &mut Console) {
        for notice in &self.notices {
            console.note(notice);
        }
    }

    /// Lines of files for editors, each at the name that it is shown for.
    pub(super) fn quickfix<'a>(
        &self,
        places: impl Iterator<Item = (&'a RepoPath, u32, Option<String>)>,
    ) -> anyhow::Result<String> {
        let mut text = String::new();
        for (path, line, name) in places {
            let whole = self.asking.line(path, line)?;
            let whole = whole.as_str();
            let named = name.and_then(|name| identifiers(whole).find(|word| *word == name));
            let offset = named.map_or_else(|| indent(whole), |word| word.as_ptr() as usize - whole.as_ptr() as usize);
            let shown = self.asking.shown_line(whole);
            text.push_str(&Entry { path: path.as_str(), line, offset, text: &shown }.line(&self.prefix));
        }
        Ok(text)
    }

    /// What is to be known about the answer.
    pub(super) fn answered(&self) -> GraphAnswered<'_> {
        GraphAnswered {
            root: &self.asking.root,
            generation: self.asking.generation,
            is_fresh: self.asking.ready.is_fresh,
            notices: &self.notices,
            elapsed: self.started.elapsed(),
        }
    }

    /// The word with its path as seen from the root, if it names a file that the reader sees.
    fn seen_from_root(&self, word: &str) -> Option<String> {
        let file = without_line(word);
        let absolute =
            Some(Path::new(file)).filter(|path| path.is_file()).and_then(|path| fs_err::canonicalize(path).ok());
        let path = absolute?.strip_prefix(self.root.as_ref()?).ok()?.to_string_lossy().into_owned();
        Some(format!("{}{}", RepoPath::new(&path), &word[file.len()..]))
    }
}

/// Whether nothing has the name that was asked for, whoever says so.
fn is_no_symbol(error: &anyhow::Error) -> bool {
    let there = error.downcast_ref::<ServerError>().and_then(ServerError::problem_code);
    matches!(error.downcast_ref(), Some(AskError::NoSymbol { .. })) || there == Some("no_symbol")
}

/// `src/auth.rs` of `src/auth.rs:42`.
fn without_line(word: &str) -> &str {
    let parts = word.rsplit_once(':').filter(|(_, line)| line.parse::<u32>().is_ok());
    parts.map_or(word, |(file, _)| file)
}

/// Has a directory, or the ending of a language that is known.
fn looks_like_a_path(word: &str) -> bool {
    let ending = Path::new(without_line(word)).extension().and_then(|ending| ending.to_str());
    word.contains('/') || ending.is_some_and(|ending| language_by_name(ending).is_ok())
}

#[cfg(test)]
mod tests {
    use super::{looks_like_a_path, without_line};

    #[test]
    fn words_that_can_only_be_files_are_told_from_names() {
        let files = ["src/gone", "gone.rs", "gone.py:42", "src/"];
        let names = ["send", "Client.send", "Client::send", "Client#send", "12"];
        assert!(files.iter().all(|word| looks_like_a_path(word)) && !names.iter().any(|word| looks_like_a_path(word)));
        assert_eq!(["a.rs:42", "a.rs", "A::b", "a:b:7"].map(without_line), ["a.rs", "a.rs", "A::b", "a:b"]);
    }
}
