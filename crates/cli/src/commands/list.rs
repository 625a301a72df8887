//! `quarry list`: every index on this machine.

use quarry_engine::{IndexSummary, Status, list};
use quarry_server::wire::{ListDocument, json_line};

use crate::End;
use crate::args::ListArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::figures;
use crate::table::{Align, Table};

pub(crate) fn run(args: &ListArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    let home = environment.home()?;
    let summaries = list(&home)?;
    if args.json {
        console.print(&json_line(&ListDocument::of(&home, &summaries))?)?;
    } else if summaries.is_empty() {
        console.print(&format!("no indexes in {}\n", home.display()))?;
    } else {
        console.print(&table(&summaries))?;
    }
    Ok(End::Done)
}

fn table(summaries: &[IndexSummary]) -> String {
    let numbers = ["FILES", "CHUNKS", "SIZE"].map(|name| (name, Align::Right));
    let mut table = Table::new(&[&numbers[..], &[("MADE", Align::Left), ("ROOT", Align::Left)]].concat());
    for summary in summaries {
        match &summary.status {
            Ok(status) if !status.root_exists() => table.faint_row(row(status, "  (gone; `quarry clear --missing`)")),
            Ok(status) if !status.manifest.complete => table.row(row(status, "  (not complete)")),
            Ok(status) => table.row(row(status, "")),
            Err(problem) => {
                let blank = || "-".to_owned();
                table.faint_row([blank(), blank(), blank(), blank(), format!("? {problem}")]);
            }
        }
    }
    table.render()
}

fn row(status: &Status, remark: &str) -> [String; 5] {
    let manifest = &status.manifest;
    [
        figures::count(manifest.files.len() as u64),
        figures::count(manifest.n_chunks()),
        figures::bytes(status.n_bytes),
        figures::ago(manifest.committed_at),
        format!("{}{remark}", manifest.root),
    ]
}
