//! The words of a pattern -> what it asks of a node and of those below it.
//!
//! Nearly all of the query language is read: fields, kinds, tokens, lists of which any will do, captures, siblings in order, anchors,
//! fields that must not be there, nodes that may be missing from the pattern (`?`), and the predicates on texts. What is not (repetition,
//! wildcards for any token, supertypes) is left to tree-sitter's own query: reading answers `None`.

/// A pattern, read.
#[derive(Debug, Default)]
pub(crate) struct Read<'a> {
    /// One for each way it may begin.
    pub(crate) beginnings: Vec<Wanted<'a>>,
    pub(crate) tests: Vec<WantedText<'a>>,
    /// `(#set! block_type "FROM")`
    pub(crate) block_type: Option<String>,
}

/// A node that is looked for: `function: (field_expression field: (_) @reference.call)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted<'a> {
    pub(crate) field: Option<&'a str>,
    pub(crate) kind: WantedKind<'a>,
    /// Whether it must be one that the parser put in, because the text lacks it.
    pub(crate) is_missing: bool,
    pub(crate) captures: Vec<&'a str>,
    /// Fields that it must not have.
    pub(crate) without: Vec<&'a str>,
    /// What must stand below it, in this order, with anything between.
    pub(crate) children: Vec<WantedChild<'a>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WantedKind<'a> {
    /// `(identifier)`
    Named(&'a str),
    /// `(_)`
    AnyNamed,
    /// `"const"`
    Token(String),
}

/// A child that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WantedChild<'a> {
    /// Any of these.
    pub(crate) any: Vec<Wanted<'a>>,
    /// Whether no named node may stand between it and the one before, or the beginning.
    pub(crate) is_next: bool,
    /// Whether no named node may follow.
    pub(crate) is_last: bool,
    /// Whether the others will do without it.
    pub(crate) is_optional: bool,
}

/// What is asked of the text of captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WantedText<'a> {
    pub(crate) capture: &'a str,
    pub(crate) relation: Relation<'a>,
    /// False: the relation must not hold.
    pub(crate) holds: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Relation<'a> {
    /// It is one of these.
    AnyOf(Vec<String>),
    /// It is that of another capture.
    SameAs(&'a str),
    /// It matches a regular expression.
    Matches(String),
}

/// Reads a pattern; `None` if it asks for something that only a query can find.
pub(crate) fn read<'a>(tokens: &[&'a str]) -> Option<Read<'a>> {
    let mut reader = Reader { rest: tokens, read: Read::default() };
    let is_group = matches!(tokens, ["(", "(" | "[", ..]);
    if is_group {
        reader.rest = &tokens[1..];
    }
    let child = reader.child()?;
    if is_group {
        while reader.predicate()? {}
        reader.expect(")")?;
    }
    reader.read.beginnings = child.any;
    (reader.rest.is_empty() && !child.is_optional).then_some(reader.read)
}

struct Reader<'t, 'a> {
    rest: &'t [&'a str],
    read: Read<'a>,
}

