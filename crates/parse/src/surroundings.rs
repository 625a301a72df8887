//! What the text around a name says: what it is reached through, what gets it, what it is called from here on.
//!
//! Read from the text and not from the tree, because it looks the same in nearly all languages: resolving needs no
//! more, and no query has to spell it out for every grammar.

use std::ops::Range;

use crate::languages::TypePlace;

/// Between a name and what it is reached through, longest first.
const SEPARATORS: [&str; 9] = ["!!.", "?->", "?.", "&.", "::", "->", ".", ":", "\\"];
/// Those before which a new line may begin.
const CHAINING: [&str; 5] = ["?->", "?.", "&.", "->", "."];
/// Farther back nothing is looked for: a longer qualifier is an expression that names nothing.
const MAX_BYTES: usize = 160;
/// What stands for a qualifier that is not a name or a call.
const SOMETHING: &str = "?";
/// What may stand between a variable and its type without changing which methods it has.
const PREFIXES: [&str; 17] = [
    "&",
    "*",
    "mut",
    "const",
    "dyn",
    "impl",
    "new",
    "await",
    "final",
    "readonly",
    "Option<",
    "Box<",
    "Arc<",
    "Rc<",
    "Optional[",
    "ref",
    "try",
];

/// Words that stand where a variable could, and are none.
const KEYWORDS: [&str; 13] =
    ["return", "go", "defer", "chan", "case", "else", "in", "throw", "yield", "await", "func", "map", "range"];

/// What a name is reached through.
pub(crate) struct Qualifier {
    pub(crate) text: String,
    /// From its first byte to the name.
    pub(crate) n_bytes: usize,
}

/// What stands before the name at `start`.
pub(crate) fn qualifier(text: &str, start: usize) -> Qualifier {
    let none = Qualifier { text: String::new(), n_bytes: 0 };
    let Some(mut before) = without_separator(&text[..start]) else { return none };
    let mut parts: Vec<String> = Vec::new();
    loop {
        let (part, rest) = last_part(before);
        // Nothing before the separator: `.name` in Swift, `::name` in C++, `\name` in PHP.
        let Some(part) = part else { break };
        let is_known = part != SOMETHING;
        parts.push(part);
        before = rest;
        if !is_known || start - before.len() > MAX_BYTES {
            break;
        }
        let Some(rest) = without_separator(before) else { break };
        let joint = before[rest.len()..].trim().to_owned();
        parts.push(joint);
        before = rest;
    }
    if parts.is_empty() {
        return none;
    }
    let n_bytes = start - before.len();
    // A joint at the very beginning joins nothing.
    if SEPARATORS.contains(&parts[parts.len() - 1].as_str()) {
        parts.pop();
    }
    parts.reverse();
    let whole = parts.concat();
    let text = if n_bytes > MAX_BYTES || whole.starts_with(SOMETHING) { SOMETHING.to_owned() } else { whole };
    Qualifier { text, n_bytes }
}

/// The text before a separator at its end. A new line may begin with one.
fn without_separator(before: &str) -> Option<&str> {
    let separator = SEPARATORS.iter().find(|separator| before.ends_with(**separator))?;
    let rest = &before[..before.len() - separator.len()];
    // A range (`0..len`) and a spread (`...rest`) reach through nothing; neither does `key:value`, but `object:method` does.
    if rest.ends_with('.') || (*separator == ":" && !rest.ends_with(is_name_letter)) {
        return None;
    }
    let line = rest.trim_end();
    let goes_on = CHAINING.contains(separator) && rest[line.len()..].contains('\n');
    Some(if goes_on { line } else { rest })
}

/// The name or call at the end of `before`, and what stands before that.
fn last_part(before: &str) -> (Option<String>, &str) {
    let call = before.ends_with(')').then(|| without_brackets(before, '(', ')'));
    let before = match call {
        Some(Some(rest)) => rest,
        Some(None) => return (Some(SOMETHING.to_owned()), before),
        None => before,
    };
    let before = if before.ends_with('>') { without_brackets(before, '<', '>').unwrap_or(before) } else { before };
    let before = before.strip_suffix("::").unwrap_or(before);
    let start = before.trim_end_matches(is_name_letter).len();
    let name = &before[start..];
    match (name.is_empty(), call.is_some()) {
        (false, false) => (Some(name.to_owned()), &before[..start]),
        (false, true) => (Some(format!("{name}()")), &before[..start]),
        (true, true) => (Some(SOMETHING.to_owned()), before),
        (true, false) if before.ends_with([']', '}', '"', '\'', '`', '!', '?']) => (Some(SOMETHING.to_owned()), before),
        (true, false) => (None, before),
    }
}

