//! Draws call and import sites of a repository to be checked by hand: `... --example sites -- ROOT N < paths`
//!
//! Reads paths, one a line, relative to ROOT. Prints N calls of names that the repository defines and N imports that have a
//! part in common with one of its paths: the rest cannot lead anywhere in it. Which ones depends on a hash of each site alone.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use quarry_parse::{ChunkSize, Languages, parse};
use quarry_source::{Parsed, ReferenceKind, RepoPath};

#[expect(clippy::print_stdout, clippy::disallowed_methods, reason = "an example prints and reads")]
fn main() {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().unwrap_or_default();
    let n: usize = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(100);
    let languages = Languages::default();
    let paths: Vec<RepoPath> =
        std::io::stdin().lines().map_while(Result::ok).map(|line| RepoPath::new(&line)).collect();
    let parsed: Vec<Parsed> = paths
        .iter()
        .map(|path| {
            let text = fs_err::read_to_string(Path::new(&root).join(path.as_str())).unwrap_or_default();
            parse(&languages, path, &text, ChunkSize::default())
        })
        .collect();
    let defined: HashSet<&str> = parsed.iter().flat_map(|file| &file.symbols).map(|symbol| &*symbol.name).collect();
    let parts: HashSet<&str> = paths.iter().flat_map(|path| path.as_str().split(['/', '.'])).collect();
    let (mut calls, mut imports) = (Vec::new(), Vec::new());
    for (path, file) in paths.iter().zip(&parsed) {
        for reference in file.references.iter().filter(|reference| reference.kind == ReferenceKind::Call) {
            if defined.contains(&*reference.name) {
                calls.push(format!("call\t{path}\t{}\t{}", reference.line, reference.name));
            }
        }
        for import in &file.imports {
            if import.path.split(['/', '.', ':', ' ', '\\', '{', '}', ',']).any(|part| parts.contains(part)) {
                imports.push(format!("import\t{path}\t{}\t{}", import.line, import.path));
            }
        }
    }
    for mut sites in [calls, imports] {
        sites.sort_by_key(|site| {
            let mut hasher = DefaultHasher::new();
            site.hash(&mut hasher);
            hasher.finish()
        });
        sites.truncate(n);
        sites.sort();
        sites.iter().for_each(|site| println!("{site}"));
    }
}
