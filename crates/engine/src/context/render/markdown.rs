//! Markdown: the sections of CodeRAG, bodies as fenced code, heads as lists.

use super::{Section, plain};
use crate::context::piece::{ContextPiece, Form, RelatedPiece};
use crate::search::HitSymbol;

/// The shortest fence.
const FENCE: &str = "```";

pub(super) fn around(section: Section) -> (&'static str, &'static str) {
    match section {
        Section::Primary => ("## Primary Results\n\n", ""),
        Section::Related => ("## Related Context\n\n", ""),
        Section::Graph => ("## Dependency Graph\n\n", ""),
    }
}

pub(super) fn piece(piece: &ContextPiece) -> String {
    let place = format!("{} [L{}-L{}]", plain(piece.path.as_str()), piece.lines.first, piece.lines.last);
    if piece.form == Form::Signature {
        return format!("- {place} {}{}", named(piece.symbol.as_ref()), piece.text);
    }
    let heading = match &piece.symbol {
        Some(symbol) => format!("### {} ({})\nFile: {place}\n", plain(&symbol.qualified_name), symbol.kind.as_str()),
        None => format!("### {place}\n"),
    };
    let inside = match piece.inside.as_slice() {
        [] => String::new(),
        heads => format!("Inside: {}\n", plain(&heads.join(" > "))),
    };
    let fence = fence_for(&piece.text);
    format!("{heading}{inside}{fence}{}\n{}{fence}\n\n", piece.language, piece.text)
}

pub(super) fn related(piece: &RelatedPiece) -> String {
    let tie = format!("- [{} {}, distance={}]", piece.relationship.as_str(), plain(&piece.of), piece.distance);
    let lines = piece.lines.map(|lines| format!("[L{}-L{}]", lines.first, lines.last));
    let heads = (!piece.heads.is_empty()).then(|| named(piece.symbol.as_ref()) + &plain(&piece.heads.join("; ")));
    let site = piece.site.as_ref().map(|site| format!("L{}: {}", site.line, site.text));
    let parts = [Some(tie), Some(plain(piece.path.as_str())), lines, heads, site];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" ") + "\n"
}

/// What a head is the head of, as far as the head does not say it.
fn named(symbol: Option<&HitSymbol>) -> String {
    match symbol {
        None => String::new(),
        Some(symbol) if symbol.qualified_name == symbol.name => format!("{}: ", symbol.kind.as_str()),
        Some(symbol) => format!("{} {}: ", symbol.kind.as_str(), plain(&symbol.qualified_name)),
    }
}

/// A fence that is longer than any in the text.
fn fence_for(text: &str) -> String {
    let mut fence = FENCE.to_owned();
    while text.contains(&fence) {
        fence.push('`');
    }
    fence
}
