//! Tags around each piece, with its place as attributes. Values are escaped, code is not.

use super::{Section, plain};
use crate::context::piece::{ContextPiece, Form, RelatedPiece};
use crate::search::HitSymbol;

pub(super) fn around(section: Section) -> (&'static str, &'static str) {
    match section {
        Section::Primary => ("<primary_results>\n", "</primary_results>\n"),
        Section::Related => ("<related_context>\n", "</related_context>\n"),
        Section::Graph => ("<dependency_graph>\n", "</dependency_graph>\n"),
    }
}

pub(super) fn piece(piece: &ContextPiece) -> String {
    let lines = format!("{}-{}", piece.lines.first, piece.lines.last);
    let mut place =
        attribute("path", piece.path.as_str()) + &attribute("lines", &lines) + &named(piece.symbol.as_ref());
    if piece.form == Form::Signature {
        return format!("<signature{place}>{}</signature>\n", piece.text.trim_end());
    }
    if !piece.inside.is_empty() {
        place.push_str(&attribute("inside", &piece.inside.join(" > ")));
    }
    format!("<result{place}>\n{}</result>\n", piece.text)
}

pub(super) fn related(piece: &RelatedPiece) -> String {
    let lines = piece.lines.map(|lines| attribute("lines", &format!("{}-{}", lines.first, lines.last)));
    let site = piece.site.as_ref().map(|site| format!(" L{}: {}", site.line, site.text)).unwrap_or_default();
    format!(
        "<related{}{}{}{}{}{}>{}{site}</related>\n",
        attribute("relationship", piece.relationship.as_str()),
        attribute("of", &piece.of),
        attribute("distance", &piece.distance.to_string()),
        attribute("path", piece.path.as_str()),
        lines.unwrap_or_default(),
        named(piece.symbol.as_ref()),
        plain(&piece.heads.join("; ")),
    )
}

fn named(symbol: Option<&HitSymbol>) -> String {
    let attributes =
        |symbol: &HitSymbol| attribute("kind", symbol.kind.as_str()) + &attribute("name", &symbol.qualified_name);
    symbol.map(attributes).unwrap_or_default()
}

fn attribute(name: &str, value: &str) -> String {
    let value = plain(value).replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;");
    format!(" {name}=\"{value}\"")
}
