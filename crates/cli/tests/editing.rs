//! Results as places that editors read: `path:line:column: text`.

use expect_test::{Expect, expect};

use crate::support::Sandbox;

/// Letters of several bytes before what is looked for, tabs, and a use in another file.
const FILES: &[(&str, &str)] = &[
    (
        "src/auth.rs",
        "/// Checks a password.\npub fn check_password(given: &str) -> bool {\n    given == \"secret\"\n}\n",
    ),
    (
        "src/main.rs",
        "use crate::auth::check_password;\n\nfn main() {\n\tlet größe = 1; check_password(\"a\");\n\tcheck_password(\"b\");\n}\n",
    ),
    ("notes.md", "# Notes\n\nNothing here.\n"),
];

#[track_caller]
fn check(files: &[(&str, &str)], args: &[&str], expected: Expect) {
    let ran = Sandbox::new(files).run(args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{ran:?}");
    expected.assert_eq(&ran.out);
}

#[test]
fn a_search_gives_one_place_per_result_at_the_name_of_its_definition() {
    check(
        FILES,
        &["search", "check password", "--quickfix", "-n", "1"],
        expect![[r#"
        src/auth.rs:2:8: pub fn check_password(given: &str) -> bool {
    "#]],
    );
}

#[test]
fn grep_gives_every_matching_line_and_counts_columns_in_bytes() {
    check(
        FILES,
        &["grep", "check_password", "--vimgrep"],
        expect![[r#"
            src/auth.rs:2:8: pub fn check_password(given: &str) -> bool {
            src/main.rs:4:19: let größe = 1; check_password("a");
            src/main.rs:5:2: check_password("b");
            src/main.rs:1:18: use crate::auth::check_password;
        "#]],
    );
}

/// A definition, its import and its uses.
const USED: &[(&str, &str)] = &[
    ("shop/auth.py", "def check_password(given):\n    return given == \"secret\"\n"),
    (
        "shop/main.py",
        "from shop.auth import check_password\n\n\ndef main():\n    größe = 1; check_password(\"a\")\n    check_password(\"b\")\n",
    ),
];

#[test]
fn answers_of_the_code_graph_are_places_too() {
    check(
        USED,
        &["callers", "check_password", "--quickfix"],
        expect![[r#"
            shop/main.py:5:18: größe = 1; check_password("a")
            shop/main.py:6:5: check_password("b")
        "#]],
    );
    check(
        USED,
        &["symbol", "check_password", "--quickfix"],
        expect![[r#"
            shop/auth.py:1:5: def check_password(given):
        "#]],
    );
    check(
        USED,
        &["impact", "shop/auth.py", "--quickfix"],
        expect![[r#"
            shop/main.py:1:1: from shop.auth import check_password
            shop/main.py:5:5: größe = 1; check_password("a")
            shop/main.py:6:5: check_password("b")
        "#]],
    );
}

#[test]
fn places_can_be_opened_from_where_the_reader_is() {
    let sandbox = Sandbox::new(FILES);
    let output = sandbox
        .command(&["grep", "secret", "--quickfix"])
        .current_dir(sandbox.root.join("src"))
        .output()
        .expect("the binary runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "../src/auth.rs:3:15: given == \"secret\"\n");
}

#[test]
fn one_form_at_a_time() {
    let sandbox = Sandbox::new(FILES);
    for args in [["search", "x", "--quickfix", "--json"], ["grep", "x", "--quickfix", "--count"]] {
        assert_eq!(sandbox.run(&args).code, 2, "{args:?}");
    }
}
