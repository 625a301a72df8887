//! PageRank: how important each file is, by how important the files are that use it.
//!
//! The same numbers on every machine: a fixed number of rounds, sums in the order of the files.

/// How much of a file's rank flows along its edges; the rest begins anew. As in the paper.
const DAMPING: f64 = 0.85;
/// After so many rounds a rank changes by less than a hundredth: 0.85 ^ 30 = 0.008.
const N_ROUNDS: usize = 30;

/// A use of one file by another, and how much it counts.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct WeightedEdge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) weight: f64,
}

/// The rank of every file; together they are 1. `start` is what a file is worth by itself. A file whose edges weigh
/// less than `whole` hands on only that part of its rank.
pub(crate) fn ranks(start: &[f64], edges: &[WeightedEdge], whole: f64) -> Vec<f64> {
    let sum: f64 = start.iter().sum();
    let start: Vec<f64> = start.iter().map(|value| value / sum.max(f64::MIN_POSITIVE)).collect();
    let mut out = vec![0.0; start.len()];
    for edge in edges {
        out[edge.from] += edge.weight;
    }
    let flows: Vec<f64> = edges.iter().map(|edge| DAMPING * edge.weight / out[edge.from].max(whole)).collect();
    let mut ranks = start.clone();
    for _ in 0..N_ROUNDS {
        // What is not handed on along edges goes back to all.
        let kept = |(rank, out): (&f64, &f64)| rank * (1.0 - (out / whole).min(1.0));
        let lost: f64 = ranks.iter().zip(&out).map(kept).sum();
        let mut next: Vec<f64> = start.iter().map(|value| value * (1.0 - DAMPING + DAMPING * lost)).collect();
        for (edge, flow) in edges.iter().zip(&flows) {
            next[edge.to] += ranks[edge.from] * flow;
        }
        ranks = next;
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::{WeightedEdge, ranks};

    fn edge((from, to, weight): (usize, usize, f64)) -> WeightedEdge {
        WeightedEdge { from, to, weight }
    }

    #[test]
    fn what_many_use_is_important_and_so_is_what_it_uses() {
        let edges = [(0, 3, 1.0), (1, 3, 1.0), (2, 3, 1.0), (3, 4, 1.0)].map(edge);
        let ranks = ranks(&[1.0; 6], &edges, 1.0);
        assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(ranks[4] > ranks[3] && ranks[3] > ranks[0] && ranks[0] == ranks[5], "{ranks:?}");
    }

    #[test]
    fn weights_and_starts_count_and_circles_end() {
        let edges = [(0, 1, 3.0), (0, 2, 1.0), (1, 0, 1.0), (2, 0, 1.0)].map(edge);
        let equal = ranks(&[1.0; 3], &edges, 1.0);
        assert!(equal[1] > equal[2]);
        let damped = ranks(&[1.0, 0.1, 1.0], &edges, 1.0);
        assert!(damped[1] < equal[1]);
        assert!(ranks(&[], &[], 1.0).is_empty());
    }

    #[test]
    fn a_light_edge_hands_on_little_even_if_it_is_the_only_one() {
        let edges = [(0, 1, 0.01), (2, 3, 1.0)].map(edge);
        let ranks = ranks(&[1.0; 4], &edges, 1.0);
        assert!((ranks.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(ranks[3] > 1.5 * ranks[1], "{ranks:?}");
    }
}
