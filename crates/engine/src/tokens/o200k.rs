//! Byte-pair encoding with OpenAI's vocabulary o200k: how many tokens a piece of text is joined to.
//!
//! A piece begins as single bytes. The two neighbours whose join has the lowest rank are joined, until no join is a
//! token.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::OnceLock;

/// Number of tokens, the length of each, their bytes; in order of rank. See the README beside it.
static FILE: &[u8] = include_bytes!("../../vocabulary/o200k.tokens");
/// A power of two with more than twice as many slots as tokens, so that few share a place.
const N_SLOTS: usize = 1 << 19;
/// What an empty slot holds; no rank is so high.
const EMPTY: u32 = u32::MAX;
/// Offset and prime of FNV-1a, a hash that is good enough for a few bytes and takes three lines.
const FNV_OFFSET: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_PRIME: u64 = 0x100_0000_01b3;

/// The tokens and where to find them.
pub(super) struct Vocabulary {
    bytes: &'static [u8],
    /// Where each token ends in `bytes`, by rank.
    ends: Vec<u32>,
    /// Ranks, at the place that a token's hash says or the next free one.
    slots: Vec<u32>,
}

/// Read on first use.
pub(super) fn vocabulary() -> &'static Vocabulary {
    static VOCABULARY: OnceLock<Vocabulary> = OnceLock::new();
    VOCABULARY.get_or_init(|| Vocabulary::read(FILE))
}

impl Vocabulary {
    fn read(file: &'static [u8]) -> Vocabulary {
        let (head, rest) = file.split_first_chunk::<4>().unwrap_or((&[0; 4], &[]));
        let (lengths, bytes) = rest.split_at_checked(u32::from_le_bytes(*head) as usize).unwrap_or_default();
        let mut vocabulary = Vocabulary { bytes, ends: Vec::with_capacity(lengths.len()), slots: vec![EMPTY; N_SLOTS] };
        let mut end = 0;
        for (rank, length) in (0..).zip(lengths) {
            let start = end as usize;
            end += u32::from(*length);
            vocabulary.ends.push(end);
            let mut slot = slot_of(&bytes[start..end as usize]);
            while vocabulary.slots[slot] != EMPTY {
                slot = (slot + 1) % N_SLOTS;
            }
            vocabulary.slots[slot] = rank;
        }
        vocabulary
    }

    fn token(&self, rank: u32) -> &[u8] {
        let end = |rank: u32| self.ends.get(rank as usize).map_or(0, |end| *end as usize);
        &self.bytes[rank.checked_sub(1).map_or(0, end)..end(rank)]
    }

    fn rank(&self, token: &[u8]) -> Option<u32> {
        let mut slot = slot_of(token);
        loop {
            match self.slots[slot] {
                EMPTY => return None,
                rank if self.token(rank) == token => return Some(rank),
                _ => slot = (slot + 1) % N_SLOTS,
            }
        }
    }

    /// How many tokens a piece becomes.
    pub(super) fn count(&self, piece: &[u8]) -> usize {
        if piece.len() <= 1 || self.rank(piece).is_some() {
            return piece.len().min(1);
        }
        Joining::of(piece, self).run()
    }
}

fn slot_of(token: &[u8]) -> usize {
    let hash = token.iter().fold(FNV_OFFSET, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(FNV_PRIME));
    (hash ^ (hash >> 32)) as usize % N_SLOTS
}

/// A piece on its way from bytes to tokens. A part is known by its first byte.
struct Joining<'a> {
    piece: &'a [u8],
    vocabulary: &'a Vocabulary,
    /// Where the part that begins here ends; 0 if none begins here any more.
    ends: Vec<usize>,
    /// Where the part before the one that begins here begins.
    before: Vec<usize>,
    /// Joins that may be next: the lowest rank first, of equal ones the leftmost. Some speak of parts that are gone.
    joins: BinaryHeap<Reverse<Join>>,
}

/// The part at `left` and the one behind it, up to `end`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Join {
    rank: u32,
    left: usize,
    right: usize,
    end: usize,
}

impl<'a> Joining<'a> {
    fn of(piece: &'a [u8], vocabulary: &'a Vocabulary) -> Joining<'a> {
        let n_bytes = piece.len();
        let mut joining = Joining {
            piece,
            vocabulary,
            ends: (1..=n_bytes).collect(),
            before: (0..n_bytes).map(|start| start.saturating_sub(1)).collect(),
            joins: BinaryHeap::with_capacity(n_bytes),
        };
        (0..n_bytes).for_each(|left| joining.consider(left));
        joining
    }

    /// Notes the join of a part with the one behind it, if that is a token.
    fn consider(&mut self, left: usize) {
        let right = self.ends[left];
        let Some(&end) = self.ends.get(right) else { return };
        if let Some(rank) = self.vocabulary.rank(&self.piece[left..end]) {
            self.joins.push(Reverse(Join { rank, left, right, end }));
        }
    }

    fn run(mut self) -> usize {
        let mut n_parts = self.piece.len();
        while let Some(Reverse(Join { left, right, end, .. })) = self.joins.pop() {
            if self.ends[left] != right || self.ends[right] != end {
                continue;
            }
            (self.ends[left], self.ends[right]) = (end, 0);
            n_parts -= 1;
            if let Some(before) = self.before.get_mut(end) {
                *before = left;
            }
            self.consider(left);
            if left > 0 {
                self.consider(self.before[left]);
            }
        }
        n_parts
    }
}
