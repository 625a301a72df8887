//! What is to be done at which kind of node, so that nothing is looked for where no pattern can begin.
//!
//! A query cursor that walks a whole tree looks at every node in detail and costs half as much as parsing, and compiling a query takes long:
//! a twentieth of a second and more for many languages, nearly all of it spent on proving that a pattern fits the grammar. Nearly all of our
//! patterns begin at one kind of node, though, and ask for what `wanted` reads: a bare walk over the tree tries them at nodes of that kind
//! (`matching`) and finds the same. What only a query can find is left to it, and that too is run at those nodes alone.
//!
//! Queries with patterns that begin otherwise (siblings, wildcards, supertypes) are run over the whole tree as usual.

use std::num::NonZeroU16;

use regex_automata::meta::Regex;
use tree_sitter::Language as Grammar;

use crate::patterns::Pattern;
use crate::syntax::{self, Role};
use crate::wanted::{self, Read, Relation, Wanted, WantedKind, WantedText};

/// What to do at a node of some kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct Action {
    /// The patterns that begin here: each by its place in [`Roots::rules`], and how it begins.
    pub(crate) beginnings: Vec<(usize, Step)>,
    /// Whether any of them asks for children; those aside that only code with a mistake fits.
    pub(crate) needs_children: bool,
    /// Whether there are such.
    pub(crate) has_broken: bool,
    /// Whether the query is run here.
    pub(crate) query: bool,
}

/// A pattern that needs no query.
#[derive(Debug)]
pub(crate) struct Rule {
    /// Its place among all patterns.
    pub(crate) place: usize,
    pub(crate) tests: Vec<Test>,
    pub(crate) block_type: Option<Box<str>>,
}

/// A node of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) field: Option<NonZeroU16>,
    /// None: any named node that is no error.
    pub(crate) kind: Option<u16>,
    pub(crate) is_missing: bool,
    pub(crate) without: Vec<NonZeroU16>,
    pub(crate) captures: Vec<Capture>,
    pub(crate) children: Vec<Child>,
    /// Whether anything is captured here or below. If not, that there is such a node is all that matters, not how many there are.
    pub(crate) has_captures: bool,
    /// Whether a node must be missing here or below: code without a mistake has nothing of the kind.
    pub(crate) is_broken: bool,
}

/// A child of such a node; see [`wanted::WantedChild`].
#[derive(Clone, Debug)]
pub(crate) struct Child {
    pub(crate) any: Vec<Step>,
    pub(crate) is_next: bool,
    pub(crate) is_last: bool,
    pub(crate) is_optional: bool,
}

/// What a node is captured as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Capture {
    pub(crate) role: Role,
    /// A number for its name, the same in one pattern.
    pub(crate) name: u16,
}

/// What is asked of the text of captures, by their names' numbers.
#[derive(Debug)]
pub(crate) struct Test {
    pub(crate) capture: u16,
    pub(crate) condition: Condition,
    /// False: the condition must not hold.
    pub(crate) holds: bool,
}

#[derive(Debug)]
pub(crate) enum Condition {
    AnyOf(Vec<String>),
    SameAs(u16),
    Matches(Box<Regex>),
}

/// In place of an action: nodes of this kind are entered, nothing else.
const ENTER: u16 = 0;
/// In place of an action: nodes of this kind are not even entered.
const PASS: u16 = u16::MAX;

/// Patterns by the nodes they begin at.
#[derive(Debug)]
pub(crate) struct Roots {
    /// By kind of node, a place in `actions`, of which the first stands for [`ENTER`]; or [`PASS`].
    by_kind: Vec<u16>,
    actions: Vec<Action>,
    pub(crate) rules: Vec<Rule>,
    /// Whether all nodes without a name of their own are passed.
    pub(crate) passes_unnamed: bool,
    /// Those that only the query can match, by their places.
    pub(crate) for_query: Vec<usize>,
}

