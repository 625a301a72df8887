//! What is left out by default, and how it is brought back.

use expect_test::expect;

use super::{check, check_with, globs};
use crate::settings::IndexSettings;

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
