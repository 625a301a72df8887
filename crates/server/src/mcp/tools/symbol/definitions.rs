//! Definitions as rows: of a name with their code, of a file with their heads.

use quarry_engine::{Asked, Place, RepoPath, Symbol};

use super::super::graph::{Found, Row, Source, symbol_of};
use crate::failure::Failure;
use crate::lookup;
use crate::wire::AgentPlace;

/// If a name has more definitions, their heads are shown in place of their code.
const MAX_WITH_CODE: usize = 5;
/// Blanks before a definition for each one that it stands in.
const INDENT: &str = "  ";

/// Every definition of a name, or the one around a line.
pub(super) fn of_name(source: &Source<'_>) -> Result<Found, Failure> {
    if let Asked::File(_) = source.asked {
        return of_file(source);
    }
    let places = source.searcher.symbols(source.asked)?;
    let n_all = places.len();
    let rows = places.iter().take(source.n_rows).map(|place| {
        let Some(symbol) = &place.symbol else { return Ok(whole_file(place)) };
        let code = match n_all {
            0..=MAX_WITH_CODE => code_of(place, symbol, source)?,
            _ => symbol.signature.to_string(),
        };
        Ok(Row { place: place_of(place, symbol), code })
    });
    let rows = rows.collect::<Result<_, Failure>>()?;
    let notices = lookup::other_spelling(source.asked, &places).into_iter().collect();
    Ok(Found { rows, n_all, noun: ("definition", "definitions"), notices, ..Found::default() })
}

/// What a file defines, in order.
pub(super) fn of_file(source: &Source<'_>) -> Result<Found, Failure> {
    let path = match source.asked {
        Asked::File(path) | Asked::Line(path, _) => path.clone(),
        Asked::Name(name) => RepoPath::new(name),
    };
    let outline = source.searcher.outline(&path)?;
    let head = |symbol: &Symbol| {
        let place = Place { path: path.clone(), language: outline.language.clone(), symbol: Some(symbol.clone()) };
        let ancestors = std::iter::successors(symbol.parent, |parent| outline.symbols.get(*parent as usize)?.parent);
        let code = format!("{}{}", INDENT.repeat(ancestors.count() + 1), symbol.signature);
        Row { place: place_of(&place, symbol), code }
    };
    Ok(Found {
        rows: outline.symbols.iter().take(source.n_rows).map(head).collect(),
        n_all: outline.symbols.len(),
        noun: ("definition", "definitions"),
        ..Found::default()
    })
}

fn place_of(place: &Place, symbol: &Symbol) -> AgentPlace {
    AgentPlace {
        path: place.path.to_string(),
        line: symbol.span.start_line,
        end_line: Some(symbol.span.end_line),
        symbol: symbol_of(place),
        ..AgentPlace::default()
    }
}

fn whole_file(place: &Place) -> Row {
    Row { place: AgentPlace { path: place.path.to_string(), line: 1, ..AgentPlace::default() }, code: String::new() }
}

/// The lines of a definition as they were indexed.
fn code_of(place: &Place, symbol: &Symbol, source: &Source<'_>) -> Result<String, Failure> {
    let Some(file) = source.searcher.file(place.path.as_str())? else { return Ok(symbol.signature.to_string()) };
    let (first, last) = (symbol.span.start_line as usize, symbol.span.end_line as usize);
    let lines = file.text().split_inclusive('\n').skip(first.saturating_sub(1)).take((last + 1).saturating_sub(first));
    Ok(lines.collect())
}
