//! What answers save: the tokens of what was returned against those of the files it came from, of real calls.
//!
//! In:  a note of every answer that showed code, written by front ends (`log.rs`).
//! Out: sums per kind of call (`report.rs`), made when they are asked for.
//!
//! A note holds sizes and paths, never a question and never code. No tokens are counted when an answer is given: the
//! tokenizer takes longer to load than a search takes. Never here: what is a call and what its answer was.

mod log;
mod report;

use std::path::{Path, PathBuf};

pub use report::{CallSavings, Savings, savings};

use crate::{Engine, Manifest};

/// An answer that showed code.
#[derive(Clone, Debug)]
pub struct AnsweredCall<'a> {
    /// Who asked for what, as `mcp search`.
    pub kind: &'a str,
    /// Size of the answer as the caller reads it.
    pub n_bytes: usize,
    /// Its tokens, if they were counted anyway.
    pub n_tokens: Option<usize>,
    /// The files whose code it shows, relative to the root; each counts once.
    pub paths: Vec<&'a str>,
    /// The index it came from, which knows how large they are; without it the disk is asked.
    pub index: Option<&'a Manifest>,
}

/// Where the answers of one repository are noted.
#[derive(Clone, Debug)]
pub struct SavingsLog {
    home: PathBuf,
    root: PathBuf,
}

impl Engine {
    /// Where answers are noted; `None` if the settings say that they are not.
    pub fn savings_log(&self) -> Option<SavingsLog> {
        let log = SavingsLog { home: self.home.clone(), root: self.root.clone() };
        self.settings().savings.enabled.then_some(log)
    }
}

impl SavingsLog {
    /// Notes an answer, if it showed any code. That it cannot be noted is nobody's trouble: the answer is given.
    pub fn note(&self, call: &AnsweredCall<'_>) {
        let indexed = |path: &str| Some(call.index?.file(path)?.stamp.size);
        let on_disk = |path: &str| fs_err::metadata(self.root.join(path)).ok().map(|metadata| metadata.len());
        let size = |path: &str| indexed(path).or_else(|| on_disk(path));
        let mut paths = call.paths.clone();
        paths.sort_unstable();
        paths.dedup();
        let files: Vec<(&str, u64)> = paths.iter().filter_map(|path| Some((*path, size(path)?))).collect();
        if !files.is_empty() {
            let _ = log::append(&self.home, &log::line(call, &self.root, &files));
        }
    }
}

/// A note, read back.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Note {
    /// Seconds since 1970.
    at: u64,
    kind: String,
    n_bytes: u64,
    n_tokens: Option<u64>,
    root: PathBuf,
    /// Paths and sizes.
    files: Vec<(String, u64)>,
}

/// The notes of a home, oldest first.
fn notes(home: &Path) -> std::io::Result<Vec<Note>> {
    log::read(home)
}

#[cfg(test)]
mod tests {
    use quarry_store::FileStamp;

    use super::{AnsweredCall, SavingsLog, notes};
    use crate::{Engine, Manifest, Mode, Quiet, Settings};

    #[test]
    fn sizes_are_those_of_the_index_and_of_the_disk_where_it_knows_none() {
        let (root, home) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs_err::write(root.path().join("a.py"), "def a(): pass\n").unwrap();
        let report = Engine::new(root.path(), home.path(), Settings::default()).index(Mode::Changed, &Quiet).unwrap();
        // Indexed when it had just been written: all of its stamp is blank but the size.
        let index: &Manifest = &report.manifest;
        assert_eq!(index.files[0].stamp, FileStamp { size: 14, ..FileStamp::default() });
        fs_err::write(root.path().join("a.py"), "def a(): return 1 + 1\n").unwrap();
        fs_err::write(root.path().join("not_indexed.py"), "def b(): pass\n").unwrap();
        let log = SavingsLog { home: home.path().to_owned(), root: root.path().to_owned() };
        let paths = vec!["not_indexed.py", "a.py", "gone.py", "a.py"];
        for index in [Some(index), None] {
            log.note(&AnsweredCall { kind: "http search", n_bytes: 9, n_tokens: None, paths: paths.clone(), index });
        }
        let files: Vec<_> = notes(home.path()).unwrap().into_iter().map(|note| note.files).collect();
        let noted = |size: u64| vec![("a.py".to_owned(), size), ("not_indexed.py".to_owned(), 14)];
        assert_eq!(files, [noted(14), noted(22)]);
    }
}
