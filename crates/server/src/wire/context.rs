//! An assembled context, as JSON.

use std::path::Path;

use quarry_engine::{ContextPiece, ContextResponse, FileEdge, HitSymbol, RelatedPiece, RepoPath};
use schemars::JsonSchema;
use serde::Serialize;

use super::milliseconds;

/// What an answer needs, inside a budget of tokens. Text is that of the files as they are now.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "Context")]
pub struct ContextDocument<'a> {
    schema: &'static str,
    query: &'a str,
    /// Top of the repository.
    root: String,
    generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What went less well than it could, or should be known to the reader.
    pub notices: &'a [String],
    elapsed_ms: f64,
    budget: BudgetShape,
    /// Whether something was left out or shortened for want of room.
    truncated: bool,
    /// Results that are not shown at all, for want of room.
    left_out: usize,
    /// Results that this session was shown before.
    known: usize,
    /// What was found: first what has lines, then signatures alone, the best first in both.
    primary: Vec<PieceShape<'a>>,
    /// What is related to it, nearest first.
    related: Vec<RelatedShape<'a>>,
    graph: GraphShape<'a>,
}

/// Tokens of the answer when it is laid out as Markdown.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContextBudget")]
struct BudgetShape {
    /// For context and answer together.
    total: usize,
    /// Left to whoever answers.
    reserved: usize,
    /// What the context takes.
    used: usize,
    /// `o200k` or `chars`.
    tokenizer: &'static str,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContextPiece")]
struct PieceShape<'a> {
    /// Among the results of the search, from 1.
    rank: usize,
    score: f32,
    path: &'a str,
    language: &'a str,
    /// `body`, `excerpt` or `signature`.
    form: &'static str,
    /// What is shown; for a signature, the whole definition.
    start_line: u32,
    end_line: u32,
    symbol: Option<SymbolShape<'a>>,
    /// Signatures of what it stands in, outermost first.
    inside: &'a [String],
    text: &'a str,
    tokens: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContextSymbol")]
pub(super) struct SymbolShape<'a> {
    kind: &'static str,
    name: &'a str,
    qualified_name: &'a str,
    /// Its head on one line.
    signature: &'a str,
    /// The line its name stands on.
    line: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContextRelated")]
struct RelatedShape<'a> {
    /// `imports`, `imported_by`, `test_for`, `interface_of`, `sibling`, `calls` or `called_by`.
    relationship: &'static str,
    /// The result it is related to.
    of: &'a str,
    /// Steps along the graph.
    distance: u32,
    /// `import`, `same_file`, `unique_name` or `ambiguous`.
    confidence: &'static str,
    path: &'a str,
    language: &'a str,
    /// Null for the file as a whole.
    symbol: Option<SymbolShape<'a>>,
    start_line: Option<u32>,
    end_line: Option<u32>,
    /// Signatures: of the definition, or the first ones of a file.
    heads: &'a [String],
    /// The line that uses the result, if it is one that does.
    site: Option<SiteShape<'a>>,
    tokens: usize,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContextSite")]
struct SiteShape<'a> {
    line: u32,
    text: &'a str,
}

/// How the files of the answer depend on each other.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContextGraph")]
struct GraphShape<'a> {
    nodes: Vec<&'a str>,
    edges: Vec<EdgeShape<'a>>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ContextEdge")]
struct EdgeShape<'a> {
    from: &'a str,
    to: &'a str,
    kinds: Vec<&'static str>,
    /// Of the surest use.
    confidence: &'static str,
    uses: usize,
}

impl<'a> ContextDocument<'a> {
    /// As long as nobody says otherwise, the files were not looked at.
    pub fn of(response: &'a ContextResponse, query: &'a str, root: &Path) -> ContextDocument<'a> {
        ContextDocument {
            schema: "quarry.context.v1",
            query,
            root: root.to_string_lossy().into_owned(),
            generation: response.generation,
            fresh: false,
            notices: &response.notices,
            elapsed_ms: milliseconds(response.elapsed),
            budget: BudgetShape {
                total: response.budget.total,
                reserved: response.budget.reserved,
                used: response.n_tokens,
                tokenizer: response.tokenizer.as_str(),
            },
            truncated: response.truncated,
            left_out: response.n_left_out,
            known: response.n_known,
            primary: response.primary.iter().map(PieceShape::of).collect(),
            related: response.related.iter().map(RelatedShape::of).collect(),
            graph: GraphShape { nodes: nodes(response), edges: response.edges.iter().map(EdgeShape::of).collect() },
        }
    }
}

/// The files of an answer, each once, in its order.
fn nodes(response: &ContextResponse) -> Vec<&str> {
    let found = response.primary.iter().map(|piece| &piece.path);
    let mut nodes: Vec<&str> = Vec::new();
    for path in found.chain(response.related.iter().map(|piece| &piece.path)).map(RepoPath::as_str) {
        if !nodes.contains(&path) {
            nodes.push(path);
        }
    }
    nodes
}

impl<'a> PieceShape<'a> {
    fn of(piece: &'a ContextPiece) -> PieceShape<'a> {
        PieceShape {
            rank: piece.rank,
            score: piece.score,
            path: piece.path.as_str(),
            language: piece.language.as_str(),
            form: piece.form.as_str(),
            start_line: piece.lines.first,
            end_line: piece.lines.last,
            symbol: piece.symbol.as_ref().map(SymbolShape::of),
            inside: &piece.inside,
            text: &piece.text,
            tokens: piece.n_tokens,
        }
    }
}

impl<'a> SymbolShape<'a> {
    pub(super) fn of(symbol: &'a HitSymbol) -> SymbolShape<'a> {
        SymbolShape {
            kind: symbol.kind.as_str(),
            name: &symbol.name,
            qualified_name: &symbol.qualified_name,
            signature: &symbol.signature,
            line: symbol.line,
        }
    }
}

impl<'a> RelatedShape<'a> {
    fn of(piece: &'a RelatedPiece) -> RelatedShape<'a> {
        RelatedShape {
            relationship: piece.relationship.as_str(),
            of: &piece.of,
            distance: piece.distance,
            confidence: piece.confidence.as_str(),
            path: piece.path.as_str(),
            language: piece.language.as_str(),
            symbol: piece.symbol.as_ref().map(SymbolShape::of),
            start_line: piece.lines.map(|lines| lines.first),
            end_line: piece.lines.map(|lines| lines.last),
            heads: &piece.heads,
            site: piece.site.as_ref().map(|site| SiteShape { line: site.line, text: &site.text }),
            tokens: piece.n_tokens,
        }
    }
}

impl<'a> EdgeShape<'a> {
    fn of(edge: &'a FileEdge) -> EdgeShape<'a> {
        EdgeShape {
            from: edge.from.as_str(),
            to: edge.to.as_str(),
            kinds: edge.kinds.iter().map(|kind| kind.as_str()).collect(),
            confidence: edge.confidence.as_str(),
            uses: edge.n_uses,
        }
    }
}
