//! Hashes that are looked for, as bits.

use super::Hashes;

/// Tells most foreign hashes from those that are looked for at one glance: a bit for every hash that ends as one of them.
#[derive(Clone, Copy, Debug, Default)]
pub struct HashFilter([u64; 8]);

impl HashFilter {
    /// Of what is looked for.
    pub fn of(hashes: impl Iterator<Item = u32>) -> HashFilter {
        let mut filter = HashFilter::default();
        hashes.for_each(|hash| filter.0[Self::place(hash)] |= 1 << (hash & 63));
        filter
    }

    fn place(hash: u32) -> usize {
        (hash >> 6 & 7) as usize
    }

    /// Whether a hash may be looked for.
    #[inline]
    pub fn may_know(&self, hash: u32) -> bool {
        self.0[Self::place(hash)] >> (hash & 63) & 1 == 1
    }

    /// Whether one of these words may be. `bytes` begin with them and go on behind them: four are tried, however many there
    /// are.
    #[inline]
    pub(super) fn may_know_one_of(&self, words: Hashes<'_>, bytes: &[u8]) -> bool {
        match bytes.first_chunk::<16>() {
            Some(four) if words.len() <= 4 => {
                let known = |at: usize| {
                    let hash = u32::from_le_bytes([four[at * 4], four[at * 4 + 1], four[at * 4 + 2], four[at * 4 + 3]]);
                    self.may_know(hash) & (at < words.len())
                };
                known(0) | known(1) | known(2) | known(3)
            }
            _ => words.iter().any(|hash| self.may_know(hash)),
        }
    }
}
