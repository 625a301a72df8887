//! Syntax colours for a few lines: text and language in, classes of stretches out.
//!
//! A hit is a piece of a file, so nothing here relies on a whole one: a scanner over comments, quotes, numbers and
//! words, and a table per family of languages. A wrong guess costs a colour, never a letter.
//! Never here: terminals. The palette has sixteen colours, which every theme, light or dark, makes readable.

mod families;

use std::ops::Range;

use anstyle::{AnsiColor, Style};

use families::{Family, Quote};

/// What a stretch of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Comment,
    Quoted,
    Number,
    Keyword,
    Function,
    Type,
    Key,
}

impl Class {
    pub(crate) fn style(self) -> Style {
        match self {
            Class::Comment => Style::new().dimmed(),
            Class::Quoted => AnsiColor::Green.on_default(),
            Class::Number => AnsiColor::Cyan.on_default(),
            Class::Keyword => AnsiColor::Magenta.on_default(),
            Class::Function | Class::Key => AnsiColor::Blue.on_default(),
            Class::Type => AnsiColor::Yellow.on_default(),
        }
    }
}

/// The classes of a text, in order and apart; what is between them is plain.
pub(crate) fn classes(text: &str, language: &str) -> Vec<(Range<usize>, Class)> {
    if matches!(language, "markdown" | "mdx" | "rst") {
        return prose(text);
    }
    let Some(family) = families::of(language) else { return Vec::new() };
    let mut scanner = Scanner { text, family, at: 0, found: Vec::new() };
    scanner.begin();
    while scanner.at < text.len() {
        scanner.step();
    }
    scanner.found
}

/// Headings and `code` of a text for people.
fn prose(text: &str) -> Vec<(Range<usize>, Class)> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let content = line.trim_end();
        if content.starts_with('#') {
            found.push((at..at + content.len(), Class::Keyword));
        } else {
            let ticks: Vec<usize> = content.match_indices('`').map(|(tick, _)| at + tick).collect();
            found.extend(ticks.chunks_exact(2).map(|pair| (pair[0]..pair[1] + 1, Class::Quoted)));
        }
        at += line.len();
    }
    found
}

struct Scanner<'a> {
    text: &'a str,
    family: &'static Family,
    at: usize,
    found: Vec<(Range<usize>, Class)>,
}

impl<'a> Scanner<'a> {
    /// A piece that begins inside a block comment begins with a star.
    fn begin(&mut self) {
        let trimmed = self.text.trim_start();
        let closer = self.family.block_comments.iter().find(|(open, _)| *open == "/*").map(|(_, close)| close);
        if let Some(closer) = closer
            && trimmed.starts_with('*')
            && let Some(end) = self.text.find(closer)
        {
            self.push(end + closer.len(), Class::Comment);
        }
    }

