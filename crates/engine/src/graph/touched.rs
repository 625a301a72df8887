//! What a change can touch: the names that may mean something else now. A file that mentions none of them keeps its edges.

use std::collections::{HashMap, HashSet};

use quarry_store::{
    Base, DefinitionNode, Export, FileId, FileNodeView, FileRecord, Graph, GraphDraft, NO_TARGET, name_hash,
};

use super::facts::{path_parts, unnamed};
use super::modules::{Modules, rust};
use super::projects::is_project_file;

/// How far exports of everything are followed.
const MAX_DEPTH: u32 = 6;

/// Whether the mere existence of a file decides where imports of others lead.
pub(super) fn decides_where_imports_lead(file_name: &str) -> bool {
    is_project_file(file_name) || matches!(file_name, "__init__.py" | "__init__.pyi" | "mod.rs" | "lib.rs" | "main.rs")
}

/// What may have another meaning than in an earlier graph.
#[derive(Default)]
pub(super) struct Touched {
    everything: bool,
    /// Hashes of names, and of parts of paths.
    names: HashSet<u32>,
    any_gone: bool,
    /// Beginnings of paths: what lies there may find another parent.
    below: Vec<String>,
    /// What files pass on that are resolved anew.
    exports: HashMap<FileId, Vec<Export>>,
}

impl Touched {
    /// By the definitions and paths that an earlier graph had, and those of now.
    pub(super) fn by(draft: &GraphDraft<'_>, modules: &Modules<'_>) -> Touched {
        // Without an earlier graph all files are fresh, and there is nobody to touch.
        let Some(earlier) = draft.earlier else { return Touched::default() };
        let mut touched = Touched::default();
        for (&file, now) in &draft.fresh {
            let before = earlier.node(file);
            if before.content == 0 {
                touched.everything |= now.decides != 0;
                touched.add_path(modules, file);
            } else {
                let record = modules.tree.record(file);
                touched.everything |= record.is_some_and(|record| is_project_file(record.path.file_name()));
            }
            touched.add_definitions(&before, &now.definitions);
        }
        for before in draft.gone.iter().map(|file| earlier.node(*file)).filter(|before| before.content != 0) {
            touched.any_gone = true;
            touched.everything |= before.decides != 0;
            touched.names.extend([before.stem, before.directory]);
            touched.names.extend(before.exports().map(|export| export.local));
            touched.add_definitions(&before, &[]);
        }
        touched
    }

    fn add_definitions(&mut self, before: &FileNodeView<'_>, now: &[DefinitionNode]) {
        let known: HashMap<u32, u32> = before.definitions().map(|one| (one.key, one.shape)).collect();
        let current: HashMap<u32, u32> = now.iter().map(|one| (one.key, one.shape)).collect();
        self.names.extend(now.iter().filter(|one| known.get(&one.key) != Some(&one.shape)).map(|one| one.name));
        let removed = before.definitions().filter(|one| current.get(&one.key) != Some(&one.shape));
        self.names.extend(removed.map(|one| one.name));
    }

    /// A new file can be meant by imports that name it or its directories, or what it stands for.
    fn add_path(&mut self, modules: &Modules<'_>, file: FileId) {
        let Some(record) = modules.tree.record(file) else { return };
        let directory = record.path.directory();
        let is_new_directory = modules.tree.files_in(directory).len() == 1;
        let mentioned = if is_new_directory { directory } else { record.path.directory_name() };
        self.names.extend(path_parts(record.path.file_name()).map(name_hash));
        self.names.insert(name_hash(record.path.name_without_ending()));
        self.names.extend(path_parts(mentioned).map(name_hash));
        self.names.insert(unnamed());
        // Who imports a package by its name mentions all parts of it.
        let entered = modules.projects.names_of_entry(record.path.as_str());
        self.names.extend(entered.into_iter().filter_map(|name| path_parts(name).last()).map(name_hash));
        if let Some(module) = record.path.as_str().strip_suffix(".rs") {
            self.below.push(format!("{module}/"));
            self.below.extend(rust::is_separate(directory).then(|| format!("{directory}/")));
        }
    }

    /// By what a file passes on now.
    pub(super) fn add_exports(&mut self, draft: &GraphDraft<'_>, file: FileId, now: Vec<Export>) {
        if let Some(earlier) = draft.earlier {
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
        self.exports.insert(file, now);
    }

    /// All names of the file that an export opens up; `false` if that is not known.
    fn add_offered(&mut self, earlier: &Graph, export: &Export, depth: u32) -> bool {
        let node = earlier.node(export.file);
        if depth == 0 || node.content == 0 {
            return export.file == NO_TARGET;
        }
        self.names.extend(node.definitions().map(|one| one.name));
        node.exports().all(|inner| {
            self.names.insert(inner.local);
            inner.local != 0 || self.add_offered(earlier, &inner, depth - 1)
        })
    }

    /// Adds what follows: names for touched names, types derived from touched ones, definitions whose value is of one.
    pub(super) fn close(&mut self, draft: &GraphDraft<'_>) {
        let Some(earlier) = draft.earlier else { return };
        if self.everything || self.names.is_empty() {
            return;
        }
        loop {
            let n_before = self.names.len();
            for file in (0..draft.n_files as u32).map(FileId) {
                match draft.fresh.get(&file) {
                    Some(node) => self.follow(node.definitions.iter().copied(), node.bases.iter().copied()),
                    None if draft.is_kept(file) => {
                        let node = earlier.node(file);
                        self.follow(node.definitions(), node.bases());
                    }
                    None => continue,
                }
                let exports = match self.exports.get(&file) {
                    Some(exports) => exports.clone(),
                    None => earlier.node(file).exports().collect(),
                };
                let renamed = exports.iter().filter(|export| export.name != 0 && self.names.contains(&export.name));
                let renamed: Vec<u32> = renamed.map(|export| export.local).collect();
                self.names.extend(renamed);
            }
            if self.names.len() == n_before {
                return;
            }
        }
    }

    fn follow(&mut self, definitions: impl Iterator<Item = DefinitionNode> + Clone, bases: impl Iterator<Item = Base>) {
        for definition in definitions.clone() {
            if definition.value != 0 && self.names.contains(&definition.value) {
                self.names.insert(definition.name);
            }
        }
        for base in bases {
            if self.names.contains(&base.name) {
                self.names.extend(definitions.clone().filter(|one| one.symbol == base.symbol).map(|one| one.name));
            }
        }
    }

    /// Whether no file can be touched.
    pub(super) fn is_nothing(&self) -> bool {
        !self.everything && self.names.is_empty() && self.below.is_empty() && !self.any_gone
    }

    /// Whether the edges or exports of a kept file may lead elsewhere now.
    pub(super) fn touches(&self, draft: &GraphDraft<'_>, record: &FileRecord) -> bool {
        let Some(node) = draft.earlier.map(|earlier| earlier.node(record.id)) else { return false };
        self.everything
            || self.below.iter().any(|start| record.path.as_str().starts_with(start))
            || node.uses().any(|used| self.names.contains(&used))
            || (self.any_gone
                && (node.exports().any(|export| draft.gone.contains(&export.file))
                    || node.edges().any(|edge| draft.gone.contains(&edge.file))))
    }
}
