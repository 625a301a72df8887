//! Files and directories that a question mentions: `src/net/`, `docs/guide.md:12`, `Cargo.toml`.
//!
//! No index access, so a path is told by how it is written. `read/write`, `TCP/IP`, `/api/users` and `user.name` are
//! none.

/// Endings of files that are mentioned without their directory. After any other dot a method or a field may stand.
const ENDINGS: [&str; 46] = [
    "c", "cc", "cfg", "clj", "conf", "cpp", "cs", "css", "dart", "erl", "ex", "exs", "go", "gradle", "h", "hpp", "hs",
    "html", "ini", "java", "jl", "js", "json", "jsx", "kt", "lua", "md", "mjs", "php", "proto", "py", "pyi", "rb",
    "rs", "rst", "scala", "sh", "sql", "swift", "toml", "ts", "tsx", "vue", "xml", "yaml", "yml",
];

/// Files whose names have no ending.
const FILE_NAMES: [&str; 4] = ["Dockerfile", "Jenkinsfile", "Justfile", "Makefile"];

/// Folders that a path without ending begins with, so that `client/server` is none.
const TOP_FOLDERS: [&str; 11] =
    ["cmd", "crates", "docs", "examples", "include", "internal", "lib", "packages", "pkg", "src", "tests"];

/// Products that are written like files.
const PRODUCTS: [&str; 6] = ["express.js", "next.js", "node.js", "react.js", "three.js", "vue.js"];

/// The paths of a question, in its order, each once; that of a directory may end in `/`.
pub(super) fn in_query(query: &str) -> Vec<String> {
    let mut paths: Vec<String> = Vec::new();
    for word in query.split_whitespace() {
        let path = bare(word);
        if is_path(path) && !paths.iter().any(|known| known == path) {
            paths.push(path.to_owned());
        }
    }
    paths
}

/// Without quotes, punctuation, `./` and the number of a line.
fn bare(word: &str) -> &str {
    let path = word.split(':').next().unwrap_or(word).trim_start_matches(|letter| !is_path_letter(letter));
    let path = path.trim_end_matches(|letter| !is_path_letter(letter) || letter == '.');
    path.strip_prefix("./").unwrap_or(path)
}

fn is_path_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '/' | '.' | '_' | '-' | '@' | '+')
}

fn is_path(text: &str) -> bool {
    let is_clean = text.chars().all(is_path_letter) && !text.contains("//") && !text.starts_with(['/', '.']);
    let (top, name) = (text.split('/').next().unwrap_or(text), text.rsplit('/').next().unwrap_or(text));
    is_clean
        && (text.ends_with('/')
            || FILE_NAMES.contains(&name)
            || has_known_ending(name) && !PRODUCTS.iter().any(|product| product.eq_ignore_ascii_case(text))
            || text.contains('/') && TOP_FOLDERS.contains(&top))
}

/// One letter before the dot is an abbreviation.
fn has_known_ending(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(stem, ending)| stem.len() > 1 && ENDINGS.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::{ENDINGS, in_query};
    use quarry_parse::Languages;

    fn check(query: &str, expected: &str) {
        assert_eq!(in_query(query).join(" "), expected, "{query}");
    }

    #[test]
    fn files_and_directories_are_found_as_they_are_written() {
        check("what is in `src/net/`?", "src/net/");
        check("where does src/net/tcp.rs:120:4 read config.toml", "src/net/tcp.rs config.toml");
        check(
            "how is ./web/main.tsx, the Makefile and web/main.tsx built (see web/README.md).",
            "web/main.tsx Makefile web/README.md",
        );
        check("crates/engine/src and docker/Dockerfile", "crates/engine/src docker/Dockerfile");
    }

    #[test]
    fn other_words_with_dots_and_slashes_are_no_paths() {
        for query in [
            "read/write lock and/or TCP/IP, HTTP/1.1",
            "user.name, os.path.join, i.e. e.g. Node.js",
            "https://example.com/index.html /api/users application/json",
            "std::fs::read ../.. . / ...",
        ] {
            check(query, "");
        }
    }

    #[test]
    fn every_ending_is_that_of_a_language() {
        let languages = Languages::default();
        let is_known = |ending: &str| languages.iter().any(|info| info.extensions.iter().any(|own| own == ending));
        assert_eq!(ENDINGS.iter().filter(|ending| !is_known(ending)).count(), 0);
    }
}
