//! A parsed file -> its pairs.

use std::collections::HashSet;

use quarry_source::{Parsed, Symbol, SymbolKind};

use crate::comments;
use crate::pair::{Kind, Pair, words};

/// Most words of a question. Longer doc comments go on to parameters and examples.
const MAX_QUESTION: usize = 48;
/// Most words of code: a large chunk, so that training sees what search sees.
const MAX_CODE: usize = 220;
/// Fewer words say too little to be told from others.
const MIN_QUESTION: usize = 2;
const MIN_CODE: usize = 8;

/// All pairs of one file except mentions, which need the whole package.
pub(crate) fn of(text: &str, path: &str, parsed: &Parsed) -> Vec<Pair> {
    let mut pairs = Vec::new();
    for symbol in &parsed.symbols {
        of_symbol(text, parsed, symbol, &mut pairs);
    }
    for (comment, code) in comments::with_code_below(text, parsed.language.as_str()) {
        let enclosing = enclosing_names(parsed, code.start);
        push(&mut pairs, Kind::Comment, &comment, &enclosing, &text[code]);
    }
    of_whole_file(text, path, parsed, &mut pairs);
    pairs
}

fn of_symbol(text: &str, parsed: &Parsed, symbol: &Symbol, pairs: &mut Vec<Pair>) {
    let whole = &text[symbol.span.bytes()];
    let parent = symbol.parent.map(|parent| &parsed.symbols[parent as usize]);
    let enclosing = parent.map_or("", |parent| &parent.qualified_name);
    if symbol.kind == SymbolKind::Section {
        let body = whole.split_once('\n').map_or("", |(_, body)| body);
        push(pairs, Kind::Section, &symbol.name, enclosing, body);
        return;
    }
    let code = without_lines(whole, &symbol.doc);
    if !symbol.doc.is_empty() {
        push(pairs, Kind::Doc, first_sentences(&symbol.doc), enclosing, &code);
    }
    if matches!(symbol.kind, SymbolKind::Field | SymbolKind::Variable | SymbolKind::Block | SymbolKind::Declaration) {
        return;
    }
    // Half of the time the code must be known without its name: that is what a question in other words needs.
    let masked = if is_even(&symbol.qualified_name) { code.replace(&*symbol.name, " ") } else { code };
    push(pairs, Kind::Name, &format!("{} {}", symbol.name, enclosing), "", &masked);
}

/// What a file says of itself first, and its path.
fn of_whole_file(text: &str, path: &str, parsed: &Parsed, pairs: &mut Vec<Pair>) {
    let names = || parsed.symbols.iter().filter(|symbol| symbol.kind != SymbolKind::Field).map(|symbol| &*symbol.name);
    if let Some(head) = comments::head(text, parsed.language.as_str()) {
        let card: Vec<&str> = names().take(80).collect();
        push(pairs, Kind::File, first_sentences(&head), "", &format!("{path} {}", card.join(" ")));
        if let Some(chunk) = parsed.chunks.get(usize::from(parsed.chunks.len() > 1)) {
            push(pairs, Kind::File, first_sentences(&head), "", &text[chunk.span.bytes()]);
        }
    }
    let stem = path.rsplit_once('.').map_or(path, |(stem, _)| stem);
    for chunk in parsed.chunks.iter().step_by((parsed.chunks.len() / 2).max(1)).take(2) {
        push(pairs, Kind::Path, stem, "", &text[chunk.span.bytes()]);
    }
}

pub(crate) fn push(pairs: &mut Vec<Pair>, kind: Kind, question: &str, enclosing: &str, code: &str) {
    let question = words(question, MAX_QUESTION);
    let code = words(code, MAX_CODE);
    let enough = |words: &str, least: usize| words.split(' ').nth(least - 1).is_some();
    if enough(&question, MIN_QUESTION) && enough(&code, MIN_CODE) {
        pairs.push(Pair { kind, question, enclosing: words(enclosing, 16), code });
    }
}

/// The definition without the lines of its doc comment or docstring.
fn without_lines(text: &str, doc: &str) -> String {
    if doc.is_empty() {
        return text.to_owned();
    }
    let doc: HashSet<&str> = doc.lines().map(bare).filter(|line| !line.is_empty()).collect();
    let kept = text.lines().filter(|line| !doc.contains(bare(line)));
    kept.collect::<Vec<_>>().join("\n")
}

/// A line without comment marks and quotes around it.
fn bare(line: &str) -> &str {
    line.trim_matches(|letter: char| letter.is_whitespace() || "/*#-;!\"'".contains(letter))
}

/// The first paragraph; of a long one the first sentences.
fn first_sentences(doc: &str) -> &str {
    let paragraph = doc.find("\n\n").map_or(doc, |end| &doc[..end]);
    let tags = paragraph.find("\n@").or_else(|| paragraph.find("\n:param")).unwrap_or(paragraph.len());
    paragraph[..tags].trim()
}

fn enclosing_names(parsed: &Parsed, at: usize) -> String {
    let around = parsed.symbols.iter().filter(|symbol| symbol.span.bytes().contains(&at));
    around.map(|symbol| &*symbol.name).collect::<Vec<_>>().join(" ")
}

/// Chance that is the same every time.
fn is_even(text: &str) -> bool {
    blake3::hash(text.as_bytes()).as_bytes()[0] & 1 == 0
}
