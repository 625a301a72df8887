//! The states of all tokens become one vector. Padding stands at the end and never counts.

use crate::external::config::Pooling;

/// One vector from the states of a text: `n_tokens` rows of `width` numbers, padding cut off.
pub(super) fn pooled(states: &[f32], width: usize, pooling: Pooling) -> Vec<f32> {
    let n_tokens = states.len() / width.max(1);
    if n_tokens == 0 {
        return vec![0.0; width];
    }
    match pooling {
        Pooling::Cls => states[..width].to_vec(),
        Pooling::LastToken => states[(n_tokens - 1) * width..].to_vec(),
        Pooling::Mean => {
            let mut sum = vec![0.0; width];
            for state in states.chunks_exact(width) {
                for (total, number) in sum.iter_mut().zip(state) {
                    *total += number;
                }
            }
            sum.iter().map(|total| total / n_tokens as f32).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pooled;
    use crate::external::config::Pooling;

    #[test]
    fn states_are_pooled_in_three_ways() {
        let states = [1.0, 2.0, 3.0, 4.0, 5.0, 9.0];
        assert_eq!(pooled(&states, 2, Pooling::Mean), [3.0, 5.0]);
        assert_eq!(pooled(&states, 2, Pooling::Cls), [1.0, 2.0]);
        assert_eq!(pooled(&states, 2, Pooling::LastToken), [5.0, 9.0]);
        assert_eq!(pooled(&[], 2, Pooling::Mean), [0.0, 0.0]);
    }
}
