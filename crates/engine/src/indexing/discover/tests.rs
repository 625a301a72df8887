//! Trees on disk in, lists of paths out: a tree is written as text, one entry per line.
//!
//! `a/b.rs` is a file, `a/` a directory, `a -> b` a link, `a = text` a file with that line in it (`;` starts a new one).

mod left_out;
#[cfg(unix)]
mod on_unix;

use std::path::Path;

use expect_test::{Expect, expect};
use tempfile::TempDir;

use super::{DiscoverError, Discovery, discover};
use crate::settings::IndexSettings;

fn tree(description: &str) -> TempDir {
    let root = tempfile::tempdir().expect("a temporary directory");
    for line in description.lines().map(str::trim).filter(|line| !line.is_empty()) {
        write(root.path(), line);
    }
    root
}

fn write(root: &Path, line: &str) {
    let (path, content) = line.split_once(" = ").unwrap_or((line, ""));
    let (path, target) = path.split_once(" -> ").map_or((path, None), |(path, target)| (path, Some(target)));
    let absolute = root.join(path);
    let directory = if path.ends_with('/') { &absolute } else { absolute.parent().expect("inside the root") };
    fs_err::create_dir_all(directory).expect("the directory is made");
    match target {
        #[cfg(unix)]
        Some(target) => fs_err::os::unix::fs::symlink(target, &absolute).expect("the link is made"),
        _ if path.ends_with('/') => {}
        _ => fs_err::write(&absolute, content.replace(';', "\n")).expect("the file is written"),
    }
}

fn outline(discovery: &Discovery) -> String {
    let files = discovery.files.iter().map(|file| format!("{}\n", file.path));
    let skipped = discovery.skipped.iter().map(|skipped| format!("- {}: {}\n", skipped.path, skipped.reason));
    let problems = discovery.problems.iter().map(|problem| format!("! {problem}\n"));
    files.chain(skipped).chain(problems).collect()
}

#[track_caller]
fn check_with(settings: &IndexSettings, description: &str, expected: Expect) {
    let root = tree(description);
    expected.assert_eq(&outline(&discover(root.path(), settings).expect("the tree can be walked")));
}

#[track_caller]
fn check(description: &str, expected: Expect) {
    check_with(&IndexSettings::default(), description, expected);
}

fn globs(globs: &[&str]) -> Vec<String> {
    globs.iter().map(|&glob| glob.to_owned()).collect()
}

