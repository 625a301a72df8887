//! Phrases: runs of whole words in a question.

/// Whether a phrase stands among these words, in any case; `*` in the phrase is any one word.
pub(super) fn occurs(phrase: &str, words: &[&str]) -> bool {
    let phrase: Vec<&str> = phrase.split(' ').collect();
    let fits = |(word, wanted): (&&str, &&str)| *wanted == "*" || word.eq_ignore_ascii_case(wanted);
    words.windows(phrase.len()).any(|run| run.iter().zip(&phrase).all(fits))
}

#[cfg(test)]
mod tests {
    use super::occurs;

    #[test]
    fn phrases_are_runs_of_whole_words() {
        let words = ["Where", "is", "open_writer", "defined"];
        assert!(occurs("where is * defined", &words));
        assert!(occurs("is", &words));
        assert!(!occurs("open", &words));
        assert!(!occurs("where defined", &words));
        assert!(!occurs("is * defined here", &words));
    }
}