    fn step(&mut self) {
        let rest = self.rest();
        let Some(letter) = rest.chars().next() else { return };
        if let Some(end) = self.comment_end() {
            self.push(end, Class::Comment);
        } else if let Some(end) = self.quote_end() {
            let class = if self.is_key(end) { Class::Key } else { Class::Quoted };
            self.push(end, class);
        } else if letter.is_ascii_digit() {
            self.push(self.number_end(), Class::Number);
        } else if self.is_word(letter) {
            self.word();
        } else {
            self.at += letter.len_utf8();
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn before(&self) -> Option<char> {
        self.text[..self.at].chars().next_back()
    }

    fn push(&mut self, end: usize, class: Class) {
        self.found.push((self.at..end, class));
        self.at = end;
    }

    fn line_end(&self) -> usize {
        self.rest().find('\n').map_or(self.text.len(), |newline| self.at + newline)
    }

    fn comment_end(&self) -> Option<usize> {
        let rest = self.rest();
        for (open, close) in self.family.block_comments {
            if let Some(inside) = rest.strip_prefix(open) {
                let length = inside.find(close).map_or(rest.len(), |end| open.len() + end + close.len());
                return Some(self.at + length);
            }
        }
        // `#` in the middle of a word, as in `$#` or `a#b`, begins no comment.
        let apart = |mark: &str| mark != "#" || self.before().is_none_or(char::is_whitespace);
        self.family.line_comments.iter().any(|mark| rest.starts_with(mark) && apart(mark)).then(|| self.line_end())
    }

    fn quote_end(&self) -> Option<usize> {
        self.family.quotes.iter().find_map(|quote| match quote {
            Quote::Block(open, close) => self.block_end(open, close),
            Quote::Line(mark) => self.line_quote_end(mark),
            Quote::Letter => self.letter_end(),
        })
    }

    fn block_end(&self, open: &str, close: &str) -> Option<usize> {
        let inside = self.rest().strip_prefix(open)?;
        let end = unescaped(inside, close).map_or(inside.len(), |end| end + close.len());
        Some(self.at + open.len() + end)
    }

    /// A quote that ends where its line ends. The apostrophe of `don't` begins none.
    fn line_quote_end(&self, mark: &str) -> Option<usize> {
        let inside = &self.text[..self.line_end()].get(self.at..)?.strip_prefix(mark)?;
        let word = self.text[..self.at].chars().rev().take_while(|letter| letter.is_alphanumeric()).count();
        if mark == "'" && word > 2 {
            return None;
        }
        let end = unescaped(inside, mark).map_or(inside.len(), |end| end + mark.len());
        Some(self.at + mark.len() + end)
    }

    /// `'x'` or `'\n'`, but not the lifetime `'a`.
    fn letter_end(&self) -> Option<usize> {
        let inside = self.rest().strip_prefix('\'')?;
        let mut letters = inside.char_indices();
        let (_, first) = letters.next()?;
        let end = match first {
            '\\' => 2 + inside.get(2..)?.find('\'')?,
            '\'' | '\n' => return None,
            _ => letters.next().filter(|(_, second)| *second == '\'')?.0,
        };
        (!inside[..end].contains('\n')).then_some(self.at + 1 + end + 1)
    }

    fn number_end(&self) -> usize {
        let rest = self.rest();
        let mut letters = rest.char_indices().peekable();
        while let Some((offset, letter)) = letters.next() {
            let goes_on = letters.peek().is_some_and(|(_, next)| next.is_ascii_digit());
            if !(letter.is_ascii_alphanumeric() || letter == '_' || letter == '.' && goes_on) {
                return self.at + offset;
            }
        }
        self.text.len()
    }

    fn is_word(&self, letter: char) -> bool {
        letter.is_alphanumeric() || letter == '_' || self.family.word_letters.contains(letter)
    }

    fn word(&mut self) {
        let length = self.rest().find(|letter| !self.is_word(letter)).unwrap_or(self.rest().len());
        let end = self.at + length;
        match self.word_class(end) {
            Some(class) => self.push(end, class),
            None => self.at = end,
        }
    }

    fn word_class(&self, end: usize) -> Option<Class> {
        let word = &self.text[self.at..end];
        if self.is_key(end) {
            return Some(Class::Key);
        }
        if self.family.has_tags && matches!(self.before(), Some('<' | '/')) || self.family.is_keyword(word) {
            return Some(Class::Keyword);
        }
        let after = &self.text[end..];
        let calls = after.starts_with('(') || ["!(", "![", "! {", "!{"].iter().any(|mark| after.starts_with(mark));
        if calls && !self.family.has_tags {
            return Some(Class::Function);
        }
        let looks_like_type =
            word.starts_with(char::is_uppercase) && word.len() > 1 && word.contains(char::is_lowercase);
        (looks_like_type && self.family.has_types).then_some(Class::Type)
    }

    /// Whether what ends here is a key of a settings file: `key: value`, `key = value`.
    fn is_key(&self, end: usize) -> bool {
        let Some(mark) = self.family.key_mark else { return false };
        let quoted = self.rest().starts_with('"');
        let after = self.text[end..].trim_start_matches(' ');
        after
            .strip_prefix(mark)
            .is_some_and(|value| mark != ':' || quoted || value.is_empty() || value.starts_with(char::is_whitespace))
    }
}

/// Where `close` stands without a backslash before it.
fn unescaped(text: &str, close: &str) -> Option<usize> {
    let mut escaped = false;
    for (at, letter) in text.char_indices() {
        if !escaped && text[at..].starts_with(close) {
            return Some(at);
        }
        escaped = letter == '\\' && !escaped;
    }
    None
}

#[cfg(test)]
mod tests;
