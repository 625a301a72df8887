//! Growing: a hit becomes the definition around it, or its lines with some before and after, cut around the line that
//! answers best.
//!
//! A function that the match is a part of is shown whole. What holds functions (a class, a module, a section) is shown
//! whole only if it is small: of a large one the match itself says more than its neighbours.

use std::collections::HashSet;
use std::rc::Rc;

use quarry_source::{Symbol, SymbolKind};
use quarry_store::{ReadError, words};

use super::candidate::Candidate;
use super::files::{CurrentFile, CurrentFiles};
use super::lines::LineRange;
use super::locate;
use crate::search::Hit;

/// How far a hit grows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    pub(super) to: GrowTo,
    /// Lines of one result at most.
    pub(super) max_lines: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) enum GrowTo {
    /// The definition around it.
    Definition,
    /// So many lines before and after it.
    Lines { before: usize, after: usize },
}

/// Hits, best first, as candidates in the same order. What is not to be found any more is left out with a notice.
pub(super) fn hits(
    hits: &[Hit],
    question: &str,
    growth: Growth,
    files: &mut CurrentFiles<'_>,
) -> Result<Vec<Candidate>, ReadError> {
    let asked: HashSet<String> = words(question).into_iter().collect();
    let mut candidates = Vec::new();
    for (rank, hit) in (1..).zip(hits) {
        let Some(file) = files.get(&hit.path)? else { continue };
        let indexed = LineRange { first: hit.span.start_line, last: hit.span.end_line };
        let Some(matched) = locate::lines(&file, indexed) else {
            let notice = format!("{} has changed since it was indexed, and line {} is gone", hit.path, indexed.first);
            files.notices.push(notice);
            continue;
        };
        candidates.push(Candidate { rank, score: hit.score, ..grown(&file, matched, &asked, growth) });
    }
    Ok(candidates)
}

fn grown(file: &Rc<CurrentFile>, matched: LineRange, asked: &HashSet<String>, growth: Growth) -> Candidate {
    let focus = focus(file, matched, asked);
    let whole = match growth.to {
        GrowTo::Definition => with_definitions(file.symbols(), matched, growth.max_lines),
        GrowTo::Lines { before, after } => LineRange {
            first: matched.first.saturating_sub(before as u32).max(1),
            last: matched.last.saturating_add(after as u32).min(file.n_lines()).max(matched.first),
        },
    };
    Candidate {
        lines: whole.around(focus, growth.max_lines),
        symbol: around(file.symbols(), focus).or_else(|| beginning_in(file.symbols(), matched)),
        file: Rc::clone(file),
        rank: 0,
        score: 0.0,
        focus,
        is_head_known: false,
    }
}

/// The matched lines with the definitions that they are a part of.
fn with_definitions(symbols: &[Symbol], matched: LineRange, max_lines: usize) -> LineRange {
    let mut whole = matched;
    for symbol in symbols {
        let own = LineRange { first: symbol.span.start_line, last: symbol.span.end_line };
        let is_met = own.first <= matched.last && matched.first <= own.last;
        if is_met && (!holds_others(symbol.kind) || own.union(matched).count() <= max_lines) {
            whole = whole.union(own);
        }
    }
    whole
}

fn holds_others(kind: SymbolKind) -> bool {
    kind.holds_methods() || matches!(kind, SymbolKind::Module | SymbolKind::Block | SymbolKind::Section)
}

/// The line with the most words of the question; of equal ones the first. Without any, the first line that says
/// something.
fn focus(file: &CurrentFile, matched: LineRange, asked: &HashSet<String>) -> u32 {
    let n_words = |number: u32| {
        let found: HashSet<String> = words(file.line(number)).into_iter().filter(|word| asked.contains(word)).collect();
        found.len()
    };
    let best = (matched.first..=matched.last).rev().max_by_key(|number| n_words(*number)).unwrap_or(matched.first);
    if n_words(best) > 0 {
        return best;
    }
    let says = |number: &u32| file.line(*number).contains(char::is_alphanumeric);
    (matched.first..=matched.last).find(says).unwrap_or(matched.first)
}

