//! What a caller's word means to the code graph, for MCP and REST alike.

use std::path::Path;

use quarry_engine::{
    AffectedFile, AskError, Asked, Confidence, ImpactAnswer, Place, RelationAt, RepoPath, Searcher, Walk,
    language_by_name,
};

/// A file, a line of it, or a name. Paths may be absolute, because agents are given such paths.
pub(crate) fn asked(word: &str, root: &Path, searcher: &Searcher<'_>) -> Asked {
    let word = word.trim();
    let below = Path::new(word).strip_prefix(root).ok().and_then(Path::to_str);
    let word = below.unwrap_or(word).trim_start_matches("./");
    let asked = Asked::of(word, searcher);
    let is_unknown = || matches!(searcher.symbols(&asked), Err(AskError::NoSymbol { .. }));
    // That a file is not there can be explained better than that nothing has its name.
    match asked {
        Asked::Name(_) if looks_like_a_path(word) && is_unknown() => {
            Asked::File(RepoPath::new(without_line(word).trim_end_matches('/')))
        }
        asked => asked,
    }
}

/// That definitions were found although none is written as asked.
pub(crate) fn other_spelling(asked: &Asked, subjects: &[Place]) -> Option<String> {
    let Asked::Name(name) = asked else { return None };
    let is_as_written = |place: &Place| place.symbol.as_ref().is_some_and(|symbol| name.ends_with(&*symbol.name));
    let told = || format!("nothing is written `{name}`; shown is what differs in case and underscores");
    (!subjects.iter().any(is_as_written)).then(told)
}

/// The shortest of the surest ways: one that only exists if a name means what it may not mean explains less than a longer one.
pub fn surest_way(
    searcher: &Searcher<'_>,
    (from, to): (&Asked, &Asked),
    walk: &Walk,
) -> Result<Vec<RelationAt>, AskError> {
    for floor in Confidence::ALL.into_iter().filter(|floor| *floor <= walk.floor) {
        let way = searcher.way_between(from, to, &Walk { floor, ..walk.clone() })?;
        if !way.is_empty() {
            return Ok(way);
        }
    }
    Ok(Vec::new())
}

/// The lines of the first uses in the first so many affected files.
pub fn first_lines(searcher: &Searcher<'_>, answer: &ImpactAnswer, n_files: usize) -> Result<Vec<String>, AskError> {
    let first = |file: &AffectedFile| searcher.line_text(&file.path, file.lines.first().copied().unwrap_or(1));
    Ok(answer.files.iter().take(n_files).map(first).collect::<Result<_, _>>()?)
}

/// `src/auth.rs` of `src/auth.rs:42`.
fn without_line(word: &str) -> &str {
    let parts = word.rsplit_once(':').filter(|(_, line)| line.parse::<u32>().is_ok());
    parts.map_or(word, |(file, _)| file)
}

/// Has a directory, or the ending of a language that is known.
fn looks_like_a_path(word: &str) -> bool {
    let ending = Path::new(without_line(word)).extension().and_then(|ending| ending.to_str());
    word.contains('/') || ending.is_some_and(|ending| language_by_name(ending).is_ok())
}
