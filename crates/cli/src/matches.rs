//! Which parts of a line answer the question's words: what a reader's eye should land on.
//!
//! In:  the question, a line.
//! Out: byte ranges of the line. Word parts are compared in any case and without common endings, so `parsing` marks
//!      the `parse` of `parseConfig`. Shows, never ranks: the engine has its own words.

use std::ops::Range;

/// Words of questions that say nothing about code.
const COMMON: &str = "a an and are as at be by can do does done for from get gets has have how i in into is it its made \
    make of on or that the there this to used what when where which who why with";
/// Endings that do not change what a word means, longest first.
const ENDINGS: [&str; 6] = ["ing", "ers", "er", "ed", "es", "s"];
/// Shorter stems are left as they are: `string` is not `str` + `ing`.
const MIN_STEM: usize = 4;

/// The words of a question that are worth marking.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    stems: Vec<String>,
}

impl Wanted {
    pub(crate) fn of(query: &str) -> Wanted {
        let parts: Vec<String> = parts(query).into_iter().map(|range| query[range].to_lowercase()).collect();
        let is_common = |word: &String| COMMON.split_whitespace().any(|common| common == word);
        let mut telling: Vec<&String> = parts.iter().filter(|word| !is_common(word)).collect();
        if telling.is_empty() {
            telling = parts.iter().collect();
        }
        let mut stems: Vec<String> = telling.into_iter().map(|word| stem(word).to_owned()).collect();
        stems.sort();
        stems.dedup();
        Wanted { stems }
    }

    /// The parts of a line that fit, in order.
    pub(crate) fn ranges(&self, line: &str) -> Vec<Range<usize>> {
        let fits = |range: &Range<usize>| {
            let word = line[range.clone()].to_lowercase();
            self.stems.iter().any(|wanted| *wanted == stem(&word))
        };
        parts(line).into_iter().filter(fits).collect()
    }
}

fn stem(word: &str) -> &str {
    let cut = ENDINGS.iter().find_map(|ending| word.strip_suffix(ending).filter(|stem| stem.len() >= MIN_STEM));
    let stem = cut.unwrap_or(word);
    stem.strip_suffix('e').filter(|short| short.len() >= MIN_STEM).unwrap_or(stem)
}

/// The word parts of a text: `parseHTTPConfig_v2` is parse, HTTP, Config, v2.
fn parts(text: &str) -> Vec<Range<usize>> {
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut start: Option<usize> = None;
    let mut before = ' ';
    let mut letters = text.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let after = letters.peek().map_or(' ', |(_, next)| *next);
        let begins = letter.is_uppercase() && (!before.is_uppercase() || after.is_lowercase());
        if let Some(begun) = start
            && (!letter.is_alphanumeric() || begins)
        {
            parts.push(begun..at);
            start = None;
        }
        if letter.is_alphanumeric() && start.is_none() {
            start = Some(at);
        }
        before = letter;
    }
    parts.extend(start.map(|begun| begun..text.len()));
    parts
}

#[cfg(test)]
mod tests {
    use super::Wanted;
    use expect_test::{Expect, expect};

    fn check(query: &str, line: &str, expected: Expect) {
        let mut text = line.to_owned();
        for range in Wanted::of(query).ranges(line).into_iter().rev() {
            text.insert(range.end, ']');
            text.insert(range.start, '[');
        }
        expected.assert_eq(&text);
    }

    #[test]
    fn word_parts_of_identifiers_are_marked_in_any_case() {
        check(
            "where is parsing done",
            "fn parseConfig(parser: &Parser)",
            expect!["fn [parse]Config([parser]: &[Parser])"],
        );
        check("http config", "HTTPConfig http_config config2", expect!["[HTTP][Config] [http]_[config] config2"]);
        check("getUserById", "def get_user(id): sids", expect!["def get_[user]([id]): sids"]);
        check("the", "the other", expect!["[the] other"]);
        check("strings", "string strategy", expect!["[string] strategy"]);
        check("größe", "let größe = GRÖSSE;", expect!["let [größe] = GRÖSSE;"]);
    }
}