/// What stands before the bracket that the last byte closes.
fn without_brackets(text: &str, open: char, close: char) -> Option<&str> {
    let mut depth = 0;
    for (at, letter) in text.char_indices().rev().take(2 * MAX_BYTES) {
        if letter == close {
            depth += 1;
        } else if letter == open {
            depth -= 1;
            if depth == 0 {
                return Some(&text[..at]);
            }
        }
    }
    None
}

fn is_name_letter(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$' | '@')
}

/// The variable, parameter or field that gets the type or value at `whole` (a name with its qualifier).
pub(crate) fn bound(text: &str, whole: Range<usize>, types: TypePlace) -> &str {
    if types == TypePlace::BeforeName
        && let Some(name) = name_behind(&text[whole.end..])
    {
        return name;
    }
    let line = text[..whole.start].rfind('\n').map_or(0, |end| end + 1);
    let before = without_prefixes(&text[line..whole.start]);
    let target = match before.as_bytes() {
        [.., b':', b':'] | [.., b'=' | b'!' | b'<' | b'>' | b'+' | b'-' | b'*' | b'/' | b'|' | b'&', b'='] => None,
        [.., b':', b'='] => before.strip_suffix(":="),
        [.., b'='] => before.strip_suffix('='),
        [.., b':'] => before.strip_suffix(':').map(|rest| rest.strip_suffix('?').unwrap_or(rest)),
        _ if types == TypePlace::BehindName && before.len() < whole.start - line => Some(before),
        _ => None,
    };
    let Some(target) = target.map(str::trim_end) else { return "" };
    // Of several variables the first gets the value: `client, err := connect()`.
    let target = target.rsplit_once(", err").map_or(target, |(first, _)| first);
    let start = target.trim_end_matches(|letter| is_name_letter(letter) || letter == '.').len();
    let name = target[start..].trim_start_matches('.');
    if KEYWORDS.contains(&name) { "" } else { name }
}

/// Without what may stand before a type.
fn without_prefixes(text: &str) -> &str {
    let mut text = text.trim_end();
    let shorter = |text| PREFIXES.iter().find_map(|prefix| strip_word(text, prefix)).or_else(|| strip_lifetime(text));
    while let Some(rest) = shorter(text) {
        text = rest.trim_end();
    }
    text
}

/// Without a lifetime at the end: `&'a`.
fn strip_lifetime(text: &str) -> Option<&str> {
    let before = text.trim_end_matches(is_name_letter);
    before.strip_suffix('\'').filter(|rest| before.len() < text.len() && rest.ends_with(['&', ' ', '<']))
}

/// Without `word` at the end; a word of letters must not be the end of a longer one.
fn strip_word<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_suffix(word)?;
    (!word.starts_with(is_name_letter) || !rest.ends_with(is_name_letter)).then_some(rest)
}

/// The name behind a type: ` x` of `Client x = ...`, `Client<T> *x;`.
fn name_behind(rest: &str) -> Option<&str> {
    let mut rest = rest;
    if rest.starts_with('<') {
        let mut depth = 0;
        let end = rest.char_indices().take(MAX_BYTES).find_map(|(at, letter)| {
            depth += i32::from(letter == '<') - i32::from(letter == '>');
            (depth == 0).then_some(at + 1)
        })?;
        rest = &rest[end..];
    }
    let name =
        rest.trim_start_matches(['*', '&', '?']).strip_prefix([' ', '\t'])?.trim_start_matches([' ', '*', '&', '$']);
    let end = name.find(|letter| !is_name_letter(letter)).unwrap_or(name.len());
    let behind = name[end..].trim_start();
    let ends = behind.starts_with([',', ';', ')', '=', ':', '{']) && !behind.starts_with("==");
    (end > 0 && ends && !name.starts_with(|letter: char| letter.is_ascii_digit())).then_some(&name[..end])
}

/// How a statement says that what it takes is called otherwise here.
pub(crate) const RENAMES_MODULE: &[&str] = &["as "];
/// The same for one name of several.
pub(crate) const RENAMES_NAME: &[&str] = &["as ", "=> ", ": "];

