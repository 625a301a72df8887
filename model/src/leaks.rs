//! Keeps the benchmark out of the training data: by name, and by long lines that both have.
//!
//! Packages bundle other projects, so a list of names is not enough.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Context;
use ignore::WalkBuilder;

/// Lines shorter than this are shared by chance.
const LONG_LINE: usize = 48;
/// A file that shares more long lines than this is a copy; a few are quoted idioms.
const MOST_SHARED: usize = 3;

pub(crate) struct Leaks {
    lines: HashSet<u64>,
    names: HashSet<String>,
}

impl Leaks {
    /// `trees`: directories whose files must not be trained on; `names`: packages and folders that must not be.
    pub(crate) fn read(trees: &[&Path], names: &str) -> anyhow::Result<Self> {
        let mut lines = HashSet::new();
        for tree in trees {
            for entry in WalkBuilder::new(tree).standard_filters(false).build() {
                let entry = entry.with_context(|| format!("cannot walk {}", tree.display()))?;
                if entry.file_type().is_some_and(|kind| kind.is_file()) {
                    lines.extend(long_lines(&String::from_utf8_lossy(&fs_err::read(entry.path())?)));
                }
            }
        }
        let names = names.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
        Ok(Leaks { lines, names: names.map(folded).collect() })
    }

    /// Whether a folder or package of this name may not be read.
    pub(crate) fn has_name(&self, path: &str) -> bool {
        path.split('/').any(|component| self.names.contains(&folded(component)))
    }

    pub(crate) fn has_copy(&self, text: &str) -> bool {
        long_lines(text).filter(|line| self.lines.contains(line)).nth(MOST_SHARED).is_some()
    }

    pub(crate) fn n_lines(&self) -> usize {
        self.lines.len()
    }
}

fn folded(name: &str) -> String {
    name.to_lowercase().replace(['_', '.'], "-")
}

fn long_lines(text: &str) -> impl Iterator<Item = u64> {
    let long = text.lines().map(str::trim).filter(|line| line.len() >= LONG_LINE);
    // Licences and tool directives stand in every project.
    let own = long.filter(|line| {
        let lower = line.to_lowercase();
        !["copyright", "licens", "warrant", "liab", "permission", "http://", "https://"]
            .iter()
            .any(|word| lower.contains(word))
    });
    own.map(|line| {
        let hash = blake3::hash(line.as_bytes());
        u64::from_le_bytes(hash.as_bytes()[..8].try_into().unwrap_or_default())
    })
}
