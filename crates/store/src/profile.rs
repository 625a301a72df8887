//! A file's profile: the words of its path and the names it defines and uses, as numbers. What ranking asks of every candidate
//! must be read without unpacking the file, so a profile is a slice of a mapped file, compared by hash.
//!
//! ```text
//! profile    := stem words, directory words, used names, definitions; each a count (u16) and its items
//! word, name := u32, a hash
//! definition := kind u8, lines u8, chunk u16, name u32, folded name u32, parent u32, a count (u8) and its words
//! ```

mod filter;

use std::collections::BTreeSet;

use quarry_source::{Parsed, RepoPath, SymbolKind};

use crate::words::for_each_word;

pub use filter::HashFilter;

/// Definitions of one file that are remembered: the rest of a longer list is data.
const MAX_DEFINITIONS: usize = 500;
/// Stems that say nothing about the file; the directory's name stands in for them.
const GENERIC_STEMS: [&str; 6] = ["index", "mod", "init", "__init__", "package", "main"];
/// Bytes of a definition before its words.
const DEFINITION_HEAD: usize = 17;
/// Shorter names are used everywhere and tell nothing.
const MIN_USED_BYTES: usize = 4;

/// A number for a word or a name. The same everywhere and for ever: it is stored.
pub fn name_hash(name: &str) -> u32 {
    hash(name.bytes())
}

/// The number of a name without regard to case, `_` and `-`: `getUser`, `get_user` and `GET_USER` are one.
pub fn folded_hash(name: &str) -> u32 {
    hash(name.bytes().filter(|byte| !matches!(byte, b'_' | b'-')).map(|byte| byte.to_ascii_lowercase()))
}

/// FNV-1a with 64 bits, its halves joined.
fn hash(bytes: impl Iterator<Item = u8>) -> u32 {
    let mixed =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    (mixed ^ (mixed >> 32)) as u32
}

/// The file's stem, or its directory's name where the stem is the same in every directory.
pub(crate) fn telling_stem(path: &RepoPath) -> &str {
    let stem = path.stem();
    if GENERIC_STEMS.contains(&stem) {
        let directory = path.directory().rsplit('/').next().unwrap_or_default();
        if !directory.is_empty() {
            return directory;
        }
    }
    stem
}

/// What ranking knows of a file.
#[derive(Clone, Copy, Debug)]
pub struct Profile<'a> {
    /// How many other files use a name that (almost) only this one defines.
    pub in_degree: u32,
    /// Words of its name.
    pub stem: Hashes<'a>,
    /// Words of the directories it lies in.
    pub directories: Hashes<'a>,
    /// Names it uses, each once.
    pub(crate) used: Hashes<'a>,
    definitions: &'a [u8],
}

/// Numbers in a profile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashes<'a>(&'a [u8]);

impl Hashes<'_> {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len() / 4
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One after the other.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes))
    }
}

/// A definition in a profile.
#[derive(Clone, Copy, Debug)]
pub struct Definition<'a> {
    /// What it is.
    pub kind: SymbolKind,
    /// Its length in lines, 255 for longer ones.
    pub n_lines: u8,
    /// The chunk it begins in.
    pub ordinal: u32,
    /// [`name_hash`] of its name.
    pub name: u32,
    /// [`folded_hash`] of its name.
    pub folded: u32,
    /// [`name_hash`] of what it stands in; 0 at the top of the file.
    pub parent: u32,
    /// The words of its name.
    pub words: Hashes<'a>,
}

impl<'a> Profile<'a> {
    /// Reads what [`encode`] wrote; `None` if it is damaged.
    pub(crate) fn decode(bytes: &'a [u8], in_degree: u32) -> Option<Self> {
        if bytes.is_empty() {
            let none = Hashes::default();
            return Some(Profile { in_degree, stem: none, directories: none, used: none, definitions: &[] });
        }
        let mut rest = bytes;
        let mut hashes = || -> Option<Hashes<'a>> {
            let (n, behind) = rest.split_first_chunk::<2>()?;
            let (taken, behind) = behind.split_at_checked(usize::from(u16::from_le_bytes(*n)) * 4)?;
            rest = behind;
            Some(Hashes(taken))
        };
        let (stem, directories, used) = (hashes()?, hashes()?, hashes()?);
        Some(Profile { in_degree, stem, directories, used, definitions: rest })
    }

    /// What the file defines, in order.
    #[inline]
    pub fn definitions(&self) -> impl Iterator<Item = Definition<'a>> {
        let mut rest = self.definitions;
        std::iter::from_fn(move || {
            let (definition, behind) = Definition::read(rest)?;
            rest = behind;
            Some(definition)
        })
    }

    /// Shows the definitions that may have a word or a folded name that is looked for, in order, and of every definition its
    /// kind. Most have none, and are told so without a branch that depends on how many words they have.
    #[inline]
    pub fn look_for(
        &self,
        sought: &HashFilter,
        mut of_kind: impl FnMut(SymbolKind),
        mut show: impl FnMut(Definition<'a>),
    ) {
        let mut rest = self.definitions;
        while let Some((definition, behind)) = Definition::read(rest) {
            of_kind(definition.kind);
            let words = rest.get(DEFINITION_HEAD..).unwrap_or_default();
            if sought.may_know(definition.folded) | sought.may_know_one_of(definition.words, words) {
                show(definition);
            }
            rest = behind;
        }
    }
}

