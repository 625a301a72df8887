//! One use as one row: where it stands, the line itself, what is known about it.

use std::fmt::Write;
use std::ops::Range;

use quarry_engine::{Confidence, Relation, RelationAt, RepoPath};
use quarry_source::identifiers;

use crate::console::{DIM, printable};
use crate::highlight::classes;
use crate::render::{Line, PATH, line};

/// A row in the making.
pub(crate) struct Row<'a> {
    pub(crate) path: &'a RepoPath,
    pub(crate) line: u32,
    /// The line, as the engine has cut it.
    pub(crate) text: &'a str,
    pub(crate) language: &'a str,
    /// What is marked in the line.
    pub(crate) name: Option<&'a str>,
    /// What is known about it.
    pub(crate) aside: String,
    /// Whether it is less than sure.
    pub(crate) is_faint: bool,
}

impl<'a> Row<'a> {
    /// Of a use; what is to be told about it stands before how sure it is.
    pub(super) fn of(at: &'a RelationAt, told: &[String]) -> Row<'a> {
        let relation = &at.relation;
        let used = relation.to.as_ref().and_then(|to| to.symbol.as_ref());
        let aside = told.iter().cloned().chain([confidence(relation)]).collect::<Vec<_>>().join(" · ");
        Row {
            path: &relation.from.path,
            line: relation.line,
            text: &at.text,
            language: relation.from.language.as_str(),
            name: used.map(|symbol| &*symbol.name),
            aside,
            is_faint: relation.confidence == Confidence::Ambiguous,
        }
    }

    pub(crate) fn add_to(&self, out: &mut String, prefix: &str) {
        let path = format!("{prefix}{}", self.path);
        let (path, aside) = (printable(&path), printable(&self.aside));
        if self.is_faint {
            let _ = write!(out, "{DIM}{path}:{}: ", self.line);
            self.add_text(&[], &[], out);
            let _ = writeln!(out, "  {aside}{DIM:#}");
            return;
        }
        let _ = write!(out, "{PATH}{path}{PATH:#}:{}: ", self.line);
        let marks = self.name.map(|name| occurrences(self.text, name)).unwrap_or_default();
        self.add_text(&classes(self.text, self.language), &marks, out);
        let _ = writeln!(out, "  {DIM}{aside}{DIM:#}");
    }

    fn add_text(&self, classes: &[(Range<usize>, crate::highlight::Class)], marks: &[Range<usize>], out: &mut String) {
        let text = self.text;
        line(&Line { text, range: 0..text.len(), classes, marks }, usize::MAX, out);
    }
}

/// How sure a use is, in a few words.
pub(super) fn confidence(relation: &Relation) -> String {
    match relation.confidence {
        Confidence::Ambiguous => format!("ambiguous, {} candidates", relation.n_candidates),
        sure => words(sure).to_owned(),
    }
}

/// The same without a use at hand.
pub(in crate::render) fn words(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::Import => "import",
        Confidence::SameFile => "same file",
        Confidence::UniqueName => "unique name",
        Confidence::Ambiguous => "ambiguous",
    }
}

/// Where a name stands in a text, as a whole identifier.
fn occurrences(text: &str, name: &str) -> Vec<Range<usize>> {
    let start = text.as_ptr() as usize;
    let found = identifiers(text).filter(|word| *word == name).map(|word| word.as_ptr() as usize - start);
    found.map(|at| at..at + name.len()).collect()
}

#[cfg(test)]
mod tests {
    use super::occurrences;

    #[test]
    fn a_name_is_marked_where_it_is_a_whole_identifier() {
        assert_eq!(occurrences("total(subtotal, total)", "total"), [0..5, 16..21]);
        assert_eq!(occurrences("größe(a)größe", "größe"), [0..7, 10..17]);
    }
}
