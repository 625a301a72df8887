//! One file's text -> chunks, symbols, references, imports and parse health.
//!
//! Never fails and never reads the disk: broken code gives fewer symbols and a health report, not an error. The same text
//! always gives the same answer. Syntax trees do not leave this crate.

mod arena;
mod blocks;
mod chunks;
mod detect;
mod extract;
mod grammars;
mod health;
mod languages;
mod lines;
mod links;
mod matched;
mod matching;
mod patterns;
mod roots;
mod surroundings;
mod symbols;
mod syntax;
mod templates;
mod wanted;

use std::borrow::Cow;
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use std::ops::ControlFlow;

use quarry_source::{ContentType, Health, Import, Language, ParseStatus, Parsed, RepoPath};
use tree_sitter::{Language as Grammar, ParseOptions, ParseState, Parser, Tree};

pub use chunks::ChunkSize;
pub use grammars::REVISION;
pub use languages::{LanguageInfo, Languages, QueryOverride};

use crate::extract::Extracted;
use crate::languages::Dialect;
use crate::lines::Lines;
use crate::syntax::Syntax;

/// Takes one file apart.
pub fn parse(languages: &Languages, path: &RepoPath, text: &str, size: ChunkSize) -> Parsed {
    let lines = Lines::new(text);
    let info = detect::language(languages, path, text);
    let syntax = info.and_then(|info| languages.syntax(info).map(|syntax| (info, syntax)));
    let dialect = info.and_then(|info| detect::dialect(languages, info, path, text));
    let readable = match dialect {
        Some(dialect) if dialect.is_template => templates::masked(text),
        _ => Cow::Borrowed(text),
    };
    let file = SourceFile { text, lines: &lines, info, dialect, size };
    match syntax {
        Some((_, syntax)) => with_tree(&syntax.grammar, &readable, |tree| take_apart(&file, Some(syntax), tree)),
        None => take_apart(&file, None, None),
    }
}

/// What is known of a file before its tree is made.
struct SourceFile<'a> {
    text: &'a str,
    lines: &'a Lines,
    info: Option<&'a LanguageInfo>,
    dialect: Option<&'a Dialect>,
    size: ChunkSize,
}

/// A file and its tree -> what is in it; there is no tree without a grammar, or if the parser gave up.
fn take_apart(file: &SourceFile<'_>, syntax: Option<&Syntax>, tree: Option<&Tree>) -> Parsed {
    let &SourceFile { text, lines, info, dialect, size } = file;
    let found = match (info, syntax, tree) {
        (Some(info), Some(syntax), Some(tree)) => extract::run(syntax, info, tree, text),
        _ => Extracted::default(),
    };
    let links = info.map(|info| links::find(info.language.as_str(), dialect.map(|one| one.name.as_str()), text));
    let symbols = match info {
        Some(info) => symbols::assemble(&found, info, text, lines),
        None => symbols::Symbols::default(),
    };
    let to_cut = chunks::File { text, lines, leading: &found.leading, symbols: &symbols.symbols };
    let mut chunks = chunks::cut(&to_cut, tree, size);
    if let Some(info) = info {
        blocks::label(&mut chunks, &symbols, info, dialect);
    }
    Parsed {
        language: info.map_or_else(|| Language::new("text"), |info| info.language.clone()),
        dialect: dialect.map(|dialect| dialect.name.clone()),
        content_type: info.map_or(ContentType::Docs, |info| info.content_type),
        health: match (syntax, tree) {
            (None, _) => Health { status: ParseStatus::NoGrammar, n_errors: 0 },
            (Some(_), None) => Health { status: ParseStatus::Error, n_errors: 1 },
            (Some(_), Some(tree)) => health::of_tree(tree),
        },
        chunks,
        symbols: symbols.symbols,
        references: found.references,
        imports: with_links(found.imports, links.unwrap_or_default()),
    }
}

fn with_links(mut imports: Vec<Import>, links: Vec<Import>) -> Vec<Import> {
    imports.extend(links);
    imports.sort_by_key(|import| import.line);
    imports
}

/// The language a path and text would be parsed as.
pub fn detect_language(languages: &Languages, path: &RepoPath, text: &str) -> Language {
    detect::language(languages, path, text).map_or_else(|| Language::new("text"), |info| info.language.clone())
}

/// Only detects the language and makes the syntax tree; `false` without a grammar. Benchmarks compare indexing to this:
/// nothing that indexes by syntax can be faster. tree-sitter is used as it comes, without an arena and with a parser that is kept.
pub fn parse_only(languages: &Languages, path: &RepoPath, text: &str) -> bool {
    thread_local! {
        static PARSER: RefCell<Parser> = RefCell::new(Parser::new());
    }
    let grammar = detect::language(languages, path, text).and_then(|info| languages.grammar(info));
    grammar.is_some_and(|grammar| PARSER.with_borrow_mut(|parser| syntax_tree(parser, &grammar, text).is_some()))
}

/// The syntax tree as an S-expression, for people who write queries; `None` without a grammar.
pub fn tree_text(languages: &Languages, path: &RepoPath, text: &str) -> Option<String> {
    let syntax = languages.syntax(detect::language(languages, path, text)?)?;
    with_tree(&syntax.grammar, text, |tree| tree.map(|tree| tree.root_node().to_sexp()))
}

/// Steps the parser may take per byte before a file counts as hostile. Real code needs fewer than 20; counting steps
/// and not time keeps the answer the same on every machine.
const STEPS_PER_BYTE: usize = 400;
/// Steps every file may take, however small.
const STEPS_AT_LEAST: usize = 100_000;
/// The parser reports once per this many steps.
const STEPS_PER_REPORT: usize = 100;

/// Makes a tree and shows it; `None` if the parser gives up.
fn with_tree<R>(grammar: &Grammar, text: &str, show: impl FnOnce(Option<&Tree>) -> R) -> R {
    arena::in_arena(|| {
        // It goes with the arena, and need not be taken apart.
        let tree = ManuallyDrop::new(syntax_tree(&mut Parser::new(), grammar, text));
        show(tree.as_ref())
    })
}

fn syntax_tree(parser: &mut Parser, grammar: &Grammar, text: &str) -> Option<Tree> {
    parser.set_language(grammar).ok()?;
    let budget = (STEPS_AT_LEAST + text.len() * STEPS_PER_BYTE) / STEPS_PER_REPORT;
    let mut n_reports = 0;
    let mut watch = |_: &ParseState| {
        n_reports += 1;
        if n_reports > budget { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let bytes = text.as_bytes();
    let mut read = |offset: usize, _| &bytes[offset.min(bytes.len())..];
    let tree = parser.parse_with_options(&mut read, None, Some(ParseOptions::new().progress_callback(&mut watch)));
    if tree.is_none() {
        parser.reset();
    }
    tree
}
