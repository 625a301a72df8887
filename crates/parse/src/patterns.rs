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
    use super::{Pattern, patterns};

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
}
