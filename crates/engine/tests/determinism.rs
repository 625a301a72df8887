//! The same question gives the same bytes: again and again, whatever the number of threads, and from an index made anew.

use std::path::Path;

use quarry_engine::{Engine, Mode, Quiet, SearchRequest, Settings};

const QUESTIONS: [&str; 4] =
    ["how are files ranked", "SearchSettings", "where are changed files noticed", "cache lang:rust -path:tests"];

/// This crate's own sources, indexed with so many threads; the answers as text, scores bit by bit.
fn answers(home: &Path, threads: usize, n_times: usize) -> Vec<String> {
    let root = fs_err::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("src"))
        .expect("this crate can be indexed and searched");
    let mut settings = Settings::default();
    settings.index.threads = threads;
    let engine = Engine::new(&root, home, settings);
    engine.index(Mode::Rebuild, &Quiet).expect("this crate can be indexed and searched");
    let searcher = engine.open().expect("this crate can be indexed and searched");
    let answer = |question: &str| {
        let request = SearchRequest { query: question.to_owned(), limit: Some(50), ..SearchRequest::default() };
        let hits = searcher.search(&request).expect("this crate can be indexed and searched").hits;
        assert!(!hits.is_empty(), "{question}");
        hits.iter().map(|hit| format!("{} {} {:08x}\n", hit.path, hit.span.start_line, hit.score.to_bits())).collect()
    };
    (0..n_times).flat_map(|_| QUESTIONS).map(answer).collect()
}

#[test]
fn the_same_question_gives_the_same_bytes() {
    let home = tempfile::tempdir().expect("this crate can be indexed and searched");
    let first = answers(home.path(), 1, 100);
    for repeated in first.chunks(QUESTIONS.len()) {
        assert_eq!(repeated, &first[..QUESTIONS.len()]);
    }
    let anew = answers(home.path(), 8, 1);
    assert_eq!(anew, first[..QUESTIONS.len()]);
}
