//! An assembled context, as JSON.

use std::borrow::Cow;
use std::path::Path;

use quarry_engine::{ContextPiece, ContextResponse, FileEdge, RelatedPiece, RepoPath};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::milliseconds;
use super::search::SymbolShape;

/// What an answer needs, inside a budget of tokens. Text is that of the files as they are now.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Context")]
pub struct ContextDocument<'a> {
    /// Name and version of this shape.
    pub schema: Cow<'static, str>,
    /// As asked.
    pub query: Cow<'a, str>,
    /// Top of the repository.
    pub root: String,
    /// Counts the changes of the index.
    pub generation: u64,
    /// Whether the files on disk were looked at and the index holds them as they are.
    pub fresh: bool,
    /// What went less well than it could, or should be known to the reader.
    pub notices: Cow<'a, [String]>,
    /// How long it took.
    pub elapsed_ms: f64,
    /// Tokens that may be taken.
    pub budget: BudgetShape,
    /// Whether something was left out or shortened for want of room.
    pub truncated: bool,
    /// Results that are not shown at all, for want of room.
    pub left_out: usize,
    /// Results that this session was shown before.
    pub known: usize,
    /// What was found: first what has lines, then signatures alone, the best first in both.
    pub primary: Vec<PieceShape<'a>>,
    /// What is related to it, nearest first.
    pub related: Vec<RelatedShape<'a>>,
    /// How the files depend on each other.
    pub graph: GraphShape<'a>,
    /// Where that was asked: all of it laid out as one text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<Cow<'a, str>>,
}

/// Tokens of the answer when it is laid out as Markdown.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextBudget")]
pub struct BudgetShape {
    /// For context and answer together.
    pub total: usize,
    /// Left to whoever answers.
    pub reserved: usize,
    /// What the context takes.
    pub used: usize,
    /// `o200k` or `chars`.
    pub tokenizer: Cow<'static, str>,
}

/// A piece of code.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextPiece")]
pub struct PieceShape<'a> {
    /// Among the results of the search, from 1.
    pub rank: usize,
    /// Comparable only within one answer.
    pub score: f32,
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Its name.
    pub language: Cow<'a, str>,
    /// `body`, `excerpt` or `signature`.
    pub form: Cow<'static, str>,
    /// What is shown; for a signature, the whole definition.
    pub start_line: u32,
    /// Included.
    pub end_line: u32,
    /// The definition it belongs to.
    pub symbol: Option<SymbolShape<'a>>,
    /// Signatures of what it stands in, outermost first.
    pub inside: Cow<'a, [String]>,
    /// The line itself.
    pub text: Cow<'a, str>,
    /// What it takes.
    pub tokens: usize,
}

/// Something related.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextRelated")]
pub struct RelatedShape<'a> {
    /// `imports`, `imported_by`, `test_for`, `interface_of`, `sibling`, `calls` or `called_by`.
    pub relationship: Cow<'static, str>,
    /// The result it is related to.
    pub of: Cow<'a, str>,
    /// Steps along the graph.
    pub distance: u32,
    /// `import`, `same_file`, `unique_name` or `ambiguous`.
    pub confidence: Cow<'static, str>,
    /// Relative to the root.
    pub path: Cow<'a, str>,
    /// Its name.
    pub language: Cow<'a, str>,
    /// Null for the file as a whole.
    pub symbol: Option<SymbolShape<'a>>,
    /// From 1.
    pub start_line: Option<u32>,
    /// Included.
    pub end_line: Option<u32>,
    /// Signatures: of the definition, or the first ones of a file.
    pub heads: Cow<'a, [String]>,
    /// The line that uses the result, if it is one that does.
    pub site: Option<SiteShape<'a>>,
    /// What it takes.
    pub tokens: usize,
}

/// A line that uses something.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextSite")]
pub struct SiteShape<'a> {
    /// From 1.
    pub line: u32,
    /// The line itself.
    pub text: Cow<'a, str>,
}

