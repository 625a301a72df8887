//! Text with template actions (`{{ .Values.name }}`) -> text of the same length that a grammar can read.
//!
//! A line of nothing but actions becomes blank, an action inside a line becomes a plain word. No byte moves, so that spans
//! found in the masked text are spans of the original.

use std::borrow::Cow;

/// Hides the actions of a template.
pub(crate) fn masked(text: &str) -> Cow<'_, str> {
    if !text.contains("{{") {
        return Cow::Borrowed(text);
    }
    let mut bytes = text.as_bytes().to_vec();
    let mut from = 0;
    while let Some(open) = text[from..].find("{{").map(|at| from + at) {
        let close = text[open..].find("}}").map_or(text.len(), |at| open + at + 2);
        let filler = if stands_alone(text, open, close) { b' ' } else { b'x' };
        for byte in bytes[open..close].iter_mut().filter(|byte| **byte != b'\n') {
            *byte = filler;
        }
        from = close;
    }
    // Only whole actions were replaced, each byte by an ASCII letter, so that this is still UTF-8.
    String::from_utf8(bytes).map_or(Cow::Borrowed(text), Cow::Owned)
}

/// Whether nothing but white space and other actions stands on the lines of an action.
fn stands_alone(text: &str, open: usize, close: usize) -> bool {
    let start = text[..open].rfind('\n').map_or(0, |newline| newline + 1);
    let end = text[close..].find('\n').map_or(text.len(), |newline| close + newline);
    let mut rest = text[start..end].trim_start();
    while let Some(inner) = rest.strip_prefix("{{") {
        rest = inner.find("}}").map_or("", |at| &inner[at + 2..]).trim_start();
    }
    rest.is_empty()
}

#[cfg(test)]
mod tests {
    use super::masked;

    #[test]
    fn actions_become_blanks_or_words_of_the_same_length() {
        for (text, expected) in [
            ("a: 1\n", "a: 1\n"),
            ("{{- if .x }}\na: {{ .ä }}\n{{- end }}\n", "            \na: xxxxxxxxx\n          \n"),
            ("a: b-{{ .c }}-d", "a: b-xxxxxxxx-d"),
            ("{{ a }} {{ b }}", "               "),
            ("a: {{ open", "a: xxxxxxx"),
        ] {
            assert_eq!(masked(text), expected);
            assert_eq!(masked(text).len(), text.len());
        }
    }
}
