//! `quarry status`: what an index holds, how well it was parsed, what was left out.

use anyhow::Context;
use quarry_engine::Status;
use quarry_server::wire::{StatusDocument, json_line};

use crate::End;
use crate::args::StatusArgs;
use crate::config::Environment;
use crate::console::{BOLD, Console, DIM, printable};
use crate::figures;
use crate::table::{Align, Table};

pub(crate) fn run(args: &StatusArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let target = environment.target(args.path.as_deref())?;
    let engine = target.engine(target.settings()?);
    let status = engine.status().with_context(|| format!("{} cannot be described", engine.root().display()))?;
    let text = match args.json {
        true => json_line(&StatusDocument::of(&status, engine.index_dir()))?,
        false => {
            let mut text = overview(&status, &engine.index_dir().to_string_lossy());
            text.push_str(&languages(&status));
            text.push_str(&health(&status, args));
            text.push_str(&skipped(&status, args));
            text
        }
    };
    console.print(&text)?;
    Ok(End::Done)
}

fn overview(status: &Status, index: &str) -> String {
    let manifest = &status.manifest;
    let n_symbols: u64 = status.languages.iter().map(|count| count.n_symbols).sum();
    let n_lines: u64 = status.languages.iter().map(|count| count.n_lines).sum();
    let state = if manifest.complete { "complete" } else { "not complete; the next run goes on" };
    let rows = [
        ("index", printable(index).into_owned()),
        ("size", figures::bytes(status.n_bytes)),
        ("state", format!("generation {}, made {}, {state}", manifest.generation, figures::ago(manifest.committed_at))),
        (
            "holds",
            [
                figures::counted(manifest.files.len(), "file"),
                figures::counted(manifest.n_chunks() as usize, "chunk"),
                figures::counted(n_symbols as usize, "symbol"),
                figures::counted(n_lines as usize, "line"),
            ]
            .join(", "),
        ),
        ("vectors", vectors(status)),
    ];
    let mut text = format!("{BOLD}{}{BOLD:#}\n", printable(&manifest.root));
    for (name, value) in rows {
        text.push_str(&row(name, &value));
    }
    text
}

/// Whose vectors an index holds, and how many of its files have them.
pub(crate) fn vectors(status: &Status) -> String {
    let manifest = &status.manifest;
    let Some(model) = &manifest.model else { return "none; answers go by keyword".to_owned() };
    let (n_files, n_all) = (status.embedded.n_files, manifest.files.len());
    let files = figures::counted(n_all, "file");
    let share = if n_files == n_all { files } else { format!("{} of {files}", figures::count(n_files as u64)) };
    format!("{}, {} numbers each, for {share}", printable(&model.name), model.dimension)
}

fn row(name: &str, value: &str) -> String {
    format!("{DIM}{name:<8}{DIM:#} {value}\n")
}

fn languages(status: &Status) -> String {
    if status.languages.is_empty() {
        return String::new();
    }
    let columns = ["FILES", "LINES", "CHUNKS", "SYMBOLS"].map(|name| (name, Align::Right));
    let mut table = Table::new(&[&[("LANGUAGE", Align::Left)][..], &columns].concat());
    for count in &status.languages {
        let numbers = [count.n_files as u64, count.n_lines, count.n_chunks, count.n_symbols].map(figures::count);
        let [files, lines, chunks, symbols] = numbers;
        table.row([count.language.clone(), files, lines, chunks, symbols]);
    }
    format!("\n{}\n", table.render())
}

fn health(status: &Status, args: &StatusArgs) -> String {
    let counts: Vec<String> = status
        .health
        .iter()
        .filter(|(_, n_files)| *n_files > 0)
        .map(|(status, n_files)| format!("{} {}", figures::count(*n_files as u64), status.as_str()))
        .collect();
    if counts.is_empty() {
        return String::new();
    }
    let n_unhealthy = status.unhealthy().count();
    let hint =
        if n_unhealthy > 0 && !args.health { format!("  {DIM}(--health names them){DIM:#}") } else { String::new() };
    let mut text = row("parsed", &format!("{}{hint}", counts.join(", ")));
    if args.health && n_unhealthy > 0 {
        let mut table = Table::new(&[("STATUS", Align::Left), ("ERRORS", Align::Right), ("PATH", Align::Left)]);
        for record in status.unhealthy() {
            let health = &record.health;
            table.row([health.status.as_str().to_owned(), health.n_errors.to_string(), record.path.to_string()]);
        }
        text.push_str(&format!("\n{}\n", table.render()));
    }
    text
}

fn skipped(status: &Status, args: &StatusArgs) -> String {
    let counts: Vec<String> = status
        .skipped
        .iter()
        .map(|(reason, n_paths)| format!("{} {reason}", figures::count(*n_paths as u64)))
        .collect();
    if counts.is_empty() {
        return row("skipped", "nothing");
    }
    if !args.skipped {
        return row("skipped", &format!("{}  {DIM}(--skipped names them){DIM:#}", counts.join(", ")));
    }
    let mut table = Table::new(&[("REASON", Align::Left), ("PATH", Align::Left), ("WHY", Align::Left)]);
    for record in &status.manifest.skipped {
        table.row([record.reason.to_string(), record.path.to_string(), record.detail.to_string()]);
    }
    format!("{}\n{}", row("skipped", &counts.join(", ")), table.render())
}
