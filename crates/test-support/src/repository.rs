//! A directory that looks like somebody's repository and is gone with its owner.

use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

use crate::fixture::files;

/// Name of the root's directory: always the same, because the engine reads a project's name.
const ROOT: &str = "repository";

/// A temporary repository. Paths are relative to its root, with `/`; directories are made as needed.
pub struct Repository {
    directory: TempDir,
    root: PathBuf,
}

impl Repository {
    /// Writes the files of a fixture (see the crate's header) into a new directory.
    pub fn new(fixture: &str) -> Repository {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let root = directory.path().join(ROOT);
        fs_err::create_dir(&root).expect("the root is made");
        let root = fs_err::canonicalize(root).expect("the root exists");
        let repository = Repository { directory, root };
        for (path, text) in files(fixture) {
            repository.write(path.as_str(), text);
        }
        repository
    }

    /// The root, absolute and without links.
    pub fn path(&self) -> &Path {
        &self.root
    }

    /// A path beside the root, for an index; nothing is made there, but it is removed with the repository.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.directory.path().join(name)
    }

    /// Writes a file, new or over the old one.
    pub fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let absolute = self.root.join(path);
        fs_err::create_dir_all(absolute.parent().expect("inside the root")).expect("the directory is made");
        fs_err::write(absolute, content).expect("the file is written");
    }

    /// What a file holds.
    pub fn read(&self, path: &str) -> Vec<u8> {
        fs_err::read(self.root.join(path)).expect("the file is read")
    }

    /// Removes a file, a link, or a directory with everything in it.
    pub fn remove(&self, path: &str) {
        let absolute = self.root.join(path);
        let is_directory = fs_err::symlink_metadata(&absolute).expect("it is there").is_dir();
        match is_directory {
            true => fs_err::remove_dir_all(absolute),
            false => fs_err::remove_file(absolute),
        }
        .expect("it is removed");
    }

    /// Moves a file or directory.
    pub fn rename(&self, from: &str, to: &str) {
        let target = self.root.join(to);
        fs_err::create_dir_all(target.parent().expect("inside the root")).expect("the directory is made");
        fs_err::rename(self.root.join(from), target).expect("it is moved");
    }

    /// Sets the time a file was modified, as `git checkout` or a build may; seconds since 1970.
    pub fn touch(&self, path: &str, modified: u64) {
        let file = fs_err::OpenOptions::new().write(true).open(self.root.join(path)).expect("the file opens");
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(modified);
        file.file().set_modified(time).expect("its time is set");
    }

    /// Makes a symbolic link; `target` is taken as it is.
    #[cfg(unix)]
    pub fn link(&self, path: &str, target: &str) {
        let absolute = self.root.join(path);
        fs_err::create_dir_all(absolute.parent().expect("inside the root")).expect("the directory is made");
        fs_err::os::unix::fs::symlink(target, absolute).expect("the link is made");
    }
}

#[cfg(test)]
mod tests {
    use super::Repository;

    #[test]
    fn files_come_change_move_and_go() {
        let repository = Repository::new("//- a/b.rs\nfn b() {}\n//- c.rs\n");
        repository.write("d/e/f.rs", [0xff]);
        repository.rename("a/b.rs", "g/h.rs");
        repository.touch("g/h.rs", 1_000_000_000);
        repository.remove("c.rs");
        repository.remove("a");
        assert_eq!(repository.read("g/h.rs"), b"fn b() {}\n");
        assert_eq!(repository.read("d/e/f.rs"), [0xff]);
        assert!(!repository.path().join("a").exists() && !repository.path().join("c.rs").exists());
        let modified = fs_err::metadata(repository.path().join("g/h.rs")).and_then(|data| data.modified());
        let seconds = modified.expect("a time").duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs();
        assert_eq!(seconds, 1_000_000_000);
        assert!(!repository.beside("home").starts_with(repository.path()));
    }
}
