//! What was typed -> a matcher of lines, or what is wrong with it and where.

use grep_regex::{ErrorKind, RegexMatcher, RegexMatcherBuilder};
use regex_syntax::ast::Span;

/// A pattern, ready to match.
#[derive(Clone, Debug)]
pub struct GrepPattern {
    pub(super) matcher: RegexMatcher,
}

/// How a pattern is to be read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PatternStyle {
    /// Every character stands for itself; otherwise it is a regular expression.
    pub is_literal: bool,
    /// Which letters are the same.
    pub case: Case,
    /// A match neither begins nor ends inside of a word.
    pub whole_words: bool,
}

/// Whether upper and lower case differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Case {
    /// Only if the pattern has a letter in upper case.
    #[default]
    Smart,
    /// Always.
    Sensitive,
    /// Never.
    Insensitive,
}

/// Why a pattern cannot be searched for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// It would match every line.
    #[error("the pattern is empty")]
    Empty,
    /// Lines are searched one by one.
    #[error("the pattern asks for the end of a line, but a match lies within one line")]
    SpansLines,
    /// Not a regular expression.
    #[error("not a regular expression: {problem}\n{drawing}")]
    Syntax {
        /// What is wrong.
        problem: String,
        /// The pattern and below it a mark at the place.
        drawing: String,
    },
    /// A regular expression that needs too much memory.
    #[error("the pattern cannot be used: {problem}")]
    Unusable {
        /// What the regular-expression library said.
        problem: String,
    },
}

impl GrepPattern {
    /// Reads a pattern.
    pub fn new(text: &str, style: PatternStyle) -> Result<GrepPattern, PatternError> {
        if text.is_empty() {
            return Err(PatternError::Empty);
        }
        if text.contains('\n') {
            return Err(PatternError::SpansLines);
        }
        if !style.is_literal {
            check_syntax(text)?;
        }
        let matcher = RegexMatcherBuilder::new()
            .fixed_strings(style.is_literal)
            .case_smart(style.case == Case::Smart)
            .case_insensitive(style.case == Case::Insensitive)
            .word(style.whole_words)
            .multi_line(true)
            .crlf(true)
            .build(text);
        match matcher {
            Ok(matcher) => Ok(GrepPattern { matcher }),
            Err(error) if matches!(error.kind(), ErrorKind::NotAllowed(_)) => Err(PatternError::SpansLines),
            Err(error) => Err(PatternError::Unusable { problem: error.to_string() }),
        }
    }
}

/// The matcher would find the same faults, but in a pattern that it has put into a group: at places nobody typed.
fn check_syntax(text: &str) -> Result<(), PatternError> {
    let fault = |problem: String, span: &Span| PatternError::Syntax { problem, drawing: drawing(text, span) };
    match regex_syntax::ParserBuilder::new().utf8(false).build().parse(text) {
        Ok(_) => Ok(()),
        Err(regex_syntax::Error::Parse(error)) => Err(fault(error.kind().to_string(), error.span())),
        Err(regex_syntax::Error::Translate(error)) => Err(fault(error.kind().to_string(), error.span())),
        Err(error) => Err(PatternError::Unusable { problem: error.to_string() }),
    }
}

fn drawing(text: &str, span: &Span) -> String {
    let n_before = text[..span.start.offset].chars().count();
    let n_marked = text[span.start.offset..span.end.offset].chars().count().max(1);
    format!("  {text}\n  {}{}", " ".repeat(n_before), "^".repeat(n_marked))
}

#[cfg(test)]
mod tests {
    use super::{Case, GrepPattern, PatternStyle};
    use expect_test::{Expect, expect};
    use grep_matcher::Matcher;

    #[track_caller]
    fn check_fault(text: &str, expected: Expect) {
        let found = GrepPattern::new(text, PatternStyle::default());
        expected.assert_eq(&found.map_or_else(|error| error.to_string(), |_| "a pattern".to_owned()));
    }

    #[test]
    fn faults_are_shown_where_they_stand() {
        check_fault("", expect!["the pattern is empty"]);
        check_fault("a.c", expect!["a pattern"]);
        check_fault(
            "open(",
            expect![[r#"
                not a regular expression: unclosed group
                  open(
                      ^"#]],
        );
        check_fault(
            "a)|(b",
            expect![[r#"
                not a regular expression: unopened group
                  a)|(b
                   ^"#]],
        );
        check_fault(
            "žluť [z-a] kůň",
            expect![[r#"
                not a regular expression: invalid character class range, the start must be <= the end
                  žluť [z-a] kůň
                        ^^^"#]],
        );
        check_fault(
            r"x \p{Nonsense}",
            expect![[r#"
                not a regular expression: Unicode property not found
                  x \p{Nonsense}
                    ^^^^^^^^^^^^"#]],
        );
        check_fault(
            "(?<=a)b",
            expect![[r#"
                not a regular expression: look-around, including look-ahead and look-behind, is not supported
                  (?<=a)b
                  ^^^^"#]],
        );
        check_fault(r"a\nb", expect!["the pattern asks for the end of a line, but a match lies within one line"]);
        check_fault("a\nb", expect!["the pattern asks for the end of a line, but a match lies within one line"]);
        check_fault(
            r"(?:\w{1000}){1000}",
            expect!["the pattern cannot be used: compiled regex exceeds size limit of 104857600"],
        );
    }

    #[test]
    fn styles_decide_what_fits() {
        let smart = PatternStyle::default();
        let sensitive = PatternStyle { case: Case::Sensitive, ..smart };
        let insensitive = PatternStyle { case: Case::Insensitive, ..smart };
        let literal = PatternStyle { is_literal: true, ..smart };
        let words = PatternStyle { whole_words: true, ..smart };
        let both = PatternStyle { is_literal: true, whole_words: true, ..smart };
        for (text, style, line, is_found) in [
            ("größe", smart, "let GRÖSSE, Größe;", true),
            ("Größe", smart, "let größe;", false),
            (r"\Bo\S+n", smart, "FOO BAN", false),
            ("open", sensitive, "Open", false),
            ("OPEN", insensitive, "reopen", true),
            ("a[0].*(", literal, "x = a[0].*(y)", true),
            ("a.c", literal, "abc", false),
            ("open", words, "open_index reopen", false),
            ("open", words, "self.open()", true),
            ("ž", words, "žž", false),
            ("a.b", both, "a.bc", false),
            ("a.b", both, "(a.b)", true),
        ] {
            let pattern = GrepPattern::new(text, style).expect("a pattern");
            assert_eq!(pattern.matcher.is_match(line.as_bytes()), Ok(is_found), "{text} in {line}");
        }
    }
}
