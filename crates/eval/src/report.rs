//! The report for people: one line per repository as it is done, then the means.

use std::collections::BTreeMap;
use std::io::{Result, Write};
use std::time::Duration;

use quarry_engine::Feature;

use crate::fit::Fitted;
use crate::run::RepositoryRun;
use crate::score::CHARS_PER_TOKEN;
use crate::summary::{Group, Quality, by_category, by_language, overall, percentile};

/// Titles of the figures of [`figures`].
const FIGURES: &str = " ndcg   file    mrr    r@1    r@5   r@10  hit@1  r@500t r@1000t   span";

/// The titles of the lines that [`repository`] prints.
pub fn heading(out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{:<20} {:>5}  {FIGURES}  {:>6} {:>7} {:>8} {:>8}", "", "n", "files", "chunks", "read", "index ms")
}

/// One repository.
pub fn repository(out: &mut dyn Write, run: &RepositoryRun) -> Result<()> {
    let quality = Quality::of_answers(run.answers.iter());
    writeln!(
        out,
        "{:<20} {:>5}  {}  {:>6} {:>7} {:>8} {:>8.0}",
        run.name,
        run.answers.len(),
        figures(&quality),
        run.n_files,
        run.n_chunks,
        run.n_indexed,
        milliseconds(run.index_time)
    )?;
    for path in &run.unreachable {
        writeln!(out, "    cannot be found, because it is not in the index: {path}")?;
    }
    for notice in &run.notices {
        writeln!(out, "    note: {notice}")?;
    }
    Ok(())
}

/// The means over all repositories, by category and by language, and the times.
pub fn summary(out: &mut dyn Write, runs: &[RepositoryRun]) -> Result<()> {
    writeln!(out, "\n{:<14} {:>5} {:>5}  {FIGURES}", "mean of", "repos", "n")?;
    group(out, &overall(runs))?;
    writeln!(out)?;
    for category in by_category(runs) {
        group(out, &category)?;
    }
    writeln!(out)?;
    for language in by_language(runs) {
        group(out, &language)?;
    }
    spans_and_tokens(out, runs)?;
    let index_time: Duration = runs.iter().map(|run| run.index_time).sum();
    let n_chunks: u64 = runs.iter().map(|run| run.n_chunks).sum();
    let (p50, p99) = (milliseconds(percentile(runs, 0.5)), milliseconds(percentile(runs, 0.99)));
    writeln!(
        out,
        "\nquery ms: p50 {p50:.2}, p99 {p99:.2} (warm); index: {:.1} s, {n_chunks} chunks",
        index_time.as_secs_f64()
    )
}

/// What the columns `span` and `r@500t` mean, and what stands behind them.
fn spans_and_tokens(out: &mut dyn Write, runs: &[RepositoryRun]) -> Result<()> {
    let quality = overall(runs).quality;
    let n_places = runs.iter().flat_map(|run| &run.answers).filter(|answer| answer.shown.is_some()).count();
    let (shown, in_file) = (or_dash(quality.shown), or_dash(quality.shown_in_file));
    let tokens = quality.tokens_to_first.map_or("-".to_owned(), |tokens| format!("{tokens:.0}"));
    writeln!(
        out,
        "\nspan: {n_places} questions ask for lines or a definition; the first result shows them, {shown}; if its file is right, {in_file}\n\
         tokens: {CHARS_PER_TOKEN} characters each; {tokens} down to the first right result; r@500t: targets among the \
         results that fit into 500"
    )
}

/// Weights that were fitted, as a table for `weights.toml`.
pub fn fitted(out: &mut dyn Write, table: &str, fitted: &Fitted) -> Result<()> {
    writeln!(out, "\nfitted: ndcg {:.4}, repositories left out {:.4}", fitted.ndcg, fitted.ndcg_left_out)?;
    for (feature, loss) in &fitted.losses {
        writeln!(out, "without {:<16} {:>+8.4}", feature.as_str(), -loss)?;
    }
    writeln!(out, "\n[{table}]")?;
    for (feature, weight) in Feature::ALL.iter().zip(&fitted.weights) {
        writeln!(out, "{} = {weight:.3}", feature.as_str())?;
    }
    Ok(())
}

/// What is found with the repository asked left out of the fit, by category and by language: means over repositories.
pub fn left_out(out: &mut dyn Write, runs: &[RepositoryRun], ndcgs: &[f64]) -> Result<()> {
    let answers = runs.iter().enumerate().flat_map(|(repository, run)| {
        let kept = run.answers.iter().filter(|answer| answer.evidence.is_some());
        kept.map(move |answer| (repository, answer.category.as_str(), run.language.as_str()))
    });
    let rows: Vec<_> = answers.zip(ndcgs.iter().copied()).collect();
    let by_category = rows.iter().map(|((repository, category, _), ndcg)| (*category, *repository, *ndcg));
    let by_language = rows.iter().map(|((repository, _, language), ndcg)| (*language, *repository, *ndcg));
    for (name, mean) in means_by_group(by_category).into_iter().chain(means_by_group(by_language)) {
        writeln!(out, "left out: {name:<14} {mean:.4}")?;
    }
    Ok(())
}

/// Values of a group and repository -> the mean of each group, repositories counting alike.
fn means_by_group<'a>(values: impl Iterator<Item = (&'a str, usize, f64)>) -> BTreeMap<&'a str, f64> {
    let mut groups: BTreeMap<&str, BTreeMap<usize, Vec<f64>>> = BTreeMap::new();
    for (group, repository, value) in values {
        groups.entry(group).or_default().entry(repository).or_default().push(value);
    }
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len().max(1) as f64;
    let of_group = |repositories: BTreeMap<usize, Vec<f64>>| {
        mean(&repositories.values().map(|values| mean(values)).collect::<Vec<_>>())
    };
    groups.into_iter().map(|(group, repositories)| (group, of_group(repositories))).collect()
}

fn group(out: &mut dyn Write, group: &Group) -> Result<()> {
    let Group { name, n_repositories, n_questions, quality } = group;
    writeln!(out, "{name:<14} {n_repositories:>5} {n_questions:>5}  {}", figures(quality))
}

/// NDCG with one digit more than the rest: a third decimal decides whether a change is kept.
fn figures(quality: &Quality) -> String {
    let [at_1, at_5, at_10] = quality.recall;
    let rest = [quality.file_ndcg, quality.mrr, at_1, at_5, at_10, quality.hit_at_1];
    let rest: Vec<String> = rest.iter().map(|figure| format!("{figure:>5.3}")).collect();
    let [small, large] = quality.recall_within;
    format!("{:.4}  {}  {small:>6.3} {large:>7.3}  {:>5}", quality.ndcg, rest.join("  "), or_dash(quality.shown))
}

fn or_dash(figure: Option<f64>) -> String {
    figure.map_or("-".to_owned(), |figure| format!("{figure:.3}"))
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

#[cfg(test)]
mod tests {
    use super::means_by_group;

    #[test]
    fn repositories_count_alike_however_many_questions_they_have() {
        let values = [("semantic", 0, 1.0), ("semantic", 0, 0.0), ("symbol", 0, 0.3), ("semantic", 1, 1.0)];
        let means: Vec<_> = means_by_group(values.into_iter()).into_iter().collect();
        assert_eq!(means, [("semantic", 0.75), ("symbol", 0.3)]);
    }
}
