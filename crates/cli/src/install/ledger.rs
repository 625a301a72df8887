//! What was changed where, kept so that it can be taken back to the byte.
//!
//! `<home>/installed.json`, versioned. Of a user's file it holds only what was put in or replaced, never the whole:
//! such files hold secrets. Losing it costs exactness, nothing else.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Context;
use serde::{Deserialize, Serialize};

use crate::whole_file;

const FILE: &str = "installed.json";
const SCHEMA: &str = "quarry.installed.v1";

/// All changes that are in force.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Ledger {
    schema: String,
    files: Vec<Record>,
    /// Folders that were made.
    pub(super) directories: Vec<PathBuf>,
}

/// A file as it was left.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Record {
    path: PathBuf,
    /// BLAKE3 of the text that was written.
    after: String,
    before: Before,
    /// Whether the key that servers stand below was made, too.
    pub(super) made_key: bool,
}

/// How to get back.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
enum Before {
    /// There was no file.
    Absent,
    /// These bytes took the place of that text.
    Replaced { at: usize, n_bytes: usize, text: String },
    /// It held an older entry of which nothing is known.
    Unknown,
}

impl Record {
    /// `before` is `None` if there was no file.
    pub(super) fn of(path: &Path, before: Option<&str>, after: &str) -> Record {
        let before = before.map_or(Before::Absent, |before| replaced(before, after));
        Record { path: path.to_owned(), after: hash(after), before, made_key: false }
    }

    /// A file that held an older entry already.
    pub(super) fn of_update(path: &Path, after: &str) -> Record {
        Record { path: path.to_owned(), after: hash(after), before: Before::Unknown, made_key: false }
    }

    /// Whether the file is as it was left.
    pub(super) fn is_of(&self, text: &str) -> bool {
        self.after == hash(text)
    }

    pub(super) fn made_file(&self) -> bool {
        matches!(self.before, Before::Absent)
    }

    /// The text of before, from one that [is as it was left](Record::is_of); the inner `None` means no file.
    pub(super) fn restored(&self, text: &str) -> Option<Option<String>> {
        match &self.before {
            _ if !self.is_of(text) => None,
            Before::Unknown => None,
            Before::Absent => Some(None),
            Before::Replaced { at, n_bytes, text: removed } => {
                let (above, below) = (text.get(..*at)?, text.get(at + n_bytes..)?);
                Some(Some(format!("{above}{removed}{below}")))
            }
        }
    }
}

impl Ledger {
    /// What is known; nothing, if there is no ledger or one of another version.
    pub(crate) fn load(home: &Path) -> anyhow::Result<Ledger> {
        let none = Ledger { schema: SCHEMA.to_owned(), files: Vec::new(), directories: Vec::new() };
        let text = match fs_err::read_to_string(home.join(FILE)) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(none),
            Err(error) => return Err(error).context("cannot read what was installed before"),
        };
        let ledger = serde_json::from_str(&text).ok().filter(|ledger: &Ledger| ledger.schema == SCHEMA);
        Ok(ledger.unwrap_or(none))
    }

    pub(super) fn store(&self, home: &Path) -> anyhow::Result<()> {
        let path = home.join(FILE);
        if self.files.is_empty() && self.directories.is_empty() {
            return match fs_err::remove_file(&path) {
                Err(error) if error.kind() != ErrorKind::NotFound => Err(error.into()),
                _ => Ok(()),
            };
        }
        fs_err::create_dir_all(home)?;
        whole_file::write(&path, &format!("{}\n", serde_json::to_string_pretty(self)?))
    }

    pub(super) fn get(&self, path: &Path) -> Option<&Record> {
        self.files.iter().find(|record| record.path == path)
    }

    pub(super) fn put(&mut self, record: Record) {
        self.forget(&record.path.clone());
        self.files.push(record);
    }

    pub(super) fn forget(&mut self, path: &Path) {
        self.files.retain(|record| record.path != path);
    }
}

fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_hex().to_string()
}

/// The smallest piece of `after` that, replaced, gives `before`.
fn replaced(before: &str, after: &str) -> Before {
    let same = before.bytes().zip(after.bytes()).take_while(|(old, new)| old == new).count();
    let at = (0..=same).rev().find(|&at| before.is_char_boundary(at) && after.is_char_boundary(at)).unwrap_or(0);
    let (old, new) = (&before[at..], &after[at..]);
    let same_end = old.bytes().rev().zip(new.bytes().rev()).take_while(|(old, new)| old == new).count();
    let fits = |&n: &usize| old.is_char_boundary(old.len() - n) && new.is_char_boundary(new.len() - n);
    let n_below = (0..=same_end).rev().find(fits).unwrap_or(0);
    Before::Replaced { at, n_bytes: new.len() - n_below, text: old[..old.len() - n_below].to_owned() }
}

#[cfg(test)]
mod tests {
    use super::Record;
    use std::path::Path;

    #[test]
    fn every_text_is_restored_from_what_replaced_it() {
        let texts = ["", "a", "ab", "aab", "ba\n", "ä", "äö\r\n", "ab ab", "éab"];
        for before in texts {
            for after in texts {
                let record = Record::of(Path::new("f"), Some(before), after);
                assert_eq!(record.restored(after), Some(Some(before.to_owned())), "{before:?} -> {after:?}");
                assert_eq!(record.restored("something else"), None);
            }
        }
    }
}
