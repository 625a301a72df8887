//! Rules about a single name, `Cargo.lock` or `*.min.js`, as a table that people read and hash maps that answer fast.
//!
//! Every file of a repository is asked about, so this is a few look-ups per name and no regular expression. Files match
//! whatever their case (`LOGO.PNG`); directories must match exactly, because `Target` and `Vendor` are often source.

use std::borrow::Cow;
use std::collections::HashMap;

/// A pattern as documented: `dir/`, `name`, `*.ending`, `*tail`, `head*` or `*middle*`.
pub(crate) type Pattern = &'static str;

/// A compiled table of patterns.
#[derive(Debug, Default)]
pub(crate) struct NameRules {
    directories: HashMap<&'static str, Pattern>,
    names: HashMap<String, Pattern>,
    endings: HashMap<String, Pattern>,
    heads: Vec<(String, Pattern)>,
    tails: Vec<(String, Pattern)>,
    middles: Vec<(String, Pattern)>,
}

impl NameRules {
    /// Sorts the patterns of a table by their form.
    pub(crate) fn compile(patterns: impl IntoIterator<Item = Pattern>) -> NameRules {
        let mut rules = NameRules::default();
        for pattern in patterns {
            let lower = pattern.to_ascii_lowercase();
            if let Some(directory) = pattern.strip_suffix('/') {
                rules.directories.insert(directory, pattern);
            } else if let Some(middle) = lower.strip_prefix('*').and_then(|rest| rest.strip_suffix('*')) {
                rules.middles.push((middle.to_owned(), pattern));
            } else if let Some(ending) = lower.strip_prefix("*.") {
                rules.endings.insert(ending.to_owned(), pattern);
            } else if let Some(tail) = lower.strip_prefix('*') {
                rules.tails.push((tail.to_owned(), pattern));
            } else if let Some(head) = lower.strip_suffix('*') {
                rules.heads.push((head.to_owned(), pattern));
            } else {
                rules.names.insert(lower, pattern);
            }
        }
        rules
    }

    /// The pattern that a directory's name meets.
    pub(crate) fn directory(&self, name: &str) -> Option<Pattern> {
        self.directories.get(name).copied()
    }

    /// The pattern that a file's name meets.
    pub(crate) fn file(&self, name: &str) -> Option<Pattern> {
        let name = match name.bytes().any(|byte| byte.is_ascii_uppercase()) {
            true => Cow::Owned(name.to_ascii_lowercase()),
            false => Cow::Borrowed(name),
        };
        let name = name.as_ref();
        let by_ending = || name.match_indices('.').find_map(|(dot, _)| self.endings.get(&name[dot + 1..]).copied());
        let listed = |list: &[(String, Pattern)], meets: fn(&str, &str) -> bool| {
            list.iter().find(|(part, _)| meets(name, part)).map(|&(_, pattern)| pattern)
        };
        (self.names.get(name).copied())
            .or_else(by_ending)
            .or_else(|| listed(&self.tails, |name, tail| name.ends_with(tail)))
            .or_else(|| listed(&self.heads, |name, head| name.starts_with(head)))
            .or_else(|| listed(&self.middles, |name, middle| name.contains(middle)))
    }
}

#[cfg(test)]
mod tests {
    use super::NameRules;

    #[test]
    fn each_form_of_pattern_matches_its_names() {
        let rules = NameRules::compile(["out/", "Cargo.lock", "*.min.js", "*.png", "*_pb2.py", ".env.*", "*.gen.*"]);
        for (name, expected) in [
            ("cargo.LOCK", Some("Cargo.lock")),
            ("a.b.min.js", Some("*.min.js")),
            ("LOGO.PNG", Some("*.png")),
            ("user_pb2.py", Some("*_pb2.py")),
            (".env.local", Some(".env.*")),
            ("types.gen.ts", Some("*.gen.*")),
            ("min.js", None),
            ("png", None),
            ("out", None),
            ("výstup.rs", None),
        ] {
            assert_eq!(rules.file(name), expected, "{name}");
        }
        assert_eq!((rules.directory("out"), rules.directory("Out")), (Some("out/"), None));
    }
}
