//! Where something that was indexed stands in the text as it is now: by the name of its definition, or by its lines.

use quarry_source::{Symbol, SymbolKind};

use super::files::CurrentFile;
use super::lines::LineRange;

/// The lines of a match as they are now; `None` if it is not to be found any more.
pub(super) fn lines(file: &CurrentFile, indexed: LineRange) -> Option<LineRange> {
    if !file.is_changed() {
        return Some(indexed);
    }
    by_text(file, indexed).or_else(|| by_definition(file, indexed))
}

/// The definition of a name as it is now. Of several, the one nearest to where it stood.
pub(super) fn definition<'a>(
    symbols: &'a [Symbol],
    kind: SymbolKind,
    qualified_name: &str,
    near: u32,
) -> Option<(u32, &'a Symbol)> {
    let named =
        (0..).zip(symbols).filter(|(_, symbol)| symbol.kind == kind && *symbol.qualified_name == *qualified_name);
    named.min_by_key(|(_, symbol)| symbol.name_line.abs_diff(near))
}

/// The same lines, one after the other, as near as possible to where they stood.
fn by_text(file: &CurrentFile, indexed: LineRange) -> Option<LineRange> {
    let all = file.indexed.text.lines();
    let wanted: Vec<&str> = all.skip(indexed.first as usize - 1).take(indexed.count()).map(str::trim_end).collect();
    let fits = |first: &u32| (*first..).zip(&wanted).all(|(number, line)| file.line(number).trim_end() == *line);
    let latest = (file.n_lines() + 1).checked_sub(wanted.len() as u32)?;
    let first = (1..=latest).filter(fits).min_by_key(|first| first.abs_diff(indexed.first))?;
    Some(LineRange { first, last: first + indexed.last - indexed.first })
}

/// The lines as far from the head of the innermost definition around them as they were, but inside of it.
fn by_definition(file: &CurrentFile, indexed: LineRange) -> Option<LineRange> {
    let old = file.indexed.catalog.symbols.iter();
    let around = old.filter(|symbol| symbol.span.start_line <= indexed.last && indexed.first <= symbol.span.end_line);
    // Symbols stand in order, parents before children: what holds more of the match, then what is further inside.
    let shared = |symbol: &&Symbol| symbol.span.end_line.min(indexed.last) - symbol.span.start_line.max(indexed.first);
    let old = around.max_by_key(shared)?;
    let (_, new) = definition(file.symbols(), old.kind, &old.qualified_name, old.name_line)?;
    let moved = |line: u32| {
        let line = i64::from(line) - i64::from(old.name_line) + i64::from(new.name_line);
        line.clamp(new.span.start_line.into(), new.span.end_line.into()) as u32
    };
    Some(LineRange { first: moved(indexed.first), last: moved(indexed.last) })
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::{LineRange, lines};

    const BEFORE: &str = "fn one() {}\n\nfn two() {\n    first();\n    second();\n}\n";

    fn check(now: &str, expected: Option<(u32, u32)>) {
        let file = fixture::changed_file("src/a.rs", BEFORE, now);
        let found = lines(&file, LineRange { first: 3, last: 6 });
        assert_eq!(found.map(|lines| (lines.first, lines.last)), expected, "{now}");
    }

    #[test]
    fn moved_lines_are_found_by_their_text() {
        check(&format!("// New.\n\n{BEFORE}"), Some((5, 8)));
        check("fn two() {\n    first();\n    second();\n}\n", Some((1, 4)));
    }

    #[test]
    fn a_changed_definition_is_found_by_its_name() {
        check("// New.\nfn one() {}\n\nfn two() {\n    first();\n    third();\n}\n", Some((4, 7)));
        check("fn two() {}\n", Some((1, 1)));
    }

    #[test]
    fn what_is_gone_is_not_found() {
        check("fn one() {}\n", None);
        check("", None);
    }
}
