//! All definitions, bases and exports of a repository, by file and by name.

use quarry_source::SymbolKind;
use quarry_store::{Base, DefinitionNode, Export, FileId};

/// A definition and its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) file: FileId,
    pub(crate) node: DefinitionNode,
}

/// Everything that is defined, with what resolving may ask of it.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    /// By file number; in order of name.
    by_file: Vec<Vec<DefinitionNode>>,
    bases: Vec<Vec<Base>>,
    /// Name, file, place in `by_file`; in order.
    by_name: Vec<(u32, u32, u32)>,
}

impl Definitions {
    pub(crate) fn new(by_file: Vec<Vec<DefinitionNode>>, bases: Vec<Vec<Base>>) -> Definitions {
        let mut by_name = Vec::with_capacity(by_file.iter().map(Vec::len).sum());
        for (file, definitions) in (0u32..).zip(&by_file) {
            by_name.extend((0u32..).zip(definitions).map(|(place, definition)| (definition.name, file, place)));
        }
        by_name.sort_unstable();
        Definitions { by_file, bases, by_name }
    }

    /// Those of a name in a file.
    pub(crate) fn in_file(&self, file: FileId, name: u32) -> &[DefinitionNode] {
        let all = self.by_file.get(file.0 as usize).map_or(&[][..], Vec::as_slice);
        let start = all.partition_point(|definition| definition.name < name);
        let n_same = all[start..].partition_point(|definition| definition.name == name);
        &all[start..start + n_same]
    }

    pub(crate) fn defines(&self, file: FileId, name: u32) -> bool {
        !self.in_file(file, name).is_empty()
    }

    /// Those of a name anywhere, in order of files.
    pub(crate) fn named(&self, name: u32) -> impl Iterator<Item = Site> {
        let start = self.by_name.partition_point(|(known, ..)| *known < name);
        self.by_name[start..].iter().take_while(move |(known, ..)| *known == name).filter_map(|(_, file, place)| {
            let node = *self.by_file.get(*file as usize)?.get(*place as usize)?;
            Some(Site { file: FileId(*file), node })
        })
    }

    /// The files that define a module or namespace of a name.
    pub(crate) fn modules_named(&self, name: u32) -> Vec<FileId> {
        let mut files: Vec<FileId> =
            self.named(name).filter(|site| site.node.kind == SymbolKind::Module).map(|site| site.file).collect();
        files.dedup();
        files
    }

    /// The names of what a type of a file is derived from; blocks that add to the type count.
    pub(crate) fn bases_of(&self, file: FileId, type_name: u32) -> impl Iterator<Item = u32> {
        let bases = self.bases.get(file.0 as usize).map_or(&[][..], Vec::as_slice);
        let symbols: Vec<u32> = self.in_file(file, type_name).iter().map(|definition| definition.symbol).collect();
        bases.iter().filter(move |base| symbols.contains(&base.symbol)).map(|base| base.name)
    }
}

/// The exports of all files.
#[derive(Debug, Default)]
pub(crate) struct Exports {
    /// By file number; in order of the local name.
    by_file: Vec<Vec<Export>>,
}

impl Exports {
    pub(crate) fn new(by_file: Vec<Vec<Export>>) -> Exports {
        Exports { by_file }
    }

    pub(crate) fn of(&self, file: FileId) -> &[Export] {
        self.by_file.get(file.0 as usize).map_or(&[][..], Vec::as_slice)
    }

    /// What a file calls by a name.
    pub(crate) fn named(&self, file: FileId, local: u32) -> &[Export] {
        let all = self.of(file);
        let start = all.partition_point(|export| export.local < local);
        let n_same = all[start..].partition_point(|export| export.local == local);
        &all[start..start + n_same]
    }
}
