//! Prints what Quarry sees in files: `cargo run -p quarry-parse --example outline -- [--queries DIR] [--tree] FILE...`
//!
//! With `--queries` the queries are read from `DIR/<language>/*.scm` at run time, so that they can be worked on without
//! compiling. `--tree` prints the syntax tree too.

use std::collections::HashMap;

use quarry_parse::{ChunkSize, Languages, QueryOverride, parse};
use quarry_source::RepoPath;

#[path = "../tests/support/outline_text.rs"]
mod outline_text;

#[expect(clippy::print_stdout, clippy::disallowed_methods, reason = "an example prints and reads")]
fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let mut overrides = HashMap::new();
    if arguments.next_if(|argument| argument == "--queries").is_some() {
        let folder = arguments.next().unwrap_or_default();
        for language in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let read = |file: &str| std::fs::read_to_string(language.path().join(file)).ok();
            let user = QueryOverride { symbols: read("symbols.scm"), references: read("references.scm") };
            overrides.insert(language.file_name().to_string_lossy().into_owned(), user);
        }
    }
    let languages = Languages::with_overrides(overrides);
    for problem in languages.override_problems() {
        println!("problem: {problem}");
    }
    let with_tree = arguments.next_if(|argument| argument == "--tree").is_some();
    for path in arguments {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if with_tree && let Some(tree) = quarry_parse::tree_text(&languages, &RepoPath::new(&path), &text) {
            println!("{tree}");
        }
        print!(
            "{}",
            outline_text::outline(&path, &parse(&languages, &RepoPath::new(&path), &text, ChunkSize::default()))
        );
    }
}
