//! One small real file per language and what Quarry must see in it. `UPDATE_EXPECT=1` rewrites the expectations;
//! read the diff before you commit it.

use std::path::Path;

use expect_test::expect_file;
use quarry_parse::{ChunkSize, Languages, parse};
use quarry_source::RepoPath;

#[path = "support/outline_text.rs"]
mod outline_text;

#[test]
fn every_sample_has_its_outline() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outlines");
    let languages = Languages::default();
    for sample in samples(&folder) {
        let text = fs_err::read_to_string(folder.join(&sample)).expect("a readable sample");
        let parsed = parse(&languages, &RepoPath::new(&sample), &text, ChunkSize::default());
        let expected = folder.join(format!("{sample}.outline"));
        expect_file![expected].assert_eq(&outline_text::outline(&sample, &parsed));
    }
}

#[test]
fn every_language_with_a_grammar_has_a_sample() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/outlines");
    let languages = Languages::default();
    let mut without: Vec<&str> =
        languages.iter().filter(|info| info.has_grammar()).map(|info| info.language.as_str()).collect();
    for sample in samples(&folder) {
        let text = fs_err::read_to_string(folder.join(&sample)).expect("a readable sample");
        let language = quarry_parse::detect_language(&languages, &RepoPath::new(&sample), &text);
        without.retain(|name| *name != language.as_str());
    }
    assert!(without.is_empty(), "no sample for {without:?}");
}

/// Paths of all samples below `folder`, sorted.
fn samples(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(directory) = open.pop() {
        for entry in fs_err::read_dir(directory).expect("the samples").flatten() {
            let path = entry.path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_none_or(|extension| extension != "outline") {
                let relative = path.strip_prefix(folder).expect("below the folder");
                found.push(relative.to_string_lossy().replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}
