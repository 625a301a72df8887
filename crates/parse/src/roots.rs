//! What is to be done at which kind of node, so that a query is run where it can begin and nowhere else.
//!
//! A query cursor that walks a whole tree looks at every node in detail and costs half as much as parsing. Nearly all of our
//! patterns begin at one kind of node, though: a bare walk over the tree that starts the query only at those nodes gives the
//! same matches for a third of the time. Patterns of one node alone (`(comment) @leading`) or of a node and one child
//! (`(function_item name: (_) @name) @definition.function`) need no query at all. They are left out of it, because compiling takes long: a
//! twentieth of a second for many languages, nearly all of it spent on proving that a pattern fits the grammar.
//!
//! Queries with patterns that begin otherwise (siblings, wildcards, supertypes) are run over the whole tree as usual.

use std::num::NonZeroU16;

use tree_sitter::Language as Grammar;

use crate::patterns::{Pattern, WithChild};
use crate::syntax::{self, Role};

/// What to do at a node of some kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Action {
    /// What the node itself is captured as.
    pub(crate) own: Vec<Role>,
    /// Which of its children are looked for.
    pub(crate) children: Vec<Child>,
    /// Whether the query is run here.
    pub(crate) query: bool,
}

/// A child that is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Child {
    pub(crate) field: Option<NonZeroU16>,
    /// None: any named node.
    pub(crate) kind: Option<u16>,
    pub(crate) role: Role,
    /// What the node it belongs to is captured as.
    pub(crate) own: Option<Role>,
    /// Its place among all patterns.
    pub(crate) pattern: usize,
}

/// Patterns by the nodes they begin at.
#[derive(Debug)]
pub(crate) struct Roots {
    /// By kind of node, a place in `actions`; the first is to do nothing.
    by_kind: Vec<u16>,
    actions: Vec<Action>,
    /// Those that only the query can match, by their places.
    pub(crate) for_query: Vec<usize>,
}

impl Roots {
    /// `None` if some pattern does not begin at a kind of node, or is wrong: compiling it will tell.
    pub(crate) fn of(grammar: &Grammar, patterns: &[Pattern<'_>]) -> Option<Roots> {
        let mut roots = Roots {
            by_kind: vec![0; grammar.node_kind_count()],
            actions: vec![Action::default()],
            for_query: Vec::new(),
        };
        for (place, pattern) in patterns.iter().enumerate() {
            let bare = pattern.bare().and_then(syntax::role);
            let child = pattern.with_child().and_then(|found| child(grammar, &found, place));
            for kind in pattern.roots()? {
                let action = roots.action_at(kind_of(grammar, kind)?)?;
                match (bare, child) {
                    (Some(role), _) => action.own.push(role),
                    (None, Some(child)) => action.children.push(child),
                    (None, None) => action.query = true,
                }
            }
            if bare.is_none() && child.is_none() {
                roots.for_query.push(place);
            }
        }
        Some(roots)
    }

    /// What to do at nodes of a kind.
    #[inline]
    pub(crate) fn action(&self, kind: u16) -> Option<&Action> {
        match self.by_kind.get(kind as usize) {
            None | Some(0) => None,
            Some(&place) => self.actions.get(place as usize),
        }
    }

    fn action_at(&mut self, kind: u16) -> Option<&mut Action> {
        let place = self.by_kind.get_mut(kind as usize)?;
        if *place == 0 {
            *place = self.actions.len() as u16;
            self.actions.push(Action::default());
        }
        self.actions.get_mut(*place as usize)
    }
}

/// The number of a kind that nodes can have.
fn kind_of(grammar: &Grammar, kind: &str) -> Option<u16> {
    let id = grammar.id_for_node_kind(kind, true);
    (id != 0 && !grammar.node_kind_is_supertype(id)).then_some(id)
}

fn child(grammar: &Grammar, found: &WithChild<'_>, pattern: usize) -> Option<Child> {
    let field = match found.field {
        Some(name) => Some(grammar.field_id_for_name(name)?),
        None => None,
    };
    let kind = match found.kind {
        Some(kind) => Some(kind_of(grammar, kind)?),
        None => None,
    };
    let own = match found.own {
        Some(capture) => Some(syntax::role(capture)?),
        None => None,
    };
    Some(Child { field, kind, role: syntax::role(found.capture)?, own, pattern })
}
