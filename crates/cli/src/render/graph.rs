//! Answers of the code graph for people. A row begins with `path:line:`, which editors and quickfix lists understand,
//! goes on with the line itself, and ends with what is known about the use and how sure it is. What is ambiguous is
//! faint.

mod row;
mod uses;

use std::fmt::Write;

use quarry_engine::{Confidence, Place};
use quarry_server::wire::GraphAnswered;

use super::{Line, NAME, PATH, line};
use crate::console::{DIM, printable};
use crate::figures::{count, counted, duration};
use crate::highlight::classes;

pub(super) use row::{Row, words};
pub(crate) use uses::{Told, imports, used, users, way};

/// Definitions that are named above their uses; `quarry symbol` lists all.
const MAX_SUBJECTS: usize = 5;
/// That a walk ended before it had seen everything.
pub(crate) const CUT: &str = "there is more that was not looked at";
/// What stands below a row.
const INDENT: &str = "    ";

/// What the closing line says.
pub(crate) struct Closing {
    /// How much there is.
    pub(crate) counts: Vec<String>,
    /// How much of it the limit hid.
    pub(crate) n_hidden: usize,
}

pub(crate) fn closing(closing: &Closing, answered: &GraphAnswered<'_>) -> String {
    let mut text = String::new();
    if closing.n_hidden > 0 {
        let _ = writeln!(text, "{DIM}… {} more not shown; -n shows more{DIM:#}", count(closing.n_hidden as u64));
    }
    let freshness = if answered.is_fresh { "fresh" } else { "not refreshed" };
    let elapsed = duration(answered.elapsed);
    let _ = writeln!(text, "{DIM}{} · {elapsed} · index {freshness}{DIM:#}", closing.counts.join(" · "));
    text
}

/// How many places are not shown because something else may be meant there.
pub(crate) fn unsure(n_sites: usize, floor: Confidence) -> Option<String> {
    let sort = if floor == Confidence::Ambiguous { "ambiguous site" } else { "less sure site" };
    (n_sites > 0).then(|| counted(n_sites, sort))
}

/// What was asked about.
pub(crate) fn subjects(subjects: &[Place], prefix: &str) -> String {
    let mut text: String = subjects.iter().take(MAX_SUBJECTS).map(|subject| definition(subject, prefix)).collect();
    if let n_more @ 1.. = subjects.len().saturating_sub(MAX_SUBJECTS) {
        let _ = writeln!(text, "{DIM}… and {}{DIM:#}", counted(n_more, "more definition"));
    }
    text.push('\n');
    text
}

/// `path:line: kind name  (language)`.
pub(crate) fn definition(place: &Place, prefix: &str) -> String {
    let path = format!("{prefix}{}", place.path);
    let (number, name) = match &place.symbol {
        Some(symbol) => {
            let name = symbol.qualified_name.replace('\n', " ");
            (symbol.name_line, format!("{DIM}{}{DIM:#} {NAME}{}{NAME:#}", symbol.kind.as_str(), printable(&name)))
        }
        None => (1, format!("{DIM}file{DIM:#} {NAME}{}{NAME:#}", printable(place.path.file_name()))),
    };
    format!("{PATH}{}{PATH:#}:{number}: {name}  {DIM}({}){DIM:#}\n", printable(&path), place.language)
}

/// The same with its signature and the first line of its doc comment below.
pub(crate) fn definition_in_full(place: &Place, prefix: &str) -> String {
    let mut text = definition(place, prefix);
    let Some(symbol) = &place.symbol else { return text };
    if !symbol.signature.is_empty() {
        text.push_str(INDENT);
        signature(&symbol.signature, place.language.as_str(), &mut text);
        text.push('\n');
    }
    if let Some(doc) = symbol.doc.lines().map(str::trim).find(|line| !line.is_empty()) {
        let _ = writeln!(text, "{INDENT}{DIM}{}{DIM:#}", printable(doc));
    }
    text.push('\n');
    text
}

/// The head of a definition, coloured. The parser has cut it.
pub(super) fn signature(head: &str, language: &str, out: &mut String) {
    let classes = classes(head, language);
    line(&Line { text: head, range: 0..head.len(), classes: &classes, marks: &[] }, usize::MAX, out);
}

/// `kind name`, or the path of a whole file.
fn name(place: &Place) -> String {
    place.symbol.as_ref().map_or_else(
        || place.path.to_string(),
        |symbol| format!("{} {}", symbol.kind.as_str(), symbol.qualified_name.replace('\n', " ")),
    )
}
