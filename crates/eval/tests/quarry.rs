//! Our own questions about our own code: the ranking of this repository is a golden file.
//!
//! Ranks are coarse, because the code that is asked about changes every day; where a change moves one,
//! `UPDATE_EXPECT=1` rewrites the file and the diff shows what was won and lost.

use std::path::{Path, PathBuf};

use anyhow::Result;
use expect_test::expect_file;
use quarry_engine::Settings;
use quarry_eval::bench::{self, Repository};
use quarry_eval::run::{self, Evidence, Place, RepositoryRun};
use quarry_eval::score::Score;
use quarry_eval::summary::{Group, by_category, overall};

#[test]
fn our_own_questions_are_answered_as_before_whatever_the_number_of_threads() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let temporary = tempfile::tempdir().unwrap();
    let root = fs_err::canonicalize(temporary.path()).unwrap().join("work");
    copy_sources(&workspace, &root).unwrap();
    let repository = Repository {
        name: "quarry".to_owned(),
        language: "rust".to_owned(),
        root: String::new(),
        questions: bench::questions(&workspace.join("crates/eval/questions/quarry.json")).unwrap(),
    };
    let run_with = |n_threads: usize| {
        let mut settings = Settings::default();
        settings.index.threads = n_threads;
        let home = temporary.path().join(format!("home-{n_threads}"));
        run::over(
            &repository,
            &Place { root: root.clone(), home: &home, settings: &settings, evidence: Evidence::Dropped },
        )
        .unwrap()
    };

    let (one, four) = (run_with(1), run_with(4));

    assert_eq!(one.unreachable, Vec::<String>::new(), "questions/quarry.json names what is no longer there");
    for (one, four) in one.answers.iter().zip(&four.answers) {
        assert_eq!(one.found, four.found, "1 and 4 threads answer `{}` differently", one.query);
    }
    expect_file!["quarry.golden.txt"].assert_eq(&table(&one));
}

/// One line per question, with the place of the first right answer; then the means.
fn table(run: &RepositoryRun) -> String {
    let mut text = String::new();
    for answer in &run.answers {
        text += &format!("{:<5} {:<13} {}\n", place(&answer.score), answer.category, answer.query);
    }
    text.push('\n');
    let runs = std::slice::from_ref(run);
    for Group { name, n_questions, quality, .. } in by_category(runs).iter().chain([&overall(runs)]) {
        text += &format!("{name:<13} {n_questions:>3} questions, NDCG@10 {:.2}\n", quality.ndcg);
    }
    text
}

fn place(score: &Score) -> &'static str {
    match score.places.iter().flatten().min() {
        Some(1) => "1",
        Some(2..=3) => "2-3",
        Some(_) => "4-10",
        None => "miss",
    }
}

/// What the crates are made of: code, manifests, and the languages and queries of `parse`. Not this crate, which holds
/// the questions, and no tests or benches.
fn copy_sources(workspace: &Path, root: &Path) -> Result<()> {
    copy(&workspace.join("Cargo.toml"), &root.join("Cargo.toml"))?;
    for package in entries(&workspace.join("crates"))? {
        if package.ends_with("eval") || !package.is_dir() {
            continue;
        }
        let to = root.join("crates").join(package.file_name().unwrap_or_default());
        copy(&package.join("Cargo.toml"), &to.join("Cargo.toml"))?;
        copy_tree(&package.join("src"), &to.join("src"), "rs")?;
    }
    let (parse, to) = (workspace.join("crates/parse"), root.join("crates/parse"));
    copy(&parse.join("languages.toml"), &to.join("languages.toml"))?;
    copy_tree(&parse.join("queries"), &to.join("queries"), "scm")
}

fn copy_tree(from: &Path, to: &Path, extension: &str) -> Result<()> {
    for path in entries(from)? {
        let to = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy_tree(&path, &to, extension)?;
        } else if path.extension().is_some_and(|own| own == extension) {
            copy(&path, &to)?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs_err::create_dir_all(folder)?;
    }
    fs_err::copy(from, to)?;
    Ok(())
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    fs_err::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}
