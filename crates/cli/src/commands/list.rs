//! `quarry list`: every index on this machine.

use quarry_engine::list;
use quarry_server::wire::{IndexShape, ListDocument, json_line};

use crate::End;
use crate::args::ListArgs;
use crate::config::Environment;
use crate::console::Console;
use crate::figures;
use crate::remote::pairs::Pairs;
use crate::table::{Align, Table};

pub(crate) fn run(args: &ListArgs, environment: &Environment, console: &mut Console) -> anyhow::Result<End> {
    if let Some(server) = environment.named_server()? {
        return print(args, &server.get("indexes", &Pairs::default())?, console);
    }
    let home = environment.home()?;
    print(args, &ListDocument::of(&home, &list(&home)?), console)
}

fn print(args: &ListArgs, document: &ListDocument<'_>, console: &mut Console) -> anyhow::Result<End> {
    let text = match () {
        () if args.json => json_line(document)?,
        () if document.indexes.is_empty() => format!("no indexes in {}\n", document.home),
        () => table(document),
    };
    console.print(&text)?;
    Ok(End::Done)
}

fn table(document: &ListDocument<'_>) -> String {
    let numbers = ["FILES", "CHUNKS", "SIZE"].map(|name| (name, Align::Right));
    let mut table = Table::new(&[&numbers[..], &[("MADE", Align::Left), ("ROOT", Align::Left)]].concat());
    for index in &document.indexes {
        match (&index.problem, index.missing, index.complete) {
            (Some(problem), ..) => {
                let blank = || "-".to_owned();
                table.faint_row([blank(), blank(), blank(), blank(), format!("? {problem}")]);
            }
            (_, Some(true), _) => table.faint_row(row(index, "  (gone; `quarry clear --missing`)")),
            (_, _, Some(false)) => table.row(row(index, "  (not complete)")),
            _ => table.row(row(index, "")),
        }
    }
    table.render()
}

fn row(index: &IndexShape<'_>, remark: &str) -> [String; 5] {
    [
        figures::count(index.files.unwrap_or_default() as u64),
        figures::count(index.chunks.unwrap_or_default()),
        figures::bytes(index.bytes.unwrap_or_default()),
        figures::ago(index.committed_at.unwrap_or_default()),
        format!("{}{remark}", index.root.as_deref().unwrap_or_default()),
    ]
}
