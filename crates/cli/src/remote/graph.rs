//! What a server's code graph answers -> what the engine would have answered here.

use quarry_engine::{
    AffectedFile, Confidence, EdgeKind, GraphAnswer, ImpactAnswer, Outline, Place, Relation, RelationAt, RepoPath,
    Span, Symbol,
};
use quarry_server::wire::{
    FoundShape, GraphSymbolShape, ImpactDocument, OutlineDocument, PlaceShape, SymbolsDocument, UseShape,
};
use quarry_source::Language;

use super::shapes::kind;

/// Definitions, or the file as a whole.
pub(crate) fn symbols(document: &SymbolsDocument<'_>) -> Vec<Place> {
    let full = |shape: &quarry_server::wire::DefinitionShape<'_>| {
        let mut place = place(&shape.place);
        if let Some(symbol) = &mut place.symbol {
            (symbol.signature, symbol.doc) = (shape.signature.as_ref().into(), shape.doc.as_ref().into());
        }
        place
    };
    document.symbols.iter().map(full).collect()
}

/// Uses, and what was asked about.
pub(crate) fn answer(subjects: &[PlaceShape<'_>], found: &FoundShape<'_>) -> GraphAnswer {
    GraphAnswer {
        subjects: subjects.iter().map(place).collect(),
        relations: found.uses.iter().map(relation).collect(),
        n_relations: found.total,
        n_files: found.files,
        n_uncertain: found.ambiguous_sites,
        is_cut: found.cut,
    }
}

/// Affected files, and the line of the first use in each.
pub(crate) fn impact(document: &ImpactDocument<'_>) -> (ImpactAnswer, Vec<String>) {
    let file = |shape: &quarry_server::wire::AffectedShape<'_>| AffectedFile {
        path: RepoPath::new(&shape.path),
        language: Language::new(&shape.language),
        depth: shape.depth,
        confidence: confidence(&shape.confidence),
        is_test: shape.test,
        lines: shape.lines.to_vec(),
    };
    let answer = ImpactAnswer {
        subjects: document.subjects.iter().map(place).collect(),
        files: document.files.iter().map(file).collect(),
        n_uncertain: document.ambiguous_sites,
        is_cut: document.cut,
    };
    (answer, document.files.iter().map(|shape| shape.text.to_string()).collect())
}

pub(crate) fn outline(document: &OutlineDocument<'_>) -> Outline {
    let one = |shape: &quarry_server::wire::OutlinedShape<'_>| Symbol {
        signature: shape.signature.as_ref().into(),
        doc: shape.doc.as_ref().into(),
        parent: shape.parent,
        ..symbol(&shape.symbol)
    };
    Outline {
        path: RepoPath::new(&document.path),
        language: Language::new(&document.language),
        symbols: document.symbols.iter().map(one).collect(),
        is_stale: document.stale,
    }
}

pub(crate) fn relation(shape: &UseShape<'_>) -> RelationAt {
    RelationAt {
        depth: shape.depth,
        relation: Relation {
            kind: EdgeKind::from_name(&shape.kind).unwrap_or(EdgeKind::References),
            confidence: confidence(&shape.confidence),
            n_candidates: shape.candidates,
            from: place(&shape.from),
            line: shape.line,
            to: shape.to.as_ref().map(place),
        },
        text: shape.text.to_string(),
    }
}

fn place(shape: &PlaceShape<'_>) -> Place {
    Place {
        path: RepoPath::new(&shape.path),
        language: Language::new(&shape.language),
        symbol: shape.symbol.as_ref().map(symbol),
    }
}

fn symbol(shape: &GraphSymbolShape<'_>) -> Symbol {
    Symbol {
        kind: kind(&shape.kind),
        name: shape.name.as_ref().into(),
        qualified_name: shape.qualified_name.as_ref().into(),
        signature: "".into(),
        doc: "".into(),
        span: Span { start_line: shape.start_line, end_line: shape.end_line, ..Span::default() },
        name_line: shape.line,
        parent: None,
    }
}

pub(super) fn confidence(word: &str) -> Confidence {
    Confidence::from_name(word).unwrap_or(Confidence::Ambiguous)
}
