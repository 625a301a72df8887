//! A pair: what someone might ask, and the code that answers it.
//!
//! Pairs are kept as lines of text, fields divided by tabs, words by blanks, so that every later step (vocabulary,
//! training, held-out figures) can be tried again without parsing the packages again, and a person can read them.

use std::io::{self, Write};

use quarry_models::for_each_word;

/// Where the question of a pair comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kind {
    /// A doc comment -> the definition without it.
    Doc,
    /// The name of a definition -> its body.
    Name,
    /// A comment between statements -> the lines below it.
    Comment,
    /// A heading of a document -> what stands under it.
    Section,
    /// What a file says of itself first -> the names it defines.
    File,
    /// The words of a path -> a chunk of the file.
    Path,
    /// A sentence of a manual or change log that names a definition -> the definition.
    Mention,
}

impl Kind {
    pub(crate) const ALL: [Kind; 7] =
        [Kind::Doc, Kind::Name, Kind::Comment, Kind::Section, Kind::File, Kind::Path, Kind::Mention];

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Kind::Doc => "doc",
            Kind::Name => "name",
            Kind::Comment => "comment",
            Kind::Section => "section",
            Kind::File => "file",
            Kind::Path => "path",
            Kind::Mention => "mention",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }
}

/// One pair, in words.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub(crate) kind: Kind,
    pub(crate) question: String,
    /// Names of the definitions around the code.
    pub(crate) enclosing: String,
    pub(crate) code: String,
}

/// What all pairs of a file share.
pub(crate) struct Origin<'a> {
    pub(crate) package: &'a str,
    pub(crate) language: &'a str,
    /// Path inside the package.
    pub(crate) path: &'a str,
}

impl Pair {
    pub(crate) fn write(&self, origin: &Origin<'_>, out: &mut impl Write) -> io::Result<()> {
        let Origin { package, language, path } = origin;
        let Pair { kind, question, enclosing, code } = self;
        writeln!(out, "{}\t{language}\t{package}\t{question}\t{}\t{enclosing}\t{code}", kind.as_str(), words(path, 24))
    }
}

/// A line of the file of pairs, taken apart.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PairLine<'a> {
    pub(crate) kind: Kind,
    pub(crate) package: &'a str,
    pub(crate) question: &'a str,
    pub(crate) path: &'a str,
    pub(crate) enclosing: &'a str,
    pub(crate) code: &'a str,
}

impl<'a> PairLine<'a> {
    pub(crate) fn read(line: &'a str) -> Option<Self> {
        let mut fields = line.split('\t');
        let mut next = || fields.next();
        let kind = Kind::from_name(next()?)?;
        let _language = next()?;
        let (package, question) = (next()?, next()?);
        Some(PairLine { kind, package, question, path: next()?, enclosing: next()?, code: next()? })
    }
}

/// The first words of a text, joined by blanks.
pub(crate) fn words(text: &str, most: usize) -> String {
    let mut joined = String::new();
    let mut n_words = 0;
    for_each_word(text, |word| {
        if n_words < most {
            if n_words > 0 {
                joined.push(' ');
            }
            joined.push_str(word);
            n_words += 1;
        }
    });
    joined
}
