//! `quarry languages`: what is understood, and by which names.

use quarry_engine::Languages;
use quarry_server::wire::{LanguagesDocument, json_line};

use crate::End;
use crate::args::LanguagesArgs;
use crate::console::{BOLD, Console};
use crate::table::{Align, Table};

pub(crate) fn run(args: &LanguagesArgs, console: &mut Console) -> anyhow::Result<End> {
    let languages = Languages::default();
    let text = match args.json {
        true => json_line(&LanguagesDocument::of(&languages))?,
        false => table(&languages),
    };
    console.print(&text)?;
    Ok(End::Done)
}

fn table(languages: &Languages) -> String {
    let columns = ["NAME", "GRAMMAR", "ALSO CALLED", "FILES"].map(|name| (name, Align::Left));
    let mut table = Table::new(&columns);
    for info in languages.iter() {
        let endings = info.extensions.iter().map(|extension| format!(".{extension}"));
        let files: Vec<String> = endings.chain(info.file_names.iter().cloned()).collect();
        let grammar = if info.has_grammar() { "yes" } else { "no" };
        table.row([info.language.to_string(), grammar.to_owned(), info.aliases.join(" "), files.join(" ")]);
    }
    let dialects = languages.dialect_names().join(" ");
    format!("{}\n{BOLD}DIALECTS{BOLD:#}  {dialects}\n", table.render())
}
