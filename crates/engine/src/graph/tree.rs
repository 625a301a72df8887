//! The paths of a repository, to be found by what imports write.

use std::collections::{BTreeMap, HashMap};

use quarry_store::{FileId, FileRecord};

/// All indexed paths, by whole path, by name and by directory.
pub(crate) struct Tree<'a> {
    by_path: HashMap<&'a str, FileId>,
    /// By file name without its last ending.
    by_stem: HashMap<&'a str, Vec<FileId>>,
    /// Files that lie directly in a directory, in order.
    directories: BTreeMap<&'a str, Vec<FileId>>,
    /// Directories by their last part.
    by_directory_name: HashMap<&'a str, Vec<&'a str>>,
    /// By file number.
    records: Vec<Option<&'a FileRecord>>,
}

impl<'a> Tree<'a> {
    pub(crate) fn new(files: &'a [FileRecord]) -> Tree<'a> {
        let n_files = files.iter().map(|record| record.id.0 as usize + 1).max().unwrap_or(0);
        let mut tree = Tree {
            by_path: HashMap::with_capacity(files.len()),
            by_stem: HashMap::new(),
            directories: BTreeMap::new(),
            by_directory_name: HashMap::new(),
            records: vec![None; n_files],
        };
        for record in files {
            let path = record.path.as_str();
            tree.by_path.insert(path, record.id);
            tree.by_stem.entry(record.path.name_without_ending()).or_default().push(record.id);
            tree.directories.entry(record.path.directory()).or_default().push(record.id);
            tree.records[record.id.0 as usize] = Some(record);
        }
        for directory in tree.directories.keys() {
            let name = directory.rsplit('/').next().unwrap_or(directory);
            tree.by_directory_name.entry(name).or_default().push(directory);
        }
        tree
    }

    pub(crate) fn record(&self, file: FileId) -> Option<&'a FileRecord> {
        self.records.get(file.0 as usize).copied().flatten()
    }