impl<'a> Reader<'_, 'a> {
    fn next(&mut self) -> Option<&'a str> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(first)
    }

    fn expect(&mut self, token: &str) -> Option<()> {
        (self.next()? == token).then_some(())
    }

    fn next_if(&mut self, is_it: impl Fn(&str) -> bool) -> Option<&'a str> {
        let first = *self.rest.first()?;
        is_it(first).then(|| self.next()).flatten()
    }

    /// A node or a list of nodes, with field, captures and whether it may be left out.
    fn child(&mut self) -> Option<WantedChild<'a>> {
        let field = self.next_if(|token| token.ends_with(':') && !token.starts_with('"'));
        let field = field.and_then(|token| token.strip_suffix(':'));
        let mut any = match self.next()? {
            "[" => self.list()?,
            "(" => vec![self.node()?],
            token => vec![plain(WantedKind::Token(unquoted(token)?))],
        };
        let is_optional = self.next_if(|token| token == "?").is_some();
        while let Some(capture) = self.next_if(|token| token.starts_with('@')) {
            any.iter_mut().for_each(|one| one.captures.extend(capture.strip_prefix('@')));
        }
        any.iter_mut().filter(|one| one.field.is_none()).for_each(|one| one.field = field);
        Some(WantedChild { any, is_next: false, is_last: false, is_optional })
    }

    fn list(&mut self) -> Option<Vec<Wanted<'a>>> {
        let mut any = Vec::new();
        while self.next_if(|token| token == "]").is_none() {
            let one = self.child()?;
            if one.is_optional {
                return None;
            }
            any.extend(one.any);
        }
        Some(any)
    }

    /// A node behind its opening bracket.
    fn node(&mut self) -> Option<Wanted<'a>> {
        let kind = self.next()?;
        if kind == "MISSING" {
            let token = unquoted(self.next()?)?;
            self.expect(")")?;
            return Some(Wanted { is_missing: true, ..plain(WantedKind::Token(token)) });
        }
        let is_kind = kind.starts_with(|letter: char| letter.is_ascii_alphabetic()) && !kind.contains('/');
        let mut node = plain(match kind {
            "_" => WantedKind::AnyNamed,
            _ if is_kind && kind != "ERROR" => WantedKind::Named(kind),
            _ => return None,
        });
        let mut is_next = false;
        while self.next_if(|token| token == ")").is_none() {
            if self.next_if(|token| token == ".").is_some() {
                is_next = true;
            } else if let Some(field) = self.next_if(|token| token.starts_with('!')) {
                node.without.extend(field.strip_prefix('!'));
            } else if self.predicate()? {
                // An anchor before a predicate anchors nothing.
                is_next = false;
            } else {
                node.children.push(WantedChild { is_next: std::mem::take(&mut is_next), ..self.child()? });
            }
        }
        if is_next {
            node.children.last_mut()?.is_last = true;
        }
        // What an anchor means beside a node that is left out is a matter of its own.
        let is_anchored = node.children.iter().any(|child| child.is_next || child.is_last);
        let is_plain = !is_anchored || node.children.iter().all(|child| !child.is_optional);
        is_plain.then_some(node)
    }

    /// Reads a predicate, if one follows.
    fn predicate(&mut self) -> Option<bool> {
        let ["(", name, ..] = self.rest else { return Some(false) };
        let Some(name) = name.strip_prefix('#') else { return Some(false) };
        self.rest = &self.rest[2..];
        let mut arguments = Vec::new();
        while self.next_if(|token| token == ")").is_none() {
            arguments.push(self.next()?);
        }
        if name == "set!" {
            self.set(&arguments)?;
            return Some(true);
        }
        let (positive, holds) = name.strip_prefix("not-").map_or((name, true), |name| (name, false));
        let (capture, values) = arguments.split_first()?;
        let relation = match (positive, values) {
            ("eq?", [other]) if other.starts_with('@') => Relation::SameAs(other.strip_prefix('@')?),
            ("eq?", [text]) => Relation::AnyOf(vec![unquoted(text)?]),
            ("any-of?", texts) => Relation::AnyOf(texts.iter().map(|text| unquoted(text)).collect::<Option<_>>()?),
            ("match?", [expression]) => Relation::Matches(unquoted(expression)?),
            _ => return None,
        };
        self.read.tests.push(WantedText { capture: capture.strip_prefix('@')?, relation, holds });
        Some(true)
    }

    fn set(&mut self, arguments: &[&str]) -> Option<()> {
        let ["block_type", value] = arguments else { return None };
        self.read.block_type = Some(unquoted(value)?);
        Some(())
    }
}

