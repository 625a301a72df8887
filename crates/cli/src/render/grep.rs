//! Matches for people: a heading per file, a line per symbol, the matching lines numbered and marked, and the counts.

use std::fmt::Write;
use std::ops::Range;

use quarry_engine::{GrepFile, GrepGroup, GrepLine, GrepResponse};

use super::{Line, NAME, PATH, line};
use crate::console::{DIM, printable};
use crate::figures::{count, counted, duration};
use crate::highlight::classes;

pub(crate) fn found(response: &GrepResponse, prefix: &str) -> String {
    let mut text = String::new();
    for file in &response.files {
        let shown: Vec<&GrepGroup> = file.groups.iter().filter(|group| !group.lines.is_empty()).collect();
        if !shown.is_empty() {
            text.push_str(&heading(file, prefix));
            let width = shown.iter().flat_map(|group| &group.lines).map(|line| line.number).max().unwrap_or(0);
            for group in &shown {
                symbol(group, file, &mut text);
                body(group, file, width.to_string().len(), &mut text);
            }
            text.push('\n');
        }
    }
    text
}

/// What the closing lines say.
pub(crate) struct Closing<'a> {
    pub(crate) response: &'a GrepResponse,
    pub(crate) is_fresh: bool,
}

/// How much there is, and how much of it the limit hid.
pub(crate) fn closing(closing: &Closing<'_>) -> String {
    let Closing { response, is_fresh } = closing;
    let totals = response.totals;
    let mut text = String::new();
    let n_hidden = totals.n_lines - response.n_lines_shown;
    if n_hidden > 0 {
        let _ = writeln!(text, "{DIM}… {} not shown{DIM:#}", counted(n_hidden, "more matching line"));
    }
    let _ = writeln!(
        text,
        "{DIM}{} on {} in {} of {} · {} searched in {} · index {}{DIM:#}",
        matches(totals.n_matches),
        counted(totals.n_lines, "line"),
        counted(totals.n_symbols, "symbol"),
        counted(totals.n_files, "file"),
        counted(response.n_files_searched, "file"),
        duration(response.elapsed),
        if *is_fresh { "fresh" } else { "not refreshed" }
    );
    text
}

fn matches(number: usize) -> String {
    format!("{} {}", count(number as u64), if number == 1 { "match" } else { "matches" })
}

/// `path  (language)  matches`.
fn heading(file: &GrepFile, prefix: &str) -> String {
    let path = format!("{prefix}{}", file.path);
    let language = file.dialect.as_ref().unwrap_or(&file.language);
    format!("{PATH}{}{PATH:#}  {DIM}({language})  {}{DIM:#}\n", printable(&path), matches(file.n_matches))
}

/// `kind name  start-end`. What stands outside of all symbols is named only where symbols stand beside it.
fn symbol(group: &GrepGroup, file: &GrepFile, text: &mut String) {
    let _ = match &group.symbol {
        Some(symbol) => {
            let name = symbol.qualified_name.replace('\n', " ");
            let (kind, span) = (symbol.kind.as_str(), symbol.span);
            let place = format!("{DIM}{}-{}{DIM:#}", span.start_line, span.end_line);
            writeln!(text, "{DIM}{kind}{DIM:#} {NAME}{}{NAME:#}  {place}", printable(&name))
        }
        None if file.groups.len() > 1 => writeln!(text, "{DIM}outside of definitions{DIM:#}"),
        None => Ok(()),
    };
}

fn body(group: &GrepGroup, file: &GrepFile, width: usize, text: &mut String) {
    let has_context = group.lines.iter().any(|line| line.n_matches == 0);
    let mut before = None;
    for shown in &group.lines {
        if has_context && before.is_some_and(|before| before + 1 < shown.number) {
            let _ = writeln!(text, "{DIM}{:>width$}{DIM:#}", "…");
        }
        before = Some(shown.number);
        let mark = if shown.n_matches > 0 { ':' } else { '-' };
        let _ = write!(text, "{DIM}{:>width$}{mark}{DIM:#} ", shown.number);
        content(shown, file, text);
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
}

fn content(shown: &GrepLine, file: &GrepFile, text: &mut String) {
    let cut = format!("{DIM}…{DIM:#}");
    let marks: Vec<Range<usize>> = shown.matches.iter().map(|found| found.start..found.end).collect();
    let classes = classes(&shown.text, file.language.as_str());
    if shown.is_cut_before {
        text.push_str(&cut);
    }
    let range = 0..shown.text.len();
    // The engine has cut the line already.
    line(&Line { text: &shown.text, range, classes: &classes, marks: &marks }, usize::MAX, text);
    if shown.is_cut_after {
        text.push_str(&cut);
    }
}
