//! What the path of a file says about a question, told by the evidence of an answer.

use std::collections::BTreeMap;

use quarry_engine::{Engine, Feature, Features, Mode, Quiet, SearchRequest, Settings};
use quarry_test_support::Repository;

const FILES: &str = "\
//- app/session.py
def session_retry_configuration(): pass
//- app/retry.py
def session_retry_configuration(): pass
//- app/config.py
def session_retry_configuration(): pass
//- auth/other.py
def session_retry_configuration(): pass
";

/// What is known of every file that may answer, by path.
fn evidence(query: &str) -> BTreeMap<String, Features> {
    let repository = Repository::new(FILES);
    let settings = Settings::from_toml("model.provider = \"none\"\n", "test".as_ref()).expect("settings");
    let engine = Engine::new(repository.path(), &repository.beside("home"), settings);
    engine.index(Mode::Changed, &Quiet).expect("the index is made");
    let request = SearchRequest { query: query.to_owned(), explain: true, ..SearchRequest::default() };
    let answer = engine.open().expect("it opens").search(&request).expect("it answers");
    let candidates = answer.explanation.expect("it was asked for").candidates.into_iter();
    candidates.map(|candidate| (candidate.path.to_string(), candidate.features)).collect()
}

#[test]
fn a_name_counts_by_how_early_its_word_is_asked_for() {
    let said = evidence("session kept over every retry");
    let stem = |path: &str| said[path].get(Feature::Stem);
    assert!(stem("app/session.py") > 2.0 * stem("app/retry.py"), "{said:?}");
    assert!(stem("app/retry.py") > 0.0, "{said:?}");
    assert_eq!(stem("app/config.py"), 0.0);
}

#[test]
fn names_and_directories_may_be_beginnings_of_words() {
    let said = evidence("configuration and authentication of a session");
    assert!(said["app/config.py"].get(Feature::WholeStem) > 0.0, "{said:?}");
    assert!(said["auth/other.py"].get(Feature::Directories) > 0.0, "{said:?}");
    assert_eq!(said["app/retry.py"].get(Feature::Stem), 0.0);
}
