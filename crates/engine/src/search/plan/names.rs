//! Identifiers in a question that may be the name of a definition, and how sure that is.

use crate::search::stop_words::is_stop_word;

/// Written as code: inner capitals, `_`, a qualifier, or nothing else in the question.
const WRITTEN_AS_CODE: f32 = 1.0;
/// A capital where a sentence has none.
const CAPITALISED: f32 = 0.6;
/// Any other word may be a name too.
const PLAIN_WORD: f32 = 0.25;

/// A name that is asked for.
#[derive(Clone, Debug, PartialEq)]
pub struct AskedName {
    /// The last part of what was typed: `send` of `Client::send`.
    pub name: String,
    /// The part before it, if any: `Client`.
    pub qualifier: Option<String>,
    /// How sure it is that a definition is meant, 0 to 1.
    pub strength: f32,
}

pub(super) fn in_query(query: &str) -> Vec<AskedName> {
    let written: Vec<&str> = query.split_whitespace().collect();
    let mut names: Vec<AskedName> = Vec::new();
    for (place, text) in written.iter().enumerate() {
        let text = text.trim_matches(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '$');
        let mut parts = text.split([':', '-', '>', '.', '#', '/']).filter(|part| !part.is_empty()).rev();
        let Some(name) = parts.next().filter(|name| is_identifier(name)) else { continue };
        let qualifier = parts.next().filter(|part| is_identifier(part)).map(str::to_owned);
        let strength = if written.len() == 1 || qualifier.is_some() || looks_like_code(name) {
            WRITTEN_AS_CODE
        } else if is_stop_word(name) {
            continue;
        } else if place > 0 && name.starts_with(char::is_uppercase) {
            CAPITALISED
        } else {
            PLAIN_WORD
        };
        if names.iter().all(|known| known.name != name) {
            names.push(AskedName { name: name.to_owned(), qualifier, strength });
        }
    }
    names
}

fn is_identifier(text: &str) -> bool {
    !text.starts_with(|letter: char| letter.is_ascii_digit())
        && text.chars().all(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '$' | '?' | '!'))
}

/// `getUser`, `get_user`, `HTTPServer`, not `Get` or `HTTP`.
fn looks_like_code(name: &str) -> bool {
    let mut letters = name.chars();
    let first_is_lower = letters.next().is_some_and(char::is_lowercase);
    let has_lower = name.chars().any(char::is_lowercase);
    let inner_capital = letters.any(char::is_uppercase);
    name.contains('_') || (inner_capital && (first_is_lower || has_lower))
}

#[cfg(test)]
mod tests {
    use super::in_query;
    use expect_test::{Expect, expect};

    fn check(query: &str, expected: Expect) {
        let one = |name: super::AskedName| match name.qualifier {
            Some(qualifier) => format!("{qualifier}/{} {}", name.name, name.strength),
            None => format!("{} {}", name.name, name.strength),
        };
        expected.assert_eq(&in_query(query).into_iter().map(one).collect::<Vec<_>>().join(", "));
    }

    #[test]
    fn what_is_written_as_code_is_surely_a_name() {
        check("Mux", expect!["Mux 1"]);
        check("where is getUserById called", expect!["getUserById 1, called 0.25"]);
        check(
            "`Client::send()` with HTTP and the Gson class",
            expect!["Client/send 1, HTTP 0.6, Gson 0.6, class 0.25"],
        );
        check("how is the 3d view drawn?", expect!["view 0.25, drawn 0.25"]);
        check("???", expect![""]);
    }
}
