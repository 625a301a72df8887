//! Affected files for people: by distance, tests apart.

use quarry_engine::{AffectedFile, Confidence};

use super::graph::{Row, words};
use crate::console::BOLD;
use crate::figures::counted;

/// Lines named beside the one that is shown.
const MAX_LINES: usize = 5;

/// A file and its first use.
pub(crate) struct Affected<'a> {
    pub(crate) file: &'a AffectedFile,
    pub(crate) line: u32,
    pub(crate) text: &'a str,
}

/// Files nearest first, then tests nearest first.
pub(crate) fn affected(files: &[Affected<'_>], prefix: &str) -> String {
    let mut text = String::new();
    let mut last_depth = 0;
    for affected in files.iter().filter(|affected| !affected.file.is_test) {
        let depth = affected.file.depth;
        if depth != last_depth {
            text.push_str(&heading(&text, &format!("{} away", counted(depth as usize, "step"))));
            last_depth = depth;
        }
        row(affected, Vec::new(), &mut text, prefix);
    }
    let mut tests = files.iter().filter(|affected| affected.file.is_test).peekable();
    if tests.peek().is_some() {
        text.push_str(&heading(&text, "tests"));
    }
    for affected in tests {
        let distance = counted(affected.file.depth as usize, "step");
        row(affected, vec![distance], &mut text, prefix);
    }
    text.push('\n');
    text
}

fn heading(before: &str, what: &str) -> String {
    let gap = if before.is_empty() { "" } else { "\n" };
    format!("{gap}{BOLD}{what}{BOLD:#}\n")
}

fn row(affected: &Affected<'_>, mut told: Vec<String>, text: &mut String, prefix: &str) {
    let file = affected.file;
    told.push(words(file.confidence).to_owned());
    told.extend(other_lines(&file.lines));
    let row = Row {
        path: &file.path,
        line: affected.line,
        text: affected.text,
        language: file.language.as_str(),
        name: None,
        aside: told.join(" · "),
        is_faint: file.confidence == Confidence::Ambiguous,
    };
    row.add_to(text, prefix);
}

fn other_lines(lines: &[u32]) -> Option<String> {
    let others = lines.get(1..).filter(|others| !others.is_empty())?;
    let named: Vec<String> = others.iter().take(MAX_LINES).map(u32::to_string).collect();
    let n_more = others.len().saturating_sub(MAX_LINES);
    let more = if n_more > 0 { format!(" and {n_more} more") } else { String::new() };
    Some(format!("also on {} {}{more}", if others.len() == 1 { "line" } else { "lines" }, named.join(", ")))
}
