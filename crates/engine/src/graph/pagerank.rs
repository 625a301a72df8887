//! PageRank: how important each file is, by how important the files are that use it.
//!
//! The same numbers on every machine: sums in the order of the files.

/// How much of a file's rank flows along its edges; the rest begins anew. As in the paper.
const DAMPING: f64 = 0.85;
/// After so many rounds a rank changes by less than a hundredth: 0.85 ^ 30 = 0.008.
const N_ROUNDS: usize = 30;
/// When all ranks together change by less than this in a round, they will not change much: by six times as much at the most,
/// all together.
const SETTLED: f64 = 5e-4;

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
    let flows = Flows::of(edges, start.len(), |edge| DAMPING * edge.weight / out[edge.from].max(whole));
    // What is not handed on along edges goes back to all.
    let kept: Vec<f64> = out.iter().map(|out| 1.0 - (out / whole).min(1.0)).collect();
    let mut ranks = start.clone();
    let mut next = vec![0.0; start.len()];
    for _ in 0..N_ROUNDS {
        let lost: f64 = ranks.iter().zip(&kept).map(|(rank, kept)| rank * kept).sum();
        let anew = 1.0 - DAMPING + DAMPING * lost;
        for (place, (next, start)) in next.iter_mut().zip(&start).enumerate() {
            *next = flows.to(place).iter().fold(start * anew, |sum, (from, flow)| sum + ranks[*from] * flow);
        }
        let change: f64 = ranks.iter().zip(&next).map(|(before, after)| (before - after).abs()).sum();
        std::mem::swap(&mut ranks, &mut next);
        if change < SETTLED {
            break;
        }
    }
    ranks
}

/// Edges by where they lead: what comes in is added up in one go, without waiting for memory.
struct Flows {
    /// Where the edges to each file begin, and where the last end.
    starts: Vec<usize>,
    /// Where each comes from, and the part of the rank there that it hands on.
    edges: Vec<(usize, f64)>,
}

impl Flows {
    fn of(edges: &[WeightedEdge], n_files: usize, flow: impl Fn(&WeightedEdge) -> f64) -> Flows {
        let mut starts = vec![0; n_files + 1];
        edges.iter().for_each(|edge| starts[edge.to + 1] += 1);
        for place in 0..n_files {
            starts[place + 1] += starts[place];
        }
        let mut ends = starts.clone();
        let mut by_target = vec![(0, 0.0); edges.len()];
        for edge in edges {
            by_target[ends[edge.to]] = (edge.from, flow(edge));
            ends[edge.to] += 1;
        }
        Flows { starts, edges: by_target }
    }

    fn to(&self, place: usize) -> &[(usize, f64)] {
        &self.edges[self.starts[place]..self.starts[place + 1]]
    }
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
