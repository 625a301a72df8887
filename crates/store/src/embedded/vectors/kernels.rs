//! The inner loops of vector recall, for the instructions that this machine has.
//!
//! Whole numbers only: every way of adding them gives the same sums, so every machine gives the same scores. Wrapping
//! additions keep that true even for damaged files. This is the one file of the store with `unsafe`: vector instructions
//! may only run where they exist, which is asked once, in [`Kernel::best`].

#![expect(unsafe_code, reason = "vector instructions that the portable loops cannot be compiled to")]

use super::BLOCK;

/// A set of instructions. Values exist only for those that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::embedded) struct Kernel(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    Neon,
}

/// For eight numbers of a question: what the signs of the first four (16 entries) and of the last four are worth.
pub(in crate::embedded) type SignTable = [[u8; 16]; 2];

impl Kernel {
    /// The fastest that this machine can run.
    pub(in crate::embedded) fn best() -> Self {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Kernel(Instructions::Avx2);
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            return Kernel(Instructions::Neon);
        }
        Kernel(Instructions::Portable)
    }

    #[cfg(test)]
    fn portable() -> Self {
        Kernel(Instructions::Portable)
    }

    /// The dot product of `query` with each row of `codes`. A row is as long as the query, a multiple of 64.
    pub(in crate::embedded) fn dots(self, query: &[i16], codes: &[u8], dots: &mut [i32]) {
        match self.0 {
            Instructions::Portable => portable::dots(query, codes, dots),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` made this value, so the machine has AVX2.
            Instructions::Avx2 => unsafe { avx2::dots(query, codes, dots) },
            // Compiled to NEON as it stands: every such machine has it.
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => portable::dots(query, codes, dots),
        }
    }

    /// For each vector of a block, what all its signs are worth. `signs` holds 32 bytes for every table; no sum may exceed
    /// 16 bits, no entry 127.
    pub(in crate::embedded) fn sums(self, tables: &[SignTable], signs: &[u8], sums: &mut [u16; BLOCK]) {
        match self.0 {
            Instructions::Portable => portable::sums(tables, signs, sums),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` made this value, so the machine has AVX2.
            Instructions::Avx2 => unsafe { avx2::sums(tables, signs, sums) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: `best` made this value, so the machine has NEON.
            Instructions::Neon => unsafe { neon::sums(tables, signs, sums) },
        }
    }
}

/// What the others must agree with.
mod portable {
    use super::{BLOCK, SignTable};

    pub(super) fn dots(query: &[i16], codes: &[u8], dots: &mut [i32]) {
        for (dot, row) in dots.iter_mut().zip(codes.chunks_exact(query.len())) {
            let product = |(number, code): (&i16, &u8)| i32::from(*number) * i32::from(*code as i8);
            *dot = query.iter().zip(row).map(product).fold(0, i32::wrapping_add);
        }
    }

    pub(super) fn sums(tables: &[SignTable], signs: &[u8], sums: &mut [u16; BLOCK]) {
        sums.fill(0);
        for (table, row) in tables.iter().zip(signs.as_chunks::<BLOCK>().0) {
            for (sum, signs) in sums.iter_mut().zip(row) {
                let worth = table[0][usize::from(signs & 15)].wrapping_add(table[1][usize::from(signs >> 4)]);
                *sum = sum.wrapping_add(worth.into());
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{
        __m128i, __m256i, _mm_loadu_si128, _mm256_add_epi8, _mm256_add_epi16, _mm256_add_epi32, _mm256_and_si256,
        _mm256_broadcastsi128_si256, _mm256_cvtepi8_epi16, _mm256_loadu_si256, _mm256_madd_epi16, _mm256_set1_epi8,
        _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16, _mm256_srli_epi16, _mm256_storeu_si256,
        _mm256_sub_epi16,
    };

    use super::{BLOCK, SignTable};

    /// Numbers that are multiplied at once.
    const STEP: usize = 16;

    #[target_feature(enable = "avx2")]
    pub(super) fn dots(query: &[i16], codes: &[u8], dots: &mut [i32]) {
        for (dot, row) in dots.iter_mut().zip(codes.chunks_exact(query.len())) {
            // Four sums side by side, so that no addition waits for the one before.
            let mut sums = [_mm256_setzero_si256(); 4];
            let steps = query.as_chunks::<{ 4 * STEP }>().0.iter().zip(row.as_chunks::<{ 4 * STEP }>().0);
            for (numbers, codes) in steps {
                let parts = numbers.as_chunks::<STEP>().0.iter().zip(codes.as_chunks::<STEP>().0);
                for (sum, (numbers, codes)) in sums.iter_mut().zip(parts) {
                    let products = _mm256_madd_epi16(_mm256_cvtepi8_epi16(half(codes)), numbers_of(numbers));
                    *sum = _mm256_add_epi32(*sum, products);
                }
            }
            let pairs = [_mm256_add_epi32(sums[0], sums[1]), _mm256_add_epi32(sums[2], sums[3])];
            let lanes = words(_mm256_add_epi32(pairs[0], pairs[1]));
            *dot = lanes.iter().fold(0, |sum: i32, lane| sum.wrapping_add(*lane));
        }
    }

    #[target_feature(enable = "avx2")]
    pub(super) fn sums(tables: &[SignTable], signs: &[u8], sums: &mut [u16; BLOCK]) {
        let nibble = _mm256_set1_epi8(15);
        // Two bytes are added as one number of 16 bits: `both` counts the even vectors and, 256 times, the odd ones.
        let (mut both, mut odd) = (_mm256_setzero_si256(), _mm256_setzero_si256());
        for ([first, last], row) in tables.iter().zip(signs.as_chunks::<BLOCK>().0) {
            let row = whole(row);
            let low = _mm256_and_si256(row, nibble);
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(row), nibble);
            let worth = _mm256_add_epi8(
                _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(half(first)), low),
                _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(half(last)), high),
            );
            both = _mm256_add_epi16(both, worth);
            odd = _mm256_add_epi16(odd, _mm256_srli_epi16::<8>(worth));
        }
        let even = short_words(_mm256_sub_epi16(both, _mm256_slli_epi16::<8>(odd)));
        for ((pair, even), odd) in sums.as_chunks_mut::<2>().0.iter_mut().zip(even).zip(short_words(odd)) {
            *pair = [even, odd];
        }
    }

