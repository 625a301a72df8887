//! Related code of a small repository: by meaning, by words alone, and what cannot be compared.

use expect_test::{Expect, expect};
use quarry_engine::{
    Engine, Mode, ModelProvider, Quiet, RelatedError, RelatedRequest, RelatedResponse, RelatedTo, Settings,
};
use quarry_source::RepoPath;
use quarry_test_support::Repository;

const SHOP: &str = "
    //- src/cart.rs
    /// Adds an item to the basket and counts the price.
    pub fn add_item(basket: &mut Basket, item: Item) -> Price {
        basket.items.push(item);
        total_price(&basket.items)
    }
    //- src/checkout.rs
    /// Pays the price of the basket.
    pub fn pay(basket: &Basket, card: &Card) -> Receipt {
        charge_card(card, total_price(&basket.items))
    }
    //- src/log.py
    def write_line(stream, line):
        stream.write(line + chr(10))
    //- docs/guide.md
    # Guide
    How the basket and its price work.
    //- empty.rs
";

struct Bench {
    repository: Repository,
    settings: Settings,
}

impl Bench {
    fn new(provider: ModelProvider) -> Bench {
        let mut settings = Settings::default();
        settings.model.provider = provider;
        Bench { repository: Repository::new(SHOP), settings }
    }

    fn ask(&self, request: &RelatedRequest) -> Result<RelatedResponse, RelatedError> {
        let home = self.repository.beside("home");
        let engine = Engine::new(self.repository.path(), &home, self.settings.clone());
        engine.index(Mode::Changed, &Quiet).expect("the repository is indexed");
        engine.open().expect("an index").related(request)
    }

    #[track_caller]
    fn check(&self, to: RelatedTo, expected: Expect) {
        let text = match self.ask(&RelatedRequest { to, ..RelatedRequest::default() }) {
            Err(error) => format!("{error}\n"),
            Ok(response) => {
                let notices = response.notices.iter().map(|notice| format!("note: {notice}\n"));
                let hits = response.hits.iter().map(|related| {
                    let is_near = if related.similarity.is_some() { ", compared" } else { "" };
                    format!("{} {:?}{is_near}\n", related.hit.path, related.shared_names)
                });
                notices.chain(hits).collect()
            }
        };
        expected.assert_eq(&text);
    }
}

fn line(path: &str, line: u32) -> RelatedTo {
    RelatedTo::Line { path: RepoPath::new(path), line }
}

#[test]
fn the_nearest_by_meaning_words_and_names_comes_first_and_never_the_chunk_itself() {
    let bench = Bench::new(ModelProvider::Builtin);
    bench.check(
        line("src/cart.rs", 2),
        expect![[r#"
            src/checkout.rs ["total_price", "Basket"], compared
            docs/guide.md [], compared
        "#]],
    );
    let text = "fn refund(basket: &Basket) { total_price(&basket.items) }".to_owned();
    bench.check(
        RelatedTo::Text(text),
        expect![[r#"
            src/cart.rs ["total_price", "Basket"], compared
            src/checkout.rs ["total_price", "Basket"], compared
            docs/guide.md [], compared
        "#]],
    );
}

#[test]
fn without_a_model_words_and_names_answer_with_a_notice() {
    Bench::new(ModelProvider::None).check(
        line("src/cart.rs", 2),
        expect![[r#"
            note: compared by words and names alone: the settings want no model
            src/checkout.rs ["total_price", "Basket"]
            docs/guide.md []
        "#]],
    );
}

#[test]
fn what_cannot_be_compared_is_named() {
    let bench = Bench::new(ModelProvider::None);
    bench.check(
        line("src/gone.rs", 1),
        expect![[r#"
        src/gone.rs is not in the index
    "#]],
    );
    bench.check(
        line("src/cart.rs", 6),
        expect![[r#"
        src/cart.rs has 5 lines, there is no line 6
    "#]],
    );
    bench.check(
        line("empty.rs", 1),
        expect![[r#"
        empty.rs has 0 lines, there is no line 1
    "#]],
    );
    bench.check(
        RelatedTo::Text(" ?! ".to_owned()),
        expect![[r#"
        the text holds no word to compare
    "#]],
    );
}

#[test]
fn the_limit_holds() {
    let bench = Bench::new(ModelProvider::Builtin);
    let request = RelatedRequest { to: line("src/cart.rs", 2), limit: Some(1), ..RelatedRequest::default() };
    let response = bench.ask(&request).expect("an answer");
    assert_eq!(response.hits.len(), 1);
    assert_eq!(response.origin.expect("a chunk").path, RepoPath::new("src/cart.rs"));
}
