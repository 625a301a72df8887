//! Vectors as the store keeps them, and a question by vector as plain data.
//!
//! Only directions are kept: recall ranks by cosine, so a vector's length says nothing. A vector is turned by a fixed
//! rotation, which spreads what it says evenly over its numbers, and rounded to one byte a number. Adding, multiplying and
//! rounding in a fixed order give the same bytes on every machine.

use crate::keyword::PerFile;

/// Rotated vectors are filled up with zeros to a multiple of this, so that nothing that scans them has a rest to treat.
pub(crate) const LANES: usize = 64;

/// The largest code. -128 is left out: a vector and its opposite have opposite codes.
const LARGEST_CODE: f32 = 127.0;

/// A vector of a chunk, rounded: one byte a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuantisedVector {
    pub(crate) dimension: u32,
    /// Two's complement, filled up to [`LANES`].
    pub(crate) codes: Box<[u8]>,
}

impl QuantisedVector {
    /// Rounds a vector. `None` if it has no direction: only zeros, or numbers that are none. Such a chunk is stored without
    /// a vector and never recalled by one.
    pub fn of(values: &[f32]) -> Option<Self> {
        let rotated = rotated(values)?;
        let codes = rotated.iter().map(|value| (value * LARGEST_CODE).round_ties_even() as i8 as u8).collect();
        Some(QuantisedVector { dimension: values.len() as u32, codes })
    }

    /// How many numbers it has.
    pub fn dimension(&self) -> usize {
        self.dimension as usize
    }
}

/// One recall by vector.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VectorQuery<'a> {
    /// The question's vector, of the same model as the chunks'. Its length does not matter.
    pub vector: &'a [f32],
    /// How many chunks are wanted.
    pub limit: usize,
    /// How many of one file.
    pub per_file: PerFile,
}

/// Numbers of a vector once it is filled up.
pub(crate) fn padded(dimension: usize) -> usize {
    dimension.next_multiple_of(LANES)
}

/// The vector, filled up and rotated, its largest number being 1. `None` if it has no direction.
pub(crate) fn rotated(values: &[f32]) -> Option<Vec<f32>> {
    let largest = |values: &[f32]| values.iter().fold(0.0, |largest: f32, value| largest.max(value.abs()));
    let scale = largest(values);
    if scale == 0.0 || !values.iter().all(|value| value.is_finite()) {
        return None;
    }
    // Divided first, so that sums neither overflow nor vanish.
    let mut rotated: Vec<f32> = values.iter().map(|value| value / scale).collect();
    rotated.resize(padded(values.len()), 0.0);
    rotate(&mut rotated);
    let scale = largest(&rotated);
    rotated.iter_mut().for_each(|value| *value /= scale);
    Some(rotated)
}

/// Flips fixed signs and applies Hadamard's matrix: without it, models whose first numbers say most would lose what the
/// others say to rounding, and all but a few signs would be noise. Lengths that are no power of two are covered by two
/// overlapping ones. Part of the format: stored codes are rotated by it.
fn rotate(values: &mut [f32]) {
    for (part, number) in values.chunks_mut(LANES).zip(0..) {
        let signs = mixed(number);
        for (value, lane) in part.iter_mut().zip(0..) {
            if signs >> lane & 1 == 1 {
                *value = -*value;
            }
        }
    }
    let n_values = values.len();
    let power = 1 << n_values.ilog2();
    hadamard(&mut values[..power]);
    if power < n_values {
        hadamard(&mut values[n_values - power..]);
    }
}

fn hadamard(values: &mut [f32]) {
    let mut half = 1;
    while half < values.len() {
        for pair in values.chunks_exact_mut(2 * half) {
            let (low, high) = pair.split_at_mut(half);
            for (low, high) in low.iter_mut().zip(high) {
                (*low, *high) = (*low + *high, *low - *high);
            }
        }
        half *= 2;
    }
    let length = 1.0 / (values.len() as f32).sqrt();
    values.iter_mut().for_each(|value| *value *= length);
}

/// Sixty-four bits that look random (the finisher of SplitMix64).
fn mixed(number: u64) -> u64 {
    let mut bits = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^ (bits >> 31)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::{QuantisedVector, rotated};

    /// The first codes of a vector whose numbers are 1, 2, 3, ... Must never change: they are on disk.
    fn codes(dimension: u16) -> String {
        let values: Vec<f32> = (1..=dimension).map(f32::from).collect();
        let vector = QuantisedVector::of(&values).expect("a direction");
        let sum = vector.codes.iter().fold(0u32, |sum, code| sum.wrapping_mul(31).wrapping_add((*code).into()));
        let first: Vec<i8> = vector.codes.iter().take(6).map(|code| *code as i8).collect();
        format!("{} of {}: {first:?} {sum:08x}", vector.codes.len(), vector.dimension())
    }

    #[test]
    fn codes_are_the_same_for_ever() {
        expect!["64 of 3: [-127, -42, 0, 85, -127, -42] df00a0a0"].assert_eq(&codes(3));
        expect!["64 of 64: [46, 100, -38, 4, 57, -23] 354cec96"].assert_eq(&codes(64));
        expect!["256 of 256: [66, 57, 95, -30, 34, 10] 41f9136b"].assert_eq(&codes(256));
        expect!["384 of 384: [30, 25, 42, -13, 15, 4] 0239c45a"].assert_eq(&codes(384));
        expect!["768 of 768: [22, 30, 2, -22, -12, 16] 377fd081"].assert_eq(&codes(768));
        expect!["1024 of 1000: [18, 23, 7, -55, -40, -14] c6341069"].assert_eq(&codes(1000));
    }

    #[test]
    fn a_vector_without_direction_is_none() {
        for values in [&[][..], &[0.0, -0.0], &[f32::NAN, 1.0], &[1.0, f32::INFINITY], &[f32::NEG_INFINITY]] {
            assert_eq!(QuantisedVector::of(values), None, "{values:?}");
        }
    }

    #[test]
    fn a_vectors_length_does_not_matter() {
        for length in [1e-38, 1e-30, 0.5, 1e30, 1e37] {
            let values = [1.0, -2.0, 4.0, 8.0];
            assert_eq!(QuantisedVector::of(&values.map(|value| value * length)), QuantisedVector::of(&values));
        }
    }

    #[test]
    fn rotating_keeps_angles() {
        for dimension in [1, 64, 100, 256, 384, 768, 1536] {
            let wave = |speed: f32| (0..dimension).map(move |at| (at as f32 * speed).sin() + 0.3).collect::<Vec<f32>>();
            let cosine = |a: &[f32], b: &[f32]| {
                let dot =
                    |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| f64::from(*a) * f64::from(*b)).sum::<f64>();
                dot(a, b) / (dot(a, a) * dot(b, b)).sqrt()
            };
            let (a, b) = (wave(0.1), wave(0.13));
            let turned = cosine(&rotated(&a).expect("a direction"), &rotated(&b).expect("a direction"));
            assert!((turned - cosine(&a, &b)).abs() < 1e-5, "{dimension}: {turned}");
        }
    }
}
