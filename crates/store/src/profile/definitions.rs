//! The definitions of a file, column by column: to look for a few words means to run through one column of numbers.
//!
//! ```text
//! definitions := n definitions, n words (2 x u16), then by definition: kinds, lines (u8), chunks, ends of words (u16),
//!                names, folded names, parents (u32); then all words (u32)
//! ```

use quarry_source::{Parsed, SymbolKind};

use super::{HashFilter, Hashes, folded_hash, name_hash, word_hashes};

/// Definitions of one file that are remembered: the rest of a longer list is data.
const MAX_DEFINITIONS: usize = 500;
/// Words of a name that are remembered, so that those of all definitions can be counted in 16 bits.
const MAX_WORDS: usize = 64;
/// Of one definition in the columns: kind, lines, chunk, end of words, name, folded name, parent.
const COLUMN_BYTES: [usize; 7] = [1, 1, 2, 2, 4, 4, 4];

/// What a file defines, in order.
#[derive(Clone, Copy, Debug, Default)]
pub struct Definitions<'a> {
    kinds: &'a [u8],
    lines: &'a [u8],
    chunks: &'a [u8],
    /// Where the words of each definition end among all words.
    ends: &'a [u8],
    names: &'a [u8],
    folded: &'a [u8],
    parents: &'a [u8],
    words: Hashes<'a>,
}

/// One of them.
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

impl<'a> Definitions<'a> {
    /// Reads what [`encode`] wrote; `None` if it is damaged.
    pub(super) fn decode(bytes: &'a [u8]) -> Option<Self> {
        let (head, mut rest) = bytes.split_first_chunk::<4>()?;
        let n_definitions = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let n_words = usize::from(u16::from_le_bytes([head[2], head[3]]));
        let mut columns = [&rest[..0]; COLUMN_BYTES.len()];
        for (column, size) in columns.iter_mut().zip(COLUMN_BYTES) {
            (*column, rest) = rest.split_at_checked(n_definitions * size)?;
        }
        let [kinds, lines, chunks, ends, names, folded, parents] = columns;
        let words = Hashes(rest);
        (rest.len() == n_words * 4).then_some(Definitions { kinds, lines, chunks, ends, names, folded, parents, words })
    }

    /// How many there are of sorts that count, a bit for each by its place in [`SymbolKind::ALL`].
    #[inline]
    pub fn n_of(&self, kinds: u64) -> usize {
        self.kinds.iter().map(|kind| (kinds >> (kind & 63) & 1) as usize).sum()
    }

    /// One after the other.
    pub fn iter(&self) -> impl Iterator<Item = Definition<'a>> + use<'a> {
        let definitions = *self;
        (0..self.kinds.len()).filter_map(move |place| definitions.get(place))
    }

    /// One, by its place; `None` if there is no such sort of thing.
    fn get(&self, place: usize) -> Option<Definition<'a>> {
        let start = place.checked_sub(1).map_or(0, |before| self.end(before));
        let words = self.words.0.get(start * 4..self.end(place) * 4).unwrap_or_default();
        Some(Definition {
            kind: *SymbolKind::ALL.get(usize::from(*self.kinds.get(place)?))?,
            n_lines: self.lines[place],
            ordinal: short(self.chunks, place).into(),
            name: number(self.names, place),
            folded: number(self.folded, place),
            parent: number(self.parents, place),
            words: Hashes(words),
        })
    }

    fn end(&self, place: usize) -> usize {
        short(self.ends, place).into()
    }

    /// Shows the definitions that may have a word or a folded name that is looked for, in order. `found` is room for their
    /// places: this is asked of every candidate of every question.
    #[inline]
    pub fn look_for(&self, sought: &HashFilter, found: &mut Vec<u16>, mut show: impl FnMut(Definition<'a>)) {
        found.clear();
        Hashes(self.folded).places_of(sought, |place| found.push(place as u16));
        let ends = self.ends.as_chunks::<2>().0;
        self.words.places_of(sought, |word| {
            found.push(ends.partition_point(|end| usize::from(u16::from_le_bytes(*end)) <= word) as u16);
        });
        found.sort_unstable();
        found.dedup();
        found.iter().filter_map(|place| self.get((*place).into())).for_each(&mut show);
    }
}

fn short(column: &[u8], place: usize) -> u16 {
    column.as_chunks::<2>().0.get(place).map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

fn number(column: &[u8], place: usize) -> u32 {
    column.as_chunks::<4>().0.get(place).map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Writes the definitions of a parsed file behind `bytes`.
pub(super) fn encode(parsed: &Parsed, bytes: &mut Vec<u8>) {
    let symbols = &parsed.symbols[..parsed.symbols.len().min(MAX_DEFINITIONS)];
    let mut columns: [Vec<u8>; COLUMN_BYTES.len()] = Default::default();
    let [kinds, lines, chunks, ends, names, folded, parents] = &mut columns;
    let mut words: Vec<u32> = Vec::new();
    let mut chunk = 0;
    for (number, symbol) in symbols.iter().enumerate() {
        while parsed.chunks.get(chunk).is_some_and(|chunk| chunk.symbols.end as usize <= number) {
            chunk += 1;
        }
        let parent = symbol.parent.and_then(|parent| parsed.symbols.get(parent as usize));
        let n_lines = symbol.span.end_line - symbol.span.start_line + 1;
        words.extend(word_hashes(&symbol.name).take(MAX_WORDS));
        kinds.push(symbol.kind as u8);
        lines.push(u8::try_from(n_lines).unwrap_or(u8::MAX));
        chunks.extend(u16::try_from(chunk).unwrap_or(u16::MAX).to_le_bytes());
        ends.extend((words.len() as u16).to_le_bytes());
        names.extend(name_hash(&symbol.name).to_le_bytes());
        folded.extend(folded_hash(&symbol.name).to_le_bytes());
        parents.extend(parent.map_or(0, |parent| name_hash(&parent.name)).to_le_bytes());
    }
    bytes.extend((symbols.len() as u16).to_le_bytes());
    bytes.extend((words.len() as u16).to_le_bytes());
    columns.iter().for_each(|column| bytes.extend(column));
    words.iter().for_each(|word| bytes.extend(word.to_le_bytes()));
}

#[cfg(test)]
mod tests;
