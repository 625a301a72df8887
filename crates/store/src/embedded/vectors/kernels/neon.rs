//! The inner loop over sketches for 64-bit ARM. Dot products are compiled to NEON as they stand.

use std::arch::aarch64::{
    uint8x16_t, uint16x8_t, vaddq_u8, vaddw_high_u8, vaddw_u8, vandq_u8, vdupq_n_u8, vdupq_n_u16, vget_low_u8,
    vld1q_u8, vqtbl1q_u8, vshrq_n_u8, vst1q_u16,
};

use super::{BLOCK, SketchBlock, SketchTable, SketchTables, estimates_from};

#[target_feature(enable = "neon")]
pub(super) fn estimates(tables: &SketchTables, block: &SketchBlock<'_>) -> [f32; BLOCK] {
    estimates_from(sums(&tables.entries, block.sketches), tables, block)
}

#[target_feature(enable = "neon")]
pub(super) fn sums(tables: &[SketchTable], sketches: &[u8]) -> [u16; BLOCK] {
    let nibble = vdupq_n_u8(15);
    let mut counts = [vdupq_n_u16(0); 4];
    for ([first, last], row) in tables.iter().zip(sketches.as_chunks::<BLOCK>().0) {
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
    let mut sums = [0; BLOCK];
    for (eight, count) in sums.as_chunks_mut::<8>().0.iter_mut().zip(counts) {
        store(eight, count);
    }
    sums
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
