//! What a path says about the role of a file: test, example, left for old users, declarations only.

use quarry_source::ContentType;
use quarry_store::FileRecord;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) is_test: bool,
    pub(crate) is_example: bool,
    pub(super) is_legacy: bool,
    pub(super) is_header: bool,
    /// Directories below the last folder of sources, or all if there is none.
    pub(super) depth: usize,
}

/// What the name of a directory says about the files below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Test,
    Example,
    Legacy,
    /// Holds a package's sources. What stands above is the layout of the repository and says nothing.
    Sources,
}

const HEADER_EXTENSIONS: [&str; 5] = ["h", "hpp", "hh", "hxx", "pyi"];
/// Longer names of directories have no role.
const MAX_ROLE_BYTES: usize = 13;

/// Asked about every candidate of every question: one pass over the path.
pub(crate) fn of(record: &FileRecord) -> Place {
    let path = record.path.as_str();
    let (directory, name) = path.rsplit_once('/').unwrap_or(("", path));
    let extension = record.path.extension().unwrap_or_default();
    let mut place = Place {
        is_test: is_test_name(name),
        is_example: record.content_type == ContentType::Docs,
        is_legacy: name.starts_with("deprecated") || name.starts_with("legacy"),
        is_header: HEADER_EXTENSIONS.contains(&extension) || path.ends_with(".d.ts"),
        depth: 0,
    };
    for part in directory.split('/').filter(|part| !part.is_empty()) {
        place.depth += 1;
        match role(part) {
            Some(Role::Test) => place.is_test = true,
            Some(Role::Example) => place.is_example = true,
            Some(Role::Legacy) => place.is_legacy = true,
            Some(Role::Sources) => place.depth = 0,
            None => {}
        }
    }
    place
}

fn role(directory: &str) -> Option<Role> {
    if is_test_directory(directory) {
        return Some(Role::Test);
    }
    let mut lower = [0; MAX_ROLE_BYTES];
    let lower = lower.get_mut(..directory.len())?;
    lower.copy_from_slice(directory.as_bytes());
    lower.make_ascii_lowercase();
    match &*lower {
        b"test" | b"tests" | b"testing" | b"__tests__" | b"spec" | b"specs" | b"testdata" | b"fixtures"
        | b"fixture" | b"mocks" | b"__mocks__" | b"e2e" | b"bench" | b"benches" | b"benchmark" | b"benchmarks"
        | b"fuzz" | b"testutil" => Some(Role::Test),
        b"example" | b"examples" | b"doc" | b"docs" | b"docs_src" | b"documentation" | b"sample" | b"samples"
        | b"demo" | b"demos" | b"tutorial" | b"tutorials" | b"templates" | b"playground" => Some(Role::Example),
        b"legacy" | b"deprecated" | b"compat" | b"v1" | b"old" | b"attic" | b"obsolete" | b"migrations" => {
            Some(Role::Legacy)
        }
        b"src" | b"crates" | b"packages" => Some(Role::Sources),
        _ => None,
    }
}

/// `Newtonsoft.Json.Tests`, `src/jvmTest`, `server-tests`.
fn is_test_directory(directory: &str) -> bool {
    let ends = ["Test", "Tests", "-test", "-tests", "_test", "_tests", ".tests", "Spec"];
    directory.ends_with(['t', 's', 'c']) && ends.iter().any(|end| directory.ends_with(end))
}

/// `test_user.py`, `user_test.go`, `user.spec.ts`, `UserTest.java`, `bench_user.c`. Most names are told by a letter.
fn is_test_name(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let begins = stem.starts_with(['t', 'b'])
        && ["test_", "tests_", "test-", "bench_", "benchmark_"].iter().any(|start| stem.starts_with(start));
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
    begins
        || stem.ends_with(['t', 's', 'c', 'h', 'k']) && ends.iter().any(|end| stem.ends_with(end))
        || matches!(stem, "test" | "tests" | "conftest" | "testing")
}

#[cfg(test)]
mod tests {
    use super::{Role, is_test_name, role};

    #[test]
    fn directories_have_roles_whatever_their_case() {
        let roles =
            ["tests", "Docs", "v1", "src", "JsonTests", "my_tests", "documentation", "contest", "documentations"];
        let (test, example) = (Some(Role::Test), Some(Role::Example));
        let expected = [test, example, Some(Role::Legacy), Some(Role::Sources), test, test, example, None, None];
        assert_eq!(roles.map(role), expected);
    }

    #[test]
    fn tests_are_known_by_their_names() {
        for name in ["test_user.py", "user_test.go", "user.spec.ts", "UserTest.java", "conftest.py", "tests.rs"] {
            assert!(is_test_name(name), "{name}");
        }
        for name in ["tests_of.c", "test-a.js", "bench_a.c", "benchmark_a.c", "a_tests.py", "a-test.ts", "a.test.ts"] {
            assert!(is_test_name(name), "{name}");
        }
        for name in ["a_spec.rb", "a-spec.js", "ATests.cs", "ASpec.scala", "a_bench.cc", "a_benchmark.cc", "testing.go"]
        {
            assert!(is_test_name(name), "{name}");
        }
        for name in ["latest.py", "contest.rs", "attestation.go", "testament.md"] {
            assert!(!is_test_name(name), "{name}");
        }
    }
}
