//! Questions that are asked while it is looked whether files changed.

use quarry_engine::{Hit, ModelProvider, RerankProvider};

use super::{Bench, SHOP, answer};

impl Bench {
    /// What is answered before anybody has brought the index up to date; `None` if that must come first.
    fn answer_at_once(&self, question: &str) -> Option<Vec<Hit>> {
        self.updated().ask_if_up_to_date(|searcher| answer(&searcher, question))
    }
}

#[test]
fn only_an_index_that_holds_what_is_on_disk_answers_at_once() {
    let mut bench = Bench::new(SHOP);
    assert_eq!(bench.answer_at_once("basket"), None, "there is no index");
    bench.settle();
    let n_hits = || bench.answer_at_once("basket").map(|hits| hits.len());
    assert_eq!(n_hits(), Some(2));
    bench.repository.write("docs/guide.md", "# Guide\nHow its price works.\n");
    assert_eq!(n_hits(), None, "a file changed");
    bench.settle();
    assert_eq!(n_hits(), Some(1));
    bench.repository.write("docs/basket.md", "Of the basket.\n");
    assert_eq!(n_hits(), None, "a file is new");
    bench.settle();
    bench.repository.remove("docs/basket.md");
    assert_eq!(n_hits(), None, "a file is gone");
    bench.settle();
    bench.repository.write(".quarry/queries/rust/symbols.scm", "(function_item name: (identifier) @name) @function\n");
    assert_eq!(n_hits(), None, "the user's queries changed");
    bench.settle();
    assert_eq!(n_hits(), Some(1));
    bench.settings.index.chunk_bytes /= 2;
    assert_eq!(bench.answer_at_once("basket"), None, "settings that shape the index changed");
}

/// Whoever is asked costs time or money, and may have something to tell.
#[test]
fn a_model_of_the_users_choice_is_not_asked_twice() {
    let mut bench = Bench::new(SHOP);
    bench.settle();
    bench.settings.model.provider = ModelProvider::Ollama;
    assert_eq!(bench.answer_at_once("basket"), None);
    bench.settings.model.provider = ModelProvider::Builtin;
    bench.settings.rerank.provider = RerankProvider::Ollama;
    assert_eq!(bench.answer_at_once("basket"), None);
}
