//! Text -> words: how code and questions become the terms of the keyword index.
//!
//! An identifier gives each of its parts, lower case and stemmed, and, if it has several, also the whole, joined and
//! marked with `=`: `getUserById`, `get_user_by_id` and `get-user-by-id` all give `get user by id =getuserbyid`.
//! Single letters count only when they stand alone. The same function reads files and questions, so both always agree.

use crate::stem::stem;

/// Parts longer than this are cut: no question has such a word, and data blobs would fill the dictionary.
const MAX_PART_BYTES: usize = 40;
/// Identifiers longer than this are data (base64, hashes), not names.
const MAX_IDENTIFIER_BYTES: usize = 160;

/// Calls `emit` with every word of `text`, in order; the whole of an identifier follows its parts.
pub fn for_each_word(text: &str, mut emit: impl FnMut(&str)) {
    let mut splitter = Splitter::default();
    let mut rest = 0;
    while let Some(identifier) = next_identifier(text, &mut rest) {
        splitter.split(identifier, &mut emit);
    }
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

/// The next run of letters, digits, `_`, and inner `-` from `position` on, which moves behind it.
fn next_identifier<'a>(text: &'a str, position: &mut usize) -> Option<&'a str> {
    let bytes = text.as_bytes();
    let mut start = *position;
    loop {
        match bytes.get(start) {
            None => {
                *position = start;
                return None;
            }
            Some(&byte) if WORD_BYTES[byte as usize] => break,
            Some(0x80..) if first_letter(text, start).is_alphanumeric() => break,
            Some(0x80..) => start += first_letter(text, start).len_utf8(),
            Some(_) => start += 1,
        }
    }
    let mut end = start;
    while let Some(&byte) = bytes.get(end) {
        if WORD_BYTES[byte as usize] || (byte == b'-' && is_inner_dash(bytes, start, end)) {
            end += 1;
        } else if byte >= 0x80 && first_letter(text, end).is_alphanumeric() {
            end += first_letter(text, end).len_utf8();
        } else {
            break;
        }
    }
    *position = end;
    Some(&text[start..end])
}

/// ASCII letters, digits and `_`.
const WORD_BYTES: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        table[byte] = (byte as u8).is_ascii_alphanumeric() || byte as u8 == b'_';
        byte += 1;
    }
    table
};

/// `a-b` is one identifier in many languages; `x-1` and `a - b` are not.
fn is_inner_dash(bytes: &[u8], start: usize, at: usize) -> bool {
    at > start && bytes[at - 1].is_ascii_alphabetic() && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic)
}

/// The letter that begins at a boundary.
fn first_letter(text: &str, at: usize) -> char {
    text[at..].chars().next().unwrap_or('\0')
}

/// Splits identifiers; keeps its buffers between them.
#[derive(Default)]
pub(crate) struct Splitter {
    part: String,
    whole: String,
}

impl Splitter {
    pub(crate) fn split(&mut self, identifier: &str, emit: &mut impl FnMut(&str)) {
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

/// Lower case into a buffer, without allocating for ASCII.
fn lower_into(part: &str, buffer: &mut String) {
    buffer.clear();
    if part.is_ascii() {
        buffer.push_str(part);
        buffer.make_ascii_lowercase();
    } else {
        buffer.extend(part.chars().flat_map(char::to_lowercase));
    }
}

/// The first part of an identifier and what stands behind it: cut at `_` and `-`, before a capital that follows a small
/// letter or digit, and before the last capital of a run that a small letter follows (`HTTPServer` = HTTP, Server).
fn next_part(identifier: &str) -> Option<(&str, &str)> {
    let start = identifier.find(|letter| letter != '_' && letter != '-')?;
    let identifier = &identifier[start..];
    if identifier.is_ascii() {
        return Some(identifier.split_at(ascii_part(identifier.as_bytes())));
    }
    let mut previous: Option<char> = None;
    let mut letters = identifier.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        let cut = match previous {
            _ if letter == '_' || letter == '-' => true,
            Some(before) if letter.is_uppercase() => {
                let next_is_small = letters.peek().is_some_and(|(_, next)| next.is_lowercase());
                !before.is_uppercase() || next_is_small
            }
            _ => false,
        };
        if cut && at > 0 {
            return Some(identifier.split_at(at));
        }
        previous = Some(letter);
    }
    Some((identifier, ""))
}

/// Length of the first part of an ASCII identifier that begins with neither `_` nor `-`: the rule of [`next_part`].
fn ascii_part(identifier: &[u8]) -> usize {
    for at in 1..identifier.len() {
        let (before, letter) = (identifier[at - 1], identifier[at]);
        let next_is_small = || identifier.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        let begins_part = letter.is_ascii_uppercase() && (!before.is_ascii_uppercase() || next_is_small());
        if begins_part || letter == b'_' || letter == b'-' {
            return at;
        }
    }
    identifier.len()
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
