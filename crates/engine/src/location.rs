//! Which repository is meant, and where its index lives.
//!
//! The index lies below Quarry's home, never in the repository: `<home>/indexes/<name>-<hash of the root's path>`.

use std::path::{Path, PathBuf};

use crate::error::LocateError;

/// Names that mark the top of a repository.
const ROOT_MARKS: [&str; 6] = [".git", ".hg", ".jj", ".svn", "quarry.toml", ".quarry"];
/// Hex digits of the root's hash in the folder's name; enough to tell all of a user's repositories apart.
const HASH_DIGITS: usize = 16;

/// A repository and, where the user named a part of it, that part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// Top of the repository, absolute, without links.
    pub root: PathBuf,
    /// What was named below it, relative; empty for the whole.
    pub within: String,
}

/// Finds the repository that `path` lies in: the nearest directory above it that has an index or a mark such as `.git`,
/// or else `path` itself.
pub fn locate(path: &Path, home: &Path) -> Result<Location, LocateError> {
    let problem = |source| LocateError::Path { path: path.to_owned(), source };
    let absolute = fs_err::canonicalize(path).map_err(problem)?;
    let directory = if absolute.is_dir() { absolute.as_path() } else { absolute.parent().unwrap_or(&absolute) };
    let is_root = |candidate: &Path| {
        ROOT_MARKS.iter().any(|mark| candidate.join(mark).exists()) || index_dir(home, candidate).is_dir()
    };
    let root = directory.ancestors().find(|candidate| is_root(candidate)).unwrap_or(directory);
    let within = absolute.strip_prefix(root).unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
    Ok(Location { root: root.to_owned(), within })
}

/// Where all indexes of a home lie.
pub(crate) fn indexes_dir(home: &Path) -> PathBuf {
    home.join("indexes")
}

/// Where the index of a root lies, whether it exists or not.
pub(crate) fn index_dir(home: &Path, root: &Path) -> PathBuf {
    let path = root.to_string_lossy();
    let hash = blake3::hash(path.as_bytes()).to_hex();
    let name: String = root
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_else(|| "root".to_owned())
        .chars()
        .map(|letter| if letter.is_alphanumeric() || letter == '.' || letter == '_' { letter } else { '-' })
        .take(40)
        .collect();
    indexes_dir(home).join(format!("{name}-{}", &hash[..HASH_DIGITS]))
}