#[test]
fn nested_ignore_files_are_obeyed_without_git() {
    check(
        "
        .gitignore = *.log;/only_root.rs
        a/.gitignore = !keep.log;b/
        a/b/gone.rs
        a/keep.log
        a/only_root.rs
        only_root.rs
        c/drop.log
        c/.ignore = x.rs
        c/x.rs
        d/x.rs
        ",
        expect![[r#"
            .gitignore
            a/.gitignore
            a/keep.log
            a/only_root.rs
            c/.ignore
            d/x.rs
        "#]],
    );
}

#[test]
fn quarryignore_stands_above_gitignore() {
    check(
        "
        .gitignore = gen/;notes.md
        .quarryignore = !gen/;!notes.md;fixtures/
        gen/a.rs
        notes.md
        fixtures/big.rs
        src/.quarryignore = *.sql
        src/a.sql
        src/b.rs
        ",
        expect![[r#"
            .gitignore
            .quarryignore
            gen/a.rs
            notes.md
            src/.quarryignore
            src/b.rs
        "#]],
    );
}

#[test]
fn gitignore_can_be_switched_off_and_the_others_cannot() {
    let settings = IndexSettings { gitignore: false, ..IndexSettings::default() };
    let description = "
        .git/info/exclude = c.rs
        .gitignore = a.rs
        .ignore = b.rs
        a.rs
        b.rs
        c.rs
        ";
    check_with(
        &settings,
        description,
        expect![[r#"
        .gitignore
        .ignore
        a.rs
        c.rs
    "#]],
    );
    check(
        description,
        expect![[r#"
        .gitignore
        .ignore
    "#]],
    );
}

#[test]
fn part_of_a_repository_obeys_the_rules_of_the_whole_and_nothing_above() {
    let root = tree(
        "
        .gitignore = above.rs
        repo/.git/HEAD
        repo/.gitignore = *.log
        repo/part/above.rs
        repo/part/a.log
        repo/part/b.rs
        ",
    );
    let found = discover(&root.path().join("repo/part"), &IndexSettings::default()).expect("the tree can be walked");
    expect![[r#"
        above.rs
        b.rs
    "#]]
    .assert_eq(&outline(&found));
}

#[test]
fn include_and_exclude_narrow_what_is_found() {
    let settings = IndexSettings {
        include: globs(&["/src/", "*.md", "!/src/old/"]),
        exclude: globs(&["draft.*", "/docs/private"]),
        ..IndexSettings::default()
    };
    check_with(
        &settings,
        "
        src/a.rs
        src/deep/b.c
        src/old/c.rs
        lib/src/d.rs
        docs/e.md
        docs/draft.md
        docs/private/f.md
        ",
        expect![[r#"
            docs/e.md
            src/a.rs
            src/deep/b.c
            - docs/draft.md: left out by index.exclude
            - docs/private: left out by index.exclude
        "#]],
    );
}

#[test]
fn hidden_names_can_be_left_out() {
    let settings = IndexSettings { hidden: false, ..IndexSettings::default() };
    check_with(
        &settings,
        ".github/ci.yml\n.bashrc\na.rs",
        expect![[r#"
        a.rs
    "#]],
    );
}

#[test]
fn a_file_over_the_cap_is_skipped_with_its_size() {
    let settings = IndexSettings { max_file_bytes: 5, ..IndexSettings::default() };
    check_with(
        &settings,
        "a.txt = 12345\nb.txt = 123456\nempty.txt",
        expect![[r#"
        a.txt
        empty.txt
        - b.txt: 6 bytes, more than index.max_file_bytes
    "#]],
    );
}

#[test]
fn names_with_spaces_and_letters_of_any_alphabet_are_found_in_order() {
    check(
        "b c/d e.rs\nb/a.rs\nb.rs\nčeština/soubor žluťoučký.rs\n日本/語.rs\n a.rs",
        expect![[r#"
        a.rs
        b c/d e.rs
        b.rs
        b/a.rs
        čeština/soubor žluťoučký.rs
        日本/語.rs
    "#]],
    );
}

#[test]
fn a_broken_line_in_an_ignore_file_is_told_and_the_rest_obeyed() {
    let root = tree("sub/.quarryignore = [z-a];b.rs\nsub/b.rs\nsub/c.rs");
    let found = discover(root.path(), &IndexSettings::default()).expect("the tree can be walked");
    let shown = outline(&found).replace(&*found.root.to_string_lossy(), "ROOT");
    expect![[r#"
        sub/.quarryignore
        sub/c.rs
        ! ROOT/sub/.quarryignore: line 1: error parsing glob '[z-a]': invalid range; 'z' > 'a'
    "#]]
    .assert_eq(&shown);
}

#[test]
fn rules_that_hide_the_whole_repository_are_told() {
    let root = tree(".gitignore = /*\nsrc/a.rs");
    let found = discover(root.path(), &IndexSettings::default()).expect("the tree can be walked");
    expect![[r#"
        ! the ignore files of ROOT hide everything in it
    "#]]
    .assert_eq(&outline(&found).replace(&*found.root.to_string_lossy(), "ROOT"));
    check(
        ".gitignore = *.log",
        expect![[r#"
        .gitignore
    "#]],
    );
    check("", expect![[""]]);
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let description: String = (0..300).map(|n| format!("d{}/e{}/f{n}.rs\n", n % 7, n % 11)).collect();
    let root = tree(&description);
    let walk = |threads| discover(root.path(), &IndexSettings { threads, ..IndexSettings::default() });
    let one = walk(1).expect("the tree can be walked");
    assert_eq!(one.files.len(), 300);
    assert_eq!(one.directories.len(), 1 + 7 + 77);
    assert_eq!(one.directories.first().map(|directory| directory.path.as_str()), Some(""));
    for threads in [2, 8] {
        assert_eq!(walk(threads).expect("the tree can be walked"), one);
    }
}

#[test]
fn size_and_times_are_those_of_the_file() {
    let root = tree("a b.rs = 1234567");
    let found = discover(root.path(), &IndexSettings::default()).expect("the tree can be walked");
    let [file] = found.files.as_slice() else { panic!("one file") };
    let metadata = fs_err::metadata(file.absolute(&found.root)).expect("the file is there");
    let modified = metadata.modified().expect("a time").duration_since(std::time::UNIX_EPOCH).expect("after 1970");
    assert_eq!((file.size, u128::from(file.modified)), (7, modified.as_nanos()));
}

#[test]
fn a_wrong_root_or_glob_is_an_error() {
    let root = tree("a.rs");
    let settings = IndexSettings::default();
    let missing = discover(&root.path().join("nothing"), &settings);
    assert!(matches!(missing, Err(DiscoverError::Root { .. })), "{missing:?}");
    let file = discover(&root.path().join("a.rs"), &settings);
    assert!(matches!(file, Err(DiscoverError::NotADirectory { .. })), "{file:?}");
    let glob = discover(root.path(), &IndexSettings { exclude: globs(&["[z-a]"]), ..settings });
    assert!(matches!(glob, Err(DiscoverError::Glob { key: "index.exclude", .. })), "{glob:?}");
}
