//! `quarry://<repository>/<path>#L10-L20`: what files and lines are called outside.
//!
//! An address is only ever looked up in the list of indexed files, never opened: whatever is written in it, it leads to
//! nothing outside of the root, and to nothing that was left out.

use std::fmt;

use crate::failure::Failure;

const SCHEME: &str = "quarry://";

/// A file, or some of its lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    pub(crate) repository: String,
    pub(crate) path: String,
    pub(crate) lines: Option<Lines>,
}

/// Lines of a file, from 1, the last included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Lines {
    pub(crate) first: usize,
    pub(crate) last: usize,
}

impl Address {
    pub(crate) fn of_file(repository: &str, path: &str) -> Address {
        Address { repository: repository.to_owned(), path: path.to_owned(), lines: None }
    }

    pub(crate) fn parse(uri: &str) -> Result<Address, Failure> {
        let help = || Some("write quarry://<repository>/<path>, with #L10-L20 behind it for lines".to_owned());
        let wrong = || Failure { help: help(), ..Failure::not_found(format!("`{uri}` is no address of a file")) };
        let rest = uri.strip_prefix(SCHEME).ok_or_else(wrong)?;
        let (place, fragment) = rest.split_once('#').map_or((rest, None), |(place, lines)| (place, Some(lines)));
        let (repository, path) = place.split_once('/').ok_or_else(wrong)?;
        let lines = fragment.map(|text| Lines::parse(text).ok_or_else(wrong)).transpose()?;
        let (repository, path) = (decoded(repository).ok_or_else(wrong)?, decoded(path).ok_or_else(wrong)?);
        Ok(Address { repository, path, lines })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{SCHEME}{}/{}", encoded(&self.repository, ""), encoded(&self.path, "/"))?;
        match self.lines {
            Some(Lines { first, last }) => write!(formatter, "#L{first}-L{last}"),
            None => Ok(()),
        }
    }
}

impl Lines {
    /// `L10-L20`, `L10-20` or `L10`.
    fn parse(text: &str) -> Option<Lines> {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |text: &str| text.strip_prefix('L').unwrap_or(text).parse().ok().filter(|line| *line > 0);
        let lines = Lines { first: number(first)?, last: number(last)? };
        (lines.first <= lines.last).then_some(lines)
    }
}

/// Text as it may stand in an address; letters of `kept` stay as they are.
fn encoded(text: &str, kept: &str) -> String {
    let is_plain =
        |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) || kept.as_bytes().contains(&byte);
    let one = |byte: u8| if is_plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(one).collect()
}

/// The inverse of [`encoded`]; `None` for what is no text.
pub(crate) fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let mut digit = || char::from(rest.next()?).to_digit(16);
        let (high, low) = (digit()?, digit()?);
        bytes.push(u8::try_from(high * 16 + low).ok()?);
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::{Address, Lines};

    #[test]
    fn an_address_is_read_as_it_is_written() {
        for (path, lines) in [
            ("src/main.rs", None),
            ("a b/č#?%.txt", Some(Lines { first: 3, last: 9 })),
            ("x", Some(Lines { first: 1, last: 1 })),
        ] {
            let address = Address { repository: "my repo/x".to_owned(), path: path.to_owned(), lines };
            assert_eq!(Address::parse(&address.to_string()), Ok(address));
        }
        assert_eq!(Address::parse("quarry://r/f#L7").unwrap().lines, Some(Lines { first: 7, last: 7 }));
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for uri in [
            "",
            "file:///etc/passwd",
            "quarry://",
            "quarry://only",
            "quarry://r/%zz",
            "quarry://r/%ff",
            "quarry://r/f#L0",
            "quarry://r/f#L9-L3",
            "quarry://r/f#rest",
            "quarry://r/%",
            "QUARRY://r/f",
        ] {
            assert!(Address::parse(uri).is_err(), "{uri}");
        }
    }
}
