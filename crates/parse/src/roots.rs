//! What is to be done at which kind of node, so that a query is run where it can begin and nowhere else.
//!
//! A query cursor that walks a whole tree looks at every node in detail and costs half as much as parsing. Nearly all of our
//! patterns begin at one kind of node, though: a bare walk over the tree that starts the query only at those nodes gives the
//! same matches for a third of the time. Most patterns even ask for no more than a path from a node down to one of its descendants
//! (`(comment) @leading`, `(function_item name: (_) @name) @definition.function`) and need no query at all. They are left out of it, because
//! compiling takes long: a twentieth of a second and more for many languages, nearly all of it spent on proving that a pattern fits the grammar.
//!
//! Queries with patterns that begin otherwise (siblings, wildcards, supertypes) are run over the whole tree as usual.

use std::num::NonZeroU16;

use tree_sitter::Language as Grammar;

use crate::patterns::{Pattern, Wanted};
use crate::syntax::{self, Role};

/// What to do at a node of some kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Action {
    /// The paths that begin here, with the places of their patterns.
    pub(crate) paths: Vec<(usize, Step)>,
    /// Whether the query is run here.
    pub(crate) query: bool,
}

/// A node of a path.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) field: Option<NonZeroU16>,
    /// None: any named node.
    pub(crate) kind: Option<u16>,
    pub(crate) roles: Vec<Role>,
    /// Where the path may go on; here it ends if there are none.
    pub(crate) next: Vec<Step>,
    /// Whether anything is captured farther down. If not, that there is a way on is all that matters, not how many there are.
    pub(crate) captures_below: bool,
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
            let kinds =
                pattern.roots()?.into_iter().map(|kind| kind_of(grammar, kind)).collect::<Option<Vec<u16>>>()?;
            let steps = |paths: Vec<Wanted<'_>>| paths.iter().map(|path| step(grammar, path)).collect();
            let paths: Option<Vec<Step>> = pattern.paths().and_then(steps);
            if paths.is_none() {
                roots.for_query.push(place);
                kinds.into_iter().try_for_each(|kind| roots.action_at(kind).map(|action| action.query = true))?;
            }
            for path in paths.into_iter().flatten() {
                roots.action_at(path.kind?)?.paths.push((place, path));
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

/// The same by numbers; `None` if the grammar does not know a name.
fn step(grammar: &Grammar, wanted: &Wanted<'_>) -> Option<Step> {
    let field = match wanted.field {
        Some(name) => Some(grammar.field_id_for_name(name)?),
        None => None,
    };
    let kind = match wanted.kind {
        Some(kind) => Some(kind_of(grammar, kind)?),
        None => None,
    };
    let roles = wanted.captures.iter().map(|capture| syntax::role(capture)).collect::<Option<_>>()?;
    let next = wanted.child.iter().map(|child| step(grammar, child)).collect::<Option<Vec<Step>>>()?;
    let captures_below = next.iter().any(|step| step.captures_below || !step.roles.is_empty());
    Some(Step { field, kind, roles, next, captures_below })
}
