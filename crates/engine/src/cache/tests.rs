//! What the cache may give back, and what never.

use std::time::{Duration, Instant};

use super::{AnswerCache, CacheBounds, CacheStatistics, Direction, SAME_MEANING, product};
use crate::search::SearchRequest;
use crate::{Engine, Filter, Mode, PathPattern, Quiet, Ranker, Settings};

/// A small repository with its index.
struct Shop {
    tree: tempfile::TempDir,
    home: tempfile::TempDir,
}

impl Shop {
    fn new() -> Shop {
        let shop = Shop { tree: tempfile::tempdir().unwrap(), home: tempfile::tempdir().unwrap() };
        shop.write(
            "users.py",
            "def getUserById(id):\n    return load(id)\n\ndef getUserByName(name):\n    return find(name)\n",
        );
        shop.write("cart.py", "def add_to_cart(item, amount):\n    return cart.append((item, amount))\n");
        shop
    }

    fn write(&self, name: &str, text: &str) {
        fs_err::write(self.tree.path().join(name), text).unwrap();
        self.engine().index(Mode::Changed, &Quiet).unwrap();
    }

    fn engine(&self) -> Engine {
        self.engine_by(Settings::default())
    }

    fn engine_by(&self, settings: Settings) -> Engine {
        let root = fs_err::canonicalize(self.tree.path()).unwrap();
        Engine::new(&root, self.home.path(), settings)
    }
}

fn ask(cache: &AnswerCache, engine: &Engine, query: &str) -> String {
    ask_at(cache, engine, &request(query), Instant::now())
}

fn ask_at(cache: &AnswerCache, engine: &Engine, request: &SearchRequest, now: Instant) -> String {
    let searcher = engine.open().unwrap();
    let response = cache.search_at(&searcher, request, now).unwrap();
    response.hits.first().map(|hit| hit.path.to_string()).unwrap_or_default()
}

fn request(query: &str) -> SearchRequest {
    SearchRequest { query: query.to_owned(), ..SearchRequest::default() }
}

fn counts(cache: &AnswerCache) -> (u64, u64, u64, usize) {
    let CacheStatistics { n_exact, n_near, n_missed, n_kept } = cache.statistics();
    (n_exact, n_near, n_missed, n_kept)
}

#[test]
fn the_same_question_is_answered_once_and_a_near_one_with_it() {
    let (shop, cache) = (Shop::new(), AnswerCache::default());
    let engine = shop.engine();
    assert_eq!(ask(&cache, &engine, "add item to cart"), "cart.py");
    assert_eq!(ask(&cache, &engine, "add item to cart"), "cart.py");
    assert_eq!(counts(&cache), (1, 0, 1, 1));
    assert_eq!(ask(&cache, &engine, "add to cart item"), "cart.py");
    assert_eq!(counts(&cache), (1, 1, 1, 1), "the same words in another order mean the same");
    ask(&cache, &engine, "how is a user loaded");
    assert_eq!(counts(&cache), (1, 1, 2, 2), "other words do not");
}

#[test]
fn identifiers_filters_and_limits_are_never_mixed_up() {
    let (shop, cache) = (Shop::new(), AnswerCache::default());
    let engine = shop.engine();
    ask(&cache, &engine, "getUserById");
    ask(&cache, &engine, "getUserByName");
    assert_eq!(counts(&cache), (0, 0, 2, 2));
    let filter = Filter { paths: vec![PathPattern::new("cart.py").unwrap()], ..Filter::default() };
    let now = Instant::now();
    ask_at(&cache, &engine, &SearchRequest { filter, ..request("getUserById") }, now);
    ask_at(&cache, &engine, &SearchRequest { limit: Some(1), ..request("getUserById") }, now);
    ask_at(&cache, &engine, &request("getUserById path:cart.py"), now);
    assert_eq!(counts(&cache), (0, 0, 5, 5));
}

#[test]
fn other_settings_drop_answers() {
    let (shop, cache) = (Shop::new(), AnswerCache::default());
    let mut settings = Settings::default();
    settings.search.ranker = Ranker::Rules;
    ask(&cache, &shop.engine(), "add item to cart");
    ask(&cache, &shop.engine_by(settings), "add item to cart");
    assert_eq!(counts(&cache), (0, 0, 2, 1));
}

#[test]
fn a_changed_index_and_age_drop_answers_and_the_bound_holds() {
    let shop = Shop::new();
    let cache = AnswerCache::new(CacheBounds { n_answers: 2, max_age: Duration::from_secs(60) });
    ask(&cache, &shop.engine(), "add to cart");
    shop.write("checkout.py", "def add_to_cart_and_pay(item):\n    return pay(add_to_cart(item, 1))\n");
    let engine = shop.engine();
    ask(&cache, &engine, "add to cart");
    assert_eq!(counts(&cache), (0, 0, 2, 1), "the old generation's answer is gone");
    let later = Instant::now() + Duration::from_secs(61);
    ask_at(&cache, &engine, &request("add to cart"), later);
    assert_eq!(counts(&cache), (0, 0, 3, 1), "an old answer is not given");
    ask_at(&cache, &engine, &request("pay"), later);
    ask_at(&cache, &engine, &request("getUserById"), later);
    assert_eq!(counts(&cache).3, 2);
}

#[test]
fn beginnings_tell_apart_what_the_whole_vectors_tell_apart() {
    // Two fixed directions, mixed ever more: the cosine passes the limit slowly.
    for n_numbers in [8usize, 64, 65, 256] {
        let wave = |step: f32| (0..n_numbers).map(move |at| (at as f32 * step).sin()).collect::<Vec<f32>>();
        let one = Direction::of(wave(0.7)).unwrap();
        let decided = |share: f32| {
            let mixed = wave(0.7).iter().zip(wave(1.9)).map(|(a, b)| a + share * b).collect();
            let other = Direction::of(mixed).unwrap();
            assert_eq!(one.is_that_of(&other), product(&one.numbers, &other.numbers) >= SAME_MEANING, "{share}");
            one.is_that_of(&other)
        };
        let n_same = (0..1000).filter(|share| decided(*share as f32 / 1000.0)).count();
        assert!((100..900).contains(&n_same), "{n_numbers} numbers: {n_same}");
    }
    assert!(Direction::of(vec![0.0; 8]).is_none());
}
