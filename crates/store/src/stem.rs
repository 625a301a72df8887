//! A light English stemmer for the words of code: `iterators`, `iterating` and `iterated` meet, `class` stays.
//!
//! Measured on the development repositories: without stemming NDCG@10 falls by 0.02; plurals alone do not help. The rules
//! are those of the ranking study; the exact stem does not matter, only that forms of one word share it.

/// Words up to this many letters are left as they are.
const SHORT: usize = 3;

/// Stems a lower-case word in place. Words with letters outside ASCII are left alone.
pub(crate) fn stem(word: &mut String) {
    if word.len() <= SHORT || !word.is_ascii() {
        return;
    }
    plural(word);
    if word.len() > SHORT {
        suffix(word);
    }
    if word.len() > SHORT {
        if word.ends_with('e') {
            word.pop();
        } else if word.ends_with('y') {
            word.pop();
            word.push('i');
        }
    }
}

fn plural(word: &mut String) {
    if word.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if ["sses", "shes", "ches", "xes"].iter().any(|end| word.ends_with(end)) {
        word.truncate(word.len() - 2);
    } else if word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
        word.pop();
    }
}

/// Long endings first; each with what takes its place and how many letters must remain.
const REPLACED: [(&str, &str); 12] = [
    ("ization", "iz"),
    ("isation", "iz"),
    ("ation", "at"),
    ("ition", "it"),
    ("izing", "iz"),
    ("izer", "iz"),
    ("ized", "iz"),
    ("ising", "iz"),
    ("iser", "iz"),
    ("ised", "iz"),
    ("ize", "iz"),
    ("ise", "iz"),
];
const DROPPED: [&str; 12] = ["ement", "ment", "ers", "er", "ors", "or", "able", "ible", "ion", "ive", "al", "ly"];

fn suffix(word: &mut String) {
    for (end, replacement) in REPLACED {
        if word.len() > end.len() + 2 && word.ends_with(end) {
            word.truncate(word.len() - end.len());
            word.push_str(replacement);
            return;
        }
    }
    for end in ["ing", "ed"] {
        if let Some(root) = word.strip_suffix(end)
            && root.len() > 2
            && root.bytes().any(is_vowel)
        {
            word.truncate(root.len());
            undouble(word);
            return;
        }
    }
    for end in DROPPED {
        if word.len() > end.len() + 3 && word.ends_with(end) {
            word.truncate(word.len() - end.len());
            if matches!(end, "er" | "ers" | "or" | "ors") {
                undouble(word);
            }
            return;
        }
    }
}

fn is_vowel(letter: u8) -> bool {
    matches!(letter, b'a' | b'e' | b'i' | b'o' | b'u' | b'y')
}

/// `mapp` (from mapping) is `map`; `fall`, `pass` and `buzz` keep both letters.
fn undouble(word: &mut String) {
    if let [.., before, last] = word.as_bytes()
        && before == last
        && !matches!(last, b'l' | b's' | b'z')
        && !is_vowel(*last)
    {
        word.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn forms_of_a_word_meet() {
        for forms in [
            &["iterator", "iterators", "iterated", "iterating"][..],
            &["map", "maps", "mapped", "mapping", "mapper"],
            &["serialize", "serializer", "serialization", "serialised"],
            &["query", "queries"],
            &["parse", "parser", "parsing", "parsed"],
            &["connect", "connection", "connections"],
            &["validate", "validation", "validating"],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| stemmed(form)).collect();
            assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{forms:?} gave {stems:?}");
        }
    }

    #[test]
    fn other_words_stay_apart() {
        for (one, other) in [("class", "clas"), ("status", "state"), ("user", "use"), ("this", "thi")] {
            assert_ne!(stemmed(one), stemmed(other));
        }
    }

    fn stemmed(word: &str) -> String {
        let mut word = word.to_owned();
        stem(&mut word);
        word
    }
}
