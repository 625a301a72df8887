//! One string -> many files. A line `//- path` begins a file; the indentation that all lines share is dropped.

use quarry_source::RepoPath;

const HEADER: &str = "//- ";

/// The files of a fixture, in the order they stand in it. What stands before the first header must be blank.
pub fn files(fixture: &str) -> Vec<(RepoPath, String)> {
    let indent = fixture.lines().filter(|line| !line.trim().is_empty()).map(indent_of).min().unwrap_or_default();
    let mut files: Vec<(RepoPath, String)> = Vec::new();
    for line in fixture.split_inclusive('\n') {
        let line = line.get(indent.min(indent_of(line))..).unwrap_or_default();
        if let Some(path) = line.strip_prefix(HEADER) {
            files.push((RepoPath::new(path.trim()), String::new()));
            continue;
        }
        match files.last_mut() {
            Some((_, text)) => text.push_str(line),
            None => assert!(line.trim().is_empty(), "`{}` stands before the first `{HEADER}path`", line.trim()),
        }
    }
    files
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

#[cfg(test)]
mod tests {
    use super::files;

    #[test]
    fn a_header_begins_a_file_and_shared_indentation_is_dropped() {
        let fixture = "
            //- src/a b.rs
            fn a() {
                b();

            }
            //- empty
            //- last.md
            no newline at the end";
        let found: Vec<(String, String)> =
            files(fixture).into_iter().map(|(path, text)| (path.to_string(), text)).collect();
        let expected =
            [("src/a b.rs", "fn a() {\n    b();\n\n}\n"), ("empty", ""), ("last.md", "no newline at the end")];
        assert_eq!(found, expected.map(|(path, text)| (path.to_owned(), text.to_owned())));
    }
}
