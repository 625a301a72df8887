//! The edges of a repository as text that people can read and tests can compare.

use quarry_engine::{Engine, Place, Searcher};

/// Every edge, in order of where it stands: `a.py:3 main -calls import-> b.py helper`.
pub(crate) fn all(engine: &Engine) -> String {
    let searcher = engine.open().expect("the index opens");
    let paths: Vec<_> = searcher.manifest().files.iter().map(|record| record.path.clone()).collect();
    paths.iter().map(|path| of_file(&searcher, path)).collect()
}

fn of_file(searcher: &Searcher<'_>, path: &quarry_engine::RepoPath) -> String {
    let relations = searcher.uses_in(path).expect("the graph is read");
    let mut lines: Vec<String> = relations
        .iter()
        .map(|relation| {
            let (kind, sure) = (relation.kind.as_str(), relation.confidence.as_str());
            let to = relation.to.as_ref().map_or_else(|| "?".to_owned(), shown);
            format!("{path}:{:03} {} -{kind} {sure}-> {to}\n", relation.line, name(&relation.from))
        })
        .collect();
    // Numbers of files decide the order of edges, and these depend on the history of an index.
    lines.sort();
    lines.dedup();
    lines.concat()
}

fn shown(place: &Place) -> String {
    format!("{} {}", place.path, name(place))
}

fn name(place: &Place) -> &str {
    place.symbol.as_ref().map_or("(file)", |symbol| &symbol.qualified_name)
}
