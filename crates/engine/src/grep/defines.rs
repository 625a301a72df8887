//! Whether a symbol is what the pattern names: the place that a reader looks for first.

use std::ops::Range;

use quarry_source::{Symbol, SymbolKind};

/// How much of its own name a match covers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Defines {
    /// It is used, mentioned, or in somebody else's name.
    #[default]
    Nothing,
    /// A part of the name: `open` in `open_index`.
    Part,
    /// The whole name.
    Whole,
}

/// `line` is the text of the line numbered `number`, `matches` are bytes of it.
pub(super) fn by_name(symbol: &Symbol, number: u32, line: &str, matches: &[Range<usize>]) -> Defines {
    // An `impl` adds to what is defined elsewhere, a heading writes about it, and of keys like `name` every file has one.
    let adds = matches!(symbol.kind, SymbolKind::Implementation | SymbolKind::Section | SymbolKind::Block);
    if number != symbol.name_line || adds {
        return Defines::Nothing;
    }
    let Some(name) = place(&symbol.name, line) else { return Defines::Nothing };
    let covers = |found: &Range<usize>| match () {
        () if found.start <= name.start && name.end <= found.end => Defines::Whole,
        () if found.start < name.end && name.start < found.end => Defines::Part,
        () => Defines::Nothing,
    };
    matches.iter().map(covers).max().unwrap_or_default()
}

/// The first place of the line where the name stands by itself.
fn place(name: &str, line: &str) -> Option<Range<usize>> {
    let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
    let stands_alone = |at: usize| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    let (at, _) = line.match_indices(name).find(|(at, found)| !found.is_empty() && stands_alone(*at))?;
    Some(at..at + name.len())
}

#[cfg(test)]
mod tests {
    use super::{Defines, by_name};
    use quarry_source::{Span, Symbol, SymbolKind};

    #[track_caller]
    fn check(kind: SymbolKind, name: &str, line: &str, found: &str, expected: Defines) {
        let symbol = Symbol {
            kind,
            name: name.into(),
            qualified_name: name.into(),
            signature: "".into(),
            doc: "".into(),
            span: Span::default(),
            name_line: 7,
            parent: None,
        };
        let at = line.find(found).expect("it is there");
        let matches = std::slice::from_ref(&(at..at + found.len())).to_vec();
        assert_eq!(by_name(&symbol, 7, line, &matches), expected, "{found} in {line}");
        assert_eq!(by_name(&symbol, 8, line, &matches), Defines::Nothing, "another line");
    }

    #[test]
    fn a_definition_is_known_by_its_name() {
        let function = SymbolKind::Function;
        check(function, "open", "fn open(path: &Path) {", "open", Defines::Whole);
        check(function, "open", "fn open(path: &Path) {", "fn open(", Defines::Whole);
        check(function, "open_index", "fn open_index() {", "open", Defines::Part);
        check(function, "open", "fn open(path: &Path) {", "path", Defines::Nothing);
        check(function, "n", "fn n() { run() }", "run", Defines::Nothing);
        check(function, "größe", "fn größe()", "größe", Defines::Whole);
        check(SymbolKind::Implementation, "Engine", "impl Engine {", "Engine", Defines::Nothing);
        check(SymbolKind::Struct, "Engine", "struct Engine {", "Engine", Defines::Whole);
    }
}