/// The name that what ends at `end` gets here: `b` behind `a as b`.
pub(crate) fn renamed<'a>(text: &'a str, end: usize, marks: &[&str]) -> &'a str {
    let rest = text[end..].trim_start_matches([' ', '\t', '"', '\'']);
    let behind = marks.iter().find_map(|mark| rest.strip_prefix(mark)).unwrap_or_default().trim_start();
    let length = behind.find(|letter| !is_name_letter(letter)).unwrap_or(behind.len());
    &behind[..length]
}

#[cfg(test)]
mod tests {
    use super::{RENAMES_NAME, TypePlace, bound, qualifier, renamed};

    /// The name is what stands between `«` and `»`.
    fn marked(text: &str) -> (String, std::ops::Range<usize>) {
        let start = text.find('«').expect("a mark");
        let plain = text.replacen('«', "", 1);
        let end = plain.find('»').expect("a mark");
        (plain.replacen('»', "", 1), start..end)
    }

    #[track_caller]
    fn check_qualifier(text: &str, expected: &str) {
        let (plain, name) = marked(text);
        assert_eq!(qualifier(&plain, name.start).text, expected, "{text}");
    }

    #[track_caller]
    fn check_bound(types: TypePlace, text: &str, expected: &str) {
        let (plain, name) = marked(text);
        let start = name.start - qualifier(&plain, name.start).n_bytes;
        assert_eq!(bound(&plain, start..name.end, types), expected, "{text}");
    }

    #[test]
    fn names_are_reached_through_names_and_calls() {
        check_qualifier("«send»()", "");
        check_qualifier("x = client.«send»()", "client");
        check_qualifier("return self.http?.«send»()", "self.http");
        check_qualifier("net::Client::«new»()", "net::Client");
        check_qualifier("Vec::<u8>::«new»()", "Vec");
        check_qualifier("let x = open(a, b(c))\n    .«read»()", "open()");
        check_qualifier("$this->store->«get»()", "$this->store");
        check_qualifier("rows[0].«len»()", "?");
        check_qualifier("(a + b).«len»()", "?");
        check_qualifier("for i in 0..«len»()", "");
        check_qualifier("call(...«rest»())", "");
        check_qualifier("obj:«method»()", "obj");
        check_qualifier("case x: «call»()", "");
        check_qualifier("a ? b : «c»()", "");
        check_qualifier("\\App\\Models\\«User»", "App\\Models");
        check_qualifier("\"text\".«len»()", "?");
        check_qualifier("fn get(key: K) -> «Value»", "");
        check_qualifier("@type t :: «String»", "");
        check_qualifier("return \\«count»()", "");
    }

    #[test]
    fn types_and_values_are_bound_to_variables() {
        use TypePlace::{BeforeName, BehindColon, BehindName};
        check_bound(BehindColon, "fn f(client: &mut net::«Client»)", "client");
        check_bound(BehindColon, "    store: Option<Arc<«Store»>>,", "store");
        check_bound(BehindColon, "items: Vec<«Item»>", "");
        check_bound(BehindColon, "    std: &'a mut «Standard»<'a>,", "std");
        check_bound(BehindColon, "let x = «Client» {", "x");
        check_bound(BehindColon, "const x = new «Client»()", "x");
        check_bound(BehindColon, "let x = Client::«new»()", "x");
        check_bound(BehindColon, "self.store = «Store»()", "self.store");
        check_bound(BehindColon, "private store?: «Store»", "store");
        check_bound(BehindColon, "if a == «b»()", "");
        check_bound(BehindColon, "use a::«b»", "");
        check_bound(BehindName, "func (c *«Client») send(x «pkg»", "c");
        check_bound(BehindName, "client, err := «Connect»()", "client");
        check_bound(BehindName, "go «run»()", "");
        check_bound(BeforeName, "    private final «Store»<K, V> store;", "store");
        check_bound(BeforeName, "for («Item» item : items)", "item");
        check_bound(BeforeName, "Store s = new «Store»();", "s");
        check_bound(BeforeName, "return «Store».of(x)", "");
    }

    #[test]
    fn imports_rename() {
        assert_eq!(renamed("import a as b, c", 8, RENAMES_NAME), "b");
        assert_eq!(renamed("import a, c", 8, RENAMES_NAME), "");
        assert_eq!(renamed("{ a => b }", 3, RENAMES_NAME), "b");
        assert_eq!(renamed("const { a: b } = require('x')", 9, RENAMES_NAME), "b");
    }
}
