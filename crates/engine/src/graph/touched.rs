//! What a change can touch: the names that may mean something else now. A file that mentions none of them keeps its edges.

use std::collections::{HashMap, HashSet};

use quarry_store::{Export, FileId, FileNode, Graph, name_hash};

use super::facts::path_parts;
use super::projects::is_project_file;
use super::tree::Tree;

/// How far exports of everything are followed.
const MAX_DEPTH: u32 = 6;

/// Whether the mere existence of a file decides where imports of others lead.
pub(super) fn decides_where_imports_lead(file_name: &str) -> bool {
    is_project_file(file_name) || matches!(file_name, "__init__.py" | "__init__.pyi" | "mod.rs" | "lib.rs" | "main.rs")
}

/// What may have another meaning than in an earlier graph.
pub(super) struct Touched {
    everything: bool,
    /// Hashes of names, and of parts of paths.
    names: HashSet<u32>,
    /// Files that are gone.
    gone: HashSet<FileId>,
}

impl Touched {
    /// Nothing is known.
    pub(super) fn everything() -> Touched {
        Touched { everything: true, names: HashSet::new(), gone: HashSet::new() }
    }

    /// By the definitions and paths that an earlier graph had, and those of now.
    pub(super) fn between(earlier: &Graph, nodes: &[FileNode], tree: &Tree<'_>) -> Touched {
        let mut touched = Touched { everything: false, names: HashSet::new(), gone: HashSet::new() };
        let n_files = earlier.n_files().max(nodes.len());
        let empty = FileNode::default();
        for file in (0..n_files as u32).map(FileId) {
            let (before, now) = (earlier.node(file), nodes.get(file.0 as usize).unwrap_or(&empty));
            if before.content == now.content {
                continue;
            }
            if before.content == 0 || now.content == 0 {
                touched.everything |= before.decides | now.decides != 0;
                touched.add_path(tree, file);
            } else {
                touched.everything |= tree.record(file).is_some_and(|record| is_project_file(record.path.file_name()));
            }
            if now.content == 0 {
                touched.gone.insert(file);
                touched.names.extend(before.exports().map(|export| export.local));
            }
            let known: HashMap<u32, u32> = before.definitions().map(|one| (one.key, one.shape)).collect();
            let current: HashMap<u32, u32> = now.definitions.iter().map(|one| (one.key, one.shape)).collect();
            let added = now.definitions.iter().filter(|one| known.get(&one.key) != Some(&one.shape));
            touched.names.extend(added.map(|one| one.name));
            let removed = before.definitions().filter(|one| current.get(&one.key) != Some(&one.shape));
            touched.names.extend(removed.map(|one| one.name));
        }
        touched
    }

    /// A new file can be meant by imports that name it or its directories.
    fn add_path(&mut self, tree: &Tree<'_>, file: FileId) {
        let Some(record) = tree.record(file) else { return };
        let directory = record.path.directory();
        let is_new_directory = tree.files_in(directory).len() == 1;
        let mentioned = if is_new_directory { directory } else { directory.rsplit('/').next().unwrap_or(directory) };
        self.names.extend(path_parts(record.path.file_name()).map(name_hash));
        self.names.extend(path_parts(mentioned).map(name_hash));
    }

    /// By what a file passes on now.
    pub(super) fn add_exports(&mut self, earlier: &Graph, file: FileId, now: &[Export]) {
        let before: Vec<Export> = earlier.node(file).exports().collect();
        let other = before.iter().filter(|export| now.binary_search(export).is_err());
        let other = other.chain(now.iter().filter(|export| before.binary_search(export).is_err()));
        for export in other {
            self.names.insert(export.local);
            if export.local == 0 {
                self.everything |= !self.add_offered(earlier, export, MAX_DEPTH);
            }
        }
    }

    /// All names of the file that an export opens up; `false` if that is not known.
    fn add_offered(&mut self, earlier: &Graph, export: &Export, depth: u32) -> bool {
        let node = earlier.node(export.file);
        if depth == 0 || node.content == 0 {
            return export.file == quarry_store::NO_TARGET;
        }
        self.names.extend(node.definitions().map(|one| one.name));
        node.exports().all(|inner| {
            self.names.insert(inner.local);
            inner.local != 0 || self.add_offered(earlier, &inner, depth - 1)
        })
    }

    /// Adds what follows: names for touched names, types derived from touched ones, definitions whose value is of one.
    pub(super) fn close(&mut self, nodes: &[FileNode]) {
        if self.everything || self.names.is_empty() {
            return;
        }
        loop {
            let n_before = self.names.len();
            for node in nodes {
                for definition in &node.definitions {
                    if definition.value != 0 && self.names.contains(&definition.value) {
                        self.names.insert(definition.name);
                    }
                }
                for base in node.bases.iter().filter(|base| self.names.contains(&base.name)).collect::<Vec<_>>() {
                    let derived = node.definitions.iter().filter(|one| one.symbol == base.symbol);
                    self.names.extend(derived.map(|one| one.name));
                }
                for export in node.exports.iter().filter(|export| export.name != 0) {
                    if self.names.contains(&export.name) {
                        self.names.insert(export.local);
                    }
                }
            }
            if self.names.len() == n_before {
                return;
            }
        }
    }

    /// Whether a file's edges or exports may lead elsewhere now.
    pub(super) fn touches(&self, node: &FileNode) -> bool {
        self.everything
            || node.uses.iter().any(|used| self.names.contains(used))
            || (!self.gone.is_empty()
                && (node.exports.iter().any(|export| self.gone.contains(&export.file))
                    || node.edges.iter().any(|edge| self.gone.contains(&edge.file))))
    }
}