/// Nothing but a kind.
fn plain(kind: WantedKind<'_>) -> Wanted<'_> {
    Wanted { field: None, kind, is_missing: false, captures: Vec::new(), without: Vec::new(), children: Vec::new() }
}

/// The text of a token in quotes; `None` if there are none.
fn unquoted(token: &str) -> Option<String> {
    let inner = token.strip_prefix('"')?.strip_suffix('"')?;
    let mut text = String::with_capacity(inner.len());
    let mut letters = inner.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => match letters.next()? {
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                '0' => '\0',
                other => other,
            },
            other => other,
        });
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::{Read, Relation, Wanted, WantedKind, read};
    use crate::patterns::patterns;

    fn of(text: &str) -> Option<Read<'_>> {
        let all = patterns(text);
        assert_eq!(all.len(), 1, "{text}");
        read(&all[0].tokens)
    }

    /// As a line: `(kind .field:(kind)@capture. -field)`, lists written out, `|` between what any will do of.
    fn shown(wanted: &Wanted<'_>) -> String {
        let field = wanted.field.map_or(String::new(), |field| format!("{field}:"));
        let kind = match &wanted.kind {
            WantedKind::Named(kind) => (*kind).to_owned(),
            WantedKind::AnyNamed => "_".to_owned(),
            WantedKind::Token(token) => format!("{token:?}"),
        };
        let missing = if wanted.is_missing { "missing " } else { "" };
        let mut line = format!("{field}({missing}{kind}");
        for child in &wanted.children {
            let any: Vec<String> = child.any.iter().map(shown).collect();
            let mark = |is_so: bool, mark: &'static str| if is_so { mark } else { "" };
            let (next, last) = (mark(child.is_next, "."), mark(child.is_last, "."));
            line += &format!(" {next}{}{}{last}", any.join("|"), mark(child.is_optional, "?"));
        }
        wanted.without.iter().for_each(|field| line += &format!(" -{field}"));
        line.push(')');
        wanted.captures.iter().for_each(|capture| line += &format!("@{capture}"));
        line
    }

    #[track_caller]
    fn check(text: &str, expected: Expect) {
        let read = of(text).expect("read");
        let mut lines: Vec<String> = read.beginnings.iter().map(shown).collect();
        for test in &read.tests {
            let relation = match &test.relation {
                Relation::AnyOf(texts) => format!("in {texts:?}"),
                Relation::SameAs(other) => format!("as {other}"),
                Relation::Matches(expression) => format!("like {expression}"),
            };
            lines.push(format!("{} {}{relation}", test.capture, if test.holds { "" } else { "not " }));
        }
        lines.extend(read.block_type.map(|block_type| format!("block type {block_type}")));
        expected.assert_eq(&lines.join("\n"));
    }

    #[test]
    fn paths_and_lists_are_read() {
        check("(f name: (_) @name) @definition.function", expect!["(f name:(_)@name)@definition.function"]);
        check(
            "[(a) (b)] @leading",
            expect![[r#"
            (a)@leading
            (b)@leading"#]],
        );
        check("(sum [left: (x) right: (x)] @name)", expect!["(sum left:(x)@name|right:(x)@name)"]);
        let call = "(call function: [(x) @a @b (y field: (z) @c)])";
        check(call, expect!["(call function:(x)@a@b|function:(y field:(z)@c))"]);
    }

    #[test]
    fn siblings_anchors_tokens_and_absent_fields_are_read() {
        check("(f name: (_) @name \";\" @body !body)", expect![[r#"(f name:(_)@name (";")@body -body)"#]]);
        check("(f . (x) @name . [(y) \"z\"] .)", expect![[r#"(f .(x)@name .(y)|("z").)"#]]);
        check("(s (c) (MISSING \";\"))", expect![[r#"(s (c) (missing ";"))"#]]);
        check(
            "(import (path) @import.path (name)? @import.alias)",
            expect!["(import (path)@import.path (name)@import.alias?)"],
        );
    }

    #[test]
    fn predicates_are_read_wherever_they_stand() {
        check(
            "((f) @name (#eq? @name \"x\"))",
            expect![[r#"
            (f)@name
            name in ["x"]"#]],
        );
        check(
            "(f (x) @a (y (z) @b (#not-eq? @a @b)) (#match? @a \"^\\\\S\") (#not-any-of? @b \"u\" \"v\"))",
            expect![[r#"
            (f (x)@a (y (z)@b))
            a not as b
            a like ^\S
            b not in ["u", "v"]"#]],
        );
        check(
            "(f (x) @name (#set! block_type \"FROM\"))",
            expect![[r#"
            (f (x)@name)
            block type FROM"#]],
        );
    }

    #[test]
    fn what_only_a_query_can_find_is_left_to_it() {
        for more in [
            "(a/b)",
            "(f (x)* @name)",
            "(f . (x)? @name)",
            "(f _ @name)",
            "(f (MISSING))",
            "(f (ERROR))",
            "((f) @name (#lua-match? @name \"x\"))",
            "(f (x) @name (#set! priority 10))",
            "((a) . (b))",
        ] {
            assert!(of(more).is_none(), "{more}");
        }
    }
}
