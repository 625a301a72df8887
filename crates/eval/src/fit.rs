//! Fitting: the evidence about candidates and the known answers in, weights of the ranker out.
//!
//! A linear ranker: every right file of a question against all its wrong ones, log softmax, a little of the weights' squares
//! taken off. Repositories count alike. The honest figure is that of repositories left out: each is ranked with weights fitted
//! on all others.

use std::thread;

use quarry_engine::Feature;

use crate::score;

/// How strongly large weights are held back, on features of unit deviation.
const HOLD_BACK: f64 = 1e-3;
const STEPS: usize = 400;
/// From the weights of all repositories it is not far to those without one.
const STEPS_LEFT_OUT: usize = 120;
const RATE: f64 = 0.05;

/// The candidates of one question.
#[derive(Clone, Debug)]
pub struct Case {
    /// Which repository it belongs to.
    pub repository: usize,
    /// The evidence about each candidate.
    pub features: Vec<Vec<f64>>,
    /// Which target each candidate answers, if any.
    pub targets: Vec<Option<usize>>,
    /// How many targets there are.
    pub n_targets: usize,
}

/// What came out.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// By feature, in the order of [`Feature::ALL`].
    pub weights: Vec<f64>,
    /// NDCG@10 on the questions that were learned from.
    pub ndcg: f64,
    /// NDCG@10 with the repository asked left out of what was learned from.
    pub ndcg_left_out: f64,
    /// The same, by case.
    pub left_out: Vec<f64>,
    /// What leaving a feature out costs, repositories left out.
    pub losses: Vec<(Feature, f64)>,
}

/// Fits weights; `ablate` also measures what each feature is worth.
pub fn fit(cases: &[Case], ablate: Ablation) -> Fitted {
    let scaled = Scaled::new(cases);
    let all = vec![true; Feature::ALL.len()];
    let learned = scaled.learn(None, &all, &vec![0.0; all.len()], STEPS);
    let left_out = scaled.left_out(&all, &learned);
    let ndcg_left_out = scaled.mean(&left_out);
    let losses = match ablate {
        Ablation::No => Vec::new(),
        Ablation::EachFeature => {
            let loss = |feature: &Feature| {
                let mut used = all.clone();
                used[*feature as usize] = false;
                let start = scaled.learn(None, &used, &vec![0.0; used.len()], STEPS);
                (*feature, ndcg_left_out - scaled.mean(&scaled.left_out(&used, &start)))
            };
            Feature::ALL.iter().map(loss).collect()
        }
    };
    let ndcg = scaled.mean(&scaled.ndcgs(|_| &learned));
    Fitted { weights: scaled.unscaled(&learned), ndcg, ndcg_left_out, left_out, losses }
}

/// Whether to measure what features are worth: it takes as long as fitting, once per feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ablation {
    /// Only fit.
    No,
    /// Fit once more without each.
    EachFeature,
}

/// Cases with features of mean 0 and deviation 1.
struct Scaled {
    cases: Vec<Case>,
    deviations: Vec<f64>,
    n_repositories: usize,
    /// Of the repository's questions, by repository.
    shares: Vec<f64>,
}

impl Scaled {
    fn new(cases: &[Case]) -> Self {
        let n_features = Feature::ALL.len();
        let rows: Vec<&Vec<f64>> = cases.iter().flat_map(|case| &case.features).collect();
        let n_rows = rows.len().max(1) as f64;
        let means: Vec<f64> = (0..n_features).map(|at| rows.iter().map(|row| row[at]).sum::<f64>() / n_rows).collect();
        let deviation = |at: usize| (rows.iter().map(|row| (row[at] - means[at]).powi(2)).sum::<f64>() / n_rows).sqrt();
        let deviations: Vec<f64> = (0..n_features).map(deviation).map(|one| one.max(1e-6)).collect();
        let mut scaled = cases.to_vec();
        for row in scaled.iter_mut().flat_map(|case| &mut case.features) {
            row.iter_mut().zip(&deviations).zip(&means).for_each(|((value, by), mean)| *value = (*value - mean) / by);
        }
        let n_repositories = cases.iter().map(|case| case.repository + 1).max().unwrap_or(0);
        let mut counts = vec![0.0; n_repositories];
        cases.iter().for_each(|case| counts[case.repository] += 1.0);
        let shares = counts.iter().map(|count: &f64| 1.0 / count.max(1.0)).collect();
        Scaled { cases: scaled, deviations, n_repositories, shares }
    }

    fn unscaled(&self, weights: &[f64]) -> Vec<f64> {
        weights.iter().zip(&self.deviations).map(|(weight, by)| weight / by).collect()
    }

