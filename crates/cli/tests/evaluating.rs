//! Questions with known answers, asked of a small repository.

use expect_test::{Expect, expect};
use fs_err as fs;

use crate::support::{SHOP, Sandbox};

const QUESTIONS: &str = r#"[
    {"query": "check a password", "category": "semantic", "relevant": ["src/auth.rs"]},
    {"query": "Cart", "category": "symbol", "relevant": [{"path": "src/cart.py", "symbol": "Cart"}],
     "secondary": [{"path": "src/cart.py", "start_line": 2, "end_line": 3}]},
    {"query": "things", "relevant": ["src/auth.rs", "README.md"]}
]"#;

/// A shop and a file of questions beside it.
fn shop_with(questions: &str) -> Sandbox {
    let shop = Sandbox::new(SHOP);
    fs::write(shop.beside("questions.json"), questions).expect("written");
    shop
}

#[track_caller]
fn check_refused(questions: &str, expected: Expect) {
    let ran = shop_with(questions).run(&["eval", "../questions.json"]);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    expected.assert_eq(&ran.err);
}

#[test]
fn figures_are_printed_by_category_and_by_question() {
    let shop = shop_with(QUESTIONS);
    let ran = shop.run(&["eval", "../questions.json", "--per-question"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    expect![[r#"
        CATEGORY  QUESTIONS  NDCG@10  MRR@10    R@1    R@5   R@10  HIT@1  TOKENS
        other             1   0.6131   1.000  0.500  0.500  0.500  1.000       6
        semantic          1   1.0000   1.000  1.000  1.000  1.000  1.000      23
        symbol            1   0.6131   1.000  1.000  1.000  1.000  1.000      16
        overall           3   0.7421   1.000  0.833  0.833  0.833  1.000      15

        NDCG@10  TOKENS  RANKS  CATEGORY  QUESTION
          1.000      23  1      semantic  check a password
          0.613      16  1 1    symbol    Cart
          0.613       6  - 1    other     things

        10 results a question; TOKENS: text of the results down to the first right one, mean of the questions that have one,
        4 characters a token, rounded up
    "#]].assert_eq(&ran.out);
}

#[test]
fn the_document_holds_means_ranks_and_what_was_compared() {
    let shop = shop_with(QUESTIONS);
    fs::write(shop.beside("other.toml"), "[index]\nexclude = [\"*.md\"]\n").expect("written");
    let document = shop.json(&["eval", "../questions.json", "--compare", "../other.toml", "--json"]);
    assert_eq!((&document["schema"], &document["token_chars"]), (&"quarry.eval.v1".into(), &4.into()));
    assert_eq!((&document["settings"], &document["fresh"]), (&"defaults".into(), &true.into()));
    assert_eq!((&document["overall"]["n_questions"], &document["overall"]["hit_at_1"]), (&3.into(), &1.0.into()));
    assert_eq!(document["categories"][2]["category"], "symbol");
    assert_eq!(document["questions"][1]["ranks"], serde_json::json!([1, 1]));
    assert_eq!(document["questions"][0]["paths"][0], "src/auth.rs");
    assert_eq!(document["unreachable"], serde_json::json!([]));
    assert_eq!(document["compared"]["settings"], "../other.toml");
    assert_eq!(document["compared"]["worse"][0]["query"], "things");
    assert_eq!(shop.json(&["eval", "../questions.json", "--json"])["compared"], serde_json::Value::Null);
}

#[test]
fn a_comparison_names_what_got_better_and_worse_and_leaves_the_index_alone() {
    let shop = shop_with(QUESTIONS);
    assert_eq!(shop.run(&["index"]).code, 0);
    fs::write(shop.beside("other.toml"), "[index]\nexclude = [\"*.rs\"]\n").expect("written");
    let ran = shop.run(&["eval", "../questions.json", "--compare", "../other.toml"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    expect![[r#"
        defaults
        CATEGORY  QUESTIONS  NDCG@10  MRR@10    R@1    R@5   R@10  HIT@1  TOKENS
        other             1   0.6131   1.000  0.500  0.500  0.500  1.000       6
        semantic          1   1.0000   1.000  1.000  1.000  1.000  1.000      23
        symbol            1   0.6131   1.000  1.000  1.000  1.000  1.000      16
        overall           3   0.7421   1.000  0.833  0.833  0.833  1.000      15

        ../other.toml
        CATEGORY  QUESTIONS  NDCG@10  MRR@10    R@1    R@5   R@10  HIT@1  TOKENS
        other             1   0.6131   1.000  0.500  0.500  0.500  1.000       6
        semantic          1   0.0000   0.000  0.000  0.000  0.000  0.000       -
        symbol            1   0.6131   1.000  1.000  1.000  1.000  1.000      16
        overall           3   0.4088   0.667  0.500  0.500  0.500  0.667      11

        better with ../other.toml: 0 questions

        worse with ../other.toml: 1 question
         -1.000  1 > -          check a password

        10 results a question; TOKENS: text of the results down to the first right one, mean of the questions that have one,
        4 characters a token, rounded up
    "#]].assert_eq(&ran.out);
    assert_eq!(shop.json(&["status", "--json"])["files"], 3);
    assert_eq!(fs::read_dir(&shop.home).expect("the home").count(), 1, "the second index is gone");
}

#[test]
fn answers_that_the_index_does_not_hold_are_listed() {
    let shop = shop_with(
        r#"[{"query": "check a password", "relevant": ["src/auth.rs", "src/gone.rs", {"path": "src/cart.py", "symbol": "gone"}]}]"#,
    );
    let ran = shop.run(&["eval", "../questions.json"]);
    assert!(ran.code == 2 && ran.out.contains("overall"), "{ran:?}");
    expect![[r#"
        error: 2 answers cannot be reached: not in the index, so counted as not found
               gone in src/cart.py
               src/gone.rs
         help: correct the questions; `quarry status --skipped` names what was left out, and why
    "#]]
    .assert_eq(&ran.err);
    let document = shop.json(&["eval", "../questions.json", "--json"]);
    assert_eq!(document["unreachable"], serde_json::json!(["gone in src/cart.py", "src/gone.rs"]));
}

#[test]
fn questions_that_cannot_be_asked_are_refused() {
    check_refused(
        "[\n  {\"query\" \"a\"}\n]",
        expect![[r#"
        error: ../questions.json:2:12: expected `:`
         help: `quarry help eval` shows what a file of questions looks like
    "#]],
    );
    check_refused(
        r#"[{"query": "a", "relevant": []}]"#,
        expect![[r#"
        error: ../questions.json: question 1, `a`, has no answer
         help: `quarry help eval` shows what a file of questions looks like
    "#]],
    );
    let shop = Sandbox::new(SHOP);
    let missing = shop.run(&["eval", "nowhere.json"]);
    assert_eq!(missing.code, 2);
    expect![[r#"
        error: cannot read the questions
        cause: failed to open file `nowhere.json`: No such file or directory (os error 2)
         help: `quarry help eval` shows what a file of questions looks like
    "#]]
    .assert_eq(&missing.err);
    assert!(!shop.home.exists(), "nothing was indexed");
    shop.write("questions.json", QUESTIONS);
    let other = shop.run(&["eval", "questions.json", "--compare", "nowhere.toml"]);
    assert_eq!(other.code, 2);
    expect![[r#"
        error: failed to open file `nowhere.toml`: No such file or directory (os error 2)
         help: name a settings file
    "#]]
    .assert_eq(&other.err);
    shop.write("other.toml", "[search]\nlimti = 3\n");
    let wrong = shop.run(&["eval", "questions.json", "--compare", "other.toml"]);
    assert!(wrong.code == 2 && wrong.err.contains("other.toml:2:1: unknown key `search.limti`"), "{wrong:?}");
}
