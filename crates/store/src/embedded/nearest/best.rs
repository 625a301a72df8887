//! The best of many scored rows, in memory for a few times as many as are wanted.

/// A scored vector: the segment it lies in and its place there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Row {
    pub(super) score: f32,
    pub(super) segment: u32,
    pub(super) row: u32,
}

/// Keeps the best `n_wanted` rows and all that score the same as the last of them: which of them come first is decided
/// by path, which is not known here.
pub(super) struct Best {
    n_wanted: usize,
    rows: Vec<Row>,
    /// What a row must score to be kept.
    least: f32,
    /// How many rows are collected before the worst are dropped.
    full: usize,
}

impl Best {
    pub(super) fn of(n_wanted: usize) -> Self {
        Best { n_wanted, rows: Vec::new(), least: f32::NEG_INFINITY, full: n_wanted.saturating_mul(2) }
    }

    /// Rows that score less need not be offered.
    pub(super) fn least(&self) -> f32 {
        self.least
    }

    pub(super) fn offer(&mut self, row: Row) {
        if row.score >= self.least {
            self.rows.push(row);
            if self.rows.len() >= self.full {
                self.drop_worst();
            }
        }
    }

    fn drop_worst(&mut self) {
        if self.n_wanted < self.rows.len() {
            let by_score = |a: &Row, b: &Row| b.score.total_cmp(&a.score);
            let (_, last, _) = self.rows.select_nth_unstable_by(self.n_wanted.saturating_sub(1), by_score);
            let least = last.score;
            self.rows.retain(|row| row.score >= least);
            self.least = least;
        }
        // Many equal scores may remain; they are not sorted again with every new one.
        self.full = self.rows.len().max(self.n_wanted).saturating_mul(2);
    }

    /// What the last of the wanted rows scores; less than anything if there are fewer.
    pub(super) fn least_of_all(mut self) -> f32 {
        if self.rows.len() < self.n_wanted {
            return f32::NEG_INFINITY;
        }
        self.drop_worst();
        self.rows.iter().map(|row| row.score).fold(f32::INFINITY, f32::min)
    }

    /// The best of several shares, in no order.
    pub(super) fn together(shares: Vec<Best>, n_wanted: usize) -> Vec<Row> {
        let mut together = Best::of(n_wanted);
        together.rows = shares.into_iter().flat_map(|share| share.rows).collect();
        together.drop_worst();
        together.rows
    }
}