    /// Weights that rank the questions of all repositories but one; features that are not used keep the weight 0.
    fn learn(&self, without: Option<usize>, used: &[bool], start: &[f64], n_steps: usize) -> Vec<f64> {
        let mut weights = start.to_vec();
        let (mut mean, mut square) = (vec![0.0; weights.len()], vec![0.0; weights.len()]);
        for step in 1..=n_steps {
            let gradient = self.gradient(without, &weights);
            let rate = RATE * (1.0 - (step - 1) as f64 / n_steps as f64);
            for at in (0..weights.len()).filter(|&at| used[at]) {
                mean[at] = 0.9 * mean[at] + 0.1 * gradient[at];
                square[at] = 0.999 * square[at] + 0.001 * gradient[at] * gradient[at];
                let mean = mean[at] / (1.0 - 0.9f64.powi(step as i32));
                let square: f64 = square[at] / (1.0 - 0.999f64.powi(step as i32));
                weights[at] -= rate * mean / (square.sqrt() + 1e-9);
            }
        }
        weights
    }

    fn gradient(&self, without: Option<usize>, weights: &[f64]) -> Vec<f64> {
        let mut gradient: Vec<f64> = weights.iter().map(|weight| 2.0 * HOLD_BACK * weight).collect();
        let n_learned = self.n_repositories - usize::from(without.is_some());
        for case in self.cases.iter().filter(|case| Some(case.repository) != without) {
            let share = self.shares[case.repository] / n_learned.max(1) as f64;
            add_gradient(case, weights, share, &mut gradient);
        }
        gradient
    }

    /// NDCG@10 of every case, ranked with weights learned without its repository.
    fn left_out(&self, used: &[bool], start: &[f64]) -> Vec<f64> {
        let learn = |repository: usize| self.learn(Some(repository), used, start, STEPS_LEFT_OUT);
        let n_threads = thread::available_parallelism().map_or(1, usize::from);
        let mut weights: Vec<Vec<f64>> = vec![Vec::new(); self.n_repositories];
        thread::scope(|scope| {
            for (first, share) in weights.chunks_mut(self.n_repositories.div_ceil(n_threads).max(1)).enumerate() {
                let offset = first * self.n_repositories.div_ceil(n_threads).max(1);
                scope.spawn(move || share.iter_mut().enumerate().for_each(|(at, place)| *place = learn(offset + at)));
            }
        });
        self.ndcgs(|repository| &weights[repository])
    }

    fn ndcgs<'w>(&self, weights: impl Fn(usize) -> &'w Vec<f64>) -> Vec<f64> {
        self.cases.iter().map(|case| ndcg(case, weights(case.repository))).collect()
    }

    /// The mean over repositories.
    fn mean(&self, values: &[f64]) -> f64 {
        let value = |(case, value): (&Case, &f64)| value * self.shares[case.repository];
        self.cases.iter().zip(values).map(value).sum::<f64>() / self.n_repositories.max(1) as f64
    }
}

fn scores(case: &Case, weights: &[f64]) -> Vec<f64> {
    let score = |row: &Vec<f64>| row.iter().zip(weights).map(|(value, weight)| value * weight).sum();
    case.features.iter().map(score).collect()
}

fn add_gradient(case: &Case, weights: &[f64], share: f64, gradient: &mut [f64]) {
    let scores = scores(case, weights);
    let highest = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let likely: Vec<f64> = scores.iter().map(|score| (score - highest).exp()).collect();
    let right = || (0..scores.len()).filter(|&at| case.targets[at].is_some());
    let n_right = right().count().max(1) as f64;
    let wrong: f64 = (0..scores.len()).filter(|&at| case.targets[at].is_none()).map(|at| likely[at]).sum();
    let mut shares = vec![0.0; scores.len()];
    for at in right() {
        let total = likely[at] + wrong;
        shares[at] -= wrong / total;
        (0..scores.len())
            .filter(|&other| case.targets[other].is_none())
            .for_each(|other| shares[other] += likely[other] / total);
    }
    for (row, by) in case.features.iter().zip(shares).filter(|(_, by)| by.abs() > 1e-9) {
        row.iter().zip(&mut *gradient).for_each(|(value, sum)| *sum += share / n_right * by * value);
    }
}

fn ndcg(case: &Case, weights: &[f64]) -> f64 {
    let scores = scores(case, weights);
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[b].total_cmp(&scores[a]).then(a.cmp(&b)));
    let mut places: Vec<Option<usize>> = vec![None; case.n_targets];
    for (place, &at) in order.iter().take(score::DEPTH).enumerate() {
        if let Some(target) = case.targets[at] {
            places[target].get_or_insert(place + 1);
        }
    }
    score::ndcg(&places)
}
