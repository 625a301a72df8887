//! One small real file per language and what Quarry must see in it. `UPDATE_EXPECT=1` rewrites the expectations;
//! read the diff before you commit it.

use expect_test::expect_file;
use quarry_parse::{ChunkSize, Languages, parse};
use quarry_source::RepoPath;

#[path = "support/outline_text.rs"]
mod outline_text;
#[path = "support/samples.rs"]
mod samples;

#[test]
fn every_sample_has_its_outline() {
    let languages = Languages::default();
    for (sample, text) in samples::all() {
        let parsed = parse(&languages, &RepoPath::new(&sample), &text, ChunkSize::default());
        let expected = samples::folder().join(format!("{sample}.outline"));
        expect_file![expected].assert_eq(&outline_text::outline(&sample, &parsed));
    }
}

#[test]
fn every_language_with_a_grammar_has_a_sample() {
    let languages = Languages::default();
    let mut without: Vec<&str> =
        languages.iter().filter(|info| info.has_grammar()).map(|info| info.language.as_str()).collect();
    for (sample, text) in samples::all() {
        let language = quarry_parse::detect_language(&languages, &RepoPath::new(&sample), &text);
        without.retain(|name| *name != language.as_str());
    }
    assert!(without.is_empty(), "no sample for {without:?}");
}
