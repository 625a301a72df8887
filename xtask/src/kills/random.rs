//! Numbers that look random and are the same in every run: xorshift over a counter.

/// A sequence; the seed is where it begins.
#[derive(Clone, Debug)]
pub(super) struct Random {
    counter: u64,
}

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random { counter: seed }
    }

    fn next(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(1);
        let mut bits = self.counter.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        bits ^= bits >> 12;
        bits ^= bits << 25;
        bits ^= bits >> 27;
        bits.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// A number below `limit`, which is not 0.
    pub(super) fn below(&mut self, limit: usize) -> usize {
        ((u128::from(self.next()) * limit as u128) >> 64) as usize
    }

    /// From 0 up to, not including, 1.
    pub(super) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::Random;

    #[test]
    fn the_same_seed_gives_the_same_evenly_spread_numbers() {
        let counts = |seed| {
            let mut random = Random::new(seed);
            let mut counts = [0; 4];
            (0..4000).for_each(|_| counts[random.below(4)] += 1);
            counts
        };
        assert_eq!(counts(7), counts(7));
        assert!(counts(7).iter().all(|count| (900..1100).contains(count)), "{:?}", counts(7));
        let mut random = Random::new(1);
        assert!((0..1000).map(|_| random.share()).all(|share| (0.0..1.0).contains(&share)));
    }
}