impl<'a> Definition<'a> {
    /// The first of these, and what stands behind it; `None` at the end and where they are damaged.
    #[inline]
    fn read(bytes: &'a [u8]) -> Option<(Self, &'a [u8])> {
        let (head, behind) = bytes.split_first_chunk::<DEFINITION_HEAD>()?;
        let number = |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let (words, behind) = behind.split_at_checked(usize::from(head[16]) * 4)?;
        let definition = Definition {
            kind: *SymbolKind::ALL.get(usize::from(head[0]))?,
            n_lines: head[1],
            ordinal: u16::from_le_bytes([head[2], head[3]]).into(),
            name: number(4),
            folded: number(8),
            parent: number(12),
            words: Hashes(words),
        };
        Some((definition, behind))
    }
}

/// The profile of a parsed file.
pub(crate) fn encode(path: &RepoPath, parsed: &Parsed) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_hashes(&mut bytes, word_hashes(telling_stem(path)));
    write_hashes(&mut bytes, word_hashes(path.directory()));
    let names = parsed.references.iter().map(|reference| &*reference.name);
    let imported = parsed.imports.iter().flat_map(|import| import.names.iter().map(|taken| &*taken.name));
    let used: BTreeSet<u32> =
        names.chain(imported).filter(|name| name.len() >= MIN_USED_BYTES).map(name_hash).collect();
    write_hashes(&mut bytes, used.into_iter());
    let mut chunk = 0;
    for (number, symbol) in parsed.symbols.iter().enumerate().take(MAX_DEFINITIONS) {
        while parsed.chunks.get(chunk).is_some_and(|chunk| chunk.symbols.end as usize <= number) {
            chunk += 1;
        }
        let parent = symbol.parent.and_then(|parent| parsed.symbols.get(parent as usize));
        let n_lines = symbol.span.end_line - symbol.span.start_line + 1;
        bytes.push(symbol.kind as u8);
        bytes.push(u8::try_from(n_lines).unwrap_or(u8::MAX));
        bytes.extend(u16::try_from(chunk).unwrap_or(u16::MAX).to_le_bytes());
        bytes.extend(name_hash(&symbol.name).to_le_bytes());
        bytes.extend(folded_hash(&symbol.name).to_le_bytes());
        bytes.extend(parent.map_or(0, |parent| name_hash(&parent.name)).to_le_bytes());
        let words: Vec<u32> = word_hashes(&symbol.name).take(usize::from(u8::MAX)).collect();
        bytes.push(words.len() as u8);
        words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
    }
    bytes
}

/// The numbers of the single words of a text.
fn word_hashes(text: &str) -> impl Iterator<Item = u32> + use<> {
    let mut hashes = Vec::new();
    for_each_word(text, |word| {
        if !word.starts_with('=') {
            hashes.push(name_hash(word));
        }
    });
    hashes.into_iter()
}

fn write_hashes(bytes: &mut Vec<u8>, hashes: impl Iterator<Item = u32>) {
    let hashes: Vec<u32> = hashes.take(usize::from(u16::MAX)).collect();
    bytes.extend((hashes.len() as u16).to_le_bytes());
    hashes.iter().for_each(|hash| bytes.extend(hash.to_le_bytes()));
}

/// Whether other files name this sort of thing when they use it.
pub(crate) fn is_used_by_name(kind: SymbolKind) -> bool {
    !matches!(
        kind,
        SymbolKind::Variable
            | SymbolKind::Module
            | SymbolKind::Field
            | SymbolKind::Implementation
            | SymbolKind::Declaration
            | SymbolKind::Block
            | SymbolKind::Section
    )
}

#[cfg(test)]
mod tests;
