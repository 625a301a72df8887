//! What a question is about: its words before the first one that turns to circumstances.
//!
//! "retry policy for failed uploads" is about a retry policy. The file that is meant is more often named after the subject
//! than after the circumstances.

use quarry_store::words;

use crate::search::stop_words::is_stop_word;

/// After these a question says where, when or by what.
const TURNS: [&str; 26] = [
    "across", "after", "and", "as", "before", "by", "during", "for", "from", "in", "inside", "into", "of", "on", "or",
    "that", "through", "to", "using", "via", "when", "where", "which", "while", "with", "without",
];

/// Words that ask and name nothing.
const ASKING: [&str; 22] = [
    "code",
    "defined",
    "definition",
    "done",
    "file",
    "find",
    "get",
    "gets",
    "handled",
    "handles",
    "happens",
    "implementation",
    "implemented",
    "implements",
    "locate",
    "logic",
    "made",
    "show",
    "used",
    "uses",
    "work",
    "works",
];

pub(super) fn of(query: &[&str]) -> Vec<String> {
    let is_among = |word: &str, list: &[&str]| list.iter().any(|one| one.eq_ignore_ascii_case(word));
    let mut subject: Vec<String> = Vec::new();
    for word in query {
        if is_among(word, &TURNS) {
            if !subject.is_empty() {
                break;
            }
        } else if !is_stop_word(word) && !is_among(word, &ASKING) {
            subject.extend(words(word).into_iter().filter(|term| !term.starts_with('=')));
        }
    }
    subject
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn circumstances_are_not_the_subject() {
        let check = |query: &str, expected: &str| {
            assert_eq!(of(&query.split(' ').collect::<Vec<_>>()).join(" "), expected, "{query}");
        };
        check("retry policy for failed uploads", "retri polici");
        check("how does the router match paths", "rout match path");
        check("where is the cache evicted when full", "cach evict");
        check("for loops", "loop");
    }
}
