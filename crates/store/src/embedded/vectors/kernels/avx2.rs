//! The inner loops for x86-64 with AVX2.

use std::arch::x86_64::{
    __m128i, __m256, __m256i, _CMP_GE_OQ, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm256_add_epi8,
    _mm256_add_epi16, _mm256_add_epi32, _mm256_and_si256, _mm256_broadcastsi128_si256, _mm256_cmp_ps,
    _mm256_cvtepi8_epi16, _mm256_hadd_epi32, _mm256_loadu_ps, _mm256_loadu_si256, _mm256_madd_epi16,
    _mm256_movemask_ps, _mm256_set1_epi8, _mm256_set1_ps, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_slli_epi16,
    _mm256_srli_epi16, _mm256_storeu_si256, _mm256_sub_epi16,
};

use super::{BLOCK, SketchBlock, SketchTable, SketchTables, estimates_from};

/// Numbers that are multiplied at once.
const STEP: usize = 16;

/// How far ahead sketches are asked for: about two blocks. The machine itself looks ahead no farther than to the end of a
/// page, and there are two blocks on one.
const AHEAD: usize = 4352;

/// Bytes that memory brings at once.
const LINE: usize = 64;

/// Four rows at once while there are four, so that the question is read once for them.
#[target_feature(enable = "avx2")]
pub(super) fn dots(query: &[i16], codes: &[u8], dots: &mut [i32]) {
    let width = query.len();
    let mut codes = codes;
    let (fours, rest) = dots.as_chunks_mut::<4>();
    for four in fours {
        let Some((first, others)) = codes.split_at_checked(4 * width) else { return };
        codes = others;
        let (ab, cd) = first.split_at(2 * width);
        let ((a, b), (c, d)) = (ab.split_at(width), cd.split_at(width));
        *four = products_of_four(query, [a, b, c, d]);
    }
    for (dot, row) in rest.iter_mut().zip(codes.chunks_exact(width)) {
        *dot = products_of_one(query, row);
    }
}

#[target_feature(enable = "avx2")]
fn products_of_four(query: &[i16], [a, b, c, d]: [&[u8]; 4]) -> [i32; 4] {
    let mut sums = [_mm256_setzero_si256(); 4];
    let rows = a.as_chunks().0.iter().zip(b.as_chunks().0).zip(c.as_chunks().0.iter().zip(d.as_chunks().0));
    for (numbers, ((a, b), (c, d))) in query.as_chunks::<STEP>().0.iter().zip(rows) {
        let numbers = numbers_of(numbers);
        sums[0] = _mm256_add_epi32(sums[0], products(numbers, a));
        sums[1] = _mm256_add_epi32(sums[1], products(numbers, b));
        sums[2] = _mm256_add_epi32(sums[2], products(numbers, c));
        sums[3] = _mm256_add_epi32(sums[3], products(numbers, d));
    }
    sums_of_lanes(sums)
}

/// In four sums, so that no addition waits for the one before.
#[target_feature(enable = "avx2")]
fn products_of_one(query: &[i16], row: &[u8]) -> i32 {
    let mut sums = [_mm256_setzero_si256(); 4];
    let steps = query.as_chunks::<{ 4 * STEP }>().0.iter().zip(row.as_chunks::<{ 4 * STEP }>().0);
    for (numbers, codes) in steps {
        let parts = numbers.as_chunks().0.iter().zip(codes.as_chunks().0);
        for (sum, (numbers, codes)) in sums.iter_mut().zip(parts) {
            *sum = _mm256_add_epi32(*sum, products(numbers_of(numbers), codes));
        }
    }
    let [a, b, c, d] = sums_of_lanes(sums);
    a.wrapping_add(b).wrapping_add(c).wrapping_add(d)
}

#[target_feature(enable = "avx2")]
fn products(numbers: __m256i, codes: &[u8; STEP]) -> __m256i {
    _mm256_madd_epi16(_mm256_cvtepi8_epi16(half(codes)), numbers)
}

#[target_feature(enable = "avx2")]
fn sums_of_lanes([a, b, c, d]: [__m256i; 4]) -> [i32; 4] {
    let sums = words(_mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d)));
    let [a, b, c, d, e, f, g, h] = sums;
    [a.wrapping_add(e), b.wrapping_add(f), c.wrapping_add(g), d.wrapping_add(h)]
}

#[target_feature(enable = "avx2")]
pub(super) fn estimates(tables: &SketchTables, block: &SketchBlock<'_>) -> [f32; BLOCK] {
    estimates_from(sums(&tables.entries, block.sketches), tables, block)
}

#[target_feature(enable = "avx2")]
pub(super) fn sums(tables: &[SketchTable], sketches: &[u8]) -> [u16; BLOCK] {
    let nibble = _mm256_set1_epi8(15);
    // Two bytes are added as one number of 16 bits: `both` counts the even vectors and, 256 times, the odd ones.
    let (mut both, mut odd) = (_mm256_setzero_si256(), _mm256_setzero_si256());
    for ([first, last], row) in tables.iter().zip(sketches.as_chunks::<BLOCK>().0) {
        ask_for(row.as_ptr().wrapping_add(AHEAD));
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
    let odd = short_words(odd);
    let mut sums = [0; BLOCK];
    for ((pair, even), odd) in sums.as_chunks_mut::<2>().0.iter_mut().zip(even).zip(odd) {
        *pair = [even, odd];
    }
    sums
}

#[target_feature(enable = "avx2")]
pub(super) fn at_least(scores: &[f32; BLOCK], least: f32) -> u32 {
    let least = _mm256_set1_ps(least);
    let (eights, _) = scores.as_chunks::<8>();
    eights.iter().zip(0..).fold(0, |lanes, (eight, place)| {
        let reached = _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GE_OQ>(floats(eight), least));
        lanes | (reached as u32) << (8 * place)
    })
}

/// Asks for all lines of some bytes.
#[target_feature(enable = "avx2")]
pub(super) fn ask_for_all(bytes: &[u8]) {
    bytes.chunks(LINE).for_each(|line| ask_for(line.as_ptr()));
}

/// Asks for the memory at an address, whatever stands there, so that it is near when it is read.
#[target_feature(enable = "avx2")]
fn ask_for(address: *const u8) {
    _mm_prefetch::<_MM_HINT_T0>(address.cast());
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
fn floats(numbers: &[f32; 8]) -> __m256 {
    // SAFETY: reads the 32 bytes of the array; the instruction asks for no alignment.
    unsafe { _mm256_loadu_ps(numbers.as_ptr()) }
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
