//! Sorts of files that a question is usually not about, unless its words say so.

use quarry_store::words;

/// Which of them are wished for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wishes {
    /// Tests, benchmarks, fixtures.
    pub tests: bool,
    /// Examples, documents.
    pub examples: bool,
    /// Interfaces without code: headers, type declarations.
    pub declarations: bool,
    /// What is kept for old users.
    pub legacy: bool,
    /// Settings of tools, build files.
    pub config: bool,
}

const TESTS: &[&str] = &[
    "test",
    "tests",
    "testing",
    "spec",
    "specs",
    "mock",
    "mocks",
    "fixture",
    "assert",
    "assertion",
    "bench",
    "benchmark",
    "fuzz",
];
const EXAMPLES: &[&str] = &[
    "example",
    "examples",
    "sample",
    "demo",
    "doc",
    "docs",
    "documentation",
    "readme",
    "tutorial",
    "guide",
    "template",
    "changelog",
];
const DECLARATIONS: &[&str] = &["header", "headers", "declaration", "declarations", "typings", "prototype"];
const LEGACY: &[&str] =
    &["legacy", "deprecated", "compat", "compatibility", "old", "v1", "shim", "polyfill", "backport"];
const CONFIG: &[&str] = &[
    "config",
    "configuration",
    "build",
    "ci",
    "workflow",
    "pipeline",
    "docker",
    "deploy",
    "release",
    "package",
    "install",
    "setting",
    "settings",
    "lint",
];

impl Wishes {
    pub(super) fn of(query: &[&str]) -> Wishes {
        let stemmed: Vec<String> = query.iter().flat_map(|word| words(word)).collect();
        let names = |list: &[&str]| list.iter().flat_map(|word| words(word)).any(|word| stemmed.contains(&word));
        Wishes {
            tests: names(TESTS),
            examples: names(EXAMPLES),
            declarations: names(DECLARATIONS),
            legacy: names(LEGACY),
            config: names(CONFIG),
        }
    }
}