/// The innermost definition around a line that says what it is for; a field does not. Symbols stand in order, parents
/// before children.
fn around(symbols: &[Symbol], line: u32) -> Option<u32> {
    let is_around = |symbol: &Symbol| (symbol.span.start_line..=symbol.span.end_line).contains(&line);
    let holds = |symbol: &Symbol| is_around(symbol) && symbol.kind != SymbolKind::Field;
    symbols.iter().rposition(holds).map(|place| place as u32)
}

fn beginning_in(symbols: &[Symbol], lines: LineRange) -> Option<u32> {
    symbols.iter().position(|symbol| lines.contains(symbol.name_line)).map(|place| place as u32)
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::{GrowTo, Growth, grown};
    use crate::context::lines::LineRange;
    use quarry_store::words;
    use std::rc::Rc;

    const DEFINITION: Growth = Growth { to: GrowTo::Definition, max_lines: 50 };

    /// Grows `matched` lines of a file and says which lines come out, around which, and of which definition.
    fn check(path: &str, text: &str, matched: (u32, u32), growth: Growth, expected: &str) {
        let file = Rc::new(fixture::file(path, text));
        let asked = words("password check").into_iter().collect();
        let grown = grown(&file, LineRange { first: matched.0, last: matched.1 }, &asked, growth);
        let name = grown.symbol().map_or("nothing", |symbol| &symbol.qualified_name);
        let told = format!("{}-{} around {} of {name}", grown.lines.first, grown.lines.last, grown.focus);
        assert_eq!(told, expected, "{path} {matched:?}");
    }

    #[test]
    fn a_part_of_a_function_becomes_the_function_in_every_language() {
        let samples = [
            ("a.rs", "use x;\n\n/// Doc.\nfn f() {\n    a();\n    b();\n}\n\nfn g() {}\n", (5, 5), "3-7 around 5 of f"),
            ("a.py", "import x\n\ndef f():\n    a()\n    b()\n\ndef g():\n    pass\n", (5, 5), "3-5 around 5 of f"),
            ("a.go", "package a\n\nfunc f() {\n\ta()\n\tb()\n}\n", (4, 4), "3-6 around 4 of f"),
            ("a.ts", "const x = 1;\nexport function f() {\n  a();\n  b();\n}\n", (4, 4), "2-5 around 4 of f"),
            ("A.java", "class A {\n  void f() {\n    a();\n  }\n}\n", (3, 3), "1-5 around 3 of A.f"),
        ];
        for (path, text, matched, expected) in samples {
            check(path, text, matched, DEFINITION, expected);
        }
    }

    #[test]
    fn a_large_class_is_not_shown_for_one_of_its_methods() {
        let methods: String = (0..30).map(|n| format!("    def m{n}(self):\n        return {n}\n\n")).collect();
        check("a.py", &format!("class A:\n{methods}"), (3, 3), DEFINITION, "2-3 around 3 of A.m0");
    }

    #[test]
    fn a_long_function_is_cut_around_the_line_that_answers() {
        let body = "    step();\n".repeat(200);
        let text = format!("fn f() {{\n{body}    check_password();\n{body}}}\n");
        check("a.rs", &text, (190, 215), DEFINITION, "178-227 around 202 of f");
    }

    #[test]
    fn lines_that_were_asked_for_take_the_place_of_the_definition() {
        let growth = Growth { to: GrowTo::Lines { before: 1, after: 2 }, max_lines: 50 };
        let text = "a\nb\nc\nd\ne\n";
        check("a.txt", text, (3, 3), growth, "2-5 around 3 of nothing");
        check("a.txt", text, (1, 1), growth, "1-3 around 1 of nothing");
        let few = Growth { max_lines: 2, ..growth };
        check("a.txt", text, (3, 3), few, "3-4 around 3 of nothing");
    }

    #[test]
    fn text_without_symbols_stays_as_it_is() {
        check("notes.txt", "one\ntwo\nthe password check\nfour\n", (2, 4), DEFINITION, "2-4 around 3 of nothing");
    }
}
