//! The inner loops of vector recall, for the instructions that this machine has.
//!
//! Sums are of whole numbers: every way of adding them gives the same, so every machine gives the same scores. Wrapping
//! additions keep that true even for damaged files. This is the one module of the store with `unsafe`: vector instructions
//! may only run where they exist, which is asked in [`Kernel::best`].

#![expect(unsafe_code, reason = "vector instructions that the portable loops cannot be compiled to")]

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "aarch64")]
mod neon;

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

    /// Asks for bytes that will be read soon, where that can be done.
    pub(in crate::embedded) fn ask_for(self, bytes: &[u8]) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` made this value, so the machine has AVX2.
            Instructions::Avx2 => unsafe { avx2::ask_for_all(bytes) },
            _ => {}
        }
    }

    /// Estimates the cosines of a block's vectors: what their sketches are worth, times their stretches.
    pub(in crate::embedded) fn estimates(self, tables: &SketchTables, block: &SketchBlock<'_>) -> [f32; BLOCK] {
        match self.0 {
            Instructions::Portable => estimates_from(portable::sums(&tables.entries, block.sketches), tables, block),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` made this value, so the machine has AVX2.
            Instructions::Avx2 => unsafe { avx2::estimates(tables, block) },
            #[cfg(target_arch = "aarch64")]
            // SAFETY: `best` made this value, so the machine has NEON.
            Instructions::Neon => unsafe { neon::estimates(tables, block) },
        }
    }

    /// A bit for every score that is at least so high.
    pub(in crate::embedded) fn at_least(self, scores: &[f32; BLOCK], least: f32) -> u32 {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` made this value, so the machine has AVX2.
            Instructions::Avx2 => unsafe { avx2::at_least(scores, least) },
            _ => portable::at_least(scores, least),
        }
    }
}

/// What each possible sketch of a question's numbers is worth. The entries of all tables, the largest of each, add up to no
/// more than 16 bits.
pub(in crate::embedded) struct SketchTables {
    pub(in crate::embedded) entries: Vec<SketchTable>,
    /// What one unit of the entries is worth, and what no unit at all.
    pub(in crate::embedded) unit: f32,
    pub(in crate::embedded) base: f32,
}

/// For four numbers: what each sketch of the first two (16 entries) and of the last two is worth, none more than 127.
pub(in crate::embedded) type SketchTable = [[u8; 16]; 2];

/// 32 vectors: their stretches, four bytes each, and 32 bytes of sketches for every table.
pub(in crate::embedded) struct SketchBlock<'a> {
    pub(in crate::embedded) stretches: &'a [u8],
    pub(in crate::embedded) sketches: &'a [u8],
}

/// The same for all instructions, and compiled for each. No two operations are fused, so the results are the same too.
#[inline(always)]
fn estimates_from(sums: [u16; BLOCK], tables: &SketchTables, block: &SketchBlock<'_>) -> [f32; BLOCK] {
    let mut estimates = [0.0; BLOCK];
    for ((estimate, sum), stretch) in estimates.iter_mut().zip(sums).zip(block.stretches.as_chunks().0) {
        *estimate = (f32::from(sum) * tables.unit + tables.base) * f32::from_le_bytes(*stretch);
    }
    estimates
}

/// What the others must agree with.
mod portable {
    use super::{BLOCK, SketchTable};

    pub(super) fn dots(query: &[i16], codes: &[u8], dots: &mut [i32]) {
        for (dot, row) in dots.iter_mut().zip(codes.chunks_exact(query.len())) {
            let product = |(number, code): (&i16, &u8)| i32::from(*number) * i32::from(*code as i8);
            *dot = query.iter().zip(row).map(product).fold(0, i32::wrapping_add);
        }
    }

    pub(super) fn sums(tables: &[SketchTable], sketches: &[u8]) -> [u16; BLOCK] {
        let mut sums = [0u16; BLOCK];
        for (table, row) in tables.iter().zip(sketches.as_chunks::<BLOCK>().0) {
            for (sum, sketches) in sums.iter_mut().zip(row) {
                let worth = table[0][usize::from(sketches & 15)].wrapping_add(table[1][usize::from(sketches >> 4)]);
                *sum = sum.wrapping_add(worth.into());
            }
        }
        sums
    }

    pub(super) fn at_least(scores: &[f32; BLOCK], least: f32) -> u32 {
        scores.iter().zip(0..).fold(0, |lanes, (score, lane)| lanes | u32::from(*score >= least) << lane)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{BLOCK, Kernel, SketchBlock, SketchTables};

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
        fn every_kernel_gives_the_estimates_of_the_portable_one(
            entries in prop::collection::vec(0u8..=127, 1..99), bytes in prop::collection::vec(any::<u8>(), 1..999),
            stretches: [f32; BLOCK], unit: f32, base: f32, n_tables in 0usize..300,
        ) {
            let mut entries = entries.iter().copied().cycle();
            let mut half = || std::array::from_fn(|_| entries.next().unwrap_or(0));
            let tables = SketchTables { entries: (0..n_tables).map(|_| [half(), half()]).collect(), unit, base };
            let sketches: Vec<u8> = bytes.iter().copied().cycle().take(n_tables * BLOCK).collect();
            let stretches = stretches.map(f32::to_le_bytes).concat();
            let block = SketchBlock { stretches: &stretches, sketches: &sketches };
            let bits = |kernel: Kernel| kernel.estimates(&tables, &block).map(f32::to_bits);
            prop_assert_eq!(bits(Kernel::best()), bits(Kernel::portable()));
            let estimates = Kernel::best().estimates(&tables, &block);
            for least in estimates.into_iter().chain([base]) {
                let lanes = |kernel: Kernel| kernel.at_least(&estimates, least);
                prop_assert_eq!(lanes(Kernel::best()), lanes(Kernel::portable()));
            }
        }
    }
}
