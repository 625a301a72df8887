//! Hashes that are looked for, as bits.

/// So many bits that a file with a hundred definitions hardly ever has a foreign hash that ends like one of ten that are
/// looked for; they stay in the processor's nearest cache.
const N_BITS: u32 = 1 << 14;

/// Tells most foreign hashes from those that are looked for at one glance: a bit for every hash that ends as one of them.
#[derive(Clone, Debug)]
pub struct HashFilter(Box<[u64; N_BITS as usize / 64]>);

impl HashFilter {
    /// Of what is looked for.
    pub fn of(hashes: impl Iterator<Item = u32>) -> HashFilter {
        let mut bits = Box::new([0; N_BITS as usize / 64]);
        hashes.for_each(|hash| bits[Self::place(hash)] |= 1 << (hash & 63));
        HashFilter(bits)
    }

    #[inline]
    fn place(hash: u32) -> usize {
        (hash % N_BITS / 64) as usize
    }

    /// Whether a hash may be looked for.
    #[inline]
    pub fn may_know(&self, hash: u32) -> bool {
        self.0[Self::place(hash)] >> (hash & 63) & 1 == 1
    }
}
