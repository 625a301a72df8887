//! Terms that were looked up before: where they stand and how many chunks have them.
//!
//! Questions to one repository share most of their words, and to count a frequent one takes longer than to score it. What is
//! known here belongs to one generation, so nothing of it can be stale.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tantivy::postings::TermInfo;

/// When so many are known all are let go: at a few hundred bytes each, a few megabytes.
const MAX_TERMS: usize = 4096;

/// A term of a question in the whole index.
#[derive(Debug, Default)]
pub(super) struct FoundTerm {
    /// By segment: the fields that have it, by their place among those that count, and what the dictionary says.
    pub(super) lists: Vec<Vec<(usize, TermInfo)>>,
    /// How many chunks have it in any of these fields.
    pub(super) n_chunks: u64,
}

/// Terms by the fields that count, and the term itself.
#[derive(Default)]
pub(super) struct KnownTerms(Mutex<HashMap<u8, HashMap<String, Arc<FoundTerm>>>>);

impl KnownTerms {
    /// Those of these terms that are known.
    pub(super) fn get<'t>(&self, fields: u8, terms: impl Iterator<Item = &'t str>) -> Vec<Option<Arc<FoundTerm>>> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let known = known.get(&fields);
        terms.map(|term| known.and_then(|known| known.get(term)).cloned()).collect()
    }

    pub(super) fn insert<'t>(&self, fields: u8, found: impl Iterator<Item = (&'t str, Arc<FoundTerm>)>) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.values().map(HashMap::len).sum::<usize>() > MAX_TERMS {
            known.clear();
        }
        known.entry(fields).or_default().extend(found.map(|(term, found)| (term.to_owned(), found)));
    }
}

#[cfg(test)]
mod tests {
    use super::{FoundTerm, KnownTerms, MAX_TERMS};
    use std::sync::Arc;

    #[test]
    fn terms_are_known_by_their_fields_and_let_go_when_there_are_too_many() {
        let known = KnownTerms::default();
        let is_known = |fields: u8, term: &str| known.get(fields, [term].into_iter())[0].is_some();
        known.insert(1, [("socket", Arc::<FoundTerm>::default())].into_iter());
        assert!(is_known(1, "socket") && !is_known(3, "socket") && !is_known(1, "listen"));
        let many: Vec<String> = (0..=MAX_TERMS).map(|number| number.to_string()).collect();
        known.insert(1, many.iter().map(|term| (term.as_str(), Arc::default())));
        known.insert(1, [("listen", Arc::default())].into_iter());
        assert!(is_known(1, "listen") && !is_known(1, "socket") && !is_known(1, "0"));
    }
}
