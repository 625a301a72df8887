//! The table of ranks: one row per question, in the order of the questions, so that a diff shows what a change did.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::csv;
use crate::run::{Answer, RepositoryRun};

/// The columns. `ranks` has one entry per target, `-` where it was not found; `top` the first three results.
const COLUMNS: [&str; 6] = ["repo", "category", "query", "ndcg", "ranks", "top"];
/// How many results are named in a row.
const N_NAMED: usize = 3;

/// One question.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The repository.
    pub repo: String,
    /// The category of the question.
    pub category: String,
    /// The question.
    pub query: String,
    /// Its NDCG@10, to four digits.
    pub ndcg: f64,
    /// Place of each target: `1 3 -`.
    pub ranks: String,
    /// Paths of the first results, best first, with a space between them.
    pub top: String,
}

/// The rows of all answers.
pub fn of(runs: &[RepositoryRun]) -> Vec<Row> {
    runs.iter().flat_map(|run| run.answers.iter().map(|answer| row(&run.name, answer))).collect()
}

fn row(repo: &str, answer: &Answer) -> Row {
    let rank = |place: &Option<usize>| place.map_or("-".to_owned(), |place| place.to_string());
    let top: Vec<&str> = answer.found.iter().take(N_NAMED).map(|found| found.path.as_str()).collect();
    Row {
        repo: repo.to_owned(),
        category: answer.category.clone(),
        query: answer.query.clone(),
        ndcg: (answer.score.ndcg * 1e4).round() / 1e4,
        ranks: answer.score.places.iter().map(rank).collect::<Vec<_>>().join(" "),
        top: top.join(" "),
    }
}

/// Writes the table.
pub fn write(file: &Path, rows: &[Row]) -> Result<()> {
    let mut text = csv::line(&COLUMNS.map(str::to_owned));
    for Row { repo, category, query, ndcg, ranks, top } in rows {
        let ndcg = format!("{ndcg:.4}");
        text += &csv::line(&[repo, category, query, &ndcg, ranks, top].map(String::clone));
    }
    Ok(fs_err::write(file, text)?)
}

/// Reads a table that [`write()`] wrote.
pub fn read(file: &Path) -> Result<Vec<Row>> {
    let mut lines = csv::lines(&fs_err::read_to_string(file)?).into_iter();
    if lines.next().is_none_or(|titles| titles != COLUMNS) {
        bail!("{} is not a table of ranks: its first line is not `{}`", file.display(), COLUMNS.join(","));
    }
    let row = |fields: Vec<String>| {
        let [repo, category, query, ndcg, ranks, top] = fields.try_into().ok()?;
        Some(Row { repo, category, query, ndcg: ndcg.parse().ok()?, ranks, top })
    };
    lines.map(|fields| row(fields).with_context(|| format!("{} has a broken row", file.display()))).collect()
}
