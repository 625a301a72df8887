//! What may be typed after the commands that answer from the code graph: `symbol`, `refs`, `callers`, `callees`,
//! `outline`, `deps`, `impact`, `path`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;
use quarry_engine::{Confidence, Direction, EdgeKind, Walk};
use quarry_source::SymbolKind;

use super::RefreshArgs;

/// Rows that are shown, unless more are asked for: a screen or two.
const DEFAULT_LIMIT: u32 = 100;
/// Steps that may be asked for. Farther, everything is related to everything.
const MAX_DEPTH: std::ops::RangeInclusive<i64> = 1..=50;
/// Definitions and files that are visited at most, so that a walk ends in any repository.
const MAX_NODES: usize = 100_000;
/// Sorts of use that the graph holds; what contains what is told by `outline`.
const EDGE_KINDS: [EdgeKind; 6] = [
    EdgeKind::Imports,
    EdgeKind::Calls,
    EdgeKind::References,
    EdgeKind::Extends,
    EdgeKind::Implements,
    EdgeKind::Tests,
];

pub(super) const SYMBOL_EXAMPLES: &str = "\
Examples:
  quarry symbol open_index                  where it is defined, with signature and doc
  quarry symbol Client.send                 a method; `Client::send` and `Client#send` mean the same
  quarry symbol src/auth.rs:42              the definition around a line
  quarry symbol new --kind function -n 5
  quarry symbol Cart --json | jq -r '.symbols[] | \"\\(.path):\\(.symbol.line)\"'

If nothing is written so, names that differ in case and underscores are shown. Exit code 1: nothing has that name.";

pub(super) const USES_EXAMPLES: &str = "\
Examples:
  quarry refs Cart                          every use: calls, types, imports
  quarry refs src/cart.py                   everything in other files that uses something of this one
  quarry callers Cart.total --depth 2       who calls it, and who calls those
  quarry callees src/cart.py:42             what the definition around line 42 calls
  quarry callers total --confidence import  without those that go by the name alone
  quarry refs Cart --kind extends,implements
  vim -q <(quarry callers Cart.total -q)    the calls as a quickfix list

How sure a use is stands behind it: `import`, the imports of the file or the type of the receiver lead there;
`same file`; `unique name`, nothing else is called so; `ambiguous`, several are, and nothing tells which one is meant.
Exit code 1: nothing was found.";

pub(super) const OUTLINE_EXAMPLES: &str = "\
Examples:
  quarry outline src/cart.py                all definitions, with kinds, lines and signatures
  quarry outline src/cart.py --depth 1      the outermost ones
  quarry outline src/cart.py --kind class,method
  quarry outline README.md                  its headings";

pub(super) const DEPS_EXAMPLES: &str = "\
Examples:
  quarry deps src/cart.py                   what it imports, and who imports it
  quarry deps src/cart.py --depth 3         and what those import, and who imports those
  quarry deps src/cart.py --kind imports,calls,extends
  quarry deps src/cart.py --json | jq -r '.imported_by.uses[].from.path'";

pub(super) const IMPACT_EXAMPLES: &str = "\
Examples:
  quarry impact src/cart.py                 who is affected if the file changes
  quarry impact Cart.total --depth 5        if a definition does
  quarry impact src/cart.py:42              if the definition around a line does
  quarry impact Cart --confidence import    only where the source itself says so
  quarry impact Cart --json | jq -r '.files[] | select(.test) | .path'    the tests to run

A file is as sure as the weakest step on the way to it. Exit code 1: nothing is affected, as far as is known.";

pub(super) const PATH_EXAMPLES: &str = "\
Examples:
  quarry path main open_index               how main comes to use open_index
  quarry path src/main.rs src/store.rs      the same for files
  quarry path main open_index --kind calls --confidence same_file

Of all ways the surest is shown, of those the shortest. If A does not use B, the way from B to A is looked for.
Exit code 1: A does not use B.";

