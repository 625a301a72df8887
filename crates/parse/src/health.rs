//! How well a tree parsed.

use quarry_source::{Health, ParseStatus};
use tree_sitter::Tree;

/// Counts error and missing nodes, looking only into subtrees that have any.
pub(crate) fn of_tree(tree: &Tree) -> Health {
    let root = tree.root_node();
    if !root.has_error() {
        return Health { status: ParseStatus::Ok, n_errors: 0 };
    }
    let mut n_errors = 0;
    let mut cursor = root.walk();
    loop {
        let node = cursor.node();
        let bad = node.is_error() || node.is_missing();
        n_errors += u32::from(bad);
        if !bad && node.has_error() && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                let status = if root.is_error() { ParseStatus::Error } else { ParseStatus::Partial };
                return Health { status, n_errors: n_errors.max(1) };
            }
        }
    }
}
