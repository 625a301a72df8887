//! "Did you mean": the known word nearest to a mistyped one.

/// Words less alike than this (Jaro-Winkler, 0 to 1) are different words, not typing errors.
const MIN_LIKENESS: f64 = 0.8;

/// The candidate most like `word`, if any is like it. Of equals, the first.
pub(crate) fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    let mut best: Option<(f64, &str)> = None;
    for candidate in candidates {
        let likeness = strsim::jaro_winkler(&word, &candidate.to_lowercase());
        if likeness >= MIN_LIKENESS && best.is_none_or(|(known, _)| likeness > known) {
            best = Some((likeness, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn typing_errors_find_their_word_and_other_words_none() {
        let commands = ["search", "index", "status", "list"];
        assert_eq!(nearest("serach", commands), Some("search"));
        assert_eq!(nearest("Idnex", commands), Some("index"));
        assert_eq!(nearest("auth", commands), None);
    }
}
