//! Trees on disk in, lists of paths out: a tree is written as text, one entry per line.
//!
//! `a/b.rs` is a file, `a/` a directory, `a -> b` a link, `a = text` a file with that line in it (`;` starts a new one).

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
fn names_are_left_out_by_default_with_their_reason() {
    check(
        "
        Cargo.lock
        Cargo.toml
        crates/x/node_modules/left-pad/index.js
        src/a.rs
        target/debug/b.rs
        web/app.min.js
        web/app.js.map
        web/LOGO.PNG
        api/user_pb2.py
        api/zz_generated.deepcopy.go
        .github/workflows/ci.yml
        .vscode/settings.json
        .git/config
        sub/.git = gitdir: ../.git/modules/sub
        ",
        expect![[r#"
            .github/workflows/ci.yml
            Cargo.toml
            src/a.rs
            - .vscode: left out by default (.vscode/)
            - Cargo.lock: left out by default (Cargo.lock)
            - api/user_pb2.py: left out by default (*_pb2.py)
            - api/zz_generated.deepcopy.go: left out by default (zz_generated.*)
            - crates/x/node_modules: left out by default (node_modules/)
            - target: left out by default (target/)
            - web/LOGO.PNG: left out by default (*.png)
            - web/app.js.map: left out by default (*.js.map)
            - web/app.min.js: left out by default (*.min.js)
        "#]],
    );
}

#[test]
fn target_and_build_are_left_out_only_with_evidence() {
    check(
        "
        drivers/target/core.c
        tools/build/Makefile
        rust/target/CACHEDIR.TAG
        rust/target/a.rs
        java/pom.xml
        java/target/A.java
        app/build.gradle.kts
        app/build/B.java
        app/src/build/C.java
        cpp/build/CMakeCache.txt
        Target/d.swift
        ",
        expect![[r#"
            Target/d.swift
            app/build.gradle.kts
            app/src/build/C.java
            drivers/target/core.c
            java/pom.xml
            tools/build/Makefile
            - app/build: left out by default (build/)
            - cpp/build: left out by default (build/)
            - java/target: left out by default (target/)
            - rust/target: left out by default (target/)
        "#]],
    );
}

#[test]
fn whoever_spells_a_default_out_brings_it_back() {
    let description = "
        go.mod
        vendor/lib/a.go
        vendor/lib/node_modules/x.js
        vendor/lib/b.min.js
        dist/c.js
        ";
    check(
        &format!("{description}\n.quarryignore = !vendor/;!b.min.js"),
        expect![[r#"
        .quarryignore
        go.mod
        vendor/lib/a.go
        vendor/lib/b.min.js
        - dist: left out by default (dist/)
        - vendor/lib/node_modules: left out by default (node_modules/)
    "#]],
    );
    check(
        &format!("{description}\nvendor/.quarryignore = !*.min.js\n.ignore = !/vendor"),
        expect![[r#"
        .ignore
        go.mod
        vendor/.quarryignore
        vendor/lib/a.go
        vendor/lib/b.min.js
        - dist: left out by default (dist/)
        - vendor/lib/node_modules: left out by default (node_modules/)
    "#]],
    );
    let include = |globs_given: &[&str]| IndexSettings { include: globs(globs_given), ..IndexSettings::default() };
    check_with(
        &include(&["vendor/**"]),
        description,
        expect![[r#"
        vendor/lib/a.go
        - dist: left out by default (dist/)
        - vendor/lib/b.min.js: left out by default (*.min.js)
        - vendor/lib/node_modules: left out by default (node_modules/)
    "#]],
    );
    check_with(
        &include(&["*.js"]),
        description,
        expect![[r#"
        - dist: left out by default (dist/)
        - vendor: left out by default (vendor/)
    "#]],
    );
    let settings = IndexSettings { exclude: globs(&["!dist", "vendor"]), ..IndexSettings::default() };
    check_with(
        &settings,
        description,
        expect![[r#"
        dist/c.js
        go.mod
        - vendor: left out by index.exclude
    "#]],
    );
    let settings = IndexSettings { default_excludes: false, ..IndexSettings::default() };
    check_with(
        &settings,
        description,
        expect![[r#"
        dist/c.js
        go.mod
        vendor/lib/a.go
        vendor/lib/b.min.js
        vendor/lib/node_modules/x.js
    "#]],
    );
}

#[test]
fn a_directory_left_out_by_gitignore_can_be_brought_back_whole() {
    check(
        "
        Cargo.toml
        .gitignore = /target
        .quarryignore = !target
        target/gen/a.rs
        ",
        expect![[r#"
            .gitignore
            .quarryignore
            Cargo.toml
            target/gen/a.rs
        "#]],
    );
}

#[test]
fn secrets_are_named_and_not_read() {
    let description = "
        .env
        .env.production
        .env.example
        prod.env
        deploy/server.PEM
        deploy/server.key.template
        home/.ssh/id_ed25519
        home/.ssh/id_ed25519.pub
        home/.aws/credentials
        src/credentials.rs
        src/keys.rs
        ";
    check(
        description,
        expect![[r#"
        .env.example
        deploy/server.key.template
        home/.ssh/id_ed25519.pub
        src/credentials.rs
        src/keys.rs
        - .env: its name says that it holds a secret
        - .env.production: its name says that it holds a secret
        - deploy/server.PEM: its name says that it holds a secret
        - home/.aws/credentials: its name says that it holds a secret
        - home/.ssh/id_ed25519: its name says that it holds a secret
        - prod.env: its name says that it holds a secret
    "#]],
    );
    let settings = IndexSettings { secrets: true, ..IndexSettings::default() };
    check_with(
        &settings,
        description,
        expect![[r#"
        .env
        .env.example
        .env.production
        deploy/server.PEM
        deploy/server.key.template
        home/.aws/credentials
        home/.ssh/id_ed25519
        home/.ssh/id_ed25519.pub
        prod.env
        src/credentials.rs
        src/keys.rs
    "#]],
    );
    let settings = IndexSettings { include: globs(&[".env"]), ..IndexSettings::default() };
    check_with(
        &settings,
        description,
        expect![[r#"
        - .env: its name says that it holds a secret
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

#[cfg(unix)]
mod on_unix {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::net::UnixListener;

    use super::{IndexSettings, check, discover, expect, outline, tree};

    #[test]
    fn links_are_not_followed() {
        check(
            "
            src/a.rs
            src/same.rs -> a.rs
            src/up -> ..
            lib -> src
            out -> /
            passwd.txt -> /etc/passwd
            sneaky -> src/../../..
            circle1 -> circle2
            circle2 -> circle1
            nowhere -> missing
            ",
            expect![[r#"
                src/a.rs
                - circle1: a link that leads back to itself
                - circle2: a link that leads back to itself
                - lib: a link; its target is indexed where it is
                - nowhere: a link to nothing
                - out: a link that leaves the repository
                - passwd.txt: a link that leaves the repository
                - sneaky: a link that leaves the repository
                - src/same.rs: a link; its target is indexed where it is
                - src/up: a link that leads back to itself
            "#]],
        );
    }

    #[test]
    fn a_root_that_is_a_link_is_walked() {
        let root = tree("real/a.rs\nlink -> real");
        let found = discover(&root.path().join("link"), &IndexSettings::default()).expect("the tree can be walked");
        assert_eq!(outline(&found), "a.rs\n");
        assert!(found.root.ends_with("real"));
    }

    #[test]
    fn sockets_and_names_that_are_not_unicode_are_skipped() {
        let root = tree("a.rs");
        let _socket = UnixListener::bind(root.path().join("socket")).expect("a socket");
        let name = root.path().join(std::ffi::OsStr::from_bytes(b"bad\xff.rs"));
        fs_err::write(name, "").expect("the file is written");
        let found = discover(root.path(), &IndexSettings::default()).expect("the tree can be walked");
        expect![[r#"
            a.rs
            - bad�.rs: its name is not Unicode
            - socket: a pipe, socket or device
        "#]]
        .assert_eq(&outline(&found));
    }

    /// Permission bits do not bind root, so there is nothing to see when the tests run as root.
    #[test]
    fn a_directory_that_may_not_be_read_is_named() {
        let root = tree("open/a.rs\nclosed/b.rs");
        let closed = root.path().join("closed");
        fs_err::set_permissions(&closed, PermissionsExt::from_mode(0o000)).expect("rights are taken");
        let found = discover(root.path(), &IndexSettings::default()).expect("the tree can be walked");
        let binds = fs_err::read_dir(&closed).is_err();
        fs_err::set_permissions(&closed, PermissionsExt::from_mode(0o755)).expect("rights are given back");
        if binds {
            assert_eq!(outline(&found), "open/a.rs\n- closed: cannot be read: Permission denied (os error 13)\n");
        }
    }
}
