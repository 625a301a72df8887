//! Wrong use, broken files, full disks, other writers, closed pipes, Ctrl-C.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use expect_test::{Expect, expect};
use fs_err as fs;

use crate::support::{SHOP, Sandbox, text};

#[track_caller]
fn check_usage(shop: &Sandbox, args: &[&str], expected: Expect) {
    let ran = shop.run(args);
    assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{ran:?}");
    expected.assert_eq(&ran.err);
}

#[test]
fn a_path_that_does_not_exist_is_a_usage_error() {
    let shop = Sandbox::new(SHOP);
    for args in [&["search", "x", "nowhere"][..], &["index", "nowhere"], &["status", "nowhere"], &["clear", "nowhere"]]
    {
        check_usage(
            &shop,
            args,
            expect![[r#"
                error: cannot open nowhere
                cause: failed to canonicalize path `nowhere`: No such file or directory (os error 2)
                 help: name a directory or file that exists and may be read
            "#]],
        );
    }
}

#[test]
fn broken_settings_are_shown_with_line_and_nearest_key() {
    let shop = Sandbox::new(SHOP);
    shop.write("quarry.toml", "[search]\nlimti = 3\n");
    for args in [&["search", "x"][..], &["config", "check"], &["config", "show"], &["index"]] {
        check_usage(
            &shop,
            args,
            expect![[r#"
                error: ROOT/quarry.toml:2:1: unknown key `search.limti`
                         |
                       2 | limti = 3
                         | ^^^^^
                         = did you mean `limit`?
                 help: `quarry config show` prints every key with its reason
            "#]],
        );
    }
}

#[test]
fn mistyped_filters_get_a_suggestion() {
    let shop = Sandbox::new(SHOP);
    check_usage(
        &shop,
        &["search", "x", "--lang", "pyhton"],
        expect![[r#"
            error: `pyhton` is no language or dialect
             help: did you mean `python`? `quarry languages` lists languages, `quarry help search` all kinds
        "#]],
    );
    check_usage(
        &shop,
        &["search", "x", "--path", "a["],
        expect![[r#"
            error: `a[` is not a glob: unclosed character class; missing ']'
             help: `*` is any name, `**` any directories, `{a,b}` one of both; write `[[]` for a bracket
        "#]],
    );
    let kind = shop.run(&["search", "x", "--kind", "functon"]);
    assert!(kind.code == 2 && kind.err.contains("a similar value exists: 'function'"), "{kind:?}");
    let glob = shop.run(&["index", "--exclude", "{a"]);
    assert!(glob.code == 2 && glob.err.contains("help: globs are written as in .gitignore"), "{glob:?}");
}

#[test]
fn an_empty_question_is_a_usage_error_and_makes_no_index() {
    let shop = Sandbox::new(SHOP);
    for question in ["", "   ", "?!"] {
        check_usage(
            &shop,
            &["search", question],
            expect![[r#"
                error: the question holds no word to search for
                 help: ask for a word or a name: `quarry search "open file"`
            "#]],
        );
    }
    assert!(!shop.home.exists());
    for args in [&["search"][..], &["search", "x", "-n", "0"], &["search", "x", "-C", "51"], &["x", "--nonsense"]] {
        assert_eq!(shop.run(args).code, 2, "{args:?}");
    }
}

#[test]
fn an_empty_repository_has_no_results_and_a_status() {
    let shop = Sandbox::new(&[]);
    assert_eq!(shop.run(&["search", "anything"]).code, 1);
    assert!(shop.run(&["status"]).out.contains("0 files"));
}

#[test]
fn the_home_directory_is_not_indexed_by_a_question() {
    let shop = Sandbox::new(&[]);
    fs::remove_dir_all(shop.root.join(".git")).expect("removed");
    let output = shop.command(&["where", "is", "it"]).env("HOME", &shop.root).output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not a repository"));
}

#[test]
fn without_an_index_status_says_how_to_make_one() {
    let ran = Sandbox::new(SHOP).run(&["status"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no index in HOME/indexes/shop-") && ran.err.contains("help: run `quarry index` first"));
}

#[test]
fn an_index_of_an_earlier_format_is_made_anew() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.run(&["index"]).code, 0);
    fs::write(shop.index_dir().join("FORMAT"), "quarry index format 1\n").expect("written");
    assert_eq!(shop.found(&["password"]), ["src/auth.rs"]);
}

#[test]
fn an_index_of_a_later_format_is_refused_and_rebuilt_on_request() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.run(&["index"]).code, 0);
    fs::write(shop.index_dir().join("FORMAT"), "quarry index format 999\n").expect("written");
    let ran = shop.run(&["search", "password"]);
    assert_eq!(ran.code, 1);
    let stable = ran.err.replace(|letter: char| letter.is_ascii_digit(), "9");
    expect![[r#"
        error: cannot search ROOT
        cause: the index in INDEX has format 999, this build reads format 9
         help: run `quarry index --rebuild`
    "#]]
    .assert_eq(&stable);
    assert_eq!(shop.run(&["index"]).code, 1);
    assert_eq!(shop.run(&["index", "--rebuild"]).code, 0);
    assert_eq!(shop.found(&["password"]), ["src/auth.rs"]);
}

#[test]
fn a_damaged_index_is_refused_and_rebuilt_on_request() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.run(&["index"]).code, 0);
    fs::write(shop.index_dir().join("meta.json"), "{}").expect("written");
    let ran = shop.run(&["search", "password"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("is damaged") && ran.err.contains("quarry index --rebuild"), "{ran:?}");
    assert_eq!(shop.run(&["index", "--rebuild"]).code, 0);
    assert_eq!(shop.found(&["password"]), ["src/auth.rs"]);
}

/// Holds the lock that a writer of the only index would hold.
fn lock_index(shop: &Sandbox) -> std::fs::File {
    let path = shop.index_dir().join(".tantivy-writer.lock");
    let file = fs::OpenOptions::new().create(true).append(true).open(path).expect("the lock file").into_parts().0;
    file.lock().expect("locked");
    file
}

#[test]
fn while_another_process_writes_the_old_index_answers_with_a_notice() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.run(&["index"]).code, 0);
    let lock = lock_index(&shop);
    shop.write("new.rs", "fn password_reset() {}\n");
    let ran = shop.run(&["search", "password", "--files"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "src/auth.rs\n"));
    expect!["note: another quarry process is indexing; results may be stale\n"].assert_eq(&ran.err);
    let document = shop.json(&["search", "password", "--json"]);
    assert_eq!(document["fresh"], false);
    assert_eq!(document["notices"][0], "another quarry process is indexing; results may be stale");
    let indexing = shop.run(&["index"]);
    assert_eq!(indexing.code, 1);
    expect![[r#"
        error: cannot index ROOT
        cause: another process is writing the index in INDEX
         help: wait until the other quarry process is done, then try again
    "#]]
    .assert_eq(&indexing.err);
    drop(lock);
    assert_eq!(shop.found(&["password"]).len(), 2);
}

/// As if another process were making the first index, for as long as the file is kept.
pub(crate) fn first_index_elsewhere(shop: &Sandbox) -> std::fs::File {
    assert_eq!(shop.run(&["index"]).code, 0);
    let dir = shop.index_dir();
    fs::remove_dir_all(&dir).expect("removed");
    fs::create_dir_all(&dir).expect("an empty index");
    lock_index(shop)
}

/// A repository whose first index is being made by somebody else, and a search that waits for it.
fn waiting_search(shop: &Sandbox) -> (std::fs::File, std::process::Child) {
    let lock = first_index_elsewhere(shop);
    let mut child = shop
        .command(&["search", "password", "--files"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut line = String::new();
    BufReader::new(child.stderr.as_mut().expect("stderr")).read_line(&mut line).expect("a line");
    assert_eq!(line, "note: another quarry process is making the first index; waiting for it\n");
    (lock, child)
}

#[test]
fn the_first_index_of_another_process_is_waited_for() {
    let shop = Sandbox::new(SHOP);
    let (lock, mut child) = waiting_search(&shop);
    drop(lock);
    let mut out = String::new();
    child.stdout.take().expect("stdout").read_to_string(&mut out).expect("text");
    assert_eq!((child.wait().expect("ended").code(), out.as_str()), (Some(0), "src/auth.rs\n"));
}

#[cfg(unix)]
fn interrupt(child: &std::process::Child) {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill runs");
    assert!(sent.success());
}

#[test]
#[cfg(unix)]
fn ctrl_c_ends_waiting() {
    let shop = Sandbox::new(SHOP);
    let (_lock, mut child) = waiting_search(&shop);
    interrupt(&child);
    assert_eq!(child.wait().expect("ended").code(), Some(130));
}

#[test]
#[cfg(unix)]
fn ctrl_c_while_indexing_leaves_an_index_that_the_next_run_completes() {
    let shop = Sandbox::new(&[]);
    let body: String = (0..200).map(|number| format!("fn step_{number}() {{ go({number}); }}\n")).collect();
    for number in 0..400 {
        shop.write(&format!("src/{number}.rs"), &body);
    }
    let mut child = shop.command(&["index", "-q", "--threads", "1"]).spawn().expect("the binary runs");
    while !shop.home.join("indexes").exists() {
        std::thread::yield_now();
    }
    interrupt(&child);
    // A machine fast enough to be done by now is welcome to it.
    assert!(matches!(child.wait().expect("ended").code(), Some(130 | 0)));
    assert!(shop.run(&["search", "step_7", "--no-refresh"]).code < 2);
    let after = shop.json(&["index", "--json"]);
    assert_eq!((&after["complete"], &after["files"]), (&true.into(), &400.into()));
}

#[test]
fn a_home_that_cannot_be_written_fails_with_help() {
    let shop = Sandbox::new(SHOP);
    fs::write(&shop.home, "a file where a folder should be").expect("written");
    let ran = shop.run(&["search", "password"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("cannot write the index in") && ran.err.contains("set QUARRY_HOME"), "{ran:?}");
}

#[test]
fn an_index_that_cannot_be_written_still_answers_with_a_notice() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.run(&["index"]).code, 0);
    let lock = shop.index_dir().join(".tantivy-writer.lock");
    // Even for root: a directory cannot be opened for writing.
    let _ = fs::remove_file(&lock);
    fs::create_dir_all(&lock).expect("a directory");
    shop.write("new.rs", "fn password_reset() {}\n");
    let ran = shop.run(&["search", "password", "--files"]);
    assert_eq!((ran.code, ran.out.as_str()), (0, "src/auth.rs\n"), "{ran:?}");
    assert!(ran.err.starts_with("note: the index is not up to date: cannot write the index in INDEX"), "{ran:?}");
}

/// Files may not grow beyond 64 blocks here, so that writing fails in the middle, as it does on a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_loses_nothing() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.run(&["index"]).code, 0);
    let body: String = (0..20_000).map(|number| format!("fn password_{number}() {{ reset({number}); }}\n")).collect();
    shop.write("big.rs", &body);
    let script = "trap '' XFSZ; ulimit -f 64; exec \"$0\" search --json password";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_quarry")])
        .current_dir(&shop.root)
        .env("QUARRY_HOME", &shop.home)
        .output()
        .expect("the shell runs");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("an answer");
    assert_eq!(answer["hits"][0]["path"], "src/auth.rs", "{answer}");
    assert_eq!(answer["fresh"], false);
    assert!(answer["notices"].to_string().contains("cannot write the index"), "{answer}");
    assert!(shop.found(&["password"]).contains(&"big.rs".to_owned()), "with room again, the next run completes it");
}

#[test]
fn a_file_of_a_gigabyte_is_named_and_not_read() {
    let shop = Sandbox::new(SHOP);
    let dump = fs::File::create(shop.root.join("dump.sql")).expect("a file");
    dump.set_len(1 << 30).expect("a sparse file");
    assert_eq!(shop.run(&["index"]).code, 0);
    let skipped = shop.run(&["status", "--skipped"]).out;
    assert!(skipped.contains("dump.sql") && skipped.contains("more than index.max_file_bytes"), "{skipped}");
}

#[test]
fn a_reader_that_closes_the_pipe_is_no_failure() {
    let shop = Sandbox::new(SHOP);
    for args in [&["languages"][..], &["search", "password"], &["completions", "zsh"]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let output = shop.command(args).stdout(writer).output().expect("the binary runs");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &[][..]), "{args:?}");
    }
}

#[test]
fn a_file_given_as_path_is_searched_alone() {
    let shop = Sandbox::new(SHOP);
    assert_eq!(shop.found(&["password", text(&shop.root.join("src/auth.rs"))]), ["src/auth.rs"]);
    assert_eq!(shop.found(&["password", text(&shop.root.join("src/cart.py"))]), [""; 0]);
}
