//! C# and Elixir: what is imported is a name that some file defines, wherever that file lies.

use quarry_store::{Exported, FileId, name_hash};

use super::{Link, Modules, chain, dotted};
use crate::graph::facts::{ImportFact, path_parts};

pub(super) fn links(modules: &Modules<'_>, import: &ImportFact) -> Vec<Link> {
    let link = |local, what, name, files: Vec<FileId>| Link { local, what, name, files, line: import.line };
    let last = import.path.rsplit('.').next().unwrap_or(&import.path);
    let defining = |name| modules.definitions.modules_named(name);
    if !import.names.is_empty() {
        // `alias Shop.{Cart, Item}`
        let prefix: Vec<u32> = path_parts(&import.path).map(name_hash).collect();
        let whole = |name: u32| chain(prefix.iter().copied().chain([name]));
        let taken = import.names.iter();
        return taken.map(|taken| link(taken.local, Exported::Module, 0, defining(whole(taken.name)))).collect();
    }
    let whole = dotted(&import.path);
    let files = defining(whole);
    let local = if import.alias == 0 { name_hash(last) } else { import.alias };
    // A namespace opens up what it holds; a module is also a name.
    let opened = link(0, Exported::Namespace, whole, files.first().copied().into_iter().collect());
    // Only what is used of a namespace is imported, which the line of the second link tells.
    vec![Link { line: 0, ..link(local, Exported::Module, 0, files) }, opened]
}
