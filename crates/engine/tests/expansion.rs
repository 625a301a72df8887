//! What lies around hits: named with how it belongs to them, inside the filters, and never in their way.

use quarry_engine::{Engine, Expansion, Mode, Quiet, Relationship, SearchRequest, SearchResponse, Settings};
use quarry_test_support::Repository;

const SHOP: &str = "\
//- shop/checkout.py
from shop.ledger import record
from shop.rates import rate_of


def settle_invoice(order):
    record(order, rate_of(order))
//- shop/ledger.py
from shop.disk import append


def record(order, rate):
    append(order)
//- shop/rates.py
def rate_of(order):
    return 2
//- shop/disk.py
def append(row):
    return row
//- shop/pages.py
from shop.checkout import settle_invoice


def show(order):
    settle_invoice(order)
//- tests/test_checkout.py
from shop.checkout import settle_invoice


def test_settles():
    settle_invoice(1)
//- docs/unrelated.md
Nothing of this has to do with it.
";

fn indexed(repository: &Repository) -> Engine {
    let settings = Settings::from_toml("model.provider = \"none\"\n", "test".as_ref()).expect("settings");
    let engine = Engine::new(repository.path(), &repository.beside("home"), settings);
    engine.index(Mode::Changed, &Quiet).expect("the index is made");
    engine
}

fn search(repository: &Repository, request: SearchRequest) -> SearchResponse {
    indexed(repository).open().expect("it opens").search(&request).expect("it answers")
}

fn question() -> SearchRequest {
    SearchRequest { query: "settle_invoice order".to_owned(), limit: Some(1), ..SearchRequest::default() }
}

fn shown(expansion: &Expansion) -> Vec<String> {
    let related = expansion.related.iter();
    let mut shown: Vec<String> = related
        .map(|one| format!("{}:{} {} {} {}", one.path, one.line, one.relationship.as_str(), one.of, one.distance))
        .collect();
    shown.sort();
    shown
}

#[test]
fn files_around_a_hit_are_named_with_how_they_belong_to_it() {
    let response = search(&Repository::new(SHOP), question());
    assert_eq!(response.hits[0].path.as_str(), "shop/checkout.py");
    assert_eq!(
        shown(&response.expansion),
        [
            "shop/disk.py:1 sibling shop/ledger.py 2",
            "shop/ledger.py:4 calls shop/checkout.py 1",
            "shop/pages.py:5 called_by shop/checkout.py 1",
            "shop/rates.py:1 calls shop/checkout.py 1",
            "tests/test_checkout.py:5 test_for shop/checkout.py 1",
        ]
    );
    let shares: Vec<f64> = response.expansion.related.iter().map(|one| one.share).collect();
    assert!(shares.is_sorted_by(|a, b| a >= b), "the most closely tied come first: {shares:?}");
    let edges: Vec<String> = response.expansion.edges.iter().map(|edge| format!("{} {}", edge.from, edge.to)).collect();
    assert!(edges.contains(&"shop/ledger.py shop/disk.py".to_owned()), "{edges:?}");
    assert!(edges.contains(&"tests/test_checkout.py shop/checkout.py".to_owned()), "{edges:?}");
}

/// When a file is first asked about, a piece of it is read, and its uses are looked for among all; from then on it is kept, and its
/// uses are in order.
#[test]
fn who_is_asked_again_says_the_same() {
    let repository = Repository::new(SHOP);
    let engine = indexed(&repository);
    let searcher = engine.open().expect("it opens");
    let request = SearchRequest { lines_before: Some(1), lines_after: Some(1), limit: None, ..question() };
    let ask = |request: &SearchRequest| {
        let SearchResponse { hits, expansion, .. } = searcher.search(request).expect("it answers");
        (hits, expansion)
    };
    for request in [question(), request] {
        let first = ask(&request);
        assert!(!first.0.is_empty());
        assert_eq!([ask(&request), ask(&request)], [first.clone(), first]);
    }
}

#[test]
fn hits_stay_as_they_are() {
    let repository = Repository::new(SHOP);
    let with = search(&repository, SearchRequest { limit: None, ..question() });
    let without = search(&repository, SearchRequest { limit: None, related: Some(0), ..question() });
    assert_eq!(with.hits, without.hits);
    assert_eq!(without.expansion, Expansion::default());
    let is_hit = |path| with.hits.iter().any(|hit| hit.path == path);
    assert!(!with.expansion.related.iter().any(|one| is_hit(one.path.clone())));
}

#[test]
fn filters_and_bounds_hold_around_hits_too() {
    let repository = Repository::new(SHOP);
    let excluded =
        search(&repository, SearchRequest { query: "settle_invoice order -path:tests".to_owned(), ..question() });
    assert!(!excluded.expansion.related.iter().any(|one| one.relationship == Relationship::TestFor));
    let one = search(&repository, SearchRequest { related: Some(1), ..question() });
    assert_eq!(one.expansion.related.len(), 1);
}

#[test]
fn files_that_import_each_other_end() {
    let circle = Repository::new(
        "//- a.py\nfrom b import two\ndef one():\n    two()\n//- b.py\nfrom a import one\ndef two():\n    one()\n",
    );
    let response =
        search(&circle, SearchRequest { query: "one".to_owned(), limit: Some(1), ..SearchRequest::default() });
    assert_eq!(response.expansion.related.len(), 1);
}
