//! What a related definition has to do with a found one.

use quarry_source::EdgeKind;

use crate::graph::Direction;

/// How a related place belongs to a found one. The words are CodeRAG's, with calls beside them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Relationship {
    /// The found place uses it, otherwise than by a call.
    Imports,
    /// It uses the found place, otherwise than by a call.
    ImportedBy,
    /// It tests the found place.
    TestFor,
    /// One fulfils or extends the other.
    InterfaceOf,
    /// Two steps away, in the same directory.
    Sibling,
    /// The found place calls it.
    Calls,
    /// It calls the found place.
    CalledBy,
}

impl Relationship {
    /// All of them.
    pub const ALL: [Relationship; 7] = [
        Relationship::Imports,
        Relationship::ImportedBy,
        Relationship::TestFor,
        Relationship::InterfaceOf,
        Relationship::Sibling,
        Relationship::Calls,
        Relationship::CalledBy,
    ];

    /// The one that users call so.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// What the related place does, before the found one: it `calls` a place that is called by it.
    pub fn as_phrase(self) -> &'static str {
        match self {
            Relationship::Imports => "used by",
            Relationship::ImportedBy => "uses",
            Relationship::TestFor => "tests",
            Relationship::InterfaceOf => "extends or is extended by",
            Relationship::Sibling => "near",
            Relationship::Calls => "called by",
            Relationship::CalledBy => "calls",
        }
    }

    /// The word users read.
    pub fn as_str(self) -> &'static str {
        match self {
            Relationship::Imports => "imports",
            Relationship::ImportedBy => "imported_by",
            Relationship::TestFor => "test_for",
            Relationship::InterfaceOf => "interface_of",
            Relationship::Sibling => "sibling",
            Relationship::Calls => "calls",
            Relationship::CalledBy => "called_by",
        }
    }
}

/// What tells a relationship.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evidence {
    /// The last edge on the way there.
    pub(crate) kind: EdgeKind,
    pub(crate) direction: Direction,
    /// Steps from the found place.
    pub(crate) distance: u32,
    /// Whether the related file is a test.
    pub(crate) is_test: bool,
    /// Whether both files lie in one directory.
    pub(crate) is_beside: bool,
}

impl Evidence {
    pub(crate) fn relationship(self) -> Relationship {
        let is_user = self.direction == Direction::UsedBy;
        match self.kind {
            EdgeKind::Tests => Relationship::TestFor,
            _ if is_user && self.is_test => Relationship::TestFor,
            EdgeKind::Extends | EdgeKind::Implements => Relationship::InterfaceOf,
            _ if self.distance > 1 && self.is_beside => Relationship::Sibling,
            EdgeKind::Calls if is_user => Relationship::CalledBy,
            EdgeKind::Calls => Relationship::Calls,
            EdgeKind::Contains | EdgeKind::Imports | EdgeKind::References if is_user => Relationship::ImportedBy,
            EdgeKind::Contains | EdgeKind::Imports | EdgeKind::References => Relationship::Imports,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Evidence, Relationship};
    use crate::graph::Direction;
    use quarry_source::EdgeKind;

    #[test]
    fn the_last_edge_its_direction_and_the_file_tell() {
        use Direction::{UsedBy, Uses};
        let near = Evidence { kind: EdgeKind::Calls, direction: Uses, distance: 1, is_test: false, is_beside: true };
        let far = Evidence { distance: 2, ..near };
        for (evidence, expected) in [
            (near, Relationship::Calls),
            (Evidence { direction: UsedBy, ..near }, Relationship::CalledBy),
            (Evidence { direction: UsedBy, is_test: true, ..near }, Relationship::TestFor),
            (Evidence { is_test: true, ..near }, Relationship::Calls),
            (Evidence { kind: EdgeKind::References, ..near }, Relationship::Imports),
            (Evidence { kind: EdgeKind::Imports, direction: UsedBy, ..near }, Relationship::ImportedBy),
            (Evidence { kind: EdgeKind::Implements, ..near }, Relationship::InterfaceOf),
            (far, Relationship::Sibling),
            (Evidence { is_beside: false, ..far }, Relationship::Calls),
        ] {
            assert_eq!(evidence.relationship(), expected, "{evidence:?}");
        }
    }
}
