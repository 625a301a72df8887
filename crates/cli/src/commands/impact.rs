//! `quarry impact`: which files are affected if something changes.

use quarry_engine::{AffectedFile, Direction, FELT_BY, ImpactAnswer};
use quarry_server::wire::{ImpactDocument, json_line};

use super::lookup::{Lookup, Typed};
use crate::End;
use crate::args::{UsesArgs, UsualWalk};
use crate::config::Environment;
use crate::console::Console;
use crate::figures::{count, counted};
use crate::render::graph::{self, Closing};
use crate::render::impact::{self, Affected};

/// Steps that are followed: beyond these nearly everything is affected a little.
const USUAL_DEPTH: u32 = 3;
const USUAL_WALK: UsualWalk = UsualWalk { direction: Direction::UsedBy, kinds: &FELT_BY, depth: USUAL_DEPTH };

pub(crate) fn run(args: &UsesArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let typed = Typed { words: &[&args.asked], path: args.path.as_deref(), refresh: args.refresh };
    let Some(mut lookup) = Lookup::open(&typed, environment, console)? else { return Ok(End::Stopped) };
    let asked = lookup.asked(&args.asked);
    let walk = args.walk.walk(USUAL_WALK);
    let (answer, texts) = lookup.asking.impact(&asked, &walk, args.limit.get())?;
    lookup.note_other_spelling(&asked, &answer.subjects);
    let end = if answer.files.is_empty() { End::NothingFound } else { End::Done };
    if args.json {
        let document = ImpactDocument::of(&args.asked, &answer, &texts, &lookup.answered());
        console.print(&json_line(&document)?)?;
        return Ok(end);
    }
    lookup.tell_notices(console);
    let unsure = graph::unsure(answer.n_uncertain, walk.floor);
    if answer.files.is_empty() {
        let unsure = unsure.map(|unsure| format!("; {unsure}")).unwrap_or_default();
        console.note(&format!("no affected file found within {}{unsure}", counted(walk.depth as usize, "step")));
        return Ok(end);
    }
    let shown = &answer.files[..answer.files.len().min(args.limit.get())];
    if args.quickfix {
        let places = shown.iter().flat_map(|file| file.lines.iter().map(|line| (&file.path, *line, None)));
        console.print(&lookup.quickfix(places)?)?;
        return Ok(end);
    }
    let mut text = graph::subjects(&answer.subjects, &lookup.prefix);
    text.push_str(&impact::affected(&with_lines(shown, &texts), &lookup.prefix));
    if !args.refresh.quiet {
        let counts = [Some(totals(&answer, walk.depth)), unsure, answer.is_cut.then(|| graph::CUT.to_owned())];
        let n_hidden = answer.files.len() - shown.len();
        let closing = Closing { counts: counts.into_iter().flatten().collect(), n_hidden };
        text.push_str(&graph::closing(&closing, &lookup.answered()));
    }
    console.print(&text)?;
    Ok(end)
}

/// Each file with the line of its first use.
fn with_lines<'a>(files: &'a [AffectedFile], texts: &'a [String]) -> Vec<Affected<'a>> {
    let with_line = |(file, text): (&'a AffectedFile, &'a String)| {
        let line = file.lines.first().copied().unwrap_or(1);
        Affected { file, line, text }
    };
    files.iter().zip(texts).map(with_line).collect()
}

fn totals(answer: &ImpactAnswer, depth: u32) -> String {
    let n_tests = answer.files.iter().filter(|file| file.is_test).count();
    let n_at = |depth: u32| answer.files.iter().filter(|file| file.depth == depth).count();
    let by_depth: Vec<String> =
        (1..=depth).map(n_at).take_while(|n_files| *n_files > 0).map(|n_files| count(n_files as u64)).collect();
    format!(
        "{} affected within {} ({}), {} of them tests",
        counted(answer.files.len(), "file"),
        counted(depth as usize, "step"),
        by_depth.join(" + "),
        count(n_tests as u64)
    )
}
