//! Any text in any language: parsing never panics, and every visible letter ends up in a chunk.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use quarry_parse::{ChunkSize, LanguageInfo, Languages, parse};
use quarry_source::{Parsed, RepoPath};

static LANGUAGES: LazyLock<Languages> = LazyLock::new(Languages::default);

// The first byte chooses the language, the second the size of chunks; the rest is the file.
fuzz_target!(|data: &[u8]| {
    let [language, size, bytes @ ..] = data else { return };
    let text = String::from_utf8_lossy(bytes);
    let info = LANGUAGES.iter().nth(usize::from(*language) % LANGUAGES.iter().count()).expect("a language");
    let size = ChunkSize { max_bytes: 1 + usize::from(*size) * 8, overlap_bytes: usize::from(*size % 4) };
    let parsed = parse(&LANGUAGES, &path_of(info), &text, size);
    check_chunks(&parsed, &text);
    check_symbols(&parsed, &text);
});

fn path_of(info: &LanguageInfo) -> RepoPath {
    match (info.extensions.first(), info.file_names.first()) {
        (Some(extension), _) => RepoPath::new(&format!("src/file.{extension}")),
        (None, Some(name)) => RepoPath::new(name.trim_end_matches('*')),
        (None, None) => RepoPath::new("file"),
    }
}

fn check_chunks(parsed: &Parsed, text: &str) {
    let mut covered = 0;
    for chunk in &parsed.chunks {
        assert!(text.get(chunk.span.bytes()).is_some(), "{:?} is no slice of the text", chunk.span);
        let start = chunk.span.start as usize;
        let between = text.get(covered..start).unwrap_or_default();
        assert!(between.trim().is_empty(), "no chunk holds {between:?}");
        covered = covered.max(chunk.span.end as usize);
    }
    assert!(text[covered..].trim().is_empty(), "no chunk holds {:?}", &text[covered..]);
}

fn check_symbols(parsed: &Parsed, text: &str) {
    for (index, symbol) in parsed.symbols.iter().enumerate() {
        assert!(text.get(symbol.span.bytes()).is_some(), "{:?} is no slice of the text", symbol.span);
        assert!(symbol.parent.is_none_or(|parent| (parent as usize) < index), "{} precedes its parent", symbol.name);
    }
}
