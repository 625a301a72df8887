//! Related pieces: what the found definitions use and what uses them, along the code graph, each as a head and not as a
//! body.
//!
//! Nearest first; of equally near ones first those that the source itself proves, then those that the best results, and
//! most of them, are tied to.

use std::collections::BTreeMap;

use quarry_source::{Confidence, RepoPath, Symbol};
use quarry_store::ReadError;

use super::candidate::Candidate;
use super::files::{CurrentFile, CurrentFiles};
use super::lines::{self, LineRange};
use super::locate;
use super::piece::{RelatedPiece, UseSite};
use super::shown::Shown;
use crate::Searcher;
use crate::graph::{AskError, Asked, Direction, Evidence, Place, Relation, RelationAt, Relationship, Walk};
use crate::search::{HitSymbol, place};

/// Results that are looked around of: what the later ones are tied to is too far from the question.
const N_ORIGINS: usize = 8;
/// Steps along the graph, as CodeRAG has it.
const MAX_DISTANCE: u32 = 2;
/// Definitions that are visited from each result, and edges of them that are considered: time stays bounded where a
/// symbol is used everywhere.
const MAX_VISITED: usize = 300;
const MAX_CONSIDERED: usize = 80;
/// Related pieces of one file, and of one relationship: fifty callers say no more than four.
const MAX_OF_FILE: usize = 3;
const MAX_OF_RELATIONSHIP: usize = 4;
/// Signatures that stand for a whole file.
const HEADS_OF_FILE: usize = 3;
/// Where something related stands: its file, and the line of its name; 0 for the file as a whole.
type Spot = (RepoPath, u32);

/// A related place, before it is chosen.
struct Tie {
    distance: u32,
    /// Of all results that it is tied to, the better ones more.
    weight: f64,
    relationship: Relationship,
    relation: Relation,
    direction: Direction,
    /// What it is related to, by name.
    of: String,
}

/// At most `most` related pieces, nearest first, none of which shows what `candidates` show or what is known.
pub(super) fn along_graph(
    searcher: &Searcher<'_>,
    candidates: &[Candidate],
    files: &mut CurrentFiles<'_>,
    known: &Shown,
) -> Result<Vec<RelatedPiece>, ReadError> {
    let mut ties: BTreeMap<Spot, Tie> = BTreeMap::new();
    for origin in candidates.iter().take(N_ORIGINS) {
        for direction in [Direction::Uses, Direction::UsedBy] {
            for found in relations(searcher, origin, direction)? {
                tie(searcher, origin, found, direction, &mut ties);
            }
        }
    }
    let is_named = |path: &RepoPath| ties.range((path.clone(), 1)..=(path.clone(), u32::MAX)).next().is_some();
    let named: Vec<RepoPath> = ties.keys().map(|(path, _)| path).filter(|path| is_named(path)).cloned().collect();
    // A definition says more than the file it stands in.
    ties.retain(|(path, name_line), _| *name_line > 0 || !named.contains(path));
    let mut ties: Vec<(Spot, Tie)> = ties.into_iter().collect();
    ties.sort_by(|(spot, a), (other, b)| {
        let nearness = |tie: &Tie| (tie.distance, !tie.relation.confidence.is_sure());
        nearness(a).cmp(&nearness(b)).then(b.weight.total_cmp(&a.weight)).then_with(|| spot.cmp(other))
    });
    let most = searcher.engine.settings.context.max_related;
    let mut pieces: Vec<RelatedPiece> = Vec::new();
    for (spot, tie) in ties {
        let n_of = |fits: &dyn Fn(&RelatedPiece) -> bool| pieces.iter().filter(|piece| fits(piece)).count();
        let is_enough = pieces.len() >= most
            || n_of(&|piece| piece.path == spot.0) >= MAX_OF_FILE
            || n_of(&|piece| piece.relationship == tie.relationship) >= MAX_OF_RELATIONSHIP;
        if is_enough || is_shown(candidates, &spot, &tie) {
            continue;
        }
        let Some(file) = files.get(&spot.0)? else { continue };
        let max_chars = searcher.engine.settings.search.max_line_chars;
        pieces.extend(piece(&file, tie, max_chars).filter(|piece| !known.knows_head(&piece.path, &piece.key())));
    }
    Ok(pieces)
}

