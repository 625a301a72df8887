//! Questions, filters, shapes of answers, and that edits are seen.

use std::path::Path;

use expect_test::expect;
use fs_err as fs;

use crate::support::{SHOP, Sandbox, text};

#[test]
fn the_first_search_makes_the_index_and_shows_code() {
    let ran = Sandbox::new(SHOP).run(&["search", "check password"]);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    expect![[r#"
        src/auth.rs:1-4  function check_password  (rust)  SCORE
        1: /// Checks a password.
        2: pub fn check_password(given: &str) -> bool {
        3:     given == "secret"
        4: }

        1 result in N UNITS · 3 files · index fresh
    "#]]
    .assert_eq(&ran.out);
}

#[test]
fn a_question_needs_no_command_and_no_quotes() {
    let shop = Sandbox::new(SHOP);
    for args in [&["where", "is", "the", "cart", "total"][..], &["cart total"], &["-n", "1", "cart", "total"]] {
        let ran = shop.run(args);
        assert_eq!(ran.code, 0, "{ran:?}");
        assert!(ran.out.starts_with("src/cart.py:"), "{ran:?}");
    }
}

#[test]
fn one_word_that_is_nearly_a_command_is_searched_for_with_a_hint() {
    let ran = Sandbox::new(SHOP).run(&["serach"]);
    assert_eq!(ran.code, 1);
    expect![[r#"
        note: searching for `serach`; did you mean the command `quarry search`?
    "#]]
    .assert_eq(&ran.err);
}

#[test]
fn nothing_found_is_exit_code_one_and_silent_in_a_pipe() {
    let shop = Sandbox::new(SHOP);
    let ran = shop.run(&["search", "zebra"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (1, "", ""));
    assert_eq!(shop.json(&["search", "zebra", "--json"])["hits"], serde_json::json!([]));
}

#[test]
fn json_has_a_schema_and_everything_a_program_needs() {
    let shop = Sandbox::new(SHOP);
    let mut document = shop.json(&["search", "check password", "--json"]);
    assert!(document["elapsed_ms"].take().is_number());
    assert!(document["hits"][0]["score"].take().is_number());
    expect![[r#"
        {
          "elapsed_ms": null,
          "fresh": true,
          "generation": 1,
          "graph": [],
          "hits": [
            {
              "block_type": null,
              "content_type": "code",
              "copies": 0,
              "dialect": null,
              "end_byte": 91,
              "end_line": 4,
              "first_line": 1,
              "hierarchy": null,
              "language": "rust",
              "match_type": "both",
              "path": "src/auth.rs",
              "rank": 1,
              "score": null,
              "start_byte": 0,
              "start_line": 1,
              "symbol": {
                "kind": "function",
                "line": 2,
                "name": "check_password",
                "qualified_name": "check_password",
                "signature": "pub fn check_password(given: &str) -> bool"
              },
              "text": "/// Checks a password.\npub fn check_password(given: &str) -> bool {\n    given == \"secret\"\n}"
            }
          ],
          "indexed_files": 3,
          "notices": [],
          "query": "check password",
          "related": [],
          "root": "ROOT",
          "schema": "quarry.search.v1"
        }"#]]
    .assert_eq(&serde_json::to_string_pretty(&document).expect("JSON"));
}

#[test]
fn filters_keep_what_fits() {
    let shop = Sandbox::new(&[
        ("src/a.rs", "fn cache_open() {}\n"),
        ("src/b.py", "class CacheStore:\n    pass\n"),
        ("docs/cache.md", "# Cache\n\nHow the cache works.\n"),
        (".github/workflows/ci.yml", "jobs:\n  cache:\n    runs-on: ubuntu\n    steps:\n      - uses: cache\n"),
    ]);
    let found = |args: &[&str]| {
        let mut paths = shop.found(&[&["cache"], args].concat());
        paths.sort();
        paths.join(" ")
    };
    assert_eq!(found(&[]), ".github/workflows/ci.yml docs/cache.md src/a.rs src/b.py");
    assert_eq!(found(&["--lang", "rs,py"]), "src/a.rs src/b.py");
    assert_eq!(found(&["--lang", "github-actions"]), ".github/workflows/ci.yml");
    assert_eq!(found(&["--path", "src"]), "src/a.rs src/b.py");
    assert_eq!(found(&["--path", "*.md", "--path", "*.py"]), "docs/cache.md src/b.py");
    assert_eq!(found(&["--exclude", "src/**,.github"]), "docs/cache.md");
    assert_eq!(found(&["--ext", ".rs,md"]), "docs/cache.md src/a.rs");
    assert_eq!(found(&["--kind", "class"]), "src/b.py");
    assert_eq!(found(&["--name", "cache_*"]), "src/a.rs");
    assert_eq!(found(&["--type", "docs"]), "docs/cache.md");
    assert_eq!(found(&["--lang", "rust", "--kind", "class"]), "");
    assert_eq!(shop.found(&["cache", "-n", "2"]).len(), 2);
}

#[test]
fn a_path_names_a_part_of_the_repository_and_only_that() {
    let shop = Sandbox::new(&[
        ("api/src/a.rs", "fn cache_a() {}\n"),
        ("src/b.rs", "fn cache_b() {}\n"),
        ("src/deep [x]/c.rs", "fn cache_c() {}\n"),
    ]);
    let sorted = |args: &[&str]| {
        let mut paths = shop.found(args);
        paths.sort();
        paths
    };
    assert_eq!(sorted(&["cache", "src"]), ["src/b.rs", "src/deep [x]/c.rs"]);
    assert_eq!(sorted(&["cache", "src/deep [x]"]), ["src/deep [x]/c.rs"]);
    assert_eq!(sorted(&["cache", "src/b.rs"]), ["src/b.rs"]);
    assert_eq!(sorted(&["cache", "src", "--path", "c.rs,a.rs"]), ["src/deep [x]/c.rs"]);
    assert_eq!(sorted(&["cache", "."]).len(), 3);
}

#[test]
fn context_lines_are_told_apart_and_full_shows_all() {
    let body: String = (1..=30).map(|number| format!("    let step_{number} = {number};\n")).collect();
    let shop = Sandbox::new(&[("a.rs", &format!("// above\n\nfn run_steps() {{\n{body}}}\n"))]);
    assert!(shop.run(&["search", "run_steps"]).out.contains("more lines"));
    assert!(!shop.run(&["search", "run_steps", "--full"]).out.contains("more lines"));
    shop.write("quarry.toml", "[index]\nchunk_bytes = 150\n");
    let long = "    println!(\"a line that is long enough to fill most of a chunk of 150 bytes\");";
    shop.write("b.rs", &format!("fn first_thing() {{\n{long}\n}}\n\nfn second_thing() {{\n{long}\n}}\n"));
    expect![[r#"
        b.rs:5-7  function second_thing  (rust)  SCORE
        3- }
        4-
        5: fn second_thing() {
        6:     println!("a line that is long enough to fill most of a chunk of 150 bytes");
        7: }
    "#]]
    .assert_eq(&shop.run(&["search", "second_thing", "-q", "-B", "2"]).out.replace("\n\n", "\n"));
}

#[test]
fn files_are_listed_so_that_they_can_be_opened() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.run(&["search", "password", "--files"]).out, "src/auth.rs\n");
    let mut from_below = shop.command(&["search", "password", "--files"]);
    let output = from_below.current_dir(shop.root.join("src")).output().expect("the binary runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "../src/auth.rs\n");
    let mut from_beside = shop.command(&["search", "password", text(&shop.root), "--files"]);
    let output = from_beside.current_dir(shop.beside("")).output().expect("the binary runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "shop/src/auth.rs\n");
}

#[test]
fn colours_are_used_when_asked_for_and_quiet_leaves_the_results() {
    let shop = Sandbox::new(SHOP);
    let coloured = shop.run(&["search", "password", "--color", "always"]).out;
    assert!(coloured.contains("\u{1b}[35mpub\u{1b}[0m"), "{coloured:?}");
    let plain = shop.run(&["search", "password", "-q"]).out;
    assert!(!plain.contains('\u{1b}') && !plain.contains("result"), "{plain:?}");
}

#[test]
fn edits_between_searches_are_seen() {
    let shop = Sandbox::new(&[("a.rs", "fn apple() {}\n"), ("b.rs", "fn banana() {}\n")]);
    assert_eq!(shop.found(&["apple"]), ["a.rs"]);

    shop.write("c.rs", "fn cherry() {}\n");
    assert_eq!(shop.found(&["cherry"]), ["c.rs"], "added");

    shop.write("a.rs", "fn avocado() {}\n");
    assert_eq!(shop.found(&["avocado"]), ["a.rs"], "changed");
    assert_eq!(shop.found(&["apple"]), [""; 0], "changed away");

    fs::rename(shop.root.join("b.rs"), shop.root.join("d.rs")).expect("renamed");
    assert_eq!(shop.found(&["banana"]), ["d.rs"], "renamed");

    shop.write("d.rs", "");
    assert_eq!(shop.found(&["banana"]), [""; 0], "emptied");

    fs::remove_file(shop.root.join("a.rs")).expect("removed");
    assert_eq!(shop.found(&["avocado"]), [""; 0], "removed");

    shop.write(".gitignore", "c.rs\n");
    assert_eq!(shop.found(&["cherry"]), [""; 0], "ignored");
}

#[test]
fn no_refresh_answers_from_the_index_as_it_is_and_says_so() {
    let shop = Sandbox::new(&[("a.rs", "fn apple() {}\n")]);
    assert_eq!(shop.run(&["index"]).code, 0);
    shop.write("b.rs", "fn apple_pie() {}\n");
    let document = shop.json(&["search", "apple", "--json", "--no-refresh"]);
    assert_eq!(document["fresh"], false);
    assert_eq!(document["hits"].as_array().map(Vec::len), Some(1));
    let ran = shop.run(&["search", "apple", "--no-refresh"]);
    expect![[r#"
        note: answered from the index as it was made just now; changes since then are not seen
    "#]]
    .assert_eq(&ran.err);
    assert!(ran.out.ends_with("index not refreshed\n"), "{ran:?}");
}

#[test]
fn paths_with_spaces_and_letters_beyond_ascii_are_found() {
    let shop = Sandbox::new(&[("zdrojový kód/košík obchodu.rs", "fn spočti_celkem() {}\n")]);
    assert_eq!(shop.found(&["spočti_celkem"]), ["zdrojový kód/košík obchodu.rs"]);
    assert_eq!(shop.found(&["celkem", "zdrojový kód"]), ["zdrojový kód/košík obchodu.rs"]);
    assert!(Path::new(&shop.index_dir()).is_dir());
}

#[test]
fn an_explanation_names_the_plan_the_stages_and_the_evidence() {
    let shop = Sandbox::new(SHOP);
    let text = shop.run(&["analyze", "where is check_password defined"]).out;
    for part in ["find_definition", "check_password 1", "by learned weights", "because of", "definition +"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let below = shop.run(&["search", "check_password", "--explain"]).out;
    assert!(below.contains("how this answer came about"), "{below}");
    let json = shop.json(&["analyze", "check_password", "--json"]);
    let first = &json["explanation"]["candidates"][0];
    assert_eq!(first["path"], json["hits"][0]["path"]);
    let features = first["features"].as_object().expect("features by name");
    let sum: f64 = features.values().filter_map(|one| one["adds"].as_f64()).sum();
    let score = first["score"].as_f64().expect("a score");
    assert!((sum - score).abs() < 1e-3, "the parts {sum} make the score {score}");
}

#[test]
fn without_a_ranker_nothing_is_said_to_count() {
    let shop = Sandbox::new(SHOP);
    shop.write("quarry.toml", "[search]\nranker = \"none\"\n");
    let json = shop.json(&["analyze", "check_password", "--json"]);
    let first = &json["explanation"]["candidates"][0];
    assert_eq!(first["features"], serde_json::json!({}));
    assert!(first["score"].as_f64().is_some_and(|score| score > 0.0), "{first}");
}

#[test]
fn filters_that_the_words_suggest_are_shown_and_not_applied() {
    let shop = Sandbox::new(SHOP);
    let question = "password class in python of src/auth.rs";
    let text = shop.run(&["analyze", question]).out;
    for part in ["paths      src/auth.rs", "suggested  lang:python kind:class path:src/auth.rs (not applied)"] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    let json = shop.json(&["analyze", question, "--json"]);
    let plan = &json["explanation"]["plan"];
    assert_eq!(plan["paths"], serde_json::json!(["src/auth.rs"]));
    assert_eq!(plan["suggested_filters"], serde_json::json!(["lang:python", "kind:class", "path:src/auth.rs"]));
    assert!(json["hits"].as_array().is_some_and(|hits| !hits.is_empty()), "{json}");
}

#[test]
fn filters_may_stand_in_the_question() {
    let shop = Sandbox::new(SHOP);
    let paths = |question: &str| shop.run(&["search", question, "--files"]).out;
    assert!(paths("password").contains("auth.rs"));
    assert!(!paths("password lang:python").contains("auth.rs"));
    assert!(!paths("password -path:*.rs").contains("auth.rs"));
    let mistyped = shop.run(&["search", "password lang:pyhton"]);
    assert_eq!(mistyped.code, 2);
    assert!(mistyped.err.contains("did you mean `python`?"), "{mistyped:?}");
    let contradictory = shop.run(&["search", "password path:*.rs -path:*.rs"]);
    assert_eq!(contradictory.code, 1);
    assert!(contradictory.err.contains("the filters leave no file"), "{contradictory:?}");
}

#[test]
fn odd_questions_get_a_clear_answer() {
    let shop = Sandbox::new(SHOP);
    let code = |question: &str| shop.run(&["search", question]).code;
    assert_eq!(code("???"), 2);
    assert!(code("the of and") <= 1);
    assert!(code(".*[a-z]+(password") == 0);
    assert!(code("пароль 密码") <= 1);
    assert_eq!(code(&"password ".repeat(12_000)), 0);
    assert_eq!(shop.run(&["search", "password", "-n", "0"]).code, 2);
}

#[test]
fn files_around_results_are_named_below_them() {
    let shop = Sandbox::new(&[
        ("checkout.py", "from ledger import record\n\n\ndef settle(order):\n    record(order)\n"),
        ("ledger.py", "def record(order):\n    return order\n"),
    ]);
    let ran = shop.run(&["search", "settle", "-n", "1"]);
    assert!(ran.out.contains("     related  ledger.py:1  called by checkout.py\n"), "{ran:?}");
    assert!(!shop.run(&["search", "settle", "-n", "1", "--related", "0"]).out.contains("related"));
    let document = shop.json(&["search", "settle", "-n", "1", "--json"]);
    assert_eq!(document["related"][0]["relationship"], "calls");
    assert_eq!(document["graph"][0]["to"], "ledger.py");
}
