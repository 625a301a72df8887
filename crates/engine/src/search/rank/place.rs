//! What a path says about the role of a file: test, example, left for old users, declarations only.

use quarry_source::ContentType;
use quarry_store::FileRecord;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) is_test: bool,
    pub(crate) is_example: bool,
    pub(super) is_legacy: bool,
    pub(super) is_header: bool,
}

const TEST_DIRECTORIES: [&str; 18] = [
    "test",
    "tests",
    "testing",
    "__tests__",
    "spec",
    "specs",
    "testdata",
    "fixtures",
    "fixture",
    "mocks",
    "__mocks__",
    "e2e",
    "bench",
    "benches",
    "benchmark",
    "benchmarks",
    "fuzz",
    "testutil",
];
const EXAMPLE_DIRECTORIES: [&str; 14] = [
    "example",
    "examples",
    "doc",
    "docs",
    "docs_src",
    "documentation",
    "sample",
    "samples",
    "demo",
    "demos",
    "tutorial",
    "tutorials",
    "templates",
    "playground",
];
const LEGACY_DIRECTORIES: [&str; 8] =
    ["legacy", "deprecated", "compat", "v1", "old", "attic", "obsolete", "migrations"];
const HEADER_EXTENSIONS: [&str; 5] = ["h", "hpp", "hh", "hxx", "pyi"];

pub(crate) fn of(record: &FileRecord) -> Place {
    let path = record.path.as_str();
    let is_in = |names: &[&str]| {
        record.path.directory().split('/').any(|part| names.iter().any(|name| name.eq_ignore_ascii_case(part)))
    };
    let name = record.path.file_name();
    let extension = record.path.extension().unwrap_or_default();
    Place {
        is_test: is_in(&TEST_DIRECTORIES) || is_test_directory(record.path.directory()) || is_test_name(name),
        is_example: is_in(&EXAMPLE_DIRECTORIES) || record.content_type == ContentType::Docs,
        is_legacy: is_in(&LEGACY_DIRECTORIES) || name.starts_with("deprecated") || name.starts_with("legacy"),
        is_header: HEADER_EXTENSIONS.contains(&extension) || path.ends_with(".d.ts"),
    }
}

/// Folders that hold a package's sources. What stands above them is the layout of the repository and says nothing.
const SOURCE_ROOTS: [&str; 3] = ["src", "crates", "packages"];

/// Directories below the last folder of sources, or all if there is none.
pub(super) fn depth(directory: &str) -> usize {
    let parts = || directory.split('/').filter(|part| !part.is_empty());
    let is_root = |part: &str| SOURCE_ROOTS.iter().any(|root| root.eq_ignore_ascii_case(part));
    let n_above = parts().enumerate().filter(|(_, part)| is_root(part)).map(|(place, _)| place + 1).last();
    parts().count() - n_above.unwrap_or(0)
}

/// `Newtonsoft.Json.Tests`, `src/jvmTest`, `server-tests`.
fn is_test_directory(directory: &str) -> bool {
    directory.split('/').any(|part| {
        ["Test", "Tests", "-test", "-tests", "_test", "_tests", ".tests", "Spec"].iter().any(|end| part.ends_with(end))
    })
}

/// `test_user.py`, `user_test.go`, `user.spec.ts`, `UserTest.java`, `bench_user.c`.
fn is_test_name(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let begins = ["test_", "tests_", "test-", "bench_", "benchmark_"].iter().any(|start| stem.starts_with(start));
    let ends = [
        "_test",
        "_tests",
        "-test",
        ".test",
        "_spec",
        ".spec",
        "-spec",
        "Test",
        "Tests",
        "Spec",
        "_bench",
        "_benchmark",
    ];
    begins || ends.iter().any(|end| stem.ends_with(end)) || matches!(stem, "test" | "tests" | "conftest" | "testing")
}

#[cfg(test)]
mod tests {
    use super::{depth, is_test_name};

    #[test]
    fn depth_begins_below_the_sources() {
        assert_eq!(depth(""), 0);
        assert_eq!(depth("crates/engine/src/indexing"), 1);
        assert_eq!(depth("model/src"), 0);
        assert_eq!(depth("docs/decisions"), 2);
        assert_eq!(depth("src/main/java/com/shop"), 4);
    }

    #[test]
    fn tests_are_known_by_their_names() {
        for name in ["test_user.py", "user_test.go", "user.spec.ts", "UserTest.java", "conftest.py", "tests.rs"] {
            assert!(is_test_name(name), "{name}");
        }
        for name in ["latest.py", "contest.rs", "attestation.go", "testament.md"] {
            assert!(!is_test_name(name), "{name}");
        }
    }
}
