//! The tool `context`: everything that one question or task needs, in one answer within a budget.

use std::fmt::Write;
use std::sync::LazyLock;

use quarry_engine::{ContextPiece, ContextResponse, HitSymbol, RelatedPiece, Searcher, Shown};
use schemars::JsonSchema;
use serde::Deserialize;

use super::{Call, Said, few, graph};
use crate::budget::{Budget, DEFAULT_TOKENS, tokens};
use crate::failure::Failure;
use crate::mcp::progress;
use crate::mcp::reader::Reader;
use crate::parameters::{ContextParameters, Form};
use crate::repository::{Basis, Readiness};
use crate::wire::{AgentGraph, AgentPlace, IndexingShape};
use crate::work::blocking;

pub(super) const TITLE: &str = "Context for a task";
pub(super) const DESCRIPTION: &str = "\
Gathers in one call what a question or task needs: the definitions that answer with their code, signatures of more, and what is \
related to them: callers, callees, tests, imports. Use it at the start of a task or to explain how something works, in place \
of several searches and reads. For one place or a list of places, use `search` or `symbol`.";

/// Notices may take this part of a budget, and stand in both forms of the answer.
const NOTICES_SHARE: usize = 6;
/// How often an answer that is too long is assembled anew.
const MAX_TRIES: usize = 4;
/// Of what would fit if size went by tokens alone, so much is asked for.
const SAFETY_PERCENT: usize = 90;

/// The structured form of an answer.
pub(super) type Answer = AgentGraph;

static FORM: LazyLock<Form<Arguments>> = LazyLock::new(Form::new);

/// The arguments of `context`.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub(super) struct Arguments {
    #[serde(flatten)]
    question: ContextParameters,
    /// Size of the answer at most, in tokens [default: 6000].
    #[schemars(range(min = 500, max = 20000))]
    max_tokens: Option<usize>,
}

/// Who reads the answer, and how much.
#[derive(Clone, Copy)]
struct Wanted {
    reader: Reader,
    n_tokens: usize,
}

pub(super) async fn call(call: Call<'_>) -> Result<Said, Failure> {
    let Call { repositories, context, reader, arguments } = call;
    let Arguments { question, max_tokens } = FORM.read(arguments)?;
    let repository = repositories.find(question.repository.as_deref())?;
    let basis = match progress::wait(repository.ready(), &repository, context).await? {
        Readiness::Ready(basis) => basis,
        Readiness::NotYet(reading) => return graph::not_yet(reading),
        Readiness::Failed(problem) => return Err(Failure::no_index(problem)),
    };
    let wanted = Wanted { reader, n_tokens: max_tokens.unwrap_or(DEFAULT_TOKENS) };
    blocking(move || fitting(&question, &basis, wanted)).await
}

/// The largest answer that fits. How much its two forms take is known only when they are written.
fn fitting(question: &ContextParameters, basis: &Basis, wanted: Wanted) -> Result<Said, Failure> {
    let most = Budget::of_tokens(wanted.n_tokens).n_tokens_left();
    let mut n_tokens = wanted.n_tokens;
    let mut said = assembled(question, basis, Wanted { n_tokens, ..wanted })?;
    for _try in 1..MAX_TRIES {
        let taken = tokens(&said.text) + tokens(&said.structured.to_string());
        if taken <= most {
            break;
        }
        n_tokens = n_tokens * most / taken * SAFETY_PERCENT / 100;
        said = assembled(question, basis, Wanted { n_tokens, ..wanted })?;
    }
    Ok(said)
}

fn assembled(question: &ContextParameters, basis: &Basis, wanted: Wanted) -> Result<Said, Failure> {
    let searcher: &Searcher<'static> = &basis.searcher;
    let response = searcher.assemble_context(&question.request(Some(wanted.n_tokens))?, &Shown::default())?;
    let max_chars = Budget::of_tokens(wanted.n_tokens).n_chars_left() / NOTICES_SHARE;
    let pieces = response.primary.iter().map(|piece| found(piece, wanted.reader));
    let answer = AgentGraph {
        found: pieces.chain(response.related.iter().map(related)).collect(),
        total: response.primary.len() + response.related.len() + response.n_left_out,
        cut: response.truncated,
        fresh: basis.ready.is_fresh,
        notices: few(basis.ready.notices_with(&response.notices), max_chars),
        indexing: basis.indexing.map(IndexingShape::from),
        ..AgentGraph::default()
    };
    Said::new(told(&response, &answer, wanted.reader), &answer)
}

fn found(piece: &ContextPiece, reader: Reader) -> AgentPlace {
    AgentPlace {
        path: piece.path.to_string(),
        line: piece.lines.first,
        end_line: Some(piece.lines.last),
        symbol: piece.symbol.as_ref().map(symbol),
        text: (reader == Reader::OfStructure).then(|| piece.text.clone()),
        ..AgentPlace::default()
    }
}

fn related(piece: &RelatedPiece) -> AgentPlace {
    AgentPlace {
        path: piece.path.to_string(),
        line: piece.lines.map_or(1, |lines| lines.first),
        end_line: piece.lines.map(|lines| lines.last),
        symbol: piece.symbol.as_ref().map(symbol),
        relation: Some(piece.relationship.as_str()),
        confidence: Some(piece.confidence.as_str()),
        depth: Some(piece.distance),
        ..AgentPlace::default()
    }
}

fn symbol(symbol: &HitSymbol) -> String {
    format!("{} {}", symbol.kind.as_str(), symbol.qualified_name)
}

/// The context as it was laid out, or only its places if the other form holds the code; and what is left out.
fn told(response: &ContextResponse, answer: &AgentGraph, reader: Reader) -> String {
    let mut text = match reader {
        Reader::OfText => response.text.clone(),
        Reader::OfStructure => answer.found.iter().map(graph::head).collect(),
    };
    let _ = match (response.primary.len(), response.n_left_out) {
        (0, 0) => writeln!(text, "[nothing found; try other words, or fewer filters]"),
        (n_found, 0) => writeln!(text, "[{n_found} found, {} related]", response.related.len()),
        (n_found, n_more) => {
            writeln!(text, "[{n_found} found, {} related; {n_more} left out for want of room]", response.related.len())
        }
    };
    for notice in &answer.notices {
        let _ = writeln!(text, "[note: {notice}]");
    }
    text
}
