//! Rows as they are told to an agent: in both forms, the code in one of them, and never more than the budget.

use std::fmt::Write;

use quarry_engine::Place;

use super::super::code::{first_lines, sent_tokens};
use super::{Found, Row, symbol_of};
use crate::budget::{Budget, tokens};
use crate::mcp::page::Page;
use crate::mcp::reader::Reader;
use crate::wire::{AgentGraph, AgentPlace};

/// Definitions asked about that are named; a name like `new` has hundreds.
const MAX_SUBJECTS: usize = 3;
/// Tokens of a row beside its names, in both forms: field names, quotes, line breaks, numbers.
const FRAME_TOKENS: usize = 75;
/// What the closing lines and the fields of the answer itself take.
const CLOSING_TOKENS: usize = 180;
/// Tokens around a notice or subject in both forms.
const LINE_FRAME_TOKENS: usize = 10;

/// The first few of what was asked about.
pub(super) fn subjects(places: &[Place]) -> Vec<String> {
    let told = |place: &Place| match &place.symbol {
        Some(symbol) => format!("{}:{}  {}", place.path, symbol.name_line, symbol_of(place).unwrap_or_default()),
        None => place.path.to_string(),
    };
    let mut subjects: Vec<String> = places.iter().take(MAX_SUBJECTS).map(told).collect();
    if let n_more @ 1.. = places.len().saturating_sub(MAX_SUBJECTS) {
        subjects.push(format!("and {n_more} more of that name"));
    }
    subjects
}

/// Moves as many rows into the answer as fit, and tells them. The first always fits: its code is cut if it must be.
pub(super) fn rows(
    found: &mut Found,
    page: &Page,
    answer: &mut AgentGraph,
    (budget, reader): (&mut Budget, Reader),
) -> String {
    let lines = answer.notices.iter().chain(&answer.subjects);
    let n_tokens: usize = lines.map(|line| 2 * tokens(line) + LINE_FRAME_TOKENS).sum();
    budget.take(CLOSING_TOKENS + n_tokens);
    let mut text: String = answer.subjects.iter().map(|subject| format!("of {subject}\n")).collect();
    for Row { mut place, mut code } in found.rows.drain(..).skip(page.offset) {
        let names = 2 * (tokens(&place.path) + place.symbol.as_deref().map_or(0, tokens)) + FRAME_TOKENS;
        if answer.found.is_empty() && names + sent_tokens(&code, reader) > budget.n_tokens_left() {
            code = first_lines(&code, budget.n_tokens_left().saturating_sub(names + LINE_FRAME_TOKENS), reader);
        }
        if !budget.take(names + sent_tokens(&code, reader)) {
            break;
        }
        text.push_str(&head(&place));
        match reader {
            Reader::OfText if code.is_empty() => {}
            Reader::OfText => text.extend([code.trim_end_matches('\n'), "\n"]),
            Reader::OfStructure => place.text = Some(code).filter(|code| !code.is_empty()),
        }
        answer.found.push(place);
    }
    text
}

/// `src/shop.py:8  function checkout  (calls, import)`.
pub(in crate::mcp::tools) fn head(place: &AgentPlace) -> String {
    let mut head = format!("{}:{}", place.path, place.line);
    if let Some(end_line) = place.end_line {
        let _ = write!(head, "-{end_line}");
    }
    if let Some(symbol) = &place.symbol {
        let _ = write!(head, "  {symbol}");
    }
    let depth = place.depth.filter(|depth| *depth > 1).map(|depth| format!("{depth} steps away"));
    let test = place.test.filter(|is_test| *is_test).map(|_| "test".to_owned());
    let words = [place.relation, place.confidence].into_iter().flatten().map(str::to_owned);
    let words: Vec<String> = words.chain(depth).chain(test).collect();
    if !words.is_empty() {
        let _ = write!(head, "  ({})", words.join(", "));
    }
    head + "\n"
}

/// How many there are, how to see more, and what is not known.
pub(super) fn closing(found: &Found, page: &Page, answer: &AgentGraph) -> String {
    let (one, several) = found.noun;
    let unsure = match found.n_uncertain {
        0 => String::new(),
        1 => format!("; 1 {} site", found.uncertain),
        n_sites => format!("; {n_sites} {} sites", found.uncertain),
    };
    let cut = if found.is_cut { "; there is more that was not looked at" } else { "" };
    let (first, last, n_all) = (page.offset + 1, page.offset + answer.found.len(), found.n_all);
    let counts = match (answer.found.len(), n_all) {
        (0, 0) => format!("no {one} found"),
        (0, _) => format!("no more {several}"),
        (1, 1) => format!("1 {one}"),
        (n_told, _) if n_told == n_all => format!("{n_all} {several}"),
        _ => format!("{several} {first} to {last} of {n_all}"),
    };
    let more = answer.next_cursor.as_ref().map(|cursor| format!("; for more, the same call with cursor \"{cursor}\""));
    let mut text = format!("[{counts}{unsure}{cut}{}]\n", more.unwrap_or_default());
    for notice in &answer.notices {
        let _ = writeln!(text, "[note: {notice}]");
    }
    text
}
