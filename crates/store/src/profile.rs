//! A file's profile: the words of its path and the names it defines and uses, as numbers. What ranking asks of every candidate
//! must be read without unpacking the file, so a profile is a slice of a mapped file, compared by hash.
//!
//! ```text
//! profile    := stem words, directory words, used names; each a count (u16) and its items; definitions
//! word, name := u32, a hash
//! ```
//!
//! How definitions lie there is told in `definitions`.

mod definitions;
mod filter;

use quarry_source::{Parsed, RepoPath, SymbolKind};

use crate::words::for_each_word;

pub use definitions::{Definition, Definitions};
pub use filter::HashFilter;

/// Stems that say nothing about the file; the directory's name stands in for them.
const GENERIC_STEMS: [&str; 6] = ["index", "mod", "init", "__init__", "package", "main"];
/// Shorter names are used everywhere and tell nothing.
const MIN_USED_BYTES: usize = 4;
/// Bytes of a hash.
const HASH_BYTES: usize = 4;
/// Hashes that are asked about at once.
const AT_ONCE: usize = 8;

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
    /// What it defines.
    pub definitions: Definitions<'a>,
}

/// Numbers in a profile.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hashes<'a>(&'a [u8]);

impl<'a> Hashes<'a> {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.0.len() / HASH_BYTES
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One after the other.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u32> + use<'a> {
        self.0.as_chunks::<HASH_BYTES>().0.iter().map(|bytes| u32::from_le_bytes(*bytes))
    }

    /// Where those stand that may be sought. Hardly any may: several are asked about at once, without guessing for each.
    #[inline]
    fn places_of(&self, sought: &HashFilter, mut show: impl FnMut(usize)) {
        for (bytes, start) in self.0.chunks(AT_ONCE * HASH_BYTES).zip((0..).step_by(AT_ONCE)) {
            let bit = |(at, hash): (usize, u32)| u32::from(sought.may_know(hash)) << at;
            let mut known = Hashes(bytes).iter().enumerate().map(bit).fold(0, |known, bit| known | bit);
            while known != 0 {
                show(start + known.trailing_zeros() as usize);
                known &= known - 1;
            }
        }
    }
}

impl<'a> Profile<'a> {
    /// Reads what [`encode`] wrote; `None` if it is damaged.
    pub(crate) fn decode(bytes: &'a [u8], in_degree: u32) -> Option<Self> {
        if bytes.is_empty() {
            let none = Hashes::default();
            let definitions = Definitions::default();
            return Some(Profile { in_degree, stem: none, directories: none, used: none, definitions });
        }
        let mut rest = bytes;
        let mut hashes = || -> Option<Hashes<'a>> {
            let (n, behind) = rest.split_first_chunk::<2>()?;
            let (taken, behind) = behind.split_at_checked(usize::from(u16::from_le_bytes(*n)) * HASH_BYTES)?;
            rest = behind;
            Some(Hashes(taken))
        };
        let (stem, directories, used) = (hashes()?, hashes()?, hashes()?);
        Some(Profile { in_degree, stem, directories, used, definitions: Definitions::decode(rest)? })
    }
}

/// The profile of a parsed file.
pub(crate) fn encode(path: &RepoPath, parsed: &Parsed) -> Vec<u8> {
    let mut bytes = Vec::new();
    write_hashes(&mut bytes, word_hashes(telling_stem(path)));
    write_hashes(&mut bytes, word_hashes(path.directory()));
    let names = parsed.references.iter().map(|reference| &*reference.name);
    let imported = parsed.imports.iter().flat_map(|import| import.names.iter().map(|taken| &*taken.name));
    let telling = names.chain(imported).filter(|name| name.len() >= MIN_USED_BYTES);
    let mut used: Vec<u32> = telling.map(name_hash).collect();
    used.sort_unstable();
    used.dedup();
    write_hashes(&mut bytes, used.into_iter());
    definitions::encode(parsed, &mut bytes);
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
mod tests {
    use proptest::prelude::*;

    use super::{HashFilter, Hashes};

    proptest! {
        #[test]
        fn places_are_those_that_the_filter_may_know(hashes in prop::collection::vec(0..100_u32, 0..40), sought in 0..100_u32) {
            let bytes: Vec<u8> = hashes.iter().flat_map(|hash| hash.to_le_bytes()).collect();
            let filter = HashFilter::of([sought].into_iter());
            let mut found = Vec::new();
            Hashes(&bytes).places_of(&filter, |place| found.push(place));
            let expected: Vec<usize> = (0..hashes.len()).filter(|place| hashes[*place] == sought).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
