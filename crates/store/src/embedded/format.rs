//! The version of what is on disk, and the check that comes before everything else.

use std::path::Path;

use fs_err as fs;

use crate::error::OpenError;

/// Raised with every change to what is stored or how; an index of another number is refused.
pub const FORMAT: u32 = 5;

const FORMAT_FILE: &str = "FORMAT";
const PREFIX: &str = "quarry index format ";

/// Whether the folder holds an index this build can read.
pub(super) fn check(dir: &Path) -> Result<(), OpenError> {
    let file = dir.join(FORMAT_FILE);
    let text = match fs::read_to_string(&file) {
        Ok(text) => text,
        Err(error) if matches!(error.kind(), std::io::ErrorKind::NotFound | std::io::ErrorKind::NotADirectory) => {
            return Err(OpenError::Missing { dir: dir.to_owned() });
        }
        Err(source) => return Err(OpenError::Read { dir: dir.to_owned(), source }),
    };
    match text.trim().strip_prefix(PREFIX) {
        Some(found) if found == FORMAT.to_string() => Ok(()),
        found => Err(OpenError::Format {
            dir: dir.to_owned(),
            found: found.unwrap_or("unknown").to_owned(),
            expected: FORMAT,
        }),
    }
}

/// Marks a new, empty index.
pub(super) fn write(dir: &Path) -> std::io::Result<()> {
    fs::write(dir.join(FORMAT_FILE), format!("{PREFIX}{FORMAT}\n"))
}
