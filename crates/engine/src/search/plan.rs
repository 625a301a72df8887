//! Planning: a question becomes what the stages after it look for.
//!
//! In:  the question as typed, the project's name.
//! Out: [`Plan`]: plain data that can be printed. No index access.

mod intent;
mod names;
mod paths;
mod phrases;
mod subject;
mod suggestions;
mod synonyms;
mod wishes;

use quarry_store::{WeightedTerm, joined, words};

use super::stop_words::is_stop_word;
use crate::settings::{KeywordSettings, SearchMode};

pub use intent::Intent;
pub use names::AskedName;
pub use suggestions::SuggestedFilter;
pub use wishes::Wishes;

/// Words that occur in a project's name and still say something about a file.
const TELLING_PROJECT_WORDS: usize = 2;

/// What a question asks for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Plan {
    /// The question without its filters.
    pub query: String,
    /// What it wants.
    pub intent: Intent,
    /// Terms to look up, in the order of the question, each once.
    pub terms: Vec<WeightedTerm>,
    /// Terms that mean the same as one of them, if the settings let them count.
    pub expansions: Vec<WeightedTerm>,
    /// Terms of what the question is about: "retry" and "policy" of "retry policy for failed uploads".
    pub subject: Vec<String>,
    /// Identifiers that may be the name of a definition.
    pub names: Vec<AskedName>,
    /// Files and directories that are mentioned, as written.
    pub paths: Vec<String>,
    /// Filters that the words suggest. Never applied; whoever asked may ask again with them.
    pub suggested_filters: Vec<SuggestedFilter>,
    /// Whether the question is a single word.
    pub is_one_word: bool,
    /// Sorts of files that are usually not meant, and are here.
    pub wishes: Wishes,
}

impl Plan {
    /// The plan of a question to a project of this name.
    pub fn for_query(query: &str, project: &str, settings: &KeywordSettings) -> Plan {
        let all: Vec<&str> =
            query.split(|letter: char| !is_query_letter(letter)).filter(|word| !word.is_empty()).collect();
        let mut telling: Vec<&str> = all.iter().copied().filter(|word| !is_stop_word(word)).collect();
        if telling.is_empty() {
            telling.clone_from(&all);
        }
        let paths = paths::in_query(query);
        let project_words = if telling.len() > 1 { project_words(project) } else { Vec::new() };
        let mut plan = Plan {
            query: query.to_owned(),
            intent: Intent::of(&all),
            subject: subject::of(&all),
            names: names::in_query(query),
            suggested_filters: suggestions::of(query, &all, &paths),
            paths,
            is_one_word: query.split_whitespace().count() == 1,
            wishes: Wishes::of(&all),
            ..Plan::default()
        };
        for word in &telling {
            for term in words(word) {
                let weight = if project_words.contains(&term) { settings.project_word_weight } else { 1.0 };
                plan.add(term, weight);
            }
        }
        for pair in telling.windows(2) {
            if settings.joined_weight > 0.0 && is_plain(pair[0]) && is_plain(pair[1]) {
                plan.add(joined(pair), settings.joined_weight);
            }
        }
        if settings.synonym_weight > 0.0 {
            plan.expand(settings.synonym_weight);
        }
        plan
    }

    /// The names that a question may ask for the definitions of.
    pub(crate) fn names_in(query: &str) -> Vec<AskedName> {
        names::in_query(query)
    }

    fn expand(&mut self, weight: f32) {
        let known: Vec<String> = self.terms.iter().map(|term| term.term.clone()).collect();
        self.expansions = synonyms::of(&known).into_iter().map(|term| WeightedTerm { term, weight }).collect();
    }

    /// Whether the question holds a word that is written as code.
    pub fn has_identifier(&self) -> bool {
        self.names.iter().any(|name| name.strength >= 1.0)
    }

    /// What `auto` means for this question: CocoSearch looks for words only where there is an identifier.
    pub(super) fn mode(&self, wanted: SearchMode) -> SearchMode {
        match wanted {
            SearchMode::Auto if self.has_identifier() => SearchMode::Hybrid,
            SearchMode::Auto => SearchMode::Semantic,
            SearchMode::Hybrid | SearchMode::Keyword | SearchMode::Semantic => wanted,
        }
    }

    /// A term that is asked for twice counts twice.
    fn add(&mut self, term: String, weight: f32) {
        match self.terms.iter_mut().find(|known| known.term == term) {
            Some(known) => known.weight += weight,
            None => self.terms.push(WeightedTerm { term, weight }),
        }
    }
}

fn is_query_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '-')
}

/// One part: joined with its neighbour it may be an identifier.
fn is_plain(word: &str) -> bool {
    words(word).len() == 1
}

/// The stemmed words of the project's name, its short parts left out.
fn project_words(project: &str) -> Vec<String> {
    let split: Vec<String> = project.split(['.', '-', '_', ' ']).flat_map(words).collect();
    split.into_iter().filter(|word| word.len() > TELLING_PROJECT_WORDS && !word.starts_with('=')).collect()
}

#[cfg(test)]
mod tests {
    use super::Plan;
    use crate::settings::KeywordSettings;
    use expect_test::{Expect, expect};

    fn check(query: &str, expected: Expect) {
        let plan = Plan::for_query(query, "axios", &KeywordSettings::default());
        let terms: Vec<String> = plan.terms.iter().map(|term| format!("{} {}", term.term, term.weight)).collect();
        expected.assert_eq(&terms.join(", "));
    }

    #[test]
    fn words_identifiers_and_neighbours_become_terms() {
        check("how are hash maps iterated", expect!["hash 1, map 1, iterat 1, =hashmaps 0.5, =mapsiterated 0.5"]);
        check("getUserById", expect!["get 1, user 1, by 1, id 1, =getuserbyid 1"]);
        check("axios interceptors", expect!["axio 0.2, intercept 1, =axiosinterceptors 0.5"]);
        check("Axios", expect!["axio 1"]);
        check("what is this", expect!["what 1, is 1, this 1, =whatis 0.5, =isthis 0.5"]);
        check("", expect![""]);
    }
}
