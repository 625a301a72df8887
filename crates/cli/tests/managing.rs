//! Indexes, settings, and what the binary says about itself.

use expect_test::expect;
use fs_err as fs;

use crate::support::{SHOP, Sandbox, text};

#[test]
fn index_says_what_it_did_and_then_that_nothing_changed() {
    let shop = Sandbox::new(SHOP);
    shop.write("logo.png", "\u{0}\u{1}");
    let first = shop.run(&["index"]);
    assert_eq!((first.code, first.err.as_str()), (0, ""));
    expect![[r#"
        ROOT: 3 files, 3 chunks (3 added) in N UNITS
        quarry/static-1 made vectors of 3 chunks
        skipped 1 path; `quarry status --skipped` says which and why
    "#]]
    .assert_eq(&first.out);
    fs::remove_file(shop.root.join("src/cart.py")).expect("removed");
    shop.write("src/auth.rs", "fn other() {}\n");
    expect![[r#"
        ROOT: 2 files, 2 chunks (1 changed, 1 removed) in N UNITS
        quarry/static-1 made vectors of 1 chunk
        skipped logo.png  left out by default (*.png)
    "#]]
    .assert_eq(&shop.run(&["index", "-v"]).out);
    assert_eq!(shop.run(&["index", "-q"]).out, "");
    let again = shop.json(&["index", "--json"]);
    assert_eq!(
        (&again["schema"], &again["unchanged"], &again["added"]),
        (&"quarry.index.v1".into(), &2.into(), &0.into())
    );
    assert_eq!(shop.json(&["index", "--json", "--rebuild"])["added"], 2);
}

#[test]
fn index_flags_choose_files() {
    let shop = Sandbox::new(&[("a.rs", "fn a() {}\n"), ("b.py", "b = 1\n"), (".gitignore", "b.py\n")]);
    let files = |args: &[&str]| shop.json(&[&["index", "--json"], args].concat())["files"].as_u64();
    assert_eq!(files(&["--include", "*.rs,*.py"]), Some(1));
    assert_eq!(files(&["--include", "*.rs,*.py", "--no-gitignore"]), Some(2));
    assert_eq!(files(&["--exclude", "*.rs", "--no-gitignore", "--threads", "1"]), Some(2));
}

#[test]
fn status_shows_counts_health_and_what_was_skipped() {
    let shop = Sandbox::new(SHOP);
    shop.write("broken.rs", "fn fine() {}\nfn (((\n");
    shop.write(".env", "KEY=1\n");
    assert_eq!(shop.run(&["index"]).code, 0);
    let ran = shop.run(&["status", "--health", "--skipped"]);
    assert_eq!(ran.code, 0);
    expect![[r#"
        ROOT
        index    INDEX
        size     N UNITS
        state    generation 1, made just now, complete
        holds    4 files, 4 chunks, 5 symbols, 12 lines
        vectors  quarry/static-1, 256 numbers each, for 4 files

        LANGUAGE  FILES  LINES  CHUNKS  SYMBOLS
        rust          2      6       2        2
        markdown      1      3       1        1
        python        1      3       1        2

        parsed   3 ok, 1 partial

        STATUS   ERRORS  PATH
        partial       1  broken.rs

        skipped  1 secret

        REASON  PATH  WHY
        secret  .env  its name says that it holds a secret
    "#]]
    .assert_eq(&ran.out);
    let document = shop.json(&["status", "--json"]);
    assert_eq!(document["schema"], "quarry.status.v1");
    assert_eq!((&document["model"]["name"], &document["embedded_files"]), (&"quarry/static-1".into(), &4.into()));
    assert_eq!(document["health"]["partial"], 1);
    assert_eq!(document["unhealthy"][0]["path"], "broken.rs");
    assert_eq!(document["skipped"][0]["reason"], "secret");
}

#[test]
fn list_shows_all_indexes_and_clear_removes_those_that_are_meant() {
    let shop = Sandbox::new(SHOP);
    expect!["no indexes in HOME\n"].assert_eq(&shop.run(&["list"]).out);
    let gone = shop.beside("gone");
    fs::create_dir_all(gone.join(".git")).expect("a repository");
    assert_eq!(shop.run(&["index"]).code, 0);
    assert_eq!(shop.run(&["index", text(&gone)]).code, 0);
    fs::remove_dir_all(&gone).expect("removed");

    let listed = shop.run(&["list"]).out;
    assert!(listed.contains("/gone  (gone; `quarry clear --missing`)") && listed.contains("ROOT\n"), "{listed}");
    let document = shop.json(&["list", "--json"]);
    assert_eq!((&document["schema"], &document["indexes"][0]["missing"]), (&"quarry.list.v1".into(), &true.into()));

    let unasked = shop.run(&["clear"]);
    assert_eq!(unasked.code, 2);
    expect![[r#"
        error: nobody is there to confirm the removal
         help: add --yes to remove without being asked
    "#]]
    .assert_eq(&unasked.err);

    let missing = shop.run(&["clear", "--missing", "--yes"]).out;
    assert!(missing.ends_with("/gone\n"), "{missing}");
    assert_eq!(shop.json(&["list", "--json"])["indexes"].as_array().map(Vec::len), Some(1));
    expect!["removed the index of ROOT\n"].assert_eq(&shop.run(&["clear", "src", "--yes"]).out);
    expect!["nothing to remove\n"].assert_eq(&shop.run(&["clear"]).out);
}

#[test]
fn clear_all_removes_indexes_that_cannot_be_read_too() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.run(&["index"]).code, 0);
    fs::write(shop.index_dir().join("FORMAT"), "quarry index format 999\n").expect("written");
    let listed = shop.run(&["list"]).out;
    assert!(listed.contains("? the index in INDEX has format 999"), "{listed}");
    assert_eq!(shop.run(&["clear", "--missing", "--yes"]).out, "nothing to remove\n");
    assert_eq!(shop.run(&["clear", "--all", "--yes"]).code, 0);
    assert_eq!(shop.run(&["list"]).out, "no indexes in HOME\n");
}

#[test]
fn languages_are_listed_with_their_names() {
    let shop = Sandbox::new(&[]);
    let ran = shop.run(&["languages"]);
    assert!(ran.out.lines().any(|line| line.starts_with("rust ") && line.contains("yes") && line.contains(".rs")));
    assert!(ran.out.contains("DIALECTS  github-actions"));
    let document = shop.json(&["languages", "--json"]);
    assert_eq!(document["schema"], "quarry.languages.v1");
    assert!(document["languages"].as_array().is_some_and(|languages| languages.len() > 31));
}

#[test]
fn config_shows_checks_and_locates_settings() {
    let shop = Sandbox::new(&[]);
    expect!["ROOT/quarry.toml: not there; the defaults hold\n"].assert_eq(&shop.run(&["config", "check"]).out);
    shop.write("quarry.toml", "[search]\nlimit = 3\n");
    expect!["ROOT/quarry.toml: ok\n"].assert_eq(&shop.run(&["config", "check"]).out);
    let shown = shop.run(&["config", "show"]).out;
    assert!(shown.contains("limit = 3") && shown.contains("chunk_bytes = 1000"), "{shown}");
    shop.write("quarry.toml", &shown);
    assert_eq!(shop.run(&["config", "check"]).code, 0, "what is shown can be read back");
    assert_eq!(shop.run(&["index"]).code, 0);
    expect![[r#"
        settings ROOT/quarry.toml
        home     HOME
        index    INDEX
    "#]]
    .assert_eq(&shop.run(&["config", "path"]).out);
}

#[test]
fn completions_and_man_pages_are_printed() {
    let shop = Sandbox::new(&[]);
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ran = shop.run(&["completions", shell]);
        assert!(ran.code == 0 && ran.out.contains("no-refresh"), "{shell}");
    }
    let page = shop.run(&["man"]).out;
    assert!(page.contains(".TH quarry 1") && page.contains("quarry\\-search"), "{page}");
    assert!(shop.run(&["man", "search"]).out.contains(".TH quarry-search 1"));
    expect![[r#"
        error: there is no command `serach`
         help: did you mean `search`?
    "#]]
    .assert_eq(&shop.run(&["man", "serach"]).err);
    assert_eq!(shop.run(&["man", "--dir", "pages"]).code, 0);
    assert!(shop.root.join("pages/quarry.1").exists() && shop.root.join("pages/quarry-config-show.1").exists());
}

#[test]
fn every_command_has_help_with_examples() {
    let shop = Sandbox::new(&[]);
    let alone = shop.run(&[]);
    assert_eq!(alone.code, 0);
    assert!(alone.out.contains("quarry <COMMAND>") && alone.out.contains("Examples:"), "{}", alone.out);
    let own =
        ["search", "grep", "index", "status", "list", "clear", "languages", "models", "doctor", "eval", "related"];
    for command in own.into_iter().chain(["config", "completions", "man", "install", "uninstall", "init", "savings"]) {
        let ran = shop.run(&[command, "--help"]);
        assert!(ran.code == 0 && ran.out.contains("Examples:"), "{command}");
    }
    assert!(shop.run(&["--version"]).out.starts_with("quarry 0."));
}
