//! Grep: every match of a pattern in every indexed file, grouped by the symbol it stands in, and counted.
//!
//! In:  a pattern and a filter.
//! Out: all files that match, best first, with the lines that fit into the limit. Counts are always of everything.
//!
//! The index says which files there are and what they define; the text is read from disk, so that no match is of
//! yesterday. Never here: words, vectors or scores. A ranked few are no answer to "every place that calls this".
//!
//! The order, the same whatever the number of threads:
//! - files: those that define what matches before those that only use it (a whole name before a part of one), tests last
//!   among equals, then the one with more matches, then by path;
//! - symbols of a file: definitions first as above, then the one with more matches, then by place;
//! - lines of a symbol: by place.

mod defines;
mod display;
mod group;
mod pattern;
mod scan;

use std::cmp::Reverse;
use std::path::Path;
use std::time::{Duration, Instant};

use quarry_models::Stop;
use quarry_source::{ContentType, Language, RepoPath, Span, SymbolKind};
use quarry_store::{FileRecord, Filter, Snapshot};

use crate::parallel;
use crate::settings::Settings;

pub use defines::Defines;
pub use pattern::{Case, GrepPattern, PatternError, PatternStyle};

/// What to look for and where.
#[derive(Clone, Debug)]
pub struct GrepRequest {
    /// What a line must match.
    pub pattern: GrepPattern,
    /// Which files are searched; with kinds or names, only inside of such symbols.
    pub filter: Filter,
    /// Matching lines shown at most; `None` shows all.
    pub limit: Option<usize>,
    /// Lines shown before each matching line.
    pub lines_before: usize,
    /// Lines shown after each matching line.
    pub lines_after: usize,
}

/// Everything that matched.
#[derive(Clone, Debug, Default)]
pub struct GrepResponse {
    /// Every file with a match, best first.
    pub files: Vec<GrepFile>,
    /// How much matched, shown or not.
    pub totals: GrepTotals,
    /// Matching lines that the limit let through.
    pub n_lines_shown: usize,
    /// Files that were looked through.
    pub n_files_searched: usize,
    /// What could not be searched.
    pub notices: Vec<String>,
    /// The generation that named the files.
    pub generation: u64,
    /// How long it took, without bringing the index up to date.
    pub elapsed: Duration,
}

/// How much matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GrepTotals {
    /// Matches; a line may hold several.
    pub n_matches: usize,
    /// Matching lines.
    pub n_lines: usize,
    /// Symbols around them, the innermost of each.
    pub n_symbols: usize,
    /// Files.
    pub n_files: usize,
}

/// A file with a match.
#[derive(Clone, Debug)]
pub struct GrepFile {
    /// Where it is.
    pub path: RepoPath,
    /// What it is written in.
    pub language: Language,
    /// The infrastructure dialect, if any.
    pub dialect: Option<Language>,
    /// What it is for.
    pub content_type: ContentType,
    /// Whether its path says that it is a test.
    pub is_test: bool,
    /// Whether it defines what matches.
    pub defines: Defines,
    /// Matches in it.
    pub n_matches: usize,
    /// Matching lines in it.
    pub n_lines: usize,
    /// Its symbols with a match, best first.
    pub groups: Vec<GrepGroup>,
}

/// The matches of one symbol, without those of symbols inside it.
#[derive(Clone, Debug)]
pub struct GrepGroup {
    /// The symbol; none for what stands outside of all.
    pub symbol: Option<GrepSymbol>,
    /// Whether its own name matches.
    pub defines: Defines,
    /// Matches in it.
    pub n_matches: usize,
    /// Matching lines in it.
    pub n_lines: usize,
    /// The lines that are shown, in order; empty if the limit was reached before.
    pub lines: Vec<GrepLine>,
}

/// The symbol around a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GrepSymbol {
    /// What it is.
    pub kind: SymbolKind,
    /// Its own name.
    pub name: Box<str>,
    /// The name with what it stands in.
    pub qualified_name: Box<str>,
    /// The line of its name, from 1.
    pub line: u32,
    /// All of it.
    pub span: Span,
}

/// A line to show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GrepLine {
    /// From 1.
    pub number: u32,
    /// The line without its end. Of a line that is too long, the part around its first match.
    pub text: String,
    /// Whether something was cut off before.
    pub is_cut_before: bool,
    /// Whether something was cut off after.
    pub is_cut_after: bool,
    /// Matches in the whole line; 0 for a line that only stands near one.
    pub n_matches: usize,
    /// Where they are, as far as they show.
    pub matches: Vec<GrepMatch>,
}

/// A match within a shown line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrepMatch {
    /// First byte, in the shown text.
    pub start: usize,
    /// One past the last byte, in the shown text.
    pub end: usize,
    /// Characters of the whole line up to the first of the match, that one included.
    pub column: usize,
    /// Bytes of the whole line before the match.
    pub offset: usize,
}

/// What a run works on.
pub(crate) struct Context<'a> {
    pub(crate) root: &'a Path,
    pub(crate) snapshot: &'a Snapshot,
    pub(crate) settings: &'a Settings,
    /// Asked between two files; the answer is not complete then.
    pub(crate) stop: &'a Stop,
}

/// Finds everything. To read this function is to read the design.
pub(crate) fn grep(context: &Context<'_>, request: &GrepRequest) -> GrepResponse {
    let start = Instant::now();
    let manifest = context.snapshot.manifest();
    let wanted: Vec<&FileRecord> = manifest.files.iter().filter(|record| request.filter.wants_file(record)).collect();
    let scan = scan::Scan::new(context, request);
    let found = parallel::in_order(&wanted, context.settings.index.n_threads(), |record| scan.file(record));
    let mut response =
        GrepResponse { n_files_searched: wanted.len(), generation: manifest.generation, ..GrepResponse::default() };
    let mut problems = Vec::new();
    for outcome in found {
        match outcome {
            Ok(file) => response.files.extend(file),
            Err(problem) => problems.push(problem),
        }
    }
    response.notices.extend(as_notice(&problems));
    response.files.sort_by(|a, b| {
        let rank = |file: &GrepFile| (Reverse(file.defines), file.is_test, Reverse(file.n_matches));
        rank(a).cmp(&rank(b)).then_with(|| a.path.cmp(&b.path))
    });
    response.totals = totals(&response.files);
    response.n_lines_shown = display::limit(&mut response.files, request);
    response.elapsed = start.elapsed();
    response
}

fn totals(files: &[GrepFile]) -> GrepTotals {
    let groups = || files.iter().flat_map(|file| &file.groups);
    GrepTotals {
        n_matches: files.iter().map(|file| file.n_matches).sum(),
        n_lines: files.iter().map(|file| file.n_lines).sum(),
        n_symbols: groups().filter(|group| group.symbol.is_some()).count(),
        n_files: files.len(),
    }
}

/// One notice for all files that could not be searched: a removed folder must not fill the screen.
fn as_notice(problems: &[String]) -> Option<String> {
    match problems {
        [] => None,
        [only] => Some(format!("not searched: {only}")),
        [first, others @ ..] => Some(format!("not searched: {first}; and {} more", others.len())),
    }
}
