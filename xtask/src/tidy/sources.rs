//! Every Rust file says what it is for, and none is too long to read at once.

use std::path::Path;

use anyhow::Result;

use super::{files_below, shown};

/// Lines of a file, its tests apart. 200 is the aim, this the limit.
const MAX_LINES: usize = 500;
/// Folders with Rust of ours.
const FOLDERS: [&str; 3] = ["crates", "fuzz", "xtask"];
/// Code that stands for other people's code.
const SAMPLES: &str = "crates/parse/tests/outlines/";

pub(super) fn problems(root: &Path) -> Result<Vec<String>> {
    let mut problems = Vec::new();
    for folder in FOLDERS {
        for file in files_below(&root.join(folder), "rs")? {
            let name = shown(root, &file);
            if !name.starts_with(SAMPLES) {
                problems.extend(problems_of(&name, &fs_err::read_to_string(&file)?));
            }
        }
    }
    Ok(problems)
}

fn problems_of(name: &str, text: &str) -> Vec<String> {
    let mut problems = Vec::new();
    if !text.starts_with("//!") {
        problems.push(format!("{name}:1: does not open with `//!`: what comes in, what goes out, why"));
    }
    let is_test = name.ends_with("/tests.rs") || name.contains("/tests/");
    let n_lines = lines_without_tests(text);
    if !is_test && n_lines > MAX_LINES {
        problems.push(format!("{name}: {n_lines} lines without its tests, {MAX_LINES} are allowed"));
    }
    problems
}

/// Lines before the file's test module, which stands last.
fn lines_without_tests(text: &str) -> usize {
    let is_tests = |pair: &[&str]| pair[0] == "#[cfg(test)]" && pair[1].starts_with("mod ") && pair[1].ends_with('{');
    let lines: Vec<&str> = text.lines().collect();
    lines.windows(2).position(is_tests).unwrap_or(lines.len())
}

#[cfg(test)]
mod tests {
    use super::problems_of;
    use expect_test::expect;

    #[test]
    fn headers_and_lengths_are_checked_and_tests_are_not_counted() {
        let long = "//! A file.\n".to_owned() + &"fn f() {}\n".repeat(500);
        expect!["a.rs: 501 lines without its tests, 500 are allowed"].assert_eq(&problems_of("a.rs", &long).join("\n"));
        expect!["a.rs:1: does not open with `//!`: what comes in, what goes out, why"]
            .assert_eq(&problems_of("a.rs", "use std::io;\n").join("\n"));
        let tested = "//! A file.\n#[cfg(test)]\nmod tests {\n".to_owned() + &"fn f() {}\n".repeat(500);
        assert!(problems_of("a.rs", &tested).is_empty());
        assert!(problems_of("a/tests.rs", &long).is_empty());
    }
}
