//! Which sorts of definitions a sort of use can mean.

use quarry_source::{EdgeKind, ReferenceKind, SymbolKind};
use quarry_store::DefinitionNode;

use crate::graph::definitions::Site;

pub(super) fn is_type(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Class
            | SymbolKind::Interface
            | SymbolKind::Struct
            | SymbolKind::Enum
            | SymbolKind::Trait
            | SymbolKind::Type
    )
}

/// Whether it is a place for a value, whose type is not that of what calling it gives.
pub(super) fn holds_value(kind: SymbolKind) -> bool {
    matches!(kind, SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant)
}

/// Whether a use of this sort can mean a definition of that sort.
pub(super) fn suits(reference: ReferenceKind, kind: SymbolKind) -> bool {
    match reference {
        ReferenceKind::Call => {
            !matches!(kind, SymbolKind::Module | SymbolKind::Block | SymbolKind::Section | SymbolKind::Implementation)
        }
        ReferenceKind::Type | ReferenceKind::Implements => is_type(kind) || kind == SymbolKind::Declaration,
    }
}

/// Whether it is reached through an object or its type.
pub(super) fn is_member(node: &DefinitionNode) -> bool {
    node.owner != 0 && matches!(node.kind, SymbolKind::Method | SymbolKind::Field | SymbolKind::Declaration)
}

/// The best of several: what has a body before what only declares, what is called before what holds a value.
pub(super) fn preferred(mut sites: Vec<Site>, reference: ReferenceKind) -> Vec<Site> {
    let rank = |site: &Site| match site.node.kind {
        SymbolKind::Declaration => 1,
        kind if holds_value(kind) => 2,
        SymbolKind::Implementation => 3,
        _ => 0,
    };
    sites.retain(|site| suits(reference, site.node.kind));
    if let Some(best) = sites.iter().map(rank).min() {
        sites.retain(|site| rank(site) == best);
    }
    sites
}

/// The sort of edge that a use of a definition is.
pub(super) fn edge_kind(reference: ReferenceKind, target: SymbolKind) -> EdgeKind {
    match (reference, target) {
        (ReferenceKind::Call, _) => EdgeKind::Calls,
        (ReferenceKind::Type, _) => EdgeKind::References,
        (ReferenceKind::Implements, SymbolKind::Interface | SymbolKind::Trait) => EdgeKind::Implements,
        (ReferenceKind::Implements, _) => EdgeKind::Extends,
    }
}
