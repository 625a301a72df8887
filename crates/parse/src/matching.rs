//! A tree and patterns -> their matches, node by node: the same that tree-sitter's query finds, without a query.
//!
//! The children of a node are listed once and tried in order; what is left to be found is handed down as a list, so that every way to
//! match a pattern is followed to its end before the next is tried. Patterns are small: nothing here goes deeper than they do.
//!
//! In one thing it differs: of several nodes that have a field through a rule of the grammar without a name of its own, the query sees
//! the first alone, and all are seen here.

use std::iter;
use std::num::NonZeroU16;
use std::ops::Range;

use tree_sitter::{Node, TreeCursor};

use crate::roots::{Action, Capture, Child, Condition, Roots, Rule, Step, Test};

/// The number of nodes that could not be parsed, in every grammar.
const ERROR: u16 = u16::MAX;

/// To find a child by its place, those before it are passed: for so few this takes less time than a cursor does.
const MAX_COUNTED: usize = 4;

/// A node that a pattern captures.
#[derive(Clone, Copy)]
pub(crate) struct Captured<'tree> {
    pub(crate) capture: Capture,
    pub(crate) node: Node<'tree>,
}

/// A child of a node that is looked at.
#[derive(Clone, Copy)]
struct Listed<'tree> {
    node: Node<'tree>,
    kind: u16,
    /// Known if patterns look at the children: to find it out takes as long as to find the child.
    field: Option<NonZeroU16>,
}

/// What is left to be found: the children of a step from one on, among those that are listed from a place on; then the rest.
#[derive(Clone, Copy)]
struct Left<'a> {
    children: &'a [Child],
    from: usize,
    to: usize,
    then: Option<&'a Left<'a>>,
}

/// Walks over one tree, parents before children and these in order, and tries patterns at its nodes.
///
/// The children of a node are listed once, for patterns and for the walk: most nodes have none, and a cursor that goes into each and
/// out again takes longer. Half of all nodes are punctuation and keywords: the walk passes them, and does not look into a node that
/// holds nothing else.
pub(crate) struct Matcher<'tree, 'a> {
    below: TreeCursor<'tree>,
    roots: &'a Roots,
    /// The children of the nodes above, those of the outermost first; then of the nodes that a pattern looks into.
    listed: Vec<Listed<'tree>>,
    /// By depth: which of these the walk has still to come to.
    left: Vec<Range<usize>>,
    captured: Vec<Captured<'tree>>,
}

impl<'tree, 'a> Matcher<'tree, 'a> {
    /// `below` is used to look into nodes, and stands at the first.
    pub(crate) fn new(below: TreeCursor<'tree>, roots: &'a Roots) -> Self {
        let root = below.node();
        let listed = vec![Listed { node: root, kind: root.kind_id(), field: None }];
        Matcher { below, roots, listed, left: iter::once(0..1).collect(), captured: Vec::new() }
    }

    /// The node that comes next: itself, its kind, and how many are above it. The walk goes on behind it, or below if it is entered.
    pub(crate) fn next(&mut self) -> Option<(Node<'tree>, u16, usize)> {
        loop {
            let Some(place) = self.left.last_mut()?.next() else {
                self.left.pop();
                // The children of a node are listed right behind its siblings.
                self.listed.truncate(self.left.last().map_or(0, |siblings| siblings.end));
                continue;
            };
            let Listed { node, kind, .. } = self.listed[place];
            if !self.roots.passes(kind) {
                return Some((node, kind, self.left.len() - 1));
            }
        }
    }

