//! A parsed file as text that people can read and tests can compare.

use std::fmt::Write;

use quarry_source::Parsed;

pub(crate) fn outline(path: &str, parsed: &Parsed) -> String {
    let mut out = String::new();
    let dialect = parsed.dialect.as_ref().map_or(String::new(), |dialect| format!("/{dialect}"));
    let _ = writeln!(
        out,
        "== {path}: {}{dialect} {} ({} errors)",
        parsed.language,
        parsed.health.status.as_str(),
        parsed.health.n_errors
    );
    for symbol in &parsed.symbols {
        let span = symbol.span;
        let doc = symbol.doc.lines().next().unwrap_or_default();
        let _ = writeln!(
            out,
            "{:>4}-{:<4} {} {}  [{}]  {doc}",
            span.start_line,
            span.end_line,
            symbol.kind.as_str(),
            symbol.qualified_name,
            symbol.signature
        );
    }
    for import in &parsed.imports {
        let renamed = |name: &str, local: &str| {
            if local.is_empty() || local == name { name.to_owned() } else { format!("{name} as {local}") }
        };
        let names: Vec<String> = import.names.iter().map(|taken| renamed(&taken.name, &taken.local)).collect();
        let path = renamed(&import.path, &import.alias);
        let _ = writeln!(out, "import {path} {names:?} @{}", import.line);
    }
    let uses: Vec<String> = parsed
        .references
        .iter()
        .map(|reference| {
            let bound = if reference.bound.is_empty() { String::new() } else { format!("{}=", reference.bound) };
            let through = if reference.qualifier.is_empty() { "" } else { "~" };
            let name = format!("{}{through}{}", reference.qualifier, reference.name);
            format!("{}:{bound}{name}@{}", reference.kind.as_str(), reference.line)
        })
        .collect();
    let _ = writeln!(out, "references {}", uses.join(" "));
    for chunk in &parsed.chunks {
        let _ = writeln!(
            out,
            "chunk {}-{} ({} bytes) {} {}",
            chunk.span.start_line,
            chunk.span.end_line,
            chunk.span.len(),
            chunk.block_type.as_deref().unwrap_or(""),
            chunk.hierarchy.as_deref().unwrap_or("")
        );
    }
    out
}
