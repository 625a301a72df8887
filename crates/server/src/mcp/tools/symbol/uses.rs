//! Uses as rows: who uses a definition, or what it uses.

use quarry_engine::{Asked, Direction, RelationAt, Walk};

use super::super::graph::{Found, Row, Source, symbol_of, uncertain};
use crate::failure::Failure;
use crate::wire::AgentPlace;

/// What is found along the edges that a walk wants; `noun` is what one and several are called.
pub(super) fn followed(source: &Source<'_>, walk: &Walk, noun: (&'static str, &'static str)) -> Result<Found, Failure> {
    let answer = source.searcher.related_by_graph(source.asked, walk, source.n_rows)?;
    let row = |at: &RelationAt| match walk.direction {
        Direction::UsedBy => user(at, source.asked),
        Direction::Uses => used(at),
    };
    let notices = match (source.asked, walk.direction) {
        // The graph does not know all: a function that is handed on as a value, a name in a template.
        (Asked::Name(_), Direction::UsedBy) if answer.n_relations == 0 => {
            vec!["uses through values, templates or reflection are not known; grep for the name shows them".to_owned()]
        }
        _ => Vec::new(),
    };
    Ok(Found {
        rows: answer.relations.iter().map(row).collect(),
        subjects: answer.subjects,
        n_all: answer.n_relations,
        noun,
        n_uncertain: answer.n_uncertain,
        uncertain: uncertain(walk),
        is_cut: answer.is_cut,
        notices,
    })
}

/// The place that uses, with its line; and what it uses, unless that is what was asked about.
fn user(at: &RelationAt, asked: &Asked) -> Row {
    let relation = &at.relation;
    let is_told = at.depth > 1 || matches!(asked, Asked::File(_));
    let target = relation.to.as_ref().filter(|_| is_told).and_then(symbol_of);
    let target = target.map(|symbol| format!("  -> {symbol}")).unwrap_or_default();
    let place = AgentPlace {
        path: relation.from.path.to_string(),
        line: relation.line,
        symbol: symbol_of(&relation.from),
        ..shared(at)
    };
    Row { place, code: format!("    {}{target}", at.text) }
}

/// The definition that is used, with the line that uses it.
fn used(at: &RelationAt) -> Row {
    let relation = &at.relation;
    let code = format!("    used in {}:{}: {}", relation.from.path, relation.line, at.text);
    let place = match &relation.to {
        Some(to) => AgentPlace {
            path: to.path.to_string(),
            line: to.symbol.as_ref().map_or(1, |symbol| symbol.name_line),
            symbol: symbol_of(to),
            ..shared(at)
        },
        None => AgentPlace { path: relation.from.path.to_string(), line: relation.line, ..shared(at) },
    };
    Row { place, code }
}

/// What a use is, wherever it stands.
fn shared(at: &RelationAt) -> AgentPlace {
    AgentPlace {
        relation: Some(at.relation.kind.as_str()),
        confidence: Some(at.relation.confidence.as_str()),
        depth: Some(at.depth),
        ..AgentPlace::default()
    }
}