/// How the files of the answer depend on each other.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextGraph")]
pub struct GraphShape<'a> {
    /// Files.
    pub nodes: Vec<Cow<'a, str>>,
    /// Which use which.
    pub edges: Vec<EdgeShape<'a>>,
}

/// A file that uses another.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "ContextEdge")]
pub struct EdgeShape<'a> {
    /// Who uses.
    pub from: Cow<'a, str>,
    /// Where it leads.
    pub to: Cow<'a, str>,
    /// Sorts of use.
    pub kinds: Vec<Cow<'static, str>>,
    /// Of the surest use.
    pub confidence: Cow<'static, str>,
    /// How many there are.
    pub uses: usize,
}

impl<'a> ContextDocument<'a> {
    /// As long as nobody says otherwise, the files were not looked at.
    pub fn of(response: &'a ContextResponse, query: &'a str, root: &Path) -> ContextDocument<'a> {
        ContextDocument {
            schema: "quarry.context.v1".into(),
            query: query.into(),
            root: root.to_string_lossy().into_owned(),
            generation: response.generation,
            fresh: false,
            notices: Cow::Borrowed(&response.notices),
            elapsed_ms: milliseconds(response.elapsed),
            budget: BudgetShape {
                total: response.budget.total,
                reserved: response.budget.reserved,
                used: response.n_tokens,
                tokenizer: response.tokenizer.as_str().into(),
            },
            truncated: response.truncated,
            left_out: response.n_left_out,
            known: response.n_known,
            primary: response.primary.iter().map(PieceShape::of).collect(),
            related: response.related.iter().map(RelatedShape::of).collect(),
            graph: GraphShape { nodes: nodes(response), edges: response.edges.iter().map(EdgeShape::of).collect() },
            text: None,
        }
    }
}

/// The files of an answer, each once, in its order.
fn nodes(response: &ContextResponse) -> Vec<Cow<'_, str>> {
    let found = response.primary.iter().map(|piece| &piece.path);
    let mut nodes: Vec<Cow<'_, str>> = Vec::new();
    for path in found.chain(response.related.iter().map(|piece| &piece.path)).map(RepoPath::as_str) {
        if !nodes.iter().any(|node| node == path) {
            nodes.push(path.into());
        }
    }
    nodes
}

impl<'a> PieceShape<'a> {
    fn of(piece: &'a ContextPiece) -> PieceShape<'a> {
        PieceShape {
            rank: piece.rank,
            score: piece.score,
            path: piece.path.as_str().into(),
            language: piece.language.as_str().into(),
            form: piece.form.as_str().into(),
            start_line: piece.lines.first,
            end_line: piece.lines.last,
            symbol: piece.symbol.as_ref().map(SymbolShape::of),
            inside: Cow::Borrowed(&piece.inside),
            text: Cow::Borrowed(&piece.text),
            tokens: piece.n_tokens,
        }
    }
}

impl<'a> RelatedShape<'a> {
    fn of(piece: &'a RelatedPiece) -> RelatedShape<'a> {
        RelatedShape {
            relationship: piece.relationship.as_str().into(),
            of: Cow::Borrowed(&piece.of),
            distance: piece.distance,
            confidence: piece.confidence.as_str().into(),
            path: piece.path.as_str().into(),
            language: piece.language.as_str().into(),
            symbol: piece.symbol.as_ref().map(SymbolShape::of),
            start_line: piece.lines.map(|lines| lines.first),
            end_line: piece.lines.map(|lines| lines.last),
            heads: Cow::Borrowed(&piece.heads),
            site: piece.site.as_ref().map(|site| SiteShape { line: site.line, text: Cow::Borrowed(&site.text) }),
            tokens: piece.n_tokens,
        }
    }
}

impl<'a> EdgeShape<'a> {
    /// All uses of one file by another.
    pub(super) fn of(edge: &'a FileEdge) -> EdgeShape<'a> {
        EdgeShape {
            from: edge.from.as_str().into(),
            to: edge.to.as_str().into(),
            kinds: edge.kinds.iter().map(|kind| kind.as_str().into()).collect(),
            confidence: edge.confidence.as_str().into(),
            uses: edge.n_uses,
        }
    }
}
