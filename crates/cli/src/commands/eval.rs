//! `quarry eval`: questions with known answers are asked, and what came is scored; with other settings too, if asked.

use std::path::Path;

use anyhow::Context;
use quarry_engine::{Engine, Settings};
use quarry_eval::bench::{self, Repository};
use quarry_eval::compare::{self, Change};
use quarry_eval::run::{self, Evidence, RepositoryRun};
use quarry_eval::score::{CHARS_PER_TOKEN, DEPTH};
use quarry_eval::summary::{Group, by_category, overall};
use quarry_eval::table::{self, Row};
use quarry_server::wire::json_line;

use crate::End;
use crate::args::{EvalArgs, RefreshArgs};
use crate::config::{Environment, Target};
use crate::console::{BOLD, Console, DIM, printable};
use crate::figures;
use crate::progress::is_stopped;
use crate::refresh::{self, GoesBy};
use crate::report::{self, UsageError};
use crate::table::{Align, Table};
use crate::wire::eval::EvalDocument;

/// Unreachable answers that are named one by one; the document names all.
const MAX_NAMED: usize = 20;

/// What one set of settings came to.
pub(crate) struct Measured {
    /// As the reader calls the settings.
    pub(crate) settings: String,
    pub(crate) run: RepositoryRun,
    /// Whether the index holds the files as they are.
    pub(crate) is_fresh: bool,
    pub(crate) notices: Vec<String>,
}

pub(crate) fn run(args: &EvalArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.quiet {
        console.be_quiet();
    }
    let target = environment.target(args.path.as_deref())?;
    let settings = target.settings()?;
    let other = args.compare.as_deref().map(settings_of).transpose()?;
    let name = target.root().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let questions = bench::questions(&args.questions)?;
    let repository = Repository { name, questions, ..Repository::default() };
    let engine = target.engine(settings.clone());
    refresh::refuse_to_index_everything(&engine, environment, args.path.as_deref())?;
    let Some(here) = measured(&repository, &engine, own_name(&target), console)? else { return Ok(End::Stopped) };
    let there = match (&args.compare, other) {
        (Some(file), Some(other)) => {
            let (trial, _folder) = trial(&target, &settings, other)?;
            let Some(there) = measured(&repository, &trial, file.display().to_string(), console)? else {
                return Ok(End::Stopped);
            };
            Some(there)
        }
        _ => None,
    };
    print(args, &engine, &here, there.as_ref(), console)?;
    let unreachable = &here.run.unreachable;
    if unreachable.is_empty() {
        return Ok(End::Done);
    }
    console.complain(&told(unreachable));
    Ok(End::WrongInput)
}

fn settings_of(file: &Path) -> anyhow::Result<Settings> {
    let text = fs_err::read_to_string(file)
        .map_err(|error| UsageError { what: error.to_string(), help: Some("name a settings file".to_owned()) })?;
    Ok(Settings::from_toml(&text, file)?)
}