impl Roots {
    /// `None` if some pattern does not begin at a kind of node, or is wrong: compiling it will tell.
    pub(crate) fn of(grammar: &Grammar, patterns: &[Pattern<'_>]) -> Option<Roots> {
        // What has no name of its own stands for itself: nothing is below it.
        let at_first = |kind| if grammar.node_kind_is_named(kind) { ENTER } else { PASS };
        let mut roots = Roots {
            by_kind: (0..grammar.node_kind_count() as u16).map(at_first).collect(),
            actions: vec![Action::default()],
            rules: Vec::new(),
            passes_unnamed: false,
            for_query: Vec::new(),
        };
        for (place, pattern) in patterns.iter().enumerate() {
            let kinds = pattern.roots()?.into_iter().map(|kind| kind_of(grammar, kind));
            let kinds = kinds.collect::<Option<Vec<u16>>>()?;
            let read = wanted::read(&pattern.tokens);
            match read.and_then(|read| Names { grammar, captures: Vec::new() }.rule(place, &read)) {
                Some((rule, beginnings)) => {
                    roots.rules.push(rule);
                    beginnings.into_iter().try_for_each(|step| roots.begin(step))?;
                }
                None => {
                    roots.for_query.push(place);
                    kinds.into_iter().try_for_each(|kind| roots.action_at(kind).map(|action| action.query = true))?;
                }
            }
        }
        let mut unnamed = (0..grammar.node_kind_count() as u16).filter(|&kind| !grammar.node_kind_is_named(kind));
        roots.passes_unnamed = unnamed.all(|kind| roots.passes(kind));
        Some(roots)
    }

    /// What to do at nodes of a kind.
    #[inline]
    pub(crate) fn action(&self, kind: u16) -> Option<&Action> {
        match self.by_kind.get(kind as usize) {
            None | Some(&(ENTER | PASS)) => None,
            Some(&place) => self.actions.get(place as usize),
        }
    }

    /// Whether nodes of a kind are no concern of any pattern's, nor is what is below them.
    #[inline]
    pub(crate) fn passes(&self, kind: u16) -> bool {
        self.by_kind.get(kind as usize) == Some(&PASS)
    }

    /// The last rule begins like this.
    fn begin(&mut self, step: Step) -> Option<()> {
        let rule = self.rules.len() - 1;
        let action = self.action_at(step.kind?)?;
        action.needs_children |= !step.children.is_empty() && !step.is_broken;
        action.has_broken |= step.is_broken;
        action.beginnings.push((rule, step));
        Some(())
    }

    fn action_at(&mut self, kind: u16) -> Option<&mut Action> {
        let place = self.by_kind.get_mut(kind as usize)?;
        if matches!(*place, ENTER | PASS) {
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

/// The number of a kind that stands for itself: `"const"`.
fn token_of(grammar: &Grammar, token: &str) -> Option<u16> {
    Some(grammar.id_for_node_kind(token, false)).filter(|id| *id != 0)
}

/// Turns the names of one pattern into numbers; `None` if the grammar does not know one.
struct Names<'a> {
    grammar: &'a Grammar,
    /// By number.
    captures: Vec<&'a str>,
}

impl<'a> Names<'a> {
    fn rule(mut self, place: usize, read: &Read<'a>) -> Option<(Rule, Vec<Step>)> {
        let beginnings = read.beginnings.iter().map(|wanted| self.step(wanted)).collect::<Option<Vec<Step>>>()?;
        let tests = read.tests.iter().map(|test| self.test(test)).collect::<Option<Vec<Test>>>()?;
        Some((Rule { place, tests, block_type: read.block_type.as_deref().map(Box::from) }, beginnings))
    }

    fn step(&mut self, wanted: &Wanted<'a>) -> Option<Step> {
        let fields = |names: &[&str]| {
            names.iter().map(|name| self.grammar.field_id_for_name(name)).collect::<Option<Vec<NonZeroU16>>>()
        };
        let (field, without) = (fields(wanted.field.as_slice())?.pop(), fields(&wanted.without)?);
        let kind = match &wanted.kind {
            WantedKind::AnyNamed => None,
            WantedKind::Named(kind) => Some(kind_of(self.grammar, kind)?),
            WantedKind::Token(token) => Some(token_of(self.grammar, token)?),
        };
        let captures = wanted.captures.iter().map(|name| self.capture(name)).collect::<Option<Vec<Capture>>>()?;
        let mut has_captures = !captures.is_empty();
        let mut is_broken = wanted.is_missing;
        let mut children = Vec::with_capacity(wanted.children.len());
        for child in &wanted.children {
            let any = child.any.iter().map(|one| self.step(one)).collect::<Option<Vec<Step>>>()?;
            has_captures |= any.iter().any(|step| step.has_captures);
            is_broken |= !child.is_optional && any.iter().all(|step| step.is_broken);
            let wanted::WantedChild { is_next, is_last, is_optional, .. } = *child;
            children.push(Child { any, is_next, is_last, is_optional });
        }
        Some(Step { field, kind, is_missing: wanted.is_missing, without, captures, children, has_captures, is_broken })
    }

    fn capture(&mut self, name: &'a str) -> Option<Capture> {
        Some(Capture { role: syntax::role(name)?, name: self.number(name) })
    }

    fn number(&mut self, capture: &'a str) -> u16 {
        let known = self.captures.iter().position(|name| *name == capture).unwrap_or_else(|| {
            self.captures.push(capture);
            self.captures.len() - 1
        });
        known as u16
    }

    fn test(&mut self, test: &WantedText<'a>) -> Option<Test> {
        let condition = match &test.relation {
            Relation::AnyOf(texts) => Condition::AnyOf(texts.clone()),
            Relation::SameAs(other) => Condition::SameAs(self.number(other)),
            Relation::Matches(expression) => Condition::Matches(Box::new(Regex::new(expression).ok()?)),
        };
        Some(Test { capture: self.number(test.capture), condition, holds: test.holds })
    }
}
