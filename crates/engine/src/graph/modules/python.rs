//! Python: dotted modules from the root of some package, or relative by leading dots.

use quarry_store::{Exported, FileId, FileRecord};

use super::{Link, Modules, dotted};
use crate::graph::facts::ImportFact;
use crate::graph::tree::ancestors;

/// What a module's path may end with.
const ENDINGS: [&str; 4] = [".py", "/__init__.py", ".pyi", "/__init__.pyi"];
/// Directories beside which sources usually lie.
const SOURCE_ROOTS: [&str; 4] = ["", "src", "lib", "python"];

pub(super) fn links(modules: &Modules<'_>, from: &FileRecord, import: &ImportFact) -> Vec<Link> {
    let directory = from.path.directory();
    let module = module_path(modules, directory, &import.path);
    let file = module.as_deref().and_then(|path| modules.tree.file_with(path, &ENDINGS));
    let link = |local, what, name, file: Option<FileId>| Link {
        local,
        what,
        name,
        files: file.into_iter().collect(),
        line: import.line,
    };
    if import.names.is_empty() {
        let mut links = Vec::new();
        if import.alias != 0 {
            return vec![link(import.alias, Exported::Module, 0, file)];
        }
        // `import a.b.c` gives `a`, and through it all modules on the way.
        let mut path = import.path.as_ref();
        while !path.is_empty() {
            let module = module_path(modules, directory, path);
            let file = module.and_then(|module| modules.tree.file_with(&module, &ENDINGS));
            links.push(link(dotted(path), Exported::Module, 0, file));
            path = path.rsplit_once('.').map_or("", |(above, _)| above);
        }
        return links;
    }
    let taken = import.names.iter().map(|taken| {
        let submodule = || modules.tree.file_with(&format!("{}/{}", module.as_deref()?, taken.text), &ENDINGS);
        match &*taken.text {
            "*" => link(0, Exported::Everything, 0, file),
            // A package's own name comes before a module of that name.
            _ if file.is_some_and(|file| modules.definitions.defines(file, taken.name)) => {
                link(taken.local, Exported::Item, taken.name, file)
            }
            _ => match submodule() {
                Some(submodule) => link(taken.local, Exported::Module, 0, Some(submodule)),
                None => link(taken.local, Exported::Item, taken.name, file),
            },
        }
    });
    taken.collect()
}

/// The path of a module without its ending; `None` if it is not in the repository.
fn module_path(modules: &Modules<'_>, directory: &str, module: &str) -> Option<String> {
    let name = module.trim_start_matches('.');
    let n_dots = module.len() - name.len();
    let steps = name.replace('.', "/");
    if n_dots > 0 {
        let package = ancestors(directory).nth(n_dots - 1)?;
        return Some(join(package, &steps));
    }
    let exists = |path: &String| modules.tree.file_with(path, &ENDINGS).is_some() || is_namespace(modules, path);
    let above: Vec<&str> = ancestors(directory).collect();
    // A script sees its own directory; a package is found from its root, which lies as high as possible.
    let in_package = modules.tree.file(&join(directory, "__init__.py")).is_some();
    let own = (!in_package).then_some(directory);
    let roots = above.iter().rev().copied().chain(own);
    roots.flat_map(|root| SOURCE_ROOTS.map(|below| join(&join(root, below), &steps))).find(exists)
}

/// A directory without `__init__.py` that holds modules.
fn is_namespace(modules: &Modules<'_>, path: &str) -> bool {
    modules.tree.files_in(path).iter().any(|file| modules.tree.path(*file).ends_with(".py"))
}

fn join(directory: &str, rest: &str) -> String {
    match (directory.is_empty(), rest.is_empty()) {
        (true, _) => rest.to_owned(),
        (_, true) => directory.to_owned(),
        _ => format!("{directory}/{rest}"),
    }
}
