//! `quarry status`: what an index holds, how well it was parsed, what was left out.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Context;
use quarry_engine::Status;
use quarry_server::wire::{StatusDocument, json_line};

use crate::End;
use crate::args::StatusArgs;
use crate::asking;
use crate::config::Environment;
use crate::console::{BOLD, Console, DIM, printable};
use crate::figures;
use crate::remote::pairs::Pairs;
use crate::table::{Align, Table};

pub(crate) fn run(args: &StatusArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if let Some(there) = asking::named(args.path.as_deref(), environment)? {
        return print(args, &there.get("status", Pairs::default())?, console);
    }
    let target = environment.target(args.path.as_deref())?;
    let engine = target.engine(target.settings()?);
    let status = engine.status().with_context(|| format!("{} cannot be described", engine.root().display()))?;
    print(args, &StatusDocument::of(&status, engine.index_dir()), console)
}

fn print(args: &StatusArgs, status: &StatusDocument<'_>, console: &mut Console) -> anyhow::Result<End> {
    let text = match args.json {
        true => json_line(status)?,
        false => {
            let mut text = overview(status);
            text.push_str(&languages(status));
            text.push_str(&health(status, args));
            text.push_str(&skipped(status, args));
            text
        }
    };
    console.print(&text)?;
    Ok(End::Done)
}

fn overview(status: &StatusDocument<'_>) -> String {
    let state = if status.complete { "complete" } else { "not complete; the next run goes on" };
    let rows = [
        ("index", printable(&status.index).into_owned()),
        ("size", figures::bytes(status.bytes)),
        ("state", format!("generation {}, made {}, {state}", status.generation, figures::ago(status.committed_at))),
        (
            "holds",
            [
                figures::counted(status.files, "file"),
                figures::counted(status.chunks as usize, "chunk"),
                figures::counted(status.symbols as usize, "symbol"),
                figures::counted(status.lines as usize, "line"),
            ]
            .join(", "),
        ),
        ("vectors", vectors(status)),
    ];
    let mut text = format!("{BOLD}{}{BOLD:#}\n", printable(&status.root));
    for (name, value) in rows {
        text.push_str(&row(name, &value));
    }
    text
}

/// Whose vectors an index of this machine holds.
pub(crate) fn vectors_of(status: &Status) -> String {
    vectors(&StatusDocument::of(status, Path::new("")))
}

/// Whose vectors an index holds, and how many of its files have them.
fn vectors(status: &StatusDocument<'_>) -> String {
    let Some(model) = &status.model else { return "none; answers go by keyword".to_owned() };
    let files = figures::counted(status.files, "file");
    let share = match status.embedded_files == status.files {
        true => files,
        false => format!("{} of {files}", figures::count(status.embedded_files as u64)),
    };
    format!("{}, {} numbers each, for {share}", printable(&model.name), model.dimension)
}

fn row(name: &str, value: &str) -> String {
    format!("{DIM}{name:<8}{DIM:#} {value}\n")
}

fn languages(status: &StatusDocument<'_>) -> String {
    if status.languages.is_empty() {
        return String::new();
    }
    let columns = ["FILES", "LINES", "CHUNKS", "SYMBOLS"].map(|name| (name, Align::Right));
    let mut table = Table::new(&[&[("LANGUAGE", Align::Left)][..], &columns].concat());
    for count in &status.languages {
        let numbers = [count.files as u64, count.lines, count.chunks, count.symbols].map(figures::count);
        let [files, lines, chunks, symbols] = numbers;
        table.row([count.language.to_string(), files, lines, chunks, symbols]);
    }
    format!("\n{}\n", table.render())
}

fn health(status: &StatusDocument<'_>, args: &StatusArgs) -> String {
    let health = &status.health;
    let sorts =
        [(health.ok, "ok"), (health.partial, "partial"), (health.error, "error"), (health.no_grammar, "no_grammar")];
    let counts: Vec<String> = sorts
        .iter()
        .filter(|(n_files, _)| *n_files > 0)
        .map(|(n_files, sort)| format!("{} {sort}", figures::count(*n_files as u64)))
        .collect();
    if counts.is_empty() {
        return String::new();
    }
    let n_unhealthy = status.unhealthy.len();
    let hint =
        if n_unhealthy > 0 && !args.health { format!("  {DIM}(--health names them){DIM:#}") } else { String::new() };
    let mut text = row("parsed", &format!("{}{hint}", counts.join(", ")));
    if args.health && n_unhealthy > 0 {
        let mut table = Table::new(&[("STATUS", Align::Left), ("ERRORS", Align::Right), ("PATH", Align::Left)]);
        for file in &status.unhealthy {
            table.row([file.status.to_string(), file.errors.to_string(), file.path.to_string()]);
        }
        text.push_str(&format!("\n{}\n", table.render()));
    }
    text
}

fn skipped(status: &StatusDocument<'_>, args: &StatusArgs) -> String {
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for record in &status.skipped {
        *reasons.entry(&record.reason).or_default() += 1;
    }
    let mut reasons: Vec<(&str, usize)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, n_paths)| Reverse(*n_paths));
    let counts: Vec<String> =
        reasons.iter().map(|(reason, n_paths)| format!("{} {reason}", figures::count(*n_paths as u64))).collect();
    if counts.is_empty() {
        return row("skipped", "nothing");
    }
    if !args.skipped {
        return row("skipped", &format!("{}  {DIM}(--skipped names them){DIM:#}", counts.join(", ")));
    }
    let mut table = Table::new(&[("REASON", Align::Left), ("PATH", Align::Left), ("WHY", Align::Left)]);
    for record in &status.skipped {
        table.row([record.reason.to_string(), record.path.to_string(), record.detail.to_string()]);
    }
    format!("{}\n{}", row("skipped", &counts.join(", ")), table.render())
}
