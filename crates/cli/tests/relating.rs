//! What is like the code at a line, or like a text on standard input.

use std::io::Write;
use std::process::Stdio;

use expect_test::{Expect, expect};

use crate::support::{Ran, Sandbox, text};

const SHOP: &[(&str, &str)] = &[
    ("src/auth.rs", "pub fn check_password(given: &str) -> bool {\n    hashed(given) == stored_password()\n}\n"),
    ("src/login.rs", "pub fn login(given: &str) -> Session {\n    open(stored_password(), hashed(given))\n}\n"),
    ("src/cart.py", "class Cart:\n    def total(self):\n        return sum(self.prices)\n"),
    ("logo.png", "\u{0}\u{1}"),
];

#[track_caller]
fn check_wrong(shop: &Sandbox, args: &[&str], expected: Expect) {
    let ran = shop.run(&[&["related"], args].concat());
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    expected.assert_eq(&ran.err);
}

/// Runs with a text on standard input.
fn piped(shop: &Sandbox, args: &[&str], input: &str) -> Ran {
    let mut command = shop.command(args);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary runs");
    child.stdin.take().expect("stdin").write_all(input.as_bytes()).expect("written");
    let output = child.wait_with_output().expect("ended");
    let words = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    Ran { code: output.status.code().unwrap_or(-1), out: words(output.stdout), err: words(output.stderr) }
}

#[test]
fn related_code_is_shown_with_its_reasons() {
    let shop = Sandbox::new(SHOP);
    shop.write("quarry.toml", "[model]\nprovider = \"none\"\n");
    let ran = shop.run(&["related", "src/auth.rs:2", "-n", "1"]);
    assert_eq!(ran.code, 0, "{ran:?}");
    expect![[r#"
        note: compared by words and names alone: the settings want no model
    "#]]
    .assert_eq(&ran.err);
    expect![[r#"
        src/login.rs:1-3  function login  (rust)  SCORE
        shares hashed, stored_password
        1: pub fn login(given: &str) -> Session {
        2:     open(stored_password(), hashed(given))
        3: }

        1 result in N UNITS · 4 files · index fresh
    "#]]
    .assert_eq(&ran.out);
}

#[test]
fn the_document_has_origin_reasons_and_filters_hold() {
    let shop = Sandbox::new(SHOP);
    let document = shop.json(&["related", "src/auth.rs:2", "--json"]);
    assert_eq!((&document["schema"], &document["fresh"]), (&"quarry.related.v1".into(), &true.into()));
    assert_eq!((&document["origin"]["path"], &document["origin"]["end_line"]), (&"src/auth.rs".into(), &3.into()));
    let first = &document["hits"][0];
    assert_eq!((&first["path"], &first["rank"]), (&"src/login.rs".into(), &1.into()));
    assert_eq!(first["shared_names"], serde_json::json!(["hashed", "stored_password"]));
    assert!(first["similarity"].as_f64().is_some_and(|similarity| similarity > 0.0), "{first}");
    let filtered = shop.json(&["related", "src/auth.rs:2", "--exclude", "login.rs", "--json"]);
    assert!(!filtered["hits"].to_string().contains("login"), "{filtered}");
    assert_eq!(shop.run(&["related", "src/auth.rs:2", "--lang", "go"]).code, 1);
    let from_below = shop.command(&["related", "auth.rs:1", "--json"]).current_dir(shop.root.join("src")).output();
    assert!(from_below.expect("the binary runs").status.success(), "a path is taken from where the reader is");
    assert_eq!(shop.run(&["related", "src/auth.rs:1", text(&shop.root)]).code, 0);
}

#[test]
fn a_text_is_compared_too() {
    let shop = Sandbox::new(SHOP);
    let ran = piped(&shop, &["related", "-", "--json", "-n", "1"], "return sum(cart.prices)");
    assert!(ran.code == 0 && ran.out.contains("\"path\":\"src/cart.py\""), "{ran:?}");
    assert!(ran.out.contains("\"origin\":null"), "{ran:?}");
    let empty = piped(&shop, &["related", "-"], " \n");
    assert_eq!(empty.code, 2);
    expect![[r#"
        error: standard input holds no word to compare
         help: pipe code or text into it
    "#]]
    .assert_eq(&empty.err);
}

#[test]
fn what_cannot_be_compared_is_a_usage_error() {
    let shop = Sandbox::new(SHOP);
    check_wrong(
        &shop,
        &["src/auth.rs"],
        expect![[r#"
        error: `src/auth.rs` is not FILE:LINE
         help: name a line of a file: `quarry related src/auth.rs:42`
    "#]],
    );
    check_wrong(
        &shop,
        &["src/gone.rs:1"],
        expect![[r#"
        error: there is no file src/gone.rs
         help: name a file as `path/to/file:line`
    "#]],
    );
    check_wrong(
        &shop,
        &["logo.png:1"],
        expect![[r#"
        error: logo.png is not in the index: left out by default (*.png)
         help: `quarry status --skipped` names what was left out, and why
    "#]],
    );
    check_wrong(
        &shop,
        &["src/auth.rs:4"],
        expect![[r#"
        error: src/auth.rs has 3 lines, there is no line 4
         help: name a line that the file has
    "#]],
    );
    let elsewhere = shop.beside("elsewhere");
    fs_err::create_dir_all(elsewhere.join(".git")).expect("a repository");
    let wrong = shop.run(&["related", "src/auth.rs:1", text(&elsewhere)]);
    assert!(wrong.code == 2 && wrong.err.contains("src/auth.rs is not in"), "{wrong:?}");
}
