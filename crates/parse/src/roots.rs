//! Which nodes a query can begin at, so that it is run there and nowhere else.
//!
//! A query cursor that walks a whole tree looks at every node in detail and costs half as much as parsing. Nearly all of our
//! patterns begin at one kind of node, though: a bare walk over the tree that starts the query only at those nodes gives the
//! same matches for a third of the time. A pattern of one node alone (`(comment) @leading`) needs no query at all.
//!
//! Queries with patterns that begin otherwise (siblings, wildcards, supertypes) are run over the whole tree as usual.

use tree_sitter::{Language as Grammar, Query};

use crate::syntax::Role;

/// What to do at a node of some kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// No pattern begins here.
    Pass,
    /// The node itself is the only capture, of this role.
    Capture(Role),
    /// Run the query here.
    Query,
}

/// Actions by node kind. `None` if some pattern does not begin at a kind of node.
pub(crate) fn of_query(grammar: &Grammar, query: &Query, text: &str, roles: &[Role]) -> Option<Vec<Action>> {
    let mut actions = vec![Action::Pass; grammar.node_kind_count()];
    for pattern in 0..query.pattern_count() {
        let source = &text[query.start_byte_for_pattern(pattern)..query.end_byte_for_pattern(pattern)];
        let tokens = tokens(source);
        let (kinds, rest) = root_kinds(&tokens)?;
        let plain = plain_capture(&tokens, rest).and_then(|name| {
            let index = query.capture_names().iter().position(|known| *known == name)?;
            Some(roles[index])
        });
        for kind in kinds {
            let id = grammar.id_for_node_kind(kind, true);
            if id == 0 || grammar.node_kind_is_supertype(id) {
                return None;
            }
            let action = actions.get_mut(id as usize)?;
            *action = match (*action, plain) {
                (Action::Pass, Some(role)) => Action::Capture(role),
                _ => Action::Query,
            };
        }
    }
    Some(actions)
}

/// The words and brackets of a pattern, without comments and white space.
fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '"' => 1 + rest[1..].find('"').map_or(rest.len() - 1, |end| end + 1),
            _ if first.is_whitespace() || "()[]".contains(first) => first.len_utf8(),
            _ => rest.find(|letter: char| letter.is_whitespace() || "()[];\"".contains(letter)).unwrap_or(rest.len()),
        };
        let (token, behind) = rest.split_at(length);
        if first != ';' && !first.is_whitespace() {
            tokens.push(token);
        }
        rest = behind;
    }
    tokens
}

/// The kinds a pattern may begin with, and where the tokens go on behind its first node or list of nodes.
fn root_kinds<'a>(tokens: &[&'a str]) -> Option<(Vec<&'a str>, usize)> {
    match *tokens.first()? {
        "(" if tokens.get(1) == Some(&"(") || tokens.get(1) == Some(&"[") => {
            // A group: one node or list, its capture, then nothing but predicates.
            let (kinds, end) = root_kinds(&tokens[1..])?;
            let mut at = 1 + end;
            while tokens.get(at)?.starts_with('@') {
                at += 1;
            }
            while *tokens.get(at)? == "(" && tokens.get(at + 1)?.starts_with('#') {
                at += closing(&tokens[at..])? + 1;
            }
            (*tokens.get(at)? == ")").then_some((kinds, at + 1))
        }
        "(" => {
            let kind = *tokens.get(1)?;
            let is_kind =
                kind.starts_with(|letter: char| letter.is_ascii_alphabetic()) && kind != "ERROR" && kind != "MISSING";
            (is_kind && !kind.contains('/')).then_some((vec![kind], closing(tokens)? + 1))
        }
        "[" => {
            let end = closing(tokens)?;
            let mut kinds = Vec::new();
            let mut at = 1;
            while at < end {
                if tokens[at].starts_with('@') {
                    at += 1;
                    continue;
                }
                let (more, length) = root_kinds(&tokens[at..end])?;
                kinds.extend(more);
                at += length;
            }
            Some((kinds, end + 1))
        }
        _ => None,
    }
}

/// Index of the bracket that closes the first token.
fn closing(tokens: &[&str]) -> Option<usize> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate() {
        match *token {
            "(" | "[" => depth += 1,
            ")" | "]" => {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

/// The capture of a pattern that is one bare node, or a list of such, and nothing else.
fn plain_capture<'a>(tokens: &[&'a str], rest: usize) -> Option<&'a str> {
    let [capture] = tokens.get(rest..)? else { return None };
    let name = capture.strip_prefix('@')?;
    let bare = match tokens[0] {
        "(" => rest == 3,
        _ => tokens[1..rest - 1].chunks(3).all(|node| matches!(node, ["(", _, ")"])),
    };
    bare.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::{plain_capture, root_kinds, tokens};

    #[track_caller]
    fn check(pattern: &str, kinds: Option<&[&str]>, plain: Option<&str>) {
        let tokens = tokens(pattern);
        let found = root_kinds(&tokens);
        assert_eq!(found.as_ref().map(|(kinds, _)| kinds.as_slice()), kinds);
        assert_eq!(found.and_then(|(_, rest)| plain_capture(&tokens, rest)), plain);
    }

    #[test]
    fn the_beginning_of_a_pattern_is_read() {
        check("(comment) @leading", Some(&["comment"]), Some("leading"));
        check("[(a) (b)] @leading", Some(&["a", "b"]), Some("leading"));
        check("(call function: (identifier) @reference.call)", Some(&["call"]), None);
        check("((call (x) @_f) @name (#eq? @_f \"require\"))", Some(&["call"]), None);
        check("([(a) (b)] @name (#eq? @name \"x\"))", Some(&["a", "b"]), None);
        check("; why\n(a \"(\" @body) @definition.function", Some(&["a"]), None);
    }

    #[test]
    fn siblings_wildcards_and_tokens_are_not_one_beginning() {
        check("((a) . (b))", None, None);
        check("((a) @x (b) @y)", None, None);
        check("(_ name: (a) @name)", None, None);
        check("\"if\" @leading", None, None);
    }
}
