//! A set of small numbers.

/// One bit a number.
#[derive(Debug, Default)]
pub struct Bits(Vec<u64>);

impl Bits {
    /// An empty set for numbers below `n_bits`.
    pub fn with_room_for(n_bits: usize) -> Self {
        Bits(vec![0; n_bits.div_ceil(64)])
    }

    /// Puts a number in, and says whether it is new. One that there is no room for stays out.
    pub fn insert(&mut self, bit: u32) -> bool {
        let Some(word) = self.0.get_mut(bit as usize / 64) else { return false };
        let before = *word;
        *word |= 1 << (bit % 64);
        *word != before
    }

    /// Whether it is in the set; what there is no room for is not.
    pub fn contains(&self, bit: u32) -> bool {
        self.0.get(bit as usize / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    /// How many are in it.
    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = u32> {
        (0..self.0.len() as u32 * 64).filter(|&bit| self.contains(bit))
    }
}
