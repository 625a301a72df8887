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
    let root = directory.ancestors().find(|candidate| is_repository(candidate, home)).unwrap_or(directory);
    let within = absolute.strip_prefix(root).unwrap_or(Path::new("")).to_string_lossy().replace('\\', "/");
    Ok(Location { root: root.to_owned(), within })
}

/// Whether a directory is the top of a repository: it has an index or a mark such as `.git`.
pub fn is_repository(directory: &Path, home: &Path) -> bool {
    has_mark(directory) || index_dir(home, directory).is_dir()
}

/// Whether a directory holds more than anybody means by a repository: the disk, or all files of a user, even where they are
/// under version control. `user_home` is the user's own directory; what lies above it counts too, unless it has a mark.
pub fn is_everything(directory: &Path, user_home: Option<&Path>) -> bool {
    let user_home = user_home.map(|home| fs_err::canonicalize(home).unwrap_or_else(|_| home.to_owned()));
    let is_around = |user_home: &Path| user_home.starts_with(directory) && !has_mark(directory);
    directory.parent().is_none() || user_home.is_some_and(|home| home == directory || is_around(&home))
}

/// Whether a directory has a mark of a repository. An index is none: it may be there because somebody asked in a plain directory.
pub fn has_mark(directory: &Path) -> bool {
    ROOT_MARKS.iter().any(|mark| directory.join(mark).exists())
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

#[cfg(test)]
mod tests {
    use super::{is_everything, is_repository};
    use std::path::Path;

    #[test]
    fn a_home_and_what_lies_around_it_are_everything() {
        let dir = tempfile::tempdir().unwrap();
        let users = fs_err::canonicalize(dir.path()).unwrap();
        let home = users.join("ana");
        let shop = home.join("shop");
        fs_err::create_dir_all(shop.join(".git")).unwrap();
        let is_everything = |directory: &Path| is_everything(directory, Some(&home));
        assert!(is_everything(Path::new("/")) && is_everything(&users) && is_everything(&home));
        assert!(!is_everything(&shop) && !is_everything(&home.join("notes")));
        // Version control of all a user has makes it no repository, but a user's directory may lie in one.
        fs_err::create_dir_all(home.join(".git")).unwrap();
        assert!(is_everything(&home));
        fs_err::create_dir_all(users.join(".git")).unwrap();
        assert!(!is_everything(&users));
        assert!(is_repository(&shop, &users) && !is_repository(&home.join("notes"), &users));
    }
}