    #[target_feature(enable = "avx2")]
    fn half(bytes: &[u8; 16]) -> __m128i {
        // SAFETY: reads the 16 bytes of the array; the instruction asks for no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx2")]
    fn whole(bytes: &[u8; 32]) -> __m256i {
        // SAFETY: reads the 32 bytes of the array; the instruction asks for no alignment.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx2")]
    fn numbers_of(numbers: &[i16; 16]) -> __m256i {
        // SAFETY: reads the 32 bytes of the array; the instruction asks for no alignment.
        unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) }
    }

    #[target_feature(enable = "avx2")]
    fn words(register: __m256i) -> [i32; 8] {
        let mut words = [0; 8];
        // SAFETY: writes the 32 bytes of the array; the instruction asks for no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), register) };
        words
    }

    #[target_feature(enable = "avx2")]
    fn short_words(register: __m256i) -> [u16; 16] {
        let mut words = [0; 16];
        // SAFETY: writes the 32 bytes of the array; the instruction asks for no alignment.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), register) };
        words
    }
}

#[cfg(target_arch = "aarch64")]
mod neon {
    use std::arch::aarch64::{
        uint8x16_t, uint16x8_t, vaddq_u8, vaddw_high_u8, vaddw_u8, vandq_u8, vdupq_n_u8, vdupq_n_u16, vget_low_u8,
        vld1q_u8, vqtbl1q_u8, vshrq_n_u8, vst1q_u16,
    };

    use super::{BLOCK, SignTable};

    #[target_feature(enable = "neon")]
    pub(super) fn sums(tables: &[SignTable], signs: &[u8], sums: &mut [u16; BLOCK]) {
        let nibble = vdupq_n_u8(15);
        let mut counts = [vdupq_n_u16(0); 4];
        for ([first, last], row) in tables.iter().zip(signs.as_chunks::<BLOCK>().0) {
            let (first, last) = (load(first), load(last));
            let halves = row.as_chunks::<16>().0.iter().zip(counts.as_chunks_mut::<2>().0);
            for (half, [low_counts, high_counts]) in halves {
                let half = load(half);
                let low = vqtbl1q_u8(first, vandq_u8(half, nibble));
                let worth = vaddq_u8(low, vqtbl1q_u8(last, vshrq_n_u8::<4>(half)));
                *low_counts = vaddw_u8(*low_counts, vget_low_u8(worth));
                *high_counts = vaddw_high_u8(*high_counts, worth);
            }
        }
        for (eight, count) in sums.as_chunks_mut::<8>().0.iter_mut().zip(counts) {
            store(eight, count);
        }
    }

    #[target_feature(enable = "neon")]
    fn load(bytes: &[u8; 16]) -> uint8x16_t {
        // SAFETY: reads the 16 bytes of the array.
        unsafe { vld1q_u8(bytes.as_ptr()) }
    }

    #[target_feature(enable = "neon")]
    fn store(words: &mut [u16; 8], register: uint16x8_t) {
        // SAFETY: writes the 8 words of the array.
        unsafe { vst1q_u16(words.as_mut_ptr(), register) }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BLOCK, Kernel, SignTable};

    proptest! {
        #[test]
        fn every_kernel_gives_the_dot_products_of_the_portable_one(
            seed: Vec<i16>, bytes in prop::collection::vec(any::<u8>(), 1..999), parts in 1usize..20, n_rows in 0usize..9,
        ) {
            let width = parts * 64;
            let query: Vec<i16> = seed.iter().copied().chain([i16::MAX, i16::MIN]).cycle().take(width).collect();
            let codes: Vec<u8> = bytes.iter().copied().cycle().take(width * n_rows).collect();
            let dots = |kernel: Kernel| {
                let mut dots = vec![1; n_rows];
                kernel.dots(&query, &codes, &mut dots);
                dots
            };
            prop_assert_eq!(dots(Kernel::best()), dots(Kernel::portable()));
        }

        #[test]
        fn every_kernel_gives_the_sums_of_the_portable_one(
            entries in prop::collection::vec(0u8..=127, 1..99), bytes in prop::collection::vec(any::<u8>(), 1..999),
            n_tables in 0usize..300,
        ) {
            let mut entries = entries.iter().copied().cycle();
            let tables: Vec<SignTable> =
                (0..n_tables).map(|_| [(); 2].map(|()| [(); 16].map(|()| entries.next().unwrap_or(0)))).collect();
            let signs: Vec<u8> = bytes.iter().copied().cycle().take(n_tables * BLOCK).collect();
            let sums = |kernel: Kernel| {
                let mut sums = [1; BLOCK];
                kernel.sums(&tables, &signs, &mut sums);
                sums
            };
            prop_assert_eq!(sums(Kernel::best()), sums(Kernel::portable()));
        }
    }
}
