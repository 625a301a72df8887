//! `quarry repl`: a question per line, an answer below it. For terminals that can do little, and for pipes.
//!
//! A mistake is told and the next line is read: who types wants to go on, and who pipes wants all answers.

mod line;

use std::io::{BufRead, IsTerminal, stdin};

use anyhow::Context;

use super::search::{Answer, Asked, Show};
use crate::End;
use crate::args::{ReplArgs, SearchArgs, SearchOptions};
use crate::config::Environment;
use crate::console::Console;
use crate::landing::Landing;
use crate::matches::Wanted;
use crate::progress::{self, Meant};
use crate::report::{self, UsageError};
use crate::tui::editor;
use crate::{filters, render};
use line::Line;

const PROMPT: &str = "quarry> ";
const GREETING: &str = "A question per line; `:help` lists what else may be typed.";

pub(crate) fn run(args: &ReplArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if args.refresh.quiet {
        console.be_quiet();
    }
    let is_typed = stdin().is_terminal();
    let mut session = Session { args, environment, filters: String::new(), limit: args.limit, asked: None, last: None };
    if is_typed {
        console.remark(GREETING);
    }
    let mut end = End::Done;
    loop {
        if is_typed {
            console.print(PROMPT)?;
        }
        let Some(typed) = progress::while_meant(Meant::Prompt, read_line)? else { break };
        match session.answer(&typed, console) {
            Ok(Going::On) => {}
            Ok(Going::Home) => break,
            Err(error) => {
                end = match report::error(&error, console) {
                    // Nobody reads any more.
                    0 => return Ok(End::Done),
                    report::USAGE => End::WrongInput,
                    _ => End::Failed,
                }
            }
        }
        progress::go_on();
    }
    if is_typed {
        return Ok(End::Done);
    }
    Ok(end)
}

/// The next line; `None` at the end of the input.
fn read_line() -> anyhow::Result<Option<String>> {
    let mut bytes = Vec::new();
    stdin().lock().read_until(b'\n', &mut bytes).context("cannot read standard input")?;
    Ok((!bytes.is_empty()).then(|| String::from_utf8_lossy(&bytes).into_owned()))
}

/// Whether the next line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Going {
    On,
    Home,
}

struct Session<'a> {
    args: &'a ReplArgs,
    environment: &'a Environment,
    /// Words that filter, added to every question.
    filters: String,
    limit: Option<u16>,
    /// The repository, once something was asked; anew when the limit changes.
    asked: Option<Asked>,
    last: Option<(SearchArgs, Answer)>,
}

impl Session<'_> {
    fn answer(&mut self, typed: &str, console: &mut Console) -> anyhow::Result<Going> {
        match Line::read(typed)? {
            Line::Nothing => {}
            Line::Ask(question) => self.ask(&question, console)?,
            Line::ShowFilters if self.filters.is_empty() => console.note("no filters are set"),
            Line::ShowFilters => console.note(&format!("filters: {}", self.filters)),
            Line::Filter(words) => {
                filters::check_words(&words)?;
                self.filters = words;
            }
            Line::NoFilters => self.filters.clear(),
            Line::Limit(limit) => (self.limit, self.asked) = (Some(limit), None),
            Line::Open(number) => self.open(number)?,
            Line::Why(number) => self.explain(number, console)?,
            Line::Help => console.print(line::HELP)?,
            Line::Quit => return Ok(Going::Home),
        }
        Ok(Going::On)
    }

    fn ask(&mut self, question: &str, console: &mut Console) -> anyhow::Result<()> {
        let options = SearchOptions {
            limit: self.limit,
            json: self.args.json,
            refresh: self.args.refresh,
            ..SearchOptions::default()
        };
        let query = format!("{question} {}", self.filters).trim_end().to_owned();
        let args = SearchArgs { query, path: self.args.path.clone(), options };
        let asked = match self.asked.take() {
            Some(asked) => self.asked.insert(asked),
            None => self.asked.insert(Asked::of(&args, self.environment)?),
        };
        let Some(answer) = asked.answer(&args, Show::Hits, console)? else { return Ok(()) };
        asked.print(&args, Show::Hits, &answer, console)?;
        if answer.response.hits.is_empty() && !args.options.json {
            console.print("no results\n")?;
        }
        self.last = Some((args, answer));
        Ok(())
    }

    /// Opens a result; its paths are seen from where the reader is.
    fn open(&self, number: usize) -> anyhow::Result<()> {
        let (args, answer) = self.last()?;
        let hit = answer.response.hits.get(number - 1).ok_or_else(|| no_result(number, answer))?;
        let prefix = self.asked.as_ref().map_or("", |asked| &asked.prefix);
        editor::open(self.environment, &format!("{prefix}{}", hit.path), &Landing::of(hit, &Wanted::of(&args.query)))
    }

    /// Asks once more, with reasons.
    fn explain(&self, number: usize, console: &mut Console) -> anyhow::Result<()> {
        let (args, answer) = self.last()?;
        let hit = answer.response.hits.get(number - 1).ok_or_else(|| no_result(number, answer))?;
        let Some(asked) = &self.asked else { return Ok(()) };
        let Some(explained) = asked.answer(args, Show::Explanation, console)? else { return Ok(()) };
        let text = explained.response.explanation.map(|explanation| render::why(&explanation, hit));
        Ok(console.print(&text.unwrap_or_default())?)
    }

    fn last(&self) -> Result<&(SearchArgs, Answer), UsageError> {
        self.last.as_ref().ok_or_else(|| UsageError {
            what: "nothing was asked yet".to_owned(),
            help: Some("type a question first; its results have the numbers 1, 2, 3".to_owned()),
        })
    }
}

fn no_result(number: usize, answer: &Answer) -> UsageError {
    let n_hits = answer.response.hits.len();
    let help = match n_hits {
        0 => "the last question found nothing".to_owned(),
        _ => format!("the last question has results 1 to {n_hits}"),
    };
    UsageError { what: format!("there is no result {number}"), help: Some(help) }
}
