//! What may be typed after `quarry context` and `quarry map`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FilterArgs, MAX_CONTEXT, RefreshArgs};

/// Tokens that may be asked for, as `context.budget_tokens` allows.
const MAX_BUDGET: std::ops::RangeInclusive<i64> = 1..=1_000_000;

pub(super) const CONTEXT_EXAMPLES: &str = "\
Examples:
  quarry context \"how are passwords checked\"            what an answer needs, as Markdown, in 8000 tokens
  quarry context \"retry policy\" --budget 2000           in a smaller window; a quarter stays free for the answer
  quarry context \"retry policy\" src --lang rust         found below src, in Rust; related code may lie anywhere
  quarry context \"retry policy\" --format xml            tags around each piece, for a prompt
  quarry context \"and the timeouts\" --session task-7    only what this session has not been shown yet
  quarry context \"retry\" --before 3 --after 10          lines around each match in place of its definition
  quarry context \"retry policy\" --json | jq '.primary[] | {path, form, tokens}'

Results are shown whole where they fit, then as excerpts, then by signature; below them what they use and what uses
them, and how their files depend on each other. The text is that of the files as they are now. A session is forgotten
after a day without a question.
Exit code 1: nothing was found, or nothing fits.";

pub(super) const MAP_EXAMPLES: &str = "\
Examples:
  quarry map                                the most central files and their most used signatures, in 2000 tokens
  quarry map --budget 8000                  more of them
  quarry map src/net                        of a part; importance is still that in the whole repository
  quarry map --json | jq -r '.files[] | \"\\(.rank) \\(.path)\"'

Importance is PageRank along the code graph: a file is important if important files use it. Tests, examples and
generated code count a tenth.";

/// How a context is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ContextFormat {
    /// Headings and fenced code.
    Markdown,
    /// Tags around each piece.
    Xml,
    /// One document (schema `quarry.context.v1`).
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct ContextArgs {
    /// What shall be answered: words, identifiers or both, as one argument.
    pub(crate) question: String,
    /// The repository, or a part of it to search in [default: the repository you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Tokens for context and answer together [default: `context.budget_tokens`].
    #[arg(short, long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(MAX_BUDGET))]
    pub(crate) budget: Option<u32>,
    /// How it is printed.
    #[arg(short, long, value_enum, default_value_t = ContextFormat::Markdown, value_name = "FORMAT")]
    format: ContextFormat,
    /// The same as --format json.
    #[arg(long, conflicts_with = "format")]
    json: bool,
    /// Show only what was not shown before to whoever uses this name.
    #[arg(short, long, value_name = "ID")]
    pub(crate) session: Option<String>,
    /// So many lines before each match, in place of the definition around it.
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u16).range(MAX_CONTEXT))]
    pub(crate) before: Option<u16>,
    /// So many lines after each match, in place of the definition around it.
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u16).range(MAX_CONTEXT))]
    pub(crate) after: Option<u16>,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    #[command(flatten)]
    pub(crate) filters: FilterArgs,
}

impl ContextArgs {
    pub(crate) fn format(&self) -> ContextFormat {
        if self.json { ContextFormat::Json } else { self.format }
    }
}

#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    /// The repository, or a part of it to show [default: the repository you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Tokens that the map may take [default: `context.map_tokens`].
    #[arg(short, long, value_name = "TOKENS", value_parser = clap::value_parser!(u32).range(MAX_BUDGET))]
    pub(crate) budget: Option<u32>,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print one JSON document (schema `quarry.map.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}
