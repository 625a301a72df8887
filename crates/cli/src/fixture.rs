//! A hit for tests.

use quarry_engine::{Hit, HitSymbol, MatchType};
use quarry_source::{ContentType, Language, RepoPath, Span, SymbolKind};

/// A hit in Rust that begins at a line, with the name of a function and its line, if it has one.
pub(crate) fn hit(path: &str, first_line: u32, text: &str, symbol: Option<(&str, u32)>) -> Hit {
    let n_lines = text.lines().count() as u32;
    Hit {
        path: RepoPath::new(path),
        span: Span { start: 0, end: text.len() as u32, start_line: first_line, end_line: first_line + n_lines - 1 },
        score: 1.5,
        rerank_score: None,
        match_type: MatchType::Both,
        n_copies: 0,
        language: Language::new("rust"),
        dialect: None,
        content_type: ContentType::Code,
        symbol: symbol.map(|(name, line)| HitSymbol {
            kind: SymbolKind::Function,
            name: name.into(),
            qualified_name: name.into(),
            signature: "".into(),
            line,
        }),
        block_type: None,
        hierarchy: None,
        text: text.to_owned(),
        first_line,
    }
}
