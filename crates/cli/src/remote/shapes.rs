//! Documents of a server -> what the engine would have answered here, so that there is one way to show it.
//!
//! A word that this version does not know cannot come: servers of other versions are not asked.

use std::time::Duration;

use quarry_engine::{
    Defines, EdgeKind, Expansion, FileEdge, GrepFile, GrepGroup, GrepLine, GrepMatch, GrepResponse, GrepSymbol,
    GrepTotals, Hit, HitSymbol, MatchType, RelatedFile, RelatedHit, RelatedOrigin, RelatedResponse, Relationship,
    RepoPath, SearchResponse, Span, SymbolKind,
};
use quarry_server::wire::{GrepDocument, GrepFileShape, GrepGroupShape, HitShape, RelatedDocument, SearchDocument};
use quarry_source::{ContentType, Language};

use super::explanation::explanation;
use super::graph::confidence;

pub(crate) fn duration(elapsed_ms: f64) -> Duration {
    Duration::try_from_secs_f64(elapsed_ms / 1e3).unwrap_or_default()
}

pub(super) fn kind(word: &str) -> SymbolKind {
    SymbolKind::from_name(word).unwrap_or(SymbolKind::Variable)
}

fn content_type(word: &str) -> ContentType {
    ContentType::from_name(word).unwrap_or(ContentType::Code)
}

/// Hits, and how they came about.
pub(crate) fn searched(document: &SearchDocument<'_>) -> SearchResponse {
    SearchResponse {
        hits: document.hits.iter().map(hit).collect(),
        expansion: expansion(document),
        notices: document.notices.to_vec(),
        explanation: document.explanation.as_ref().map(explanation),
        generation: document.generation,
        elapsed: duration(document.elapsed_ms),
    }
}

fn expansion(document: &SearchDocument<'_>) -> Expansion {
    let related = document.related.iter().map(|file| RelatedFile {
        path: RepoPath::new(&file.path),
        language: Language::new(&file.language),
        line: file.line,
        relationship: Relationship::from_name(&file.relationship).unwrap_or(Relationship::Sibling),
        of: RepoPath::new(&file.of),
        distance: file.distance,
        confidence: confidence(&file.confidence),
        share: file.share,
    });
    let edges = document.graph.iter().map(|edge| FileEdge {
        from: RepoPath::new(&edge.from),
        to: RepoPath::new(&edge.to),
        kinds: edge.kinds.iter().filter_map(|kind| EdgeKind::from_name(kind)).collect(),
        confidence: confidence(&edge.confidence),
        n_uses: edge.uses,
    });
    Expansion { related: related.collect(), edges: edges.collect() }
}

pub(crate) fn related(document: &RelatedDocument<'_>) -> RelatedResponse {
    let origin = document.origin.as_ref().map(|origin| RelatedOrigin {
        path: RepoPath::new(&origin.path),
        span: Span { start_line: origin.start_line, end_line: origin.end_line, ..Span::default() },
    });
    let hits = document.hits.iter().map(|one| RelatedHit {
        hit: hit(&one.hit),
        similarity: one.similarity,
        shared_names: one.shared_names.to_vec(),
    });
    RelatedResponse {
        origin,
        hits: hits.collect(),
        notices: document.notices.to_vec(),
        generation: document.generation,
        elapsed: duration(document.elapsed_ms),
    }
}

fn hit(shape: &HitShape<'_>) -> Hit {
    let match_type = [MatchType::Keyword, MatchType::Semantic].into_iter().find(|one| one.as_str() == shape.match_type);
    Hit {
        path: RepoPath::new(&shape.path),
        span: Span {
            start: shape.start_byte,
            end: shape.end_byte,
            start_line: shape.start_line,
            end_line: shape.end_line,
        },
        score: shape.score,
        rerank_score: shape.rerank_score,
        match_type: match_type.unwrap_or(MatchType::Both),
        n_copies: shape.copies,
        language: Language::new(&shape.language),
        dialect: shape.dialect.as_deref().map(Language::new),
        content_type: content_type(&shape.content_type),
        symbol: shape.symbol.as_ref().map(|symbol| HitSymbol {
            kind: kind(&symbol.kind),
            name: symbol.name.as_ref().into(),
            qualified_name: symbol.qualified_name.as_ref().into(),
            signature: symbol.signature.as_ref().into(),
            line: symbol.line,
        }),
        block_type: shape.block_type.as_deref().map(Into::into),
        hierarchy: shape.hierarchy.as_deref().map(Into::into),
        text: shape.text.to_string(),
        first_line: shape.first_line,
    }
}

pub(crate) fn grepped(document: &GrepDocument<'_>) -> GrepResponse {
    let totals = &document.totals;
    GrepResponse {
        files: document.files.iter().map(grep_file).collect(),
        totals: GrepTotals {
            n_matches: totals.matches,
            n_lines: totals.lines,
            n_symbols: totals.symbols,
            n_files: totals.files,
        },
        n_lines_shown: document.shown_lines,
        n_files_searched: document.searched_files,
        notices: document.notices.to_vec(),
        generation: document.generation,
        elapsed: duration(document.elapsed_ms),
    }
}

fn grep_file(shape: &GrepFileShape<'_>) -> GrepFile {
    GrepFile {
        path: RepoPath::new(&shape.path),
        language: Language::new(&shape.language),
        dialect: shape.dialect.as_deref().map(Language::new),
        content_type: content_type(&shape.content_type),
        is_test: shape.test,
        defines: defines(shape.defines.as_deref()),
        n_matches: shape.matches,
        n_lines: shape.lines,
        groups: shape.groups.iter().map(grep_group).collect(),
    }
}

fn grep_group(shape: &GrepGroupShape<'_>) -> GrepGroup {
    let lines = shape.lines.iter().map(|line| GrepLine {
        number: line.line,
        text: line.text.to_string(),
        is_cut_before: line.cut_before,
        is_cut_after: line.cut_after,
        n_matches: if line.matched { line.matches.len().max(1) } else { 0 },
        matches: line
            .matches
            .iter()
            .map(|found| GrepMatch { start: found.start, end: found.end, column: found.column, offset: found.offset })
            .collect(),
    });
    GrepGroup {
        symbol: shape.symbol.as_ref().map(|symbol| GrepSymbol {
            kind: kind(&symbol.kind),
            name: symbol.name.as_ref().into(),
            qualified_name: symbol.qualified_name.as_ref().into(),
            line: symbol.line,
            span: Span { start_line: symbol.start_line, end_line: symbol.end_line, ..Span::default() },
        }),
        defines: defines(shape.defines.as_deref()),
        n_matches: shape.matches,
        n_lines: shape.n_lines,
        lines: lines.collect(),
    }
}

fn defines(word: Option<&str>) -> Defines {
    match word {
        Some("whole") => Defines::Whole,
        Some("part") => Defines::Part,
        _ => Defines::Nothing,
    }
}
