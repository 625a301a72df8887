//! Whether the first result shows the very place that was asked for, not only its file.
//!
//! A question asks for a place if an answer has lines, or if it is a `symbol` question: then the place is the definition of
//! the name that it holds, in the files of its answers.

use anyhow::Result;
use quarry_engine::{AskedName, KeywordSettings, Plan, Searcher};

use crate::bench::{Question, Target};
use crate::score::{self, Found};

/// The category of questions that name a definition.
const SYMBOL: &str = "symbol";

/// What the first result shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// The place that was asked for.
    Place,
    /// Another place in the right file.
    File,
    /// Another file, or nothing was found.
    Elsewhere,
}

/// Looks at the first result; `None` if the question asks for no place.
pub fn by_first(
    searcher: &Searcher<'_>,
    question: &Question,
    found: &[Found],
    targets: &[Target],
) -> Result<Option<Shown>> {
    let mut places = Vec::new();
    for target in targets {
        match target {
            Target::Lines { .. } => places.push(target.clone()),
            Target::File(path) if question.category == SYMBOL => {
                for name in asked_names(&question.query) {
                    places.extend(definitions(searcher, path, &name)?);
                }
            }
            Target::File(_) | Target::Symbol { .. } => {}
        }
    }
    let shown = |first: &Found| match () {
        () if places.iter().any(|place| score::answers(first, place)) => Shown::Place,
        () if places.iter().any(|place| score::same_file(&first.path, place.path())) => Shown::File,
        () => Shown::Elsewhere,
    };
    Ok((!places.is_empty()).then(|| found.first().map_or(Shown::Elsewhere, shown)))
}

/// Where the files that a target means define a name.
pub fn definitions(searcher: &Searcher<'_>, path: &str, name: &str) -> Result<Vec<Target>> {
    let mut all = Vec::new();
    for file in searcher.manifest().files.iter().filter(|file| score::same_file(file.path.as_str(), path)) {
        let spans = searcher.definitions(&file.path, name)?.into_iter();
        all.extend(spans.map(|span| Target::Lines {
            path: file.path.to_string(),
            start_line: span.start_line,
            end_line: span.end_line,
        }));
    }
    Ok(all)
}

/// The names that a question is surest of.
fn asked_names(query: &str) -> Vec<String> {
    let names = Plan::for_query(query, "", &KeywordSettings::default()).names;
    let surest = names.iter().map(|asked| asked.strength).fold(0.0, f32::max);
    let is_sure = |asked: &AskedName| asked.strength >= surest;
    names.into_iter().filter(is_sure).map(|asked| asked.name).collect()
}

#[cfg(test)]
mod tests {
    use super::asked_names;

    #[test]
    fn a_question_asks_for_the_name_that_looks_most_like_one() {
        assert_eq!(asked_names("where is UsageError defined"), ["UsageError"]);
        assert_eq!(asked_names("Languages::with_overrides"), ["with_overrides"]);
        assert_eq!(asked_names("mux"), ["mux"]);
    }
}
