//! Text -> identifiers -> parts: where one word of code ends and the next begins.
//!
//! Both the keyword index and the models stand on these rules, so that they see the same words.

/// Every identifier of a text in order: runs of letters, digits, `_`, and inner `-`.
pub fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let mut position = 0;
    std::iter::from_fn(move || next_identifier(text, &mut position))
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

/// Lower case into a buffer, without allocating for ASCII.
pub fn lower_into(part: &str, buffer: &mut String) {
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
pub fn next_part(identifier: &str) -> Option<(&str, &str)> {
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
    use super::{identifiers, next_part};

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let mut parts: Vec<String> = Vec::new();
        for mut rest in identifiers(text) {
            let mut all = Vec::new();
            while let Some((part, behind)) = next_part(rest) {
                all.push(part);
                rest = behind;
            }
            parts.push(all.join("|"));
        }
        assert_eq!(parts.join(" "), expected);
    }

    #[test]
    fn identifiers_fall_into_parts() {
        check("fn parseHTTP2Frame(x-1, a_b)", "fn parse|HTTP2|Frame x 1 a|b");
        check("user-profile = größeÄndern;", "user|profile größe|Ändern");
        check("  ", "");
    }
}