    /// Enters the node that came last, and shows every match of the patterns that begin there.
    pub(crate) fn enter(
        &mut self,
        node: Node<'tree>,
        action: Option<&Action>,
        text: &str,
        mut show: impl FnMut(&'a Rule, &[Captured<'tree>]),
    ) {
        let is_broken = action.is_some_and(|action| action.has_broken) && node.has_error();
        let children = match action {
            Some(action) if action.needs_children || is_broken => self.list(node),
            _ => self.list_entered(node),
        };
        let (from, to) = (children.start, children.end);
        // Most nodes have none.
        if from < to {
            self.left.push(children);
        }
        for (rule, step) in action.into_iter().flat_map(|action| &action.beginnings) {
            let rule = &self.roots.rules[*rule];
            if (is_broken || !step.is_broken) && lacks(node, &step.without) {
                self.captured.clear();
                self.captured.extend(step.captures.iter().map(|&capture| Captured { capture, node }));
                self.go_on(Some(&Left { children: &step.children, from, to, then: None }), &mut |captured| {
                    if rule.tests.iter().all(|test| passes(test, captured, text)) {
                        show(rule, captured);
                    }
                });
            }
        }
    }

    /// Lists the children of a node behind all others, for patterns that look at them; the answer is where.
    fn list(&mut self, node: Node<'tree>) -> Range<usize> {
        let start = self.listed.len();
        if node.child_count() > 0 {
            self.below.reset(node);
            let mut is_one = self.below.goto_first_child();
            while is_one {
                let node = self.below.node();
                self.listed.push(Listed { node, kind: node.kind_id(), field: self.below.field_id() });
                is_one = self.below.goto_next_sibling();
            }
        }
        start..self.listed.len()
    }

    /// Lists those children alone that the walk comes to.
    fn list_entered(&mut self, node: Node<'tree>) -> Range<usize> {
        let start = self.listed.len();
        let n_named = node.named_child_count();
        if self.roots.passes_unnamed && n_named <= MAX_COUNTED {
            let named = (0..n_named as u32).filter_map(|place| node.named_child(place));
            self.listed.extend(named.map(|node| Listed { node, kind: node.kind_id(), field: None }));
            return start..self.listed.len();
        }
        self.below.reset(node);
        let mut is_one = self.below.goto_first_child();
        while is_one {
            let node = self.below.node();
            let kind = node.kind_id();
            if !self.roots.passes(kind) {
                self.listed.push(Listed { node, kind, field: None });
            }
            is_one = self.below.goto_next_sibling();
        }
        start..self.listed.len()
    }

    /// Finds what is left in every way there is; whether there is any.
    fn go_on(&mut self, left: Option<&Left<'_>>, show: &mut dyn FnMut(&[Captured<'tree>])) -> bool {
        let Some(left) = left else {
            show(&self.captured);
            return true;
        };
        let Some((child, others)) = left.children.split_first() else { return self.go_on(left.then, show) };
        let mut is_found = false;
        for place in left.from..left.to {
            let one = self.listed[place];
            for step in child.any.iter().filter(|step| fits(step, &one)) {
                // Once there is one that is not captured, another tells nothing new.
                let is_done = is_found && !step.has_captures;
                if is_done
                    || (child.is_last && self.listed[place + 1..left.to].iter().any(|later| later.node.is_named()))
                {
                    continue;
                }
                let others = Left { children: others, from: place + 1, ..*left };
                is_found |= self.go_into(step, one.node, &others, show);
            }
            if child.is_next && one.node.is_named() {
                break;
            }
        }
        if !is_found && child.is_optional {
            is_found = self.go_on(Some(&Left { children: others, ..*left }), show);
        }
        is_found
    }

    /// Takes a node for a step and goes on with what is below it, then with the others.
    fn go_into(
        &mut self,
        step: &Step,
        node: Node<'tree>,
        others: &Left<'_>,
        show: &mut dyn FnMut(&[Captured<'tree>]),
    ) -> bool {
        let n_captured = self.captured.len();
        self.captured.extend(step.captures.iter().map(|&capture| Captured { capture, node }));
        let is_found = if step.children.is_empty() {
            self.go_on(Some(others), show)
        } else {
            let Range { start: from, end: to } = self.list(node);
            let is_found = self.go_on(Some(&Left { children: &step.children, from, to, then: Some(others) }), show);
            self.listed.truncate(from);
            is_found
        };
        self.captured.truncate(n_captured);
        is_found
    }
}

/// Whether a node is what a step asks for, whatever stands below and beside it.
fn fits(step: &Step, one: &Listed<'_>) -> bool {
    step.kind.map_or(one.kind != ERROR && one.node.is_named(), |kind| kind == one.kind)
        && (step.field.is_none() || step.field == one.field)
        && (!step.is_missing || one.node.is_missing())
        && lacks(one.node, &step.without)
}

/// Whether a node has none of these fields.
fn lacks(node: Node<'_>, fields: &[NonZeroU16]) -> bool {
    fields.iter().all(|field| node.child_by_field_id(field.get()).is_none())
}

fn passes(test: &Test, captured: &[Captured<'_>], text: &str) -> bool {
    let texts = |name: u16| {
        let named = captured.iter().filter(move |one| one.capture.name == name);
        named.map(|one| &text[one.node.byte_range()])
    };
    match &test.condition {
        Condition::AnyOf(any) => texts(test.capture).all(|text| any.iter().any(|one| one == text) == test.holds),
        Condition::Matches(expression) => texts(test.capture).all(|text| expression.is_match(text) == test.holds),
        Condition::SameAs(other) => {
            let (mut texts, mut others) = (texts(test.capture), texts(*other));
            loop {
                match (texts.next(), others.next()) {
                    (Some(text), Some(other)) if (text == other) == test.holds => {}
                    (None, None) => return true,
                    _ => return false,
                }
            }
        }
    }
}
