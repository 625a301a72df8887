//! A copy of a source tree that may be edited.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::random::Random;

/// Left out of the copy: large, and no source.
const LEFT_OUT: [&str; 3] = [".git", "target", "node_modules"];
/// Marks the copy as a repository of its own.
const MARK: &str = "quarry.toml";

pub(super) struct Tree {
    pub(super) root: PathBuf,
    /// Every copied file, sorted.
    files: Vec<PathBuf>,
    n_edits: usize,
}

impl Tree {
    pub(super) fn copy(from: &Path, to: &Path) -> Result<Tree> {
        let mut files = Vec::new();
        let mut open = vec![PathBuf::new()];
        while let Some(directory) = open.pop() {
            fs_err::create_dir_all(to.join(&directory))?;
            for entry in fs_err::read_dir(from.join(&directory))? {
                let entry = entry?;
                let relative = directory.join(entry.file_name());
                let kind = entry.file_type()?;
                if kind.is_dir() && !LEFT_OUT.iter().any(|name| relative.ends_with(name)) {
                    open.push(relative);
                } else if kind.is_file() {
                    fs_err::copy(entry.path(), to.join(&relative))?;
                    files.push(to.join(relative));
                }
            }
        }
        ensure!(!files.is_empty(), "{} holds no files", from.display());
        if !to.join(MARK).exists() {
            fs_err::write(to.join(MARK), "")?;
        }
        files.sort();
        Ok(Tree { root: to.to_owned(), files, n_edits: 0 })
    }

    pub(super) fn n_files(&self) -> usize {
        self.files.len()
    }

    /// Adds a line to so many files, from a random one on; every tenth is only touched.
    pub(super) fn edit(&mut self, n_files: usize, random: &mut Random) -> Result<()> {
        let start = random.below(self.files.len());
        for offset in 0..n_files.min(self.files.len()) {
            self.n_edits += 1;
            let path = &self.files[(start + offset) % self.files.len()];
            if self.n_edits.is_multiple_of(10) {
                fs_err::write(path, fs_err::read(path)?)?;
            } else {
                let mut file = fs_err::OpenOptions::new().append(true).open(path)?;
                writeln!(file, "\nedit number {}", self.n_edits)?;
            }
        }
        Ok(())
    }
}