#[derive(Debug, Args)]
pub(crate) struct SymbolArgs {
    /// A name (`send`, `Client.send`), or FILE:LINE for the definition around a line.
    #[arg(value_name = "NAME")]
    pub(crate) asked: String,
    /// The repository, or a path in it [default: the file's, or the one you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Only definitions of these kinds.
    #[arg(short, long, value_name = "KIND", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(SymbolKind::ALL.map(SymbolKind::as_str)))]
    pub(crate) kind: Vec<String>,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print `path:line:column: text`, one line per result, for editors.
    #[arg(long, visible_alias = "vimgrep", conflicts_with = "json")]
    pub(crate) quickfix: bool,
    /// Print one JSON document (schema `quarry.symbol.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct UsesArgs {
    /// A name (`send`, `Client.send`), FILE:LINE for the definition around a line, or a FILE.
    #[arg(value_name = "NAME|FILE[:LINE]")]
    pub(crate) asked: String,
    /// The repository, or a path in it [default: the file's, or the one you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print `path:line:column: text`, one line per result, for editors.
    #[arg(long, visible_alias = "vimgrep", conflicts_with = "json")]
    pub(crate) quickfix: bool,
    /// Print one JSON document (schema `quarry.refs.v1`, `quarry.callers.v1`, `quarry.callees.v1` or
    /// `quarry.impact.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OutlineArgs {
    /// The file.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The repository, or a path in it [default: the file's, or the one you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    /// Only so many levels; 1 shows what stands in nothing else.
    #[arg(short, long, value_name = "LEVELS", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) depth: Option<u32>,
    /// Only definitions of these kinds.
    #[arg(short, long, value_name = "KIND", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(SymbolKind::ALL.map(SymbolKind::as_str)))]
    pub(crate) kind: Vec<String>,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print one JSON document (schema `quarry.outline.v1`), always with all definitions.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DepsArgs {
    /// The file.
    #[arg(value_name = "FILE")]
    pub(crate) file: String,
    /// The repository, or a path in it [default: the file's, or the one you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) limit: LimitArgs,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print one JSON document (schema `quarry.deps.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PathArgs {
    /// What uses: a name, FILE:LINE or a FILE.
    #[arg(value_name = "A")]
    pub(crate) from: String,
    /// What is used, directly or through others.
    #[arg(value_name = "B")]
    pub(crate) to: String,
    /// The repository, or a path in it [default: the file's, or the one you are in].
    #[arg(id = "place", value_name = "PATH")]
    pub(crate) path: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) walk: WalkArgs,
    #[command(flatten)]
    pub(crate) refresh: RefreshArgs,
    /// Print one JSON document (schema `quarry.path.v1`).
    #[arg(long)]
    pub(crate) json: bool,
}

/// How much is shown.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct LimitArgs {
    /// Show at most so many; all are counted.
    #[arg(short = 'n', long, value_name = "N", default_value_t = DEFAULT_LIMIT,
        value_parser = clap::value_parser!(u32).range(1..))]
    limit: u32,
}

impl LimitArgs {
    pub(crate) fn get(self) -> usize {
        self.limit as usize
    }
}

/// Which edges are followed, and how far.
#[derive(Debug, Args)]
pub(crate) struct WalkArgs {
    /// How many steps are followed [default: 1; of `impact` 3, of `path` 8].
    #[arg(short, long, value_name = "STEPS", value_parser = clap::value_parser!(u32).range(MAX_DEPTH))]
    depth: Option<u32>,
    /// Only these sorts of use [default: of `callers` and `callees` calls, of `deps` imports, of `impact` all but
    /// tests, else all].
    #[arg(short, long, value_name = "KIND", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(EDGE_KINDS.map(EdgeKind::as_str)))]
    kind: Vec<String>,
    /// Only uses that are at least so sure; the surest is first.
    #[arg(short, long, value_name = "LEVEL", default_value = Confidence::Ambiguous.as_str(),
        value_parser = PossibleValuesParser::new(Confidence::ALL.map(Confidence::as_str)))]
    confidence: String,
}

/// What a command follows if nothing is said.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UsualWalk {
    pub(crate) direction: Direction,
    /// None means all.
    pub(crate) kinds: &'static [EdgeKind],
    pub(crate) depth: u32,
}

impl WalkArgs {
    /// What was asked for, and for the rest what is usual.
    pub(crate) fn walk(&self, usual: UsualWalk) -> Walk {
        // clap has refused other words.
        let kinds: Vec<EdgeKind> = self.kind.iter().filter_map(|name| EdgeKind::from_name(name)).collect();
        Walk {
            direction: usual.direction,
            kinds: if kinds.is_empty() { usual.kinds.to_vec() } else { kinds },
            floor: Confidence::from_name(&self.confidence).unwrap_or(Confidence::Ambiguous),
            depth: self.depth.unwrap_or(usual.depth),
            max_nodes: MAX_NODES,
        }
    }
}
