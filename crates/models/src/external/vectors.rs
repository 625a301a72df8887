//! What every vector from outside goes through: right length, finite numbers, unit length.

use crate::error::EmbedError;

/// Vectors shorter than this have no direction worth the name: rounding alone gives as much.
const MIN_LENGTH: f64 = 1e-12;

/// Checks a model's raw vector and makes it a unit vector. Zero stays zero: the model saw nothing.
pub(crate) fn checked(mut vector: Vec<f32>, dimension: usize, model: &str) -> Result<Vec<f32>, EmbedError> {
    if vector.len() != dimension {
        return Err(EmbedError::Dimension { model: model.to_owned(), expected: dimension, got: vector.len() });
    }
    // In f64: squares of large f32 would overflow, and the sum would depend on the order.
    let length = vector.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt();
    if !length.is_finite() {
        return Err(EmbedError::NotFinite { model: model.to_owned() });
    }
    if length < MIN_LENGTH {
        vector.fill(0.0);
        return Ok(vector);
    }
    for number in &mut vector {
        *number = (f64::from(*number) / length) as f32;
    }
    Ok(vector)
}

#[cfg(test)]
mod tests {
    use super::checked;
    use expect_test::{Expect, expect};

    #[track_caller]
    fn check(vector: &[f32], expected: Expect) {
        expected.assert_eq(&match checked(vector.to_vec(), 2, "m") {
            Ok(vector) => format!("{vector:?}"),
            Err(error) => error.to_string(),
        });
    }

    #[test]
    fn a_vector_is_made_one_long_or_refused() {
        check(&[3.0, 4.0], expect!["[0.6, 0.8]"]);
        check(&[3e38, 3e38], expect!["[0.70710677, 0.70710677]"]);
        check(&[0.0, 0.0], expect!["[0.0, 0.0]"]);
        check(&[1e-20, 0.0], expect!["[0.0, 0.0]"]);
        check(&[f32::NAN, 1.0], expect!["model m gives vectors with NaN or infinite numbers"]);
        check(&[f32::INFINITY, 1.0], expect!["model m gives vectors with NaN or infinite numbers"]);
        check(&[1.0], expect!["model m gives vectors of 1 numbers where 2 were expected"]);
    }
}