/// What the definition of a result, or its file, uses or is used by, as the index knows it.
fn relations(searcher: &Searcher<'_>, origin: &Candidate, direction: Direction) -> Result<Vec<RelationAt>, ReadError> {
    let path = origin.file.record.path.clone();
    let indexed = origin.symbol().and_then(|symbol| {
        locate::definition(&origin.file.indexed.catalog.symbols, symbol.kind, &symbol.qualified_name, symbol.name_line)
    });
    let asked = match indexed {
        Some((_, symbol)) => Asked::Line(path.clone(), symbol.name_line),
        None => Asked::File(path.clone()),
    };
    let walk = Walk {
        direction,
        kinds: Vec::new(),
        floor: Confidence::UniqueName,
        depth: MAX_DISTANCE,
        max_nodes: MAX_VISITED,
    };
    match searcher.related_by_graph(&asked, &walk, MAX_CONSIDERED) {
        Ok(answer) => Ok(answer.relations),
        Err(AskError::Read(error)) => Err(error),
        // A file that the index has no definitions of has no edges either.
        Err(_) => Ok(Vec::new()),
    }
}

/// Notes a relation at the place it leads to; of several ways there the shortest one tells what it is.
fn tie(
    searcher: &Searcher<'_>,
    origin: &Candidate,
    found: RelationAt,
    direction: Direction,
    ties: &mut BTreeMap<Spot, Tie>,
) {
    let RelationAt { depth: distance, relation, .. } = found;
    let Some(Place { path, symbol, .. }) = end(&relation, direction) else { return };
    let Some(record) = searcher.manifest().file(path.as_str()) else { return };
    let spot = (path.clone(), symbol.as_ref().map_or(0, |symbol| symbol.name_line));
    let own = &origin.file.record.path;
    // Two steps, of which one is a guess, lead anywhere.
    let is_guess = distance > 1 && !relation.confidence.is_sure();
    if is_guess || (path == own && symbol.is_none()) {
        return;
    }
    let weight = 1.0 / origin.rank as f64;
    let is_beside = path.directory() == own.directory();
    let evidence = Evidence { kind: relation.kind, direction, distance, is_test: place::of(record).is_test, is_beside };
    let of = origin.symbol().map_or_else(|| own.to_string(), |symbol| symbol.qualified_name.to_string());
    match ties.get_mut(&spot) {
        Some(known) => {
            known.weight += weight;
            if distance < known.distance {
                let weight = known.weight;
                let relationship = evidence.relationship();
                *known = Tie { distance, weight, relationship, relation, direction, of };
            }
        }
        None => {
            let relationship = evidence.relationship();
            ties.insert(spot, Tie { distance, weight, relationship, relation, direction, of });
        }
    }
}

/// The place that a relation leads to, seen from its start.
fn end(relation: &Relation, direction: Direction) -> Option<&Place> {
    match direction {
        Direction::Uses => relation.to.as_ref(),
        Direction::UsedBy => Some(&relation.from),
    }
}

/// Whether the results show it already: its head, or, for a whole file, anything of it.
fn is_shown(candidates: &[Candidate], (path, name_line): &Spot, tie: &Tie) -> bool {
    let mut own = candidates.iter().filter(|candidate| candidate.file.record.path == *path);
    match (name_line, tie.direction) {
        (0, Direction::Uses) => own.next().is_some(),
        (0, Direction::UsedBy) => own.any(|candidate| candidate.lines.contains(tie.relation.line)),
        (line, _) => own.any(|candidate| {
            let is_own = candidate.symbol().is_some_and(|symbol| symbol.name_line == *line);
            is_own || candidate.lines.contains(*line)
        }),
    }
}

/// A related place as its file is now; `None` if there is nothing to show of it any more.
fn piece(file: &CurrentFile, tie: Tie, max_chars: usize) -> Option<RelatedPiece> {
    let place = end(&tie.relation, tie.direction)?;
    let symbol = match &place.symbol {
        None => None,
        Some(old) => Some(locate::definition(file.symbols(), old.kind, &old.qualified_name, old.name_line)?.1),
    };
    let is_in_head = symbol.is_some_and(|symbol| symbol.name_line == tie.relation.line);
    let is_at_site = tie.direction == Direction::UsedBy && !file.is_changed() && !is_in_head;
    let site = is_at_site.then(|| UseSite {
        line: tie.relation.line,
        text: lines::shown(file.line(tie.relation.line).trim(), max_chars),
    });
    let heads = match (symbol, &site) {
        (Some(symbol), _) => vec![symbol.signature.to_string()],
        (None, Some(_)) => Vec::new(),
        (None, None) => outermost(file.symbols()).take(HEADS_OF_FILE).map(|one| one.signature.to_string()).collect(),
    };
    Some(RelatedPiece {
        path: place.path.clone(),
        language: file.record.language.clone(),
        symbol: symbol.map(HitSymbol::of),
        lines: symbol.map(|symbol| LineRange { first: symbol.span.start_line, last: symbol.span.end_line }),
        relationship: tie.relationship,
        distance: tie.distance,
        confidence: tie.relation.confidence,
        of: tie.of,
        heads,
        site,
        n_tokens: 0,
    })
}

fn outermost(symbols: &[Symbol]) -> impl Iterator<Item = &Symbol> {
    symbols.iter().filter(|symbol| symbol.parent.is_none())
}