    pub(crate) fn path(&self, file: FileId) -> &'a str {
        self.record(file).map_or("", |record| record.path.as_str())
    }

    pub(crate) fn file(&self, path: &str) -> Option<FileId> {
        self.by_path.get(path).copied()
    }

    /// The first of `path` with each ending that exists; endings carry their dot or slash.
    pub(crate) fn file_with(&self, path: &str, endings: &[&str]) -> Option<FileId> {
        endings.iter().find_map(|ending| self.file(&format!("{path}{ending}")))
    }

    pub(crate) fn files_in(&self, directory: &str) -> &[FileId] {
        self.directories.get(directory).map_or(&[], Vec::as_slice)
    }

    /// Files of a name without its last ending.
    pub(crate) fn files_called(&self, stem: &str) -> &[FileId] {
        self.by_stem.get(stem).map_or(&[], Vec::as_slice)
    }

    /// Files whose path ends with `parts` and one of `endings`. Of several those that share most of their path with `from`.
    pub(crate) fn files_ending(&self, parts: &[&str], endings: &[&str], from: &str) -> Vec<FileId> {
        let Some(last) = parts.last() else { return Vec::new() };
        let suffix = parts.join("/");
        let candidates = self.by_stem.get(last).map_or(&[][..], Vec::as_slice).iter().copied();
        let fits = |file: &FileId| {
            let path = self.path(*file);
            endings.iter().any(|ending| path.strip_suffix(ending).is_some_and(|path| ends_with_parts(path, &suffix)))
        };
        self.nearest(candidates.filter(fits), from)
    }

    /// Directories whose path ends with `parts`, nearest to `from` first.
    pub(crate) fn directories_ending(&self, parts: &[&str], from: &str) -> Vec<&'a str> {
        let Some(last) = parts.last() else { return Vec::new() };
        let suffix = parts.join("/");
        let known = self.by_directory_name.get(last).map_or(&[][..], Vec::as_slice).iter().copied();
        let mut found: Vec<&str> = known.filter(|directory| ends_with_parts(directory, &suffix)).collect();
        found.sort_by_key(|directory| (usize::MAX - n_shared(directory, from), directory.len(), *directory));
        found
    }

    /// The files of a package that has directories below several roots of sources, as `main/java` and `main/kotlin`.
    pub(crate) fn package_mates(&self, directory: &str) -> Vec<FileId> {
        let parts: Vec<&str> = directory.split('/').collect();
        let is_root = |part: &&str| matches!(*part, "java" | "kotlin" | "scala" | "groovy");
        let Some(root) = parts.iter().rposition(is_root) else { return self.files_in(directory).to_vec() };
        let package = parts.get(root + 1..).unwrap_or_default().join("/");
        // `module/src/main` or `module/src/test`: a test sees the package that it tests.
        let module = parts[..root.saturating_sub(1)].join("/");
        let beside = |other: &&str| {
            other.strip_suffix(package.as_str()).is_some_and(|above| {
                let above = above.trim_end_matches('/');
                above.rsplit('/').next().is_some_and(|part| is_root(&part)) && above.starts_with(module.as_str())
            })
        };
        let name = directory.rsplit('/').next().unwrap_or(directory);
        let known = self.by_directory_name.get(name).map_or(&[][..], Vec::as_slice).iter();
        let mut mates: Vec<&str> = known.copied().filter(beside).collect();
        mates.sort_by_key(|other| (*other != directory, *other));
        mates.into_iter().flat_map(|directory| self.files_in(directory).iter().copied()).collect()
    }

    /// Those of `files` that share the most directories with `from`, then those with the shortest paths.
    pub(crate) fn nearest(&self, files: impl Iterator<Item = FileId>, from: &str) -> Vec<FileId> {
        let mut best: Vec<FileId> = Vec::new();
        let mut best_key = (0, usize::MAX);
        for file in files {
            let path = self.path(file);
            let key = (n_shared(path, from), path.len());
            if best.is_empty() || key.0 > best_key.0 || (key.0 == best_key.0 && key.1 < best_key.1) {
                best = vec![file];
                best_key = key;
            } else if key == best_key {
                best.push(file);
            }
        }
        best
    }
}

/// How many directories two paths have in common from the top.
fn n_shared(path: &str, other: &str) -> usize {
    path.split('/').zip(other.split('/')).take_while(|(one, two)| one == two).count()
}

/// Whether a path ends with whole parts.
fn ends_with_parts(path: &str, suffix: &str) -> bool {
    path.strip_suffix(suffix).is_some_and(|before| before.is_empty() || before.ends_with('/'))
}

/// `path` as written from `directory`, without `.` and `..`; `None` if it leaves the repository.
pub(crate) fn joined(directory: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = directory.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// A directory and all above it, innermost first, the root (empty) last.
pub(crate) fn ancestors(directory: &str) -> impl Iterator<Item = &str> {
    let mut next = Some(directory);
    std::iter::from_fn(move || {
        let current = next?;
        next = match current.rsplit_once('/') {
            Some((above, _)) => Some(above),
            None if current.is_empty() => None,
            None => Some(""),
        };
        Some(current)
    })
}

#[cfg(test)]
mod tests {
    use super::{ancestors, joined};

    #[test]
    fn paths_are_joined_inside_the_repository() {
        assert_eq!(joined("src/net", "../store/./disk").as_deref(), Some("src/store/disk"));
        assert_eq!(joined("src", "../../etc/passwd"), None);
        assert_eq!(joined("", "a").as_deref(), Some("a"));
    }

    #[test]
    fn ancestors_end_at_the_root() {
        assert_eq!(ancestors("a/b").collect::<Vec<_>>(), ["a/b", "a", ""]);
        assert_eq!(ancestors("").collect::<Vec<_>>(), [""]);
    }
}
