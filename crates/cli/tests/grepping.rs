//! `quarry grep` as typed: what is printed, how it ends, and that nothing is stale.

use expect_test::{Expect, expect};
use fs_err as fs;

use crate::support::{Ran, SHOP, Sandbox, text};

/// A function, its callers and its test.
const STORE: &[(&str, &str)] = &[
    (
        "src/open.rs",
        "/// Opens the index.\npub fn open_index(dir: &str) -> Index {\n    Index::at(dir)\n}\n\nfn main() {\n    open_index(\".\");\n}\n",
    ),
    ("src/use.py", "import store\n\nclass Reader:\n    def read(self):\n        return store.open_index(self.dir)\n"),
    ("tests/open_test.rs", "#[test]\nfn opens() {\n    open_index(\"a\"); open_index(\"b\");\n}\n"),
    ("README.md", "# Store\n\nCall `open_index`.\n"),
];

#[track_caller]
fn check(ran: &Ran, code: i32, out: Expect, err: Expect) {
    assert_eq!(ran.code, code, "{ran:?}");
    out.assert_eq(&ran.out);
    err.assert_eq(&ran.err);
}

#[test]
fn every_match_is_shown_with_the_symbol_around_it_and_counted() {
    check(
        &Sandbox::new(STORE).run(&["grep", "open_index"]),
        0,
        expect![[r#"
            src/open.rs  (rust)  2 matches
            function open_index  1-4
            2: pub fn open_index(dir: &str) -> Index {
            function main  6-8
            7:     open_index(".");

            README.md  (markdown)  1 match
            section Store  1-3
            3: Call `open_index`.

            src/use.py  (python)  1 match
            method Reader.read  4-5
            5:         return store.open_index(self.dir)

            tests/open_test.rs  (rust)  2 matches
            function opens  1-4
            3:     open_index("a"); open_index("b");

            6 matches on 5 lines in 5 symbols of 4 files · 4 files searched in N UNITS · index fresh
        "#]],
        expect![[""]],
    );
}

#[test]
fn paths_and_counts_alone_can_be_had() {
    let shop = Sandbox::new(STORE);
    check(
        &shop.run(&["grep", "open_index", "-l"]),
        0,
        expect![[r#"
            src/open.rs
            README.md
            src/use.py
            tests/open_test.rs
        "#]],
        expect![[""]],
    );
    check(
        &shop.run(&["grep", "open_index", "-c"]),
        0,
        expect![[r#"
            src/open.rs:2
            README.md:1
            src/use.py:1
            tests/open_test.rs:1
        "#]],
        expect![[""]],
    );
    let mut from_below = shop.command(&["grep", "open_index", "-l", "--lang", "python"]);
    let output = from_below.current_dir(shop.root.join("src")).output().expect("the binary runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "../src/use.py\n");
}

#[test]
fn the_limit_says_how_much_it_hides_and_context_is_told_apart() {
    check(
        &Sandbox::new(STORE).run(&["grep", "open_index", "-n", "2", "-C", "1"]),
        0,
        expect![[r#"
            src/open.rs  (rust)  2 matches
            function open_index  1-4
            1- /// Opens the index.
            2: pub fn open_index(dir: &str) -> Index {
            3-     Index::at(dir)
            function main  6-8
            6- fn main() {
            7:     open_index(".");
            8- }

            … 3 more matching lines not shown
            6 matches on 5 lines in 5 symbols of 4 files · 4 files searched in N UNITS · index fresh
        "#]],
        expect![[""]],
    );
}

#[test]
fn flags_and_filters_decide_what_matches() {
    let shop = Sandbox::new(STORE);
    let found = |args: &[&str]| {
        let ran = shop.run(&[&["grep", "-l"], args].concat());
        (ran.code, ran.out.replace('\n', " "))
    };
    let nothing = || (1, String::new());
    assert_eq!(found(&["-F", "open_index(\".\")"]), (0, "src/open.rs ".to_owned()));
    assert_eq!(found(&[r"^\s+open_\w+\("]), (0, "src/open.rs tests/open_test.rs ".to_owned()));
    assert_eq!(found(&["store"]), (0, "src/use.py README.md ".to_owned()));
    assert_eq!(found(&["Store"]), (0, "README.md ".to_owned()));
    assert_eq!(found(&["-s", "STORE"]), nothing());
    assert_eq!(found(&["-s", "-i", "STORE"]), (0, "src/use.py README.md ".to_owned()));
    assert_eq!(found(&["-w", "open"]), nothing());
    assert_eq!(found(&["open_index", "src"]), (0, "src/open.rs src/use.py ".to_owned()));
    assert_eq!(found(&["open_index", "--type", "docs"]), (0, "README.md ".to_owned()));
    assert_eq!(found(&["open_index", "--kind", "class"]), (0, "src/use.py ".to_owned()));
    assert_eq!(found(&["open_index", "--name", "opens"]), (0, "tests/open_test.rs ".to_owned()));
    assert_eq!(found(&["open_index", "-x", "src,tests", "-e", "md"]), (0, "README.md ".to_owned()));
    assert_eq!(found(&["--", "-> Index"]), (0, "src/open.rs ".to_owned()));
    assert_eq!(found(&["-> Index"]), (0, "src/open.rs ".to_owned()));
}

#[test]
fn nothing_found_is_exit_code_one_and_silent_in_a_pipe() {
    let shop = Sandbox::new(SHOP);
    check(&shop.run(&["grep", "zebra"]), 1, expect![""], expect![""]);
    let document = shop.json(&["grep", "zebra", "--json"]);
    assert_eq!(document["files"], serde_json::json!([]));
    assert_eq!(document["totals"]["matches"], 0);
}

#[test]
fn a_wrong_pattern_is_shown_where_it_is_wrong_and_makes_no_index() {
    let shop = Sandbox::new(SHOP);
    check(
        &shop.run(&["grep", "total(self"]),
        2,
        expect![""],
        expect![[r#"
            error: not a regular expression: unclosed group
                     total(self
                          ^
             help: -F searches for the pattern as it stands; or put `\` before a character that means itself
        "#]],
    );
    check(
        &shop.run(&["grep", ""]),
        2,
        expect![""],
        expect![[r#"
            error: the pattern is empty
             help: name what to look for: `quarry grep open_index`
        "#]],
    );
    check(
        &shop.run(&["grep", r"a\nb"]),
        2,
        expect![""],
        expect![[r#"
            error: the pattern asks for the end of a line, but a match lies within one line
             help: search for one line of it; with -F, `\n` stands for itself
        "#]],
    );
    assert!(!shop.home.exists());
    assert_eq!(shop.run(&["grep", "-F", "total(self"]).code, 0);
    assert_eq!(shop.run(&["grep", "x", "nowhere"]).code, 2);
    assert_eq!(shop.run(&["grep"]).code, 2);
    // What fails with 1 elsewhere must not look like "nothing matches".
    assert_eq!(shop.run(&["grep", "x", text(&shop.beside("")), "--no-refresh"]).code, 2);
}

#[test]
fn json_has_a_schema_and_everything_a_program_needs() {
    let shop = Sandbox::new(&STORE[..1]);
    let mut document = shop.json(&["grep", "open_index", "--json", "-n", "1"]);
    assert!(document["elapsed_ms"].take().is_number());
    expect![[r#"
        {
          "elapsed_ms": null,
          "files": [
            {
              "content_type": "code",
              "defines": "whole",
              "dialect": null,
              "groups": [
                {
                  "defines": "whole",
                  "lines": [
                    {
                      "cut_after": false,
                      "cut_before": false,
                      "line": 2,
                      "matched": true,
                      "matches": [
                        {
                          "column": 8,
                          "end": 17,
                          "offset": 7,
                          "start": 7
                        }
                      ],
                      "text": "pub fn open_index(dir: &str) -> Index {"
                    }
                  ],
                  "matches": 1,
                  "n_lines": 1,
                  "symbol": {
                    "end_line": 4,
                    "kind": "function",
                    "line": 2,
                    "name": "open_index",
                    "qualified_name": "open_index",
                    "start_line": 1
                  }
                }
              ],
              "language": "rust",
              "lines": 2,
              "matches": 2,
              "path": "src/open.rs",
              "test": false
            }
          ],
          "fresh": true,
          "generation": 1,
          "notices": [],
          "pattern": "open_index",
          "root": "ROOT",
          "schema": "quarry.grep.v1",
          "searched_files": 1,
          "shown_lines": 1,
          "totals": {
            "files": 1,
            "lines": 2,
            "matches": 2,
            "symbols": 2
          }
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&document).expect("JSON"));
}

#[test]
fn edits_between_searches_are_seen() {
    let shop = Sandbox::new(&[("a.rs", "fn apple() {}\n")]);
    let found = |pattern: &str| shop.run(&["grep", pattern, "-c"]).out;
    assert_eq!(found("apple"), "a.rs:1\n");
    shop.write("a.rs", "fn pear() {}\n// pear\n");
    shop.write("b.rs", "fn pear_b() {}\n");
    assert_eq!([found("apple"), found("pear")], ["", "a.rs:2\nb.rs:1\n"]);
    fs::remove_file(shop.root.join("a.rs")).expect("removed");
    assert_eq!(found("pear"), "b.rs:1\n");
    shop.write("c.rs", "fn pear_c() {}\n");
    shop.write("b.rs", "fn pear_b() { pear_d() }\n");
    let ran = shop.run(&["grep", "pear_[cd]", "-l", "--no-refresh"]);
    check(
        &ran,
        0,
        expect![[r#"
            b.rs
        "#]],
        expect![[r#"
            note: the list of files was made just now; files that are new since then are not searched
        "#]],
    );
}

#[test]
fn threads_and_colours_change_no_letter() {
    let shop = Sandbox::new(STORE);
    let with_threads = |n_threads: usize| {
        shop.write("quarry.toml", &format!("[index]\nthreads = {n_threads}\n"));
        shop.run(&["grep", "open|index", "-C", "2", "-q", "-x", "quarry.toml"]).out
    };
    assert_eq!(with_threads(1), with_threads(8));
    let coloured = shop.run(&["grep", "open_index", "src/open.rs", "-q", "--color", "always"]).out;
    assert!(coloured.contains("\u{1b}[1m\u{1b}[4m"), "{coloured:?}");
    let plain = shop.run(&["grep", "open_index", "src/open.rs", "-q"]).out;
    assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), plain);
}

#[test]
fn other_encodings_letters_and_long_lines_are_shown_as_text() {
    let shop = Sandbox::new(&[
        ("crlf.rs", "fn one() {\r\n    žluť();\r\n}\r\n"),
        ("long.txt", &format!("{}žluť{}\n", "á".repeat(500), "b".repeat(500))),
    ]);
    let wide: Vec<u8> = "fn two() { žluť() }".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(shop.root.join("wide.rs"), [b"\xff\xfe".as_slice(), &wide].concat()).expect("a file");
    fs::write(shop.root.join("latin.rs"), b"// \x9elu\x9d caf\xe9\n").expect("a file");
    let ran = shop.run(&["grep", "ŽLUŤ|CAFÉ", "-i", "-q"]);
    check(
        &ran,
        0,
        expect![[r#"
            crlf.rs  (rust)  1 match
            function one  1-3
            2:     žluť();

            latin.rs  (rust)  1 match
            1: // žlu� café

            long.txt  (text)  1 match
            1: …áááááááááááááááááááááááááááááááááááááááááááááááááážluťbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb…

            wide.rs  (rust)  1 match
            function two  1-1
            1: fn two() { žluť() }

        "#]],
        expect![[""]],
    );
}
