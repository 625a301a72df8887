//! Where imports lead: the files an import means, and what the file calls what it gets from them.

mod by_path;
mod go;
mod javascript;
mod jvm;
mod named;
mod python;
pub(super) mod rust;

use quarry_store::{Export, Exported, FileId, FileRecord, NO_TARGET, name_hash};

use super::definitions::Definitions;
use super::facts::ImportFact;
use super::projects::Projects;
use super::tree::Tree;

/// Everything that decides where an import leads.
pub(crate) struct Modules<'a> {
    pub(crate) tree: &'a Tree<'a>,
    pub(crate) projects: &'a Projects,
    pub(crate) definitions: &'a Definitions<'a>,
}

/// What an import gives a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    /// What it is called here; 0 if it has no name.
    pub(crate) local: u32,
    pub(crate) what: Exported,
    /// The hash of its name there; 0 if it is a file.
    pub(crate) name: u32,
    /// Where it may be defined. None: it is not in this repository, as far as can be told.
    pub(crate) files: Vec<FileId>,
    pub(crate) line: u32,
}

impl Link {
    /// As rows to store.
    pub(crate) fn exports(&self) -> impl Iterator<Item = Export> {
        let row = |file| Export { local: self.local, what: self.what, name: self.name, file };
        let nowhere = self.files.is_empty().then(|| row(NO_TARGET));
        self.files.iter().map(move |file| row(*file)).chain(nowhere)
    }
}

/// Languages whose files use each other's definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Family {
    Python,
    JavaScript,
    Go,
    Rust,
    Jvm,
    CSharp,
    Php,
    Ruby,
    C,
    Swift,
    Lua,
    Elixir,
    /// Only with files of the very same language.
    Own(u32),
}

impl Family {
    /// Of a language by its canonical name.
    pub(crate) fn of(language: &str) -> Family {
        match language {
            "python" => Family::Python,
            "javascript" | "typescript" | "tsx" | "vue" | "svelte" => Family::JavaScript,
            "go" => Family::Go,
            "rust" => Family::Rust,
            "java" | "kotlin" | "scala" | "groovy" => Family::Jvm,
            "csharp" => Family::CSharp,
            "php" => Family::Php,
            "ruby" => Family::Ruby,
            "c" | "cpp" | "objc" => Family::C,
            "swift" => Family::Swift,
            "lua" => Family::Lua,
            "elixir" => Family::Elixir,
            other => Family::Own(name_hash(other)),
        }
    }
}

/// The hash of a name that is reached through others (`a.b.c`); that of a single part is the hash of its name.
pub(crate) fn chain(parts: impl Iterator<Item = u32>) -> u32 {
    parts.reduce(|before, part| before.rotate_left(7).wrapping_mul(0x0100_0193) ^ part).unwrap_or(0)
}

/// [`chain`] of a name with dots.
pub(crate) fn dotted(name: &str) -> u32 {
    if name.contains('.') { chain(name.split('.').map(name_hash)) } else { name_hash(name) }
}

impl Modules<'_> {
    /// What an import of a file gives it.
    pub(crate) fn links(&self, from: &FileRecord, import: &ImportFact) -> Vec<Link> {
        match Family::of(from.language.as_str()) {
            Family::Python => python::links(self, from, import),
            Family::JavaScript => javascript::links(self, from, import),
            Family::Go => go::links(self, import),
            Family::Rust => rust::links(self, from, import),
            Family::Jvm => jvm::links(self, from, import),
            Family::CSharp | Family::Elixir => named::links(self, import),
            Family::Php => by_path::php_links(self, from, import),
            Family::Ruby | Family::C | Family::Swift | Family::Lua | Family::Own(_) => {
                by_path::links(self, from, import)
            }
        }
    }
}

/// The links of an import that takes names from one module, as most languages write it.
fn names_of(import: &ImportFact, files: &[FileId]) -> Vec<Link> {
    let link = |local, what, name| Link { local, what, name, files: files.to_vec(), line: import.line };
    let names = import.names.iter().map(|taken| match &*taken.text {
        "*" => link(0, Exported::Everything, 0),
        _ => link(taken.local, Exported::Item, taken.name),
    });
    let module = (import.alias != 0).then(|| link(import.alias, Exported::Module, 0));
    module.into_iter().chain(names).collect()
}
