//! The text of a query -> its patterns, as far as they can be read without compiling them.

/// A pattern as its words and brackets, without comments and white space.
#[derive(Debug)]
pub(crate) struct Pattern<'a> {
    /// The text it stands in.
    text: &'a str,
    pub(crate) tokens: Vec<&'a str>,
}

/// The patterns of a query, in order.
pub(crate) fn patterns(text: &str) -> Vec<Pattern<'_>> {
    let mut patterns: Vec<Pattern<'_>> = Vec::new();
    let mut depth = 0usize;
    for token in tokens(text) {
        let begins = depth == 0 && (matches!(token, "(" | "[" | "_") || token.starts_with('"'));
        match token {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        match patterns.last_mut().filter(|_| !begins) {
            Some(last) => last.tokens.push(token),
            None => patterns.push(Pattern { text, tokens: vec![token] }),
        }
    }
    patterns
}

impl<'a> Pattern<'a> {
    /// The pattern as it is written.
    pub(crate) fn source(&self) -> &'a str {
        let offset = |token: &&str| token.as_ptr() as usize - self.text.as_ptr() as usize;
        let start = self.tokens.first().map_or(0, offset);
        let end = self.tokens.last().map_or(0, |last| offset(last) + last.len());
        &self.text[start..end]
    }

    /// The kinds of nodes it may begin at; `None` if it begins otherwise.
    pub(crate) fn roots(&self) -> Option<Vec<&'a str>> {
        root_kinds(&self.tokens).map(|(kinds, _)| kinds)
    }

    /// The nodes it looks for, one for each way it may begin; `None` if it asks for more than a path from a node down to one of its
    /// descendants: for siblings, texts, anchors or what is not there.
    pub(crate) fn paths(&self) -> Option<Vec<Wanted<'a>>> {
        let mut rest = self.tokens.as_slice();
        let paths = wanted(&mut rest)?;
        rest.is_empty().then_some(paths)
    }
}

/// A node that is looked for: `function: (field_expression field: (_) @reference.call)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted<'a> {
    pub(crate) field: Option<&'a str>,
    /// None: any named node.
    pub(crate) kind: Option<&'a str>,
    pub(crate) captures: Vec<&'a str>,
    /// One of these must be among its children; if there are none, nothing is asked of them.
    pub(crate) child: Vec<Wanted<'a>>,
}

/// Reads a node or a list of nodes, of which any will do, with their captures.
fn wanted<'a>(rest: &mut &[&'a str]) -> Option<Vec<Wanted<'a>>> {
    let field = rest.first().and_then(|token| token.strip_suffix(':'));
    if field.is_some() {
        *rest = &rest[1..];
    }
    let mut found = match **rest {
        ["[", ..] => {
            *rest = &rest[1..];
            let mut any = Vec::new();
            while *rest.first()? != "]" {
                any.extend(wanted(rest)?);
            }
            any
        }
        ["(", kind, ..] => {
            *rest = &rest[2..];
            let is_kind = kind.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !kind.contains('/');
            (is_kind || kind == "_").then_some(())?;
            let child = if *rest.first()? == ")" { Vec::new() } else { wanted(rest)? };
            (*rest.first()? == ")").then_some(())?;
            vec![Wanted { field: None, kind: is_kind.then_some(kind), captures: Vec::new(), child }]
        }
        _ => return None,
    };
    *rest = &rest[1..];
    while let Some(capture) = rest.first().and_then(|token| token.strip_prefix('@')) {
        found.iter_mut().for_each(|one| one.captures.push(capture));
        *rest = &rest[1..];
    }
    found.iter_mut().filter(|one| one.field.is_none()).for_each(|one| one.field = field);
    Some(found)
}

/// The words and brackets of a query, without comments and white space.
fn tokens(source: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            ';' => rest.find('\n').unwrap_or(rest.len()),
            '"' => quoted_length(rest),
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

/// How long the text in quotes is that `rest` begins with, quotes included.
fn quoted_length(rest: &str) -> usize {
    let mut is_escaped = false;
    for (at, byte) in rest.bytes().enumerate().skip(1) {
        match byte {
            b'"' if !is_escaped => return at + 1,
            b'\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    rest.len()
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

#[cfg(test)]
mod tests {
    use super::{Pattern, Wanted, patterns};

    fn one(text: &str) -> Pattern<'_> {
        let mut all = patterns(text);
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0)
    }

    #[track_caller]
    fn check(text: &str, roots: Option<&[&str]>) {
        assert_eq!(one(text).roots().as_deref(), roots);
    }

    #[test]
    fn the_beginning_of_a_pattern_is_read() {
        check("(comment) @leading", Some(&["comment"]));
        check("[(a) (b)] @leading", Some(&["a", "b"]));
        check("(call function: (identifier) @reference.call)", Some(&["call"]));
        check("((call (x) @_f) @name (#eq? @_f \"require\"))", Some(&["call"]));
        check("([(a) (b)] @name (#eq? @name \"x\"))", Some(&["a", "b"]));
        check("; why\n(a \"(\" @body) @definition.function", Some(&["a"]));
    }

    #[test]
    fn siblings_wildcards_and_tokens_are_not_one_beginning() {
        check("((a) . (b))", None);
        check("((a) @x (b) @y)", None);
        check("(_ name: (a) @name)", None);
        check("\"if\" @leading", None);
    }

    #[test]
    fn a_query_is_taken_apart() {
        let text = "; first\n(a (b \"\\\"(\")) @name ; why\n  [(c)] @leading\n\"if\" @body (d)? @doc\n";
        let sources: Vec<&str> = patterns(text).iter().map(Pattern::source).collect();
        assert_eq!(sources, ["(a (b \"\\\"(\")) @name", "[(c)] @leading", "\"if\" @body", "(d)? @doc"]);
    }

    /// As a line: `(kind field: (kind) @capture)`, lists written out.
    fn shown(wanted: &Wanted<'_>) -> String {
        let field = wanted.field.map_or(String::new(), |field| format!("{field}:"));
        let children: String = wanted.child.iter().map(|child| format!(" {}", shown(child))).collect();
        let captures: String = wanted.captures.iter().map(|capture| format!("@{capture}")).collect();
        format!("{field}({}{children}){captures}", wanted.kind.unwrap_or("_"))
    }

    #[track_caller]
    fn check_paths(text: &str, expected: &[&str]) {
        let paths = one(text).paths().expect("a path");
        assert_eq!(paths.iter().map(shown).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn a_path_down_the_tree_is_read() {
        check_paths("(f name: (_) @name) @definition.function", &["(f name:(_)@name)@definition.function"]);
        check_paths("[(a) (b)] @leading", &["(a)@leading", "(b)@leading"]);
        check_paths("(sum [left: (x) right: (x)] @name)", &["(sum left:(x)@name right:(x)@name)"]);
        let call = "(call function: [(x) @a @b (y field: (z) @c)])";
        check_paths(call, &["(call function:(x)@a@b function:(y field:(z)@c))"]);
    }

    #[test]
    fn more_than_a_path_is_left_to_the_query() {
        for more in [
            "(f name: (_) @name body: (_))",
            "(f name: (_) @name !body)",
            "(f . (x) @name)",
            "(f \"let\" @name)",
            "((f) @name (#eq? @name \"x\"))",
            "(f (x)? @name)",
            "(a/b)",
        ] {
            assert_eq!(one(more).paths(), None, "{more}");
        }
    }
}
