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

    /// Of a pattern that is one bare node, or a list of such, and nothing else: its capture.
    pub(crate) fn bare(&self) -> Option<&'a str> {
        let (_, rest) = root_kinds(&self.tokens)?;
        let [capture] = self.tokens.get(rest..)? else { return None };
        let is_bare = match self.tokens[0] {
            "(" => rest == 3,
            _ => self.tokens[1..rest - 1].chunks(3).all(|node| matches!(node, ["(", _, ")"])),
        };
        capture.strip_prefix('@').filter(|_| is_bare)
    }

    /// Of a pattern that is a node with one bare child, which is captured, and nothing else.
    pub(crate) fn with_child(&self) -> Option<WithChild<'a>> {
        let (inner, own) = match self.tokens.as_slice() {
            ["(", _, inner @ .., ")"] => (inner, None),
            ["(", _, inner @ .., ")", own] => (inner, Some(own.strip_prefix('@')?)),
            _ => return None,
        };
        let (field, child) = match inner {
            [field, child @ ..] if field.ends_with(':') => (Some(field.trim_end_matches(':')), child),
            child => (None, child),
        };
        let ["(", kind, ")", capture] = child else { return None };
        let is_kind = kind.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !kind.contains('/');
        let is_any = *kind == "_" && field.is_some();
        (is_kind || is_any).then_some(())?;
        Some(WithChild { field, kind: is_kind.then_some(kind), capture: capture.strip_prefix('@')?, own })
    }
}

/// `(function_item name: (_) @name) @definition.function`
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct WithChild<'a> {
    pub(crate) field: Option<&'a str>,
    /// None: any named node of that field.
    pub(crate) kind: Option<&'a str>,
    pub(crate) capture: &'a str,
    /// What the node itself is captured as.
    pub(crate) own: Option<&'a str>,
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
    use super::{Pattern, WithChild, patterns};

    fn one(text: &str) -> Pattern<'_> {
        let mut all = patterns(text);
        assert_eq!(all.len(), 1, "{text}");
        all.remove(0)
    }

    #[track_caller]
    fn check(text: &str, roots: Option<&[&str]>, bare: Option<&str>) {
        let pattern = one(text);
        assert_eq!(pattern.roots().as_deref(), roots);
        assert_eq!(pattern.bare(), bare);
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

    #[test]
    fn a_query_is_taken_apart() {
        let text = "; first\n(a (b \"\\\"(\")) @name ; why\n  [(c)] @leading\n\"if\" @body (d)? @doc\n";
        let sources: Vec<&str> = patterns(text).iter().map(Pattern::source).collect();
        assert_eq!(sources, ["(a (b \"\\\"(\")) @name", "[(c)] @leading", "\"if\" @body", "(d)? @doc"]);
    }

    #[test]
    fn a_node_with_one_child_is_told_from_more() {
        let with_child = |field, kind, capture, own| Some(WithChild { field, kind, capture, own });
        let named = one("(f name: (_) @name) @definition.function");
        assert_eq!(named.with_child(), with_child(Some("name"), None, "name", Some("definition.function")));
        let typed = one("(union_type (type_identifier) @reference.type)");
        assert_eq!(typed.with_child(), with_child(None, Some("type_identifier"), "reference.type", None));
        for more in [
            "(f name: (_) @name body: (_))",
            "(f name: (_) @name !body)",
            "(f . (x) @name)",
            "(f (_) @name)",
            "(f name: (x))",
            "(f name: (x (y)) @name)",
            "(f name: [(x) (y)] @name)",
            "(f name: (x) @name @definition.field)",
            "(f (x)? @name)",
            "(f)",
            "(f) @leading",
        ] {
            assert_eq!(one(more).with_child(), None, "{more}");
        }
    }
}
