//! A question's vector, made ready for both scans: as whole numbers against codes, as tables against signs.

use crate::embedded::vectors::kernels::SignTable;
use crate::vector;

/// Codes are at most this large.
const LARGEST_CODE: usize = 127;
/// Two entries of a table are added in a byte.
const LARGEST_ENTRY: usize = 127;
/// Numbers whose signs are looked up together.
const GROUP: usize = 4;

pub(super) struct Question {
    /// Finer than codes, so that rounding the question adds next to no error.
    pub(super) numbers: Vec<i16>,
    /// 1 / length of the numbers.
    norm: f32,
    pub(super) tables: Vec<SignTable>,
    /// What one unit of the tables' entries is worth, and what no unit at all.
    unit: f32,
    base: f32,
}

impl Question {
    /// `None` if the vector has no direction.
    pub(super) fn of(values: &[f32]) -> Option<Self> {
        let rotated = vector::rotated(values)?;
        // So that no dot product leaves 32 bits.
        let largest = (i32::MAX as usize / LARGEST_CODE / rotated.len()).min(i16::MAX as usize) as f32;
        let numbers: Vec<i16> = rotated.iter().map(|value| (value * largest).round_ties_even() as i16).collect();
        let square: i64 = numbers.iter().map(|number| i64::from(*number) * i64::from(*number)).sum();
        let (groups, _) = rotated.as_chunks::<GROUP>();
        let reach = |group: &[f32; GROUP]| group.iter().map(|value| value.abs()).sum::<f32>();
        let widest = groups.iter().map(reach).fold(0.0, f32::max);
        let n_tables = groups.len() / 2;
        let entries = LARGEST_ENTRY.min(u16::MAX as usize / groups.len()) as f32;
        let unit = 2.0 * widest / entries;
        let half = |group: &[f32; GROUP]| {
            std::array::from_fn(|signs| {
                let signed = |(value, at): (&f32, usize)| if signs >> at & 1 == 1 { *value } else { -value };
                let worth: f32 = group.iter().zip(0..).map(signed).sum();
                ((worth + reach(group)) / unit).round_ties_even() as u8
            })
        };
        let tables: Vec<SignTable> = groups.as_chunks::<2>().0.iter().map(|[a, b]| [half(a), half(b)]).collect();
        debug_assert_eq!(tables.len(), n_tables, "vectors are filled up");
        let base = -groups.iter().map(reach).sum::<f32>();
        Some(Question { numbers, norm: (1.0 / (square as f64).sqrt()) as f32, tables, unit, base })
    }

    /// The cosine with a vector, from its dot product and 1 / its length.
    pub(super) fn cosine(&self, dot: i32, norm: f32) -> f32 {
        dot as f32 * norm * self.norm
    }

    /// What the sum of the signs' worths says about the cosine. Comparable only among vectors of one question.
    pub(super) fn estimate(&self, sum: u16, stretch: f32) -> f32 {
        (f32::from(sum) * self.unit + self.base) * stretch
    }
}
