//! Every match of a pattern, as JSON.

use std::path::Path;

use quarry_engine::{Defines, GrepFile, GrepGroup, GrepLine, GrepResponse};
use schemars::JsonSchema;
use serde::Serialize;

use super::milliseconds;

/// Every match of a pattern, grouped by the symbol it stands in.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Grep")]
pub struct GrepDocument<'a> {
    schema: &'static str,
    pattern: &'a str,
    root: String,
    generation: u64,
    /// Whether the files on disk were looked at, so that new ones were searched, too.
    pub fresh: bool,
    /// What could not be searched, or should be known to the reader.
    pub notices: &'a [String],
    elapsed_ms: f64,
    searched_files: usize,
    /// Of everything that matches, shown or not.
    totals: TotalsShape,
    /// Matching lines below.
    shown_lines: usize,
    /// Every file that matches, best first; those beyond the limit without groups.
    files: Vec<FileShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GrepTotals")]
struct TotalsShape {
    matches: usize,
    lines: usize,
    symbols: usize,
    files: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GrepFile")]
struct FileShape<'a> {
    path: &'a str,
    language: &'a str,
    dialect: Option<&'a str>,
    content_type: &'static str,
    test: bool,
    /// How much of a name that it defines matches: `whole`, `part` or null.
    defines: Option<&'static str>,
    matches: usize,
    lines: usize,
    groups: Vec<GroupShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GrepGroup")]
struct GroupShape<'a> {
    /// Null for what stands outside of all symbols.
    symbol: Option<SymbolShape<'a>>,
    defines: Option<&'static str>,
    matches: usize,
    /// Matching lines, shown or not.
    n_lines: usize,
    lines: Vec<LineShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GrepSymbol")]
struct SymbolShape<'a> {
    kind: &'static str,
    name: &'a str,
    qualified_name: &'a str,
    line: u32,
    start_line: u32,
    end_line: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GrepLine")]
struct LineShape<'a> {
    line: u32,
    /// Of a long line, the part around its first match.
    text: &'a str,
    cut_before: bool,
    cut_after: bool,
    /// False for a line that only stands near a match.
    matched: bool,
    matches: Vec<MatchShape>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "GrepMatch")]
struct MatchShape {
    /// Bytes of `text`, from 0.
    start: usize,
    end: usize,
    /// Characters of the whole line, from 1.
    column: usize,
}

impl<'a> GrepDocument<'a> {
    /// What was found; how fresh it is and what else is to be known is left to fill in.
    pub fn of(response: &'a GrepResponse, pattern: &'a str, root: &Path) -> GrepDocument<'a> {
        let totals = response.totals;
        GrepDocument {
            schema: "quarry.grep.v1",
            pattern,
            root: root.to_string_lossy().into_owned(),
            generation: response.generation,
            fresh: false,
            notices: &[],
            elapsed_ms: milliseconds(response.elapsed),
            searched_files: response.n_files_searched,
            totals: TotalsShape {
                matches: totals.n_matches,
                lines: totals.n_lines,
                symbols: totals.n_symbols,
                files: totals.n_files,
            },
            shown_lines: response.n_lines_shown,
            files: response.files.iter().map(file).collect(),
        }
    }
}

fn file(file: &GrepFile) -> FileShape<'_> {
    FileShape {
        path: file.path.as_str(),
        language: file.language.as_str(),
        dialect: file.dialect.as_ref().map(|dialect| dialect.as_str()),
        content_type: file.content_type.as_str(),
        test: file.is_test,
        defines: defines(file.defines),
        matches: file.n_matches,
        lines: file.n_lines,
        groups: file.groups.iter().filter(|group| !group.lines.is_empty()).map(group).collect(),
    }
}

fn group(group: &GrepGroup) -> GroupShape<'_> {
    GroupShape {
        symbol: group.symbol.as_ref().map(|symbol| SymbolShape {
            kind: symbol.kind.as_str(),
            name: &symbol.name,
            qualified_name: &symbol.qualified_name,
            line: symbol.line,
            start_line: symbol.span.start_line,
            end_line: symbol.span.end_line,
        }),
        defines: defines(group.defines),
        matches: group.n_matches,
        n_lines: group.n_lines,
        lines: group.lines.iter().map(line).collect(),
    }
}

fn line(line: &GrepLine) -> LineShape<'_> {
    let matches = line.matches.iter();
    LineShape {
        line: line.number,
        text: &line.text,
        cut_before: line.is_cut_before,
        cut_after: line.is_cut_after,
        matched: line.n_matches > 0,
        matches: matches.map(|found| MatchShape { start: found.start, end: found.end, column: found.column }).collect(),
    }
}

fn defines(defines: Defines) -> Option<&'static str> {
    match defines {
        Defines::Whole => Some("whole"),
        Defines::Part => Some("part"),
        Defines::Nothing => None,
    }
}
