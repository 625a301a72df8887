//! Small tables: results and targets as text, places and figures out.

use expect_test::{Expect, expect};

use super::{Found, results, tokens};
use crate::bench::Target;

/// What every result costs.
const N_TOKENS: usize = 100;

/// `path` or `path:first-last`.
fn lines_of(text: &str) -> (&str, Option<(u32, u32)>) {
    let Some((path, lines)) = text.split_once(':') else { return (text, None) };
    let (first, last) = lines.split_once('-').unwrap();
    (path, Some((first.parse().unwrap(), last.parse().unwrap())))
}

fn found(text: &str) -> Found {
    let (path, lines) = lines_of(text);
    let (start_line, end_line) = lines.unwrap_or((1, 20));
    Found { path: path.to_owned(), start_line, end_line, n_tokens: N_TOKENS }
}

fn target(text: &str) -> Target {
    match lines_of(text) {
        (path, None) => Target::File(path.to_owned()),
        (path, Some((start_line, end_line))) => Target::Lines { path: path.to_owned(), start_line, end_line },
    }
}

#[track_caller]
fn check(result_list: &str, target_list: &str, expected: Expect) {
    let found: Vec<Found> = result_list.split_whitespace().map(found).collect();
    let targets: Vec<Target> = target_list.split_whitespace().map(target).collect();
    let score = results(&found, &targets.iter().collect::<Vec<_>>());
    let places: Vec<String> =
        score.places.iter().map(|place| place.map_or("-".to_owned(), |place| place.to_string())).collect();
    expected.assert_eq(&format!(
        "places {}; ndcg {:.3}; by file {:.3}; rr {:.3}; recall@5 {:.2}; hit@1 {}",
        places.join(" "),
        score.ndcg,
        score.file_ndcg,
        score.reciprocal_rank(),
        score.recall(5),
        score.hit_at_1()
    ));
}

#[test]
fn the_place_of_one_target_discounts_it() {
    check("a b c", "a", expect!["places 1; ndcg 1.000; by file 1.000; rr 1.000; recall@5 1.00; hit@1 1"]);
    check("a b c", "c", expect!["places 3; ndcg 0.500; by file 0.500; rr 0.333; recall@5 1.00; hit@1 0"]);
    check("a b c", "d", expect!["places -; ndcg 0.000; by file 0.000; rr 0.000; recall@5 0.00; hit@1 0"]);
    check("", "d", expect!["places -; ndcg 0.000; by file 0.000; rr 0.000; recall@5 0.00; hit@1 0"]);
}

#[test]
fn several_targets_are_measured_against_the_best_order() {
    check("a b c", "b a", expect!["places 2 1; ndcg 1.000; by file 1.000; rr 1.000; recall@5 1.00; hit@1 1"]);
    check("a x b", "a b", expect!["places 1 3; ndcg 0.920; by file 0.920; rr 1.000; recall@5 1.00; hit@1 1"]);
    check("a x y", "a b", expect!["places 1 -; ndcg 0.613; by file 0.613; rr 1.000; recall@5 0.50; hit@1 1"]);
}

#[test]
fn only_ten_results_count_and_the_ideal_has_ten_places() {
    let ten = "0 1 2 3 4 5 6 7 8 9";
    check(&format!("{ten} a"), "a", expect!["places -; ndcg 0.000; by file 0.000; rr 0.000; recall@5 0.00; hit@1 0"]);
    check(
        ten,
        &format!("{ten} a b"),
        expect!["places 1 2 3 4 5 6 7 8 9 10 - -; ndcg 1.000; by file 1.000; rr 1.000; recall@5 0.42; hit@1 1"],
    );
}

#[test]
fn paths_match_by_whole_components_from_the_end() {
    check("net/a.rs", "src/net/a.rs", expect!["places 1; ndcg 1.000; by file 1.000; rr 1.000; recall@5 1.00; hit@1 1"]);
    check("src/net/a.rs", "net/a.rs", expect!["places 1; ndcg 1.000; by file 1.000; rr 1.000; recall@5 1.00; hit@1 1"]);
    check("src/data.rs", "a.rs", expect!["places -; ndcg 0.000; by file 0.000; rr 0.000; recall@5 0.00; hit@1 0"]);
    check("net/a.rs", "src/a.rs", expect!["places -; ndcg 0.000; by file 0.000; rr 0.000; recall@5 0.00; hit@1 0"]);
}

#[test]
fn lines_must_overlap_where_the_target_has_lines() {
    check("a:1-9 a:10-20", "a:20-30", expect!["places 2; ndcg 0.631; by file 1.000; rr 0.500; recall@5 1.00; hit@1 0"]);
    check("a:1-9 a:31-40", "a:20-30", expect!["places -; ndcg 0.000; by file 1.000; rr 0.000; recall@5 0.00; hit@1 0"]);
    check("a:1-9 a:31-40", "a", expect!["places 1; ndcg 1.000; by file 1.000; rr 1.000; recall@5 1.00; hit@1 1"]);
}

#[test]
fn two_targets_at_one_place_count_once() {
    let once = expect!["places 1 1; ndcg 0.613; by file 1.000; rr 1.000; recall@5 1.00; hit@1 1"];
    check("a:1-50 b", "a:1-9 a:20-30", once);
}

#[test]
fn results_of_one_file_each_take_a_place_but_not_when_collapsed_to_files() {
    check("a:1-9 a:10-20 b", "b", expect!["places 3; ndcg 0.500; by file 0.631; rr 0.333; recall@5 1.00; hit@1 0"]);
}

#[test]
fn tokens_are_counted_down_to_the_first_right_result() {
    let cost = |result_list: &str, target_list: &str, budget: usize| {
        let found: Vec<Found> = result_list.split_whitespace().map(found).collect();
        let targets: Vec<Target> = target_list.split_whitespace().map(target).collect();
        let score = results(&found, &targets.iter().collect::<Vec<_>>());
        (score.tokens_to_first(), score.recall_within(budget))
    };
    assert_eq!(cost("a b c", "b c", 300), (Some(2 * N_TOKENS), 1.0));
    assert_eq!(cost("a b c", "b c", 299), (Some(2 * N_TOKENS), 0.5));
    assert_eq!(cost("a b c", "d", 1000), (None, 0.0));
    assert_eq!((tokens(""), tokens("abcd"), tokens("größe")), (0, 1, 2));
}
