//! `quarry repl` in a pipe: a question per line, commands, mistakes.

use std::io::Write;
use std::process::Stdio;

use expect_test::expect;
use serde_json::Value;

use crate::support::{Ran, SHOP, Sandbox};

fn typed(sandbox: &Sandbox, args: &[&str], lines: &str) -> Ran {
    let mut command = sandbox.command(&[&["repl"], args].concat());
    let pipe = || Stdio::piped();
    let mut child = command.stdin(pipe()).stdout(pipe()).stderr(pipe()).spawn().expect("the binary runs");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("lines are read");
    sandbox.ran(&child.wait_with_output().expect("an end"))
}

#[test]
fn each_line_is_answered_as_a_search_would() {
    let sandbox = Sandbox::new(SHOP);
    let ran = typed(&sandbox, &[], "check password\n\nzebra\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    expect![[r#"
        src/auth.rs:1-4  function check_password  (rust)  SCORE
        1: /// Checks a password.
        2: pub fn check_password(given: &str) -> bool {
        3:     given == "secret"
        4: }

        1 result in N UNITS · 3 files · index fresh
        no results
    "#]]
    .assert_eq(&ran.out);
}

#[test]
fn json_is_one_document_per_question() {
    let sandbox = Sandbox::new(SHOP);
    let ran = typed(&sandbox, &["--json"], "check password\nzebra\n:limit 1\ntotal");
    let documents: Vec<Value> = ran.out.lines().map(|line| serde_json::from_str(line).expect("a document")).collect();
    let found: Vec<usize> = documents.iter().map(|one| one["hits"].as_array().expect("hits").len()).collect();
    assert_eq!((ran.code, found), (0, vec![1, 0, 1]));
    assert!(documents.iter().all(|one| one["schema"] == "quarry.search.v1"));
}

#[test]
fn filters_hold_until_they_are_taken_back() {
    let sandbox = Sandbox::new(SHOP);
    let lines = ":filter lang:python\nsecret password shop\n:filter\n:filter off\npassword\n";
    let ran = typed(&sandbox, &["-n", "1"], lines);
    assert_eq!(ran.code, 0, "{ran:?}");
    let paths: Vec<&str> = ran.out.lines().filter(|line| line.contains("  (")).collect();
    assert!(paths.last().is_some_and(|path| path.starts_with("src/auth.rs")), "{ran:?}");
    assert!(paths.iter().rev().skip(1).all(|path| path.starts_with("src/cart.py")), "{ran:?}");
    assert_eq!(ran.err, "note: filters: lang:python\n");
}

#[test]
fn a_result_is_explained() {
    let sandbox = Sandbox::new(SHOP);
    let ran = typed(&sandbox, &["--quiet"], "check password\n:why 1\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    for part in ["found      by its words", "by word    place 1", "by learned weights", "terms      check, password"] {
        assert!(ran.out.contains(part), "{part} is not in {}", ran.out);
    }
}

#[test]
fn mistakes_are_told_and_the_next_line_is_answered() {
    let sandbox = Sandbox::new(SHOP);
    let lines = ":why\n:opne 1\n:filter colour:red\n:filter lang:pyhton\n???\n:limit x\ncheck password\n:open 7\n";
    let ran = typed(&sandbox, &[], lines);
    assert_eq!(ran.code, 2, "{ran:?}");
    assert!(ran.out.contains("function check_password"));
    expect![[r#"
        error: nothing was asked yet
         help: type a question first; its results have the numbers 1, 2, 3
        error: there is no command `:opne`
         help: did you mean `:open`? `:help` lists all
        error: `colour:red` is no filter
         help: filters are lang:, path:, -path:, ext:, kind:, name: and type:, as in `lang:rust`
        error: `pyhton` is no language or dialect
         help: did you mean `python`? `quarry languages` lists languages, `quarry help search` all kinds
        error: the question holds no word to search for
         help: ask for a word or a name: `quarry search "open file"`
        error: `x` is no number from 1 to 1000
         help: `:limit 5`
        error: there is no result 7
         help: the last question has results 1 to 1
    "#]]
    .assert_eq(&ran.err);
}

#[test]
fn quit_ends_it_and_nothing_after_it_is_asked() {
    let sandbox = Sandbox::new(SHOP);
    let ran = typed(&sandbox, &[], ":help\n:quit\ncheck password\n");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert!(ran.out.contains(":filter FILTERS") && !ran.out.contains("check_password"), "{ran:?}");
}

#[test]
fn quarry_alone_in_a_pipe_prints_its_help() {
    let ran = Sandbox::new(SHOP).run(&[]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.contains("Usage:"), "{ran:?}");
}
