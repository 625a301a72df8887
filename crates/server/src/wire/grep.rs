//! Every match of a pattern, as JSON.

use std::borrow::Cow;
use std::path::Path;

use quarry_engine::{Defines, GrepFile, GrepGroup, GrepLine, GrepMatch, GrepResponse};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::graph::GraphSymbolShape;
use super::milliseconds;

/// Every match of a pattern, grouped by the symbol it stands in.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Grep")]
pub struct GrepDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// As asked.
    pub pattern: Cow<'a, str>,
    /// Top of the repository.
    pub root: String,
    /// Counts the changes of the index.
    pub generation: u64,
    /// Whether the files on disk were looked at, so that new ones were searched, too.
    pub fresh: bool,
    /// What could not be searched, or should be known to the reader.
    pub notices: Cow<'a, [String]>,
    /// How long it took.
    pub elapsed_ms: f64,
    /// How many were looked at.
    pub searched_files: usize,
    /// Of everything that matches, shown or not.
    pub totals: TotalsShape,
    /// Matching lines below.
    pub shown_lines: usize,
    /// Every file that matches, best first; those beyond the limit without groups.
    pub files: Vec<GrepFileShape<'a>>,
}

/// Of everything, shown or not.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GrepTotals")]
pub struct TotalsShape {
    /// How many there are.
    pub matches: usize,
    /// Lines that match.
    pub lines: usize,
    /// Definitions.
    pub symbols: usize,
    /// How many files.
    pub files: usize,
}

/// A file with matches.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GrepFile")]
pub struct GrepFileShape<'a> {
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Its name.
    pub language: Cow<'a, str>,
    /// The infrastructure dialect, if any.
    pub dialect: Option<Cow<'a, str>>,
    /// `code`, `docs` or `config`.
    pub content_type: Cow<'static, str>,
    /// Whether it is a test.
    pub test: bool,
    /// How much of a name that it defines matches: `whole`, `part` or null.
    pub defines: Option<Cow<'static, str>>,
    /// How many there are.
    pub matches: usize,
    /// Lines that match.
    pub lines: usize,
    /// By definition.
    pub groups: Vec<GrepGroupShape<'a>>,
}

/// Matches in one definition.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GrepGroup")]
pub struct GrepGroupShape<'a> {
    /// Null for what stands outside of all symbols.
    pub symbol: Option<GraphSymbolShape<'a>>,
    /// How much of the name of this definition matches: `whole`, `part` or null.
    pub defines: Option<Cow<'static, str>>,
    /// How many there are.
    pub matches: usize,
    /// Matching lines, shown or not.
    pub n_lines: usize,
    /// Lines that match.
    pub lines: Vec<LineShape<'a>>,
}

/// A line.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GrepLine")]
pub struct LineShape<'a> {
    /// From 1.
    pub line: u32,
    /// Of a long line, the part around its first match.
    pub text: Cow<'a, str>,
    /// Whether the line has more before it.
    pub cut_before: bool,
    /// Whether the line has more after it.
    pub cut_after: bool,
    /// False for a line that only stands near a match.
    pub matched: bool,
    /// How many there are.
    pub matches: Vec<MatchShape>,
}

/// A match.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "GrepMatch")]
pub struct MatchShape {
    /// Bytes of `text`, from 0.
    pub start: usize,
    /// Not included.
    pub end: usize,
    /// Characters of the whole line, from 1.
    pub column: usize,
    /// Bytes of the whole line before it.
    #[serde(default)]
    pub offset: usize,
}

impl<'a> GrepDocument<'a> {
    /// What was found; how fresh it is and what else is to be known is left to fill in.
    pub fn of(response: &'a GrepResponse, pattern: &'a str, root: &Path) -> GrepDocument<'a> {
        let totals = response.totals;
        GrepDocument {
            schema: "quarry.grep.v1".into(),
            pattern: pattern.into(),
            root: root.to_string_lossy().into_owned(),
            generation: response.generation,
            fresh: false,
            notices: Cow::Borrowed(&[]),
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

fn file(file: &GrepFile) -> GrepFileShape<'_> {
    GrepFileShape {
        path: file.path.as_str().into(),
        language: file.language.as_str().into(),
        dialect: file.dialect.as_ref().map(|dialect| dialect.as_str().into()),
        content_type: file.content_type.as_str().into(),
        test: file.is_test,
        defines: defines(file.defines),
        matches: file.n_matches,
        lines: file.n_lines,
        groups: file.groups.iter().filter(|group| !group.lines.is_empty()).map(group).collect(),
    }
}

fn group(group: &GrepGroup) -> GrepGroupShape<'_> {
    GrepGroupShape {
        symbol: group.symbol.as_ref().map(|symbol| GraphSymbolShape {
            kind: symbol.kind.as_str().into(),
            name: Cow::Borrowed(&symbol.name),
            qualified_name: Cow::Borrowed(&symbol.qualified_name),
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
        text: Cow::Borrowed(&line.text),
        cut_before: line.is_cut_before,
        cut_after: line.is_cut_after,
        matched: line.n_matches > 0,
        matches: matches.map(match_shape).collect(),
    }
}

fn match_shape(found: &GrepMatch) -> MatchShape {
    MatchShape { start: found.start, end: found.end, column: found.column, offset: found.offset }
}

fn defines(defines: Defines) -> Option<Cow<'static, str>> {
    match defines {
        Defines::Whole => Some("whole".into()),
        Defines::Part => Some("part".into()),
        Defines::Nothing => None,
    }
}
