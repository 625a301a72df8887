//! What was typed, and the settings made of it.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Parser;
use quarry_engine::Settings;

use crate::bench::{self, Repository};
use crate::fit::Ablation;

/// Where questions, trees and indexes are.
#[derive(Clone, Debug, clap::Args)]
pub struct Folders {
    /// Folder with repos.json and questions/NAME.json.
    #[arg(long, value_name = "DIR")]
    bench: PathBuf,
    /// Folder with one work tree per repository.
    #[arg(long, value_name = "DIR")]
    trees: PathBuf,
    /// Only these repositories.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    repos: Vec<String>,
    /// Where indexes are kept; a second run with the same folder indexes only what changed. Default: thrown away.
    #[arg(long, value_name = "DIR")]
    home: Option<PathBuf>,
}

impl Folders {
    /// The repositories that were named, or all, each with its tree.
    pub fn repositories(&self) -> Result<Vec<(Repository, PathBuf)>> {
        let read = bench::read(&self.bench, &self.repos)?;
        let with_tree = |repository: Repository| {
            let root = repository.root_in(&self.trees)?;
            Ok((repository, root))
        };
        read.into_iter().map(with_tree).collect()
    }

    /// Where indexes are kept, if they are.
    pub fn home<'a>(&'a self, temporary: &'a Path) -> &'a Path {
        self.home.as_deref().unwrap_or(temporary)
    }
}

/// Asks questions with known answers of real repositories and scores what the engine finds.
#[derive(Clone, Debug, Parser)]
#[command(name = "quarry-eval", version)]
pub struct Args {
    /// Where everything is.
    #[command(flatten)]
    pub folders: Folders,
    /// Overrides a setting, with a TOML value: keyword.k1=2.0. May be repeated; the last one of a key counts.
    #[arg(long = "set", value_name = "KEY=VALUE")]
    pub overrides: Vec<String>,
    /// Threads that index; 0 means all cores. Questions are always asked one after the other.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub threads: usize,
    /// Writes one row per question.
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Fits the ranker's weights to the questions and prints them as a table of this name, with the score on repositories that
    /// were left out of the fit.
    #[arg(long, value_name = "TABLE")]
    pub fit: Option<String>,
    /// With --fit: also measures what each feature is worth.
    #[arg(long, requires = "fit")]
    pub ablate: bool,
    /// Tells which questions got better or worse since this file was written.
    #[arg(long, value_name = "OLD.csv")]
    pub compare: Option<PathBuf>,
}

impl Args {
    /// Whether to measure what each feature is worth.
    pub fn ablation(&self) -> Ablation {
        if self.ablate { Ablation::EachFeature } else { Ablation::No }
    }

    /// The engine's settings: defaults, one chunk per file, then the overrides.
    pub fn settings(&self) -> Result<Settings> {
        let mut assignments = vec![
            ("search.max_chunks_per_file".to_owned(), "1".to_owned()),
            ("index.threads".to_owned(), self.threads.to_string()),
        ];
        for text in &self.overrides {
            let Some((key, value)) = text.split_once('=') else { bail!("`--set {text}` is not KEY=VALUE") };
            let (key, value) = (key.trim().to_owned(), value.trim().to_owned());
            assignments.retain(|(known, _)| *known != key);
            assignments.push((key, value));
        }
        let lines: Vec<String> = assignments.iter().map(|(key, value)| format!("{key} = {value}\n")).collect();
        Ok(Settings::from_toml(&lines.concat(), Path::new("--set"))?)
    }
}

#[cfg(test)]
mod tests {
    use super::Args;
    use clap::Parser;

    fn args(overrides: &[&str]) -> Args {
        let fixed = ["quarry-eval", "--bench", "b", "--trees", "t"];
        Args::parse_from(fixed.into_iter().chain(overrides.iter().flat_map(|text| ["--set", text])))
    }

    #[test]
    fn overrides_reach_the_settings_and_the_last_one_counts() {
        let overrides = ["keyword.k1=1.5", "keyword.k1 = 2.0", "keyword.fields.filename.weight=5"];
        let settings = args(&overrides).settings().unwrap();
        assert_eq!((settings.keyword.k1, settings.keyword.fields.filename.weight), (2.0, 5.0));
        assert_eq!(settings.search.max_chunks_per_file, 1);
    }

    #[test]
    fn a_mistyped_override_is_an_error() {
        assert!(args(&["keyword.k9=1"]).settings().is_err());
        assert!(args(&["keyword.k1"]).settings().is_err());
    }
}
