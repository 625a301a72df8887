//! What may be typed after `quarry search`, and what other commands that answer from the index share with it.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use quarry_engine::{RerankProvider, SearchMode};
use quarry_source::{ContentType, SymbolKind};

use super::{MAX_CONTEXT, MAX_LIMIT};

/// Who may be named to re-rank.
const RERANKERS: [RerankProvider; 3] = [RerankProvider::Ollama, RerankProvider::OpenAi, RerankProvider::Onnx];

pub(super) const EXAMPLES: &str = "\
Examples:
  quarry search \"where are passwords checked\"
  quarry search parse_config --kind function,method   only definitions of that kind
  quarry search \"retry\" src --lang rust,go -n 5       below src, two languages
  quarry search \"deploy\" --type config -C 3           three lines around each result
  quarry search \"cache\" --exclude 'tests/**' --files  paths only, for xargs
  quarry search \"cache\" --mode keyword              by words alone
  quarry search \"cache\" --rerank=ollama             a language model puts the best 20 in order
  quarry search \"cache\" --quickfix                 path:line:column, for an editor
  quarry search \"cache\" --json | jq '.hits[].path'

Filters repeat or take commas; `a/b` is a path, `*.rs` a glob. They may stand in the question, too:
  quarry \"retry lang:rust path:src -path:tests kind:function\"
Exit code 1: nothing was found.";

#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    /// What to look for: words, identifiers or both, as one argument.
    pub(crate) query: String,
    /// The repository, or a part of it to stay in [default: the repository you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) options: SearchOptions,
}

#[derive(Debug, Default, Args)]
pub(crate) struct SearchOptions {
    /// Go by words and meaning, by one of them alone, or (auto) by words only where an identifier is asked for
    /// [default: `search.mode`].
    #[arg(long, value_name = "MODE",
        value_parser = PossibleValuesParser::new(SearchMode::ALL.map(SearchMode::as_str)))]
    pub(crate) mode: Option<String>,
    /// Have a model put the best results in order: that of `rerank.provider`, or of the provider named here.
    #[arg(long, value_name = "PROVIDER", num_args = 0..=1, require_equals = true,
        value_parser = PossibleValuesParser::new(RERANKERS.map(RerankProvider::as_str)))]
    pub(crate) rerank: Option<Option<String>>,
    /// Leave the order as it is, whatever `rerank.provider` says.
    #[arg(long, conflicts_with = "rerank")]
    pub(crate) no_rerank: bool,
    /// At most so many results.
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u16).range(MAX_LIMIT))]
    pub(crate) limit: Option<u16>,
    /// At most so many results of one file.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(MAX_LIMIT))]
    pub(crate) per_file: Option<u16>,
    /// Name at most so many files around the results, along the code graph [default: `search.max_related`].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(0..=100))]
    pub(crate) related: Option<u16>,
    #[command(flatten)]
    pub(crate) around: AroundArgs,
    /// Show all lines of each result.
    #[arg(long)]
    pub(crate) full: bool,
    /// Print paths only, one per line, best first.
    #[arg(long, conflicts_with = "json")]
    pub(crate) files: bool,
    /// Say how the answer came about, below it.
    #[arg(long, conflicts_with = "files")]
    pub(crate) explain: bool,
    /// Print `path:line:column: text`, one line per result, for editors.
    #[arg(long, visible_alias = "vimgrep", conflicts_with_all = ["json", "files", "explain"])]
    pub(crate) quickfix: bool,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print one JSON document (schema `quarry.search.v1`).
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) filters: FilterArgs,
}

impl SearchOptions {
    /// How many files around the results are wanted: none where results alone are printed.
    pub(crate) fn related(&self) -> Option<u16> {
        if self.files || self.quickfix { Some(0) } else { self.related }
    }
}

/// What happens before an answer, and beside it.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct RefreshArgs {
    /// Take the index as it is, without looking for changed files.
    #[arg(long)]
    pub(crate) no_refresh: bool,
    /// No progress, no notes, no closing line.
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Lines to show around results.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(crate) struct AroundArgs {
    /// Show so many lines after each result.
    #[arg(short = 'A', long, value_name = "LINES", value_parser = clap::value_parser!(u16).range(MAX_CONTEXT))]
    after_context: Option<u16>,
    /// Show so many lines before each result.
    #[arg(short = 'B', long, value_name = "LINES", value_parser = clap::value_parser!(u16).range(MAX_CONTEXT))]
    before_context: Option<u16>,
    /// Show so many lines before and after each result.
    #[arg(short = 'C', long, value_name = "LINES", value_parser = clap::value_parser!(u16).range(MAX_CONTEXT))]
    context: Option<u16>,
}

impl AroundArgs {
    /// Lines before, if any were asked for.
    pub(crate) fn before(self) -> Option<usize> {
        self.before_context.or(self.context).map(usize::from)
    }

    /// Lines after, if any were asked for.
    pub(crate) fn after(self) -> Option<usize> {
        self.after_context.or(self.context).map(usize::from)
    }
}

/// What may be a result at all. Conditions of different flags must all hold; of one flag, any.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Filters")]
pub(crate) struct FilterArgs {
    /// Only these languages or dialects (see `quarry languages`).
    #[arg(short, long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) lang: Vec<String>,
    /// Only paths that fit.
    #[arg(short, long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) path: Vec<String>,
    /// No paths that fit.
    #[arg(short = 'x', long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) exclude: Vec<String>,
    /// Only files with these endings.
    #[arg(short, long, value_name = "ENDING", value_delimiter = ',')]
    pub(crate) ext: Vec<String>,
    /// Only definitions of these kinds.
    #[arg(short, long, value_name = "KIND", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(SymbolKind::ALL.map(SymbolKind::as_str)))]
    pub(crate) kind: Vec<String>,
    /// Only definitions whose name fits, in any case.
    #[arg(long, value_name = "GLOB", value_delimiter = ',')]
    pub(crate) name: Vec<String>,
    /// Only code, docs or config.
    #[arg(short = 't', long = "type", value_name = "TYPE", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(ContentType::ALL.map(ContentType::as_str)))]
    pub(crate) content_type: Vec<String>,
}