/// What the repository's settings are called.
fn own_name(target: &Target) -> String {
    let file = target.settings_file();
    let name = file.file_name().filter(|_| file.exists());
    name.map_or("defaults".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The repository under other settings. Settings that shape the index get one of their own, which is thrown away: the
/// repository's must not be replaced by a trial.
fn trial(target: &Target, settings: &Settings, other: Settings) -> anyhow::Result<(Engine, Option<tempfile::TempDir>)> {
    let stored =
        |settings: &Settings| (settings.index.clone(), settings.keyword.fields.clone(), settings.model.clone());
    let shares_index = stored(settings) == stored(&other);
    let engine = target.engine(other);
    if shares_index {
        return Ok((engine, None));
    }
    let cannot = || format!("cannot keep a second index in {}", target.home.display());
    let folder = tempfile::Builder::new().prefix("eval-").tempdir_in(&target.home).with_context(cannot)?;
    Ok((engine.with_index_dir(&folder.path().join("index")), Some(folder)))
}

/// Brings the index up to date and asks everything; `None` after Ctrl-C.
fn measured(
    repository: &Repository,
    engine: &Engine,
    settings: String,
    console: &mut Console,
) -> anyhow::Result<Option<Measured>> {
    let Some(ready) = refresh::before_answer(engine, RefreshArgs::default(), GoesBy::Index, console)? else {
        return Ok(None);
    };
    let is_fresh = ready.is_fresh;
    let searcher = engine.open().with_context(|| refresh::failed(engine))?;
    let run = run::questions(repository, &searcher, Evidence::Dropped)?;
    let notices = ready.notices_with(&run.notices);
    Ok((!is_stopped()).then_some(Measured { settings, run, is_fresh, notices }))
}

fn print(
    args: &EvalArgs,
    engine: &Engine,
    here: &Measured,
    there: Option<&Measured>,
    console: &mut Console,
) -> anyhow::Result<()> {
    let changes = there.map_or_else(Vec::new, |there| changes(here, there));
    if args.json {
        let root = engine.root().to_string_lossy();
        let document = EvalDocument::of(&root, &args.questions, here, there.zip(Some(&changes[..])));
        return Ok(console.print(&json_line(&document)?)?);
    }
    let mut text = String::new();
    for measured in [Some(here), there].into_iter().flatten() {
        for notice in &measured.notices {
            console.note(notice);
        }
        if there.is_some() {
            text.push_str(&format!("{BOLD}{}{BOLD:#}\n", printable(&measured.settings)));
        }
        text.push_str(&means(&measured.run));
        text.push('\n');
        if args.per_question {
            text.push_str(&per_question(&measured.run));
            text.push('\n');
        }
    }
    if let Some(there) = there {
        text.push_str(&compared(&there.settings, &changes));
    }
    text.push_str(&format!(
        "{DIM}{DEPTH} results a question; TOKENS: text of the results down to the first right one, mean of the questions \
         that have one,\n{CHARS_PER_TOKEN} characters a token, rounded up{DIM:#}\n"
    ));
    Ok(console.print(&text)?)
}

/// Questions whose score changed, worst loss first.
fn changes(here: &Measured, there: &Measured) -> Vec<Change> {
    let rows = |measured: &Measured| table::of(std::slice::from_ref(&measured.run));
    compare::between(&rows(here), &rows(there)).changes
}

/// The means by category and over all.
pub(crate) fn groups(run: &RepositoryRun) -> (Group, Vec<Group>) {
    let runs = std::slice::from_ref(run);
    (overall(runs), by_category(runs))
}

fn means(run: &RepositoryRun) -> String {
    let numbers = ["QUESTIONS", "NDCG@10", "MRR@10", "R@1", "R@5", "R@10", "HIT@1", "TOKENS"];
    let columns = numbers.map(|name| (name, Align::Right));
    let mut table = Table::new(&[&[("CATEGORY", Align::Left)], &columns[..]].concat());
    let (overall, categories) = groups(run);
    for Group { name, n_questions, quality, .. } in categories.iter().chain([&overall]) {
        let [at_1, at_5, at_10] = quality.recall;
        let [mrr, at_1, at_5, at_10, hit] =
            [quality.mrr, at_1, at_5, at_10, quality.hit_at_1].map(|figure| format!("{figure:.3}"));
        let tokens = quality.tokens_to_first.map_or("-".to_owned(), |tokens| figures::count(tokens.round() as u64));
        let ndcg = format!("{:.4}", quality.ndcg);
        table.row([name.clone(), n_questions.to_string(), ndcg, mrr, at_1, at_5, at_10, hit, tokens]);
    }
    table.render()
}

/// One line per question; a rank per answer, `-` where it did not come.
fn per_question(run: &RepositoryRun) -> String {
    let columns = [("NDCG@10", Align::Right), ("TOKENS", Align::Right)];
    let mut table =
        Table::new(&[&columns[..], &["RANKS", "CATEGORY", "QUESTION"].map(|name| (name, Align::Left))].concat());
    for (answer, row) in run.answers.iter().zip(table::of(std::slice::from_ref(run))) {
        let tokens = answer.score.tokens_to_first().map_or("-".to_owned(), |tokens| figures::count(tokens as u64));
        let Row { ranks, category, query, ndcg, .. } = row;
        table.row([format!("{ndcg:.3}"), tokens, ranks, category, query]);
    }
    table.render()
}

/// Which questions gained and lost.
fn compared(other: &str, changes: &[Change]) -> String {
    let (worse, better): (Vec<&Change>, Vec<&Change>) = changes.iter().partition(|change| change.difference() < 0.0);
    let mut text = String::new();
    for (title, list) in [("better", better.into_iter().rev().collect::<Vec<_>>()), ("worse", worse)] {
        let questions = figures::counted(list.len(), "question");
        text.push_str(&format!("{BOLD}{title} with {}: {questions}{BOLD:#}\n", printable(other)));
        for change in list {
            let ranks = format!("{} > {}", change.old.ranks, change.new.ranks);
            text.push_str(&format!("{:>+7.3}  {ranks:<14} {}\n", change.difference(), printable(&change.new.query)));
        }
        text.push('\n');
    }
    text
}

fn told(unreachable: &[String]) -> String {
    let n_more = unreachable.len().saturating_sub(MAX_NAMED);
    let mut lines: Vec<String> = unreachable.iter().take(MAX_NAMED).cloned().collect();
    lines.extend((n_more > 0).then(|| format!("and {n_more} more")));
    let what = format!(
        "{} cannot be reached: not in the index, so counted as not found\n{}",
        figures::counted(unreachable.len(), "answer"),
        lines.join("\n")
    );
    report::problem(&what, Some("correct the questions; `quarry status --skipped` names what was left out, and why"))
}
