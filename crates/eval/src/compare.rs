//! Comparing: two tables of ranks in, what got better or worse out.

use std::collections::BTreeMap;
use std::io::{self, Write};

use crate::table::Row;

/// What changed between two tables, for the questions that are in both.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// Questions whose score changed, worst loss first.
    pub changes: Vec<Change>,
    /// Per repository, by name.
    pub repositories: BTreeMap<String, Net>,
    /// Questions that only one of the tables has.
    pub n_unmatched: usize,
}

/// A question whose score changed.
#[derive(Clone, Debug)]
pub struct Change {
    /// Before.
    pub old: Row,
    /// After.
    pub new: Row,
}

/// What the changes amount to in one repository.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Net {
    /// Questions in both tables.
    pub n_questions: usize,
    /// Questions that gained.
    pub n_better: usize,
    /// Questions that lost.
    pub n_worse: usize,
    /// Sum of the differences of NDCG.
    pub sum: f64,
}

impl Net {
    /// What the repository's score gained.
    pub fn mean(&self) -> f64 {
        self.sum / self.n_questions.max(1) as f64
    }
}

impl Change {
    /// What its NDCG gained.
    pub fn difference(&self) -> f64 {
        self.new.ndcg - self.old.ndcg
    }
}

/// Matches the questions of two tables and tells what changed.
pub fn between(old: &[Row], new: &[Row]) -> Comparison {
    let mut before = keyed(old);
    let mut comparison = Comparison::default();
    for (key, new) in keyed(new) {
        let Some(old) = before.remove(&key) else {
            comparison.n_unmatched += 1;
            continue;
        };
        let change = Change { old: old.clone(), new: new.clone() };
        let net = comparison.repositories.entry(new.repo.clone()).or_default();
        net.n_questions += 1;
        net.n_better += usize::from(change.difference() > 0.0);
        net.n_worse += usize::from(change.difference() < 0.0);
        net.sum += change.difference();
        if change.difference() != 0.0 {
            comparison.changes.push(change);
        }
    }
    comparison.n_unmatched += before.len();
    comparison.changes.sort_by(|left, right| left.difference().total_cmp(&right.difference()));
    comparison
}

/// A question may be asked twice of a repository: the third part of the key tells them apart.
fn keyed(rows: &[Row]) -> BTreeMap<(&str, &str, usize), &Row> {
    let mut keyed = BTreeMap::new();
    for row in rows {
        let nth = (0..).find(|&nth| !keyed.contains_key(&(&*row.repo, &*row.query, nth))).unwrap_or_default();
        keyed.insert((&*row.repo, &*row.query, nth), row);
    }
    keyed
}

/// Prints a comparison for people.
pub fn print(out: &mut dyn Write, comparison: &Comparison) -> io::Result<()> {
    let (worse, better): (Vec<&Change>, Vec<&Change>) =
        comparison.changes.iter().partition(|change| change.difference() < 0.0);
    changes(out, "worse", worse.into_iter())?;
    changes(out, "better", better.into_iter().rev())?;
    writeln!(out, "\n{:<20} {:>8} {:>7} {:>7}", "net", "ndcg", "better", "worse")?;
    let mut sum = 0.0;
    for (name, net) in &comparison.repositories {
        sum += net.mean();
        if net.n_better + net.n_worse > 0 {
            writeln!(out, "{name:<20} {:>+8.4} {:>7} {:>7}", net.mean(), net.n_better, net.n_worse)?;
        }
    }
    let nets = comparison.repositories.values();
    let (n_better, n_worse) = nets.fold((0, 0), |(better, worse), net| (better + net.n_better, worse + net.n_worse));
    let overall = sum / comparison.repositories.len().max(1) as f64;
    writeln!(out, "{:<20} {overall:>+8.4} {n_better:>7} {n_worse:>7}", "overall")?;
    if comparison.n_unmatched > 0 {
        writeln!(out, "{} questions are in only one of the tables", comparison.n_unmatched)?;
    }
    Ok(())
}

fn changes<'a>(out: &mut dyn Write, title: &str, changes: impl Iterator<Item = &'a Change>) -> io::Result<()> {
    writeln!(out, "\n{title}")?;
    for change in changes {
        let Change { old, new } = change;
        let ranks = format!("{} > {}", old.ranks, new.ranks);
        writeln!(out, "  {:>+7.3}  {ranks:<14} {:<18} {}", change.difference(), new.repo, new.query)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{between, print};
    use crate::table::Row;
    use expect_test::expect;

    fn row(query: &str, ndcg: f64, ranks: &str) -> Row {
        let text = |text: &str| text.to_owned();
        Row { repo: text("chi"), category: text("symbol"), query: text(query), ndcg, ranks: text(ranks), top: text("") }
    }

    #[test]
    fn a_comparison_names_losses_gains_and_the_net_and_tells_twins_apart() {
        let old = [row("mux", 1.0, "1"), row("mux", 0.5, "3"), row("tree", 0.5, "3"), row("gone", 1.0, "1")];
        let new = [row("mux", 1.0, "1"), row("mux", 0.631, "2"), row("tree", 0.0, "-")];
        let mut text = Vec::new();
        print(&mut text, &between(&old, &new)).unwrap();
        expect![[r#"

            worse
               -0.500  3 > -          chi                tree

            better
               +0.131  3 > 2          chi                mux

            net                      ndcg  better   worse
            chi                   -0.1230       1       1
            overall               -0.1230       1       1
            1 questions are in only one of the tables
        "#]]
        .assert_eq(&String::from_utf8(text).unwrap());
    }
}
