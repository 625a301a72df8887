//! Files are named after the beginnings of words: `config` for configuration, `auth` for authentication, `recover` for recovery.
//!
//! In:  the question as typed.
//! Out: the beginnings of its words, as numbers that the words of paths can be compared with.

use quarry_store::{name_hash, words};

/// Shorter beginnings stand for too many words; with three letters nothing is gained.
const MIN_LETTERS: usize = 4;

/// Every beginning of every plain word of a question. Identifiers have none: who writes one means it.
#[derive(Clone, Debug, Default)]
pub(super) struct Beginnings {
    /// In order, each with the number of the term that the whole word is looked up by.
    terms: Vec<(u32, u32)>,
}

impl Beginnings {
    pub(super) fn of(query: &str) -> Beginnings {
        let mut terms = Vec::new();
        for typed in query.split(|letter: char| !letter.is_alphanumeric()).filter(|typed| typed.is_ascii()) {
            let [term] = &words(typed)[..] else { continue };
            let (word, term) = (typed.to_ascii_lowercase(), name_hash(term));
            terms.extend((MIN_LETTERS..word.len()).map(|end| (name_hash(&word[..end]), term)));
        }
        // What two words begin with stands for the first of them: the order of equal ones stays.
        terms.sort_by_key(|(beginning, _)| *beginning);
        terms.dedup_by_key(|(beginning, _)| *beginning);
        Beginnings { terms }
    }

    /// The term of the word that begins like this.
    pub(super) fn term(&self, beginning: u32) -> Option<u32> {
        let place = self.terms.binary_search_by_key(&beginning, |(known, _)| *known).ok()?;
        Some(self.terms[place].1)
    }
}

#[cfg(test)]
mod tests {
    use super::Beginnings;
    use quarry_store::{name_hash, words};

    #[test]
    fn words_are_known_by_their_beginnings() {
        let hash = |word: &str| name_hash(&words(word)[0]);
        let check = |query: &str, name: &str, expected: Option<&str>| {
            assert_eq!(Beginnings::of(query).term(hash(name)), expected.map(hash), "{name} in `{query}`");
        };
        check("how is the configuration read", "config", Some("configuration"));
        check("Authentication of users", "auth", Some("authentication"));
        check("panic recovery middleware", "recoverer", Some("recovery"));
        check("serialisation of serial ports", "serial", Some("serialisation"));
        check("the directory of plugins", "dir", None);
        check("getConfiguration", "config", None);
        check("config", "configuration", None);
        check("конфигурация", "конфи", None);
    }
}
