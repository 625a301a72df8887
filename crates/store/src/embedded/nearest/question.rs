//! A question's vector, made ready for both scans: as whole numbers against codes, as tables against sketches.

use crate::embedded::vectors::kernels::SketchTables;
use crate::vector;

/// Codes are at most this large.
const LARGEST_CODE: usize = 127;
/// Two entries of a table are added in a byte.
const LARGEST_ENTRY: usize = 127;
/// Numbers whose sketches are looked up together.
const GROUP: usize = 2;
/// The largest number of a sketch.
const LARGEST_SKETCH: f32 = 3.0;

pub(super) struct Question {
    rotated: Vec<f32>,
    /// Finer than codes, so that rounding the question adds next to no error.
    pub(super) numbers: Vec<i16>,
    /// 1 / length of the numbers.
    norm: f32,
}

impl Question {
    /// `None` if the vector has no direction.
    pub(super) fn of(values: &[f32]) -> Option<Self> {
        let rotated = vector::rotated(values)?;
        // So that no dot product leaves 32 bits.
        let largest = (i32::MAX as usize / LARGEST_CODE / rotated.len()).min(i16::MAX as usize) as f32;
        let numbers: Vec<i16> = rotated.iter().map(|value| (value * largest).round_ties_even() as i16).collect();
        let square: i64 = numbers.iter().map(|number| i64::from(*number) * i64::from(*number)).sum();
        let norm = (1.0 / (square as f64).sqrt()) as f32;
        Some(Question { rotated, numbers, norm })
    }

    /// The cosine with a vector, from its dot product and 1 / its length.
    pub(super) fn cosine(&self, dot: i32, norm: f32) -> f32 {
        dot as f32 * norm * self.norm
    }

    /// What each possible sketch is worth, in units of the cosine.
    pub(super) fn tables(&self) -> SketchTables {
        let (groups, _) = self.rotated.as_chunks::<GROUP>();
        let reach = |group: &[f32; GROUP]| LARGEST_SKETCH * group.iter().map(|value| value.abs()).sum::<f32>();
        let largest_entry = LARGEST_ENTRY.min(u16::MAX as usize / groups.len()) as f32;
        let unit = 2.0 * groups.iter().map(reach).fold(0.0, f32::max) / largest_entry;
        let half = |group: &[f32; GROUP]| {
            std::array::from_fn(|sketches| {
                let sketched = |(value, at): (&f32, usize)| value * (2.0 * (sketches >> (2 * at) & 3) as f32 - 3.0);
                let worth: f32 = group.iter().zip(0..).map(sketched).sum();
                ((worth + reach(group)) / unit).round_ties_even() as u8
            })
        };
        let entries = groups.as_chunks::<2>().0.iter().map(|[first, last]| [half(first), half(last)]).collect();
        let base = -groups.iter().map(reach).sum::<f32>();
        let length = self.rotated.iter().map(|value| value * value).sum::<f32>().sqrt();
        SketchTables { entries, unit: unit / length, base: base / length }
    }
}
