//! Text -> words: how code and questions become the terms of the keyword index.
//!
//! An identifier gives each of its parts, lower case and stemmed, and, if it has several, also the whole, joined and
//! marked with `=`: `getUserById`, `get_user_by_id` and `get-user-by-id` all give `get user by id =getuserbyid`.
//! Single letters count only when they stand alone. The same function reads files and questions, so both always agree.

use std::cell::Cell;

use quarry_source::{identifiers, lower_into, next_part};

use crate::stem::stem;

/// Parts longer than this are cut: no question has such a word, and data blobs would fill the dictionary.
const MAX_PART_BYTES: usize = 40;
/// Identifiers longer than this are data (base64, hashes), not names.
const MAX_IDENTIFIER_BYTES: usize = 160;

/// Calls `emit` with every word of `text`, in order; the whole of an identifier follows its parts.
pub fn for_each_word(text: &str, mut emit: impl FnMut(&str)) {
    thread_local! {
        static KEPT: Cell<Splitter> = Cell::default();
    }
    let mut splitter = KEPT.take();
    for identifier in identifiers(text) {
        splitter.split(identifier, &mut emit);
    }
    KEPT.set(splitter);
}

/// The words of a text as a list.
pub fn words(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    for_each_word(text, |word| all.push(word.to_owned()));
    all
}

/// The whole-identifier term of several words: `["hash", "map"]` gives `=hashmap`.
pub fn joined(parts: &[&str]) -> String {
    let mut whole = String::from("=");
    for part in parts {
        whole.extend(part.chars().flat_map(char::to_lowercase));
    }
    whole
}

/// Splits identifiers; keeps its buffers between them, and between texts: most are short.
#[derive(Default)]
struct Splitter {
    part: String,
    whole: String,
}

impl Splitter {
    fn split(&mut self, identifier: &str, emit: &mut impl FnMut(&str)) {
        if identifier.len() > MAX_IDENTIFIER_BYTES {
            return;
        }
        self.whole.clear();
        self.whole.push('=');
        let mut n_parts = 0;
        let mut rest = identifier;
        while let Some((part, behind)) = next_part(rest) {
            let only = n_parts == 0 && behind.bytes().all(|byte| byte == b'_' || byte == b'-');
            n_parts += 1;
            rest = behind;
            lower_into(part, &mut self.part);
            self.whole.push_str(&self.part);
            if only || part.len() > 1 {
                self.part.truncate(self.part.floor_char_boundary(MAX_PART_BYTES));
                stem(&mut self.part);
                emit(&self.part);
            }
        }
        if n_parts > 1 {
            emit(&self.whole);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::words;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(words(text).join(" "), expected);
    }

    #[test]
    fn identifiers_are_split_and_kept_whole() {
        check("getUserById", "get user by id =getuserbyid");
        check("UserRepository", "user repositori =userrepository");
        check("get_user_by_id", "get user by id =getuserbyid");
        check("user-profile-view", "user profil view =userprofileview");
        check("MAX_RETRY", "max retri =maxretry");
        check("HTTPServer", "http serv =httpserver");
        check("parseHTTP2Frame", "pars http2 fram =parsehttp2frame");
        check("sha256sum utf8", "sha256sum utf8");
        check("__init__ _x", "init x");
        check("größeÄndern", "größe ändern =größeändern");
        check("a - b, x-1", "a b x 1");
    }

    #[test]
    fn letters_count_only_alone_and_blobs_not_at_all() {
        check("x", "x");
        check("xAxis", "axis =xaxis");
        check(&"A".repeat(500), "");
    }

    proptest! {
        #[test]
        fn any_text_gives_words_without_blanks(text in any::<String>()) {
            for word in words(&text) {
                prop_assert!(!word.is_empty() && !word.contains(char::is_whitespace));
            }
        }
    }
}
