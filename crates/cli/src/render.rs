//! Results for people: a heading per hit, its lines numbered and coloured, and a closing line.
//!
//! Pure: hits in, styled text out. The console takes out colours that a pipe would not show; the letters stay the same.

mod explanation;
pub(crate) mod graph;
pub(crate) mod grep;
pub(crate) mod impact;
pub(crate) mod outline;
pub(crate) mod quickfix;
mod related;

use std::fmt::Write;
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use quarry_engine::{Excerpts, Hit, RelatedFile};

use crate::console::{DIM, picture, printable};
use crate::figures;
use crate::highlight::{Class, classes};
use crate::matches::Wanted;

/// What a tab becomes; the number before a line would shift its stops.
const TAB: &str = "    ";

pub(crate) use explanation::{explanation, why};
pub(crate) use related::related;

const PATH: Style = AnsiColor::Magenta.on_default().bold();
const NAME: Style = Style::new().bold();

/// How hits are shown.
pub(crate) struct View {
    /// Words to mark.
    pub(crate) wanted: Wanted,
    /// What is shown of a hit, unless all is asked for.
    pub(crate) excerpts: Excerpts,
    /// Longer lines are cut.
    pub(crate) max_line_chars: usize,
    pub(crate) length: Length,
    /// What leads from the reader's directory to the paths of hits.
    pub(crate) prefix: String,
    /// Whether anybody sees colours; without, none are looked for.
    pub(crate) is_coloured: bool,
}

/// How much of a hit is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Length {
    Short,
    Full,
}

/// What the closing line says.
pub(crate) struct Closing {
    pub(crate) n_hits: usize,
    pub(crate) elapsed: std::time::Duration,
    pub(crate) n_files: usize,
    pub(crate) is_fresh: bool,
}

pub(crate) fn hits(hits: &[Hit], view: &View) -> String {
    let mut text = String::new();
    for hit in hits {
        text.push_str(&heading(hit, view));
        body(hit, view, &mut text);
        text.push('\n');
    }
    text
}

/// The files around hits, one line each.
pub(crate) fn around(files: &[RelatedFile], prefix: &str) -> String {
    let mut text = String::new();
    for file in files {
        let (path, of) = (format!("{prefix}{}", file.path), format!("{prefix}{}", file.of));
        let sure = if file.confidence.is_sure() { "" } else { "  by name only" };
        let _ = writeln!(
            text,
            "{DIM}{:>12}{DIM:#}  {PATH}{}{PATH:#}:{}  {DIM}{} {}{sure}{DIM:#}",
            "related",
            printable(&path),
            file.line,
            file.relationship.as_phrase(),
            printable(&of)
        );
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

pub(crate) fn closing(closing: &Closing) -> String {
    format!(
        "{DIM}{} in {} · {} · index {}{DIM:#}\n",
        figures::counted(closing.n_hits, "result"),
        figures::duration(closing.elapsed),
        figures::counted(closing.n_files, "file"),
        if closing.is_fresh { "fresh" } else { "not refreshed" }
    )
}

/// `path:start-end  kind name  (language)  score`.
fn heading(hit: &Hit, view: &View) -> String {
    let path = format!("{}{}", view.prefix, hit.path);
    let mut line = format!("{PATH}{}{PATH:#}:{}-{}", printable(&path), hit.span.start_line, hit.span.end_line);
    let (kind, name) = match (&hit.symbol, &hit.block_type) {
        (Some(symbol), _) => (symbol.kind.as_str(), &*symbol.qualified_name),
        (None, Some(block_type)) => (&**block_type, hit.hierarchy.as_deref().unwrap_or_default()),
        (None, None) => ("", ""),
    };
    for (word, style) in [(kind, DIM), (name, NAME)] {
        if !word.is_empty() {
            let gap = if style == DIM { "  " } else { " " };
            let _ = write!(line, "{gap}{style}{}{style:#}", printable(&word.replace('\n', " ")));
        }
    }
    let language = hit.dialect.as_ref().unwrap_or(&hit.language);
    let copies = match hit.n_copies {
        0 => String::new(),
        n_copies => format!("  and {} elsewhere", figures::counted(n_copies, "near-identical chunk")),
    };
    let judged = hit.rerank_score.map_or(String::new(), |score| format!("  judged {score:.0}"));
    let _ = writeln!(line, "  {DIM}({language})  {:.2}{judged}{copies}{DIM:#}", hit.score);
    line
}

fn body(hit: &Hit, view: &View, text: &mut String) {
    let found = if view.is_coloured { classes(&hit.text, hit.language.as_str()) } else { Vec::new() };
    let lines = lines_of(&hit.text);
    let shown = match view.length {
        Length::Short => view.excerpts.short(hit),
        Length::Full => 0..lines.len(),
    };
    let width = (hit.first_line as usize + shown.end).saturating_sub(1).to_string().len();
    let aside = |n_lines: usize, place: &str| {
        (n_lines > 0)
            .then(|| format!("{DIM}{:>width$}  … {}{place}{DIM:#}\n", "", figures::counted(n_lines, "more line")))
    };
    let above = aside(shown.start, " above");
    let below = aside(lines.len() - shown.end, "");
    text.extend(above);
    for index in shown {
        let number = hit.first_line + index as u32;
        let mark = if (hit.span.start_line..=hit.span.end_line).contains(&number) { ':' } else { '-' };
        let _ = write!(text, "{DIM}{number:>width$}{mark}{DIM:#} ");
        let range = lines[index].clone();
        let marks = if view.is_coloured { view.wanted.ranges(&hit.text[range.clone()]) } else { Vec::new() };
        line(&Line { text: &hit.text, range, classes: &found, marks: &marks }, view.max_line_chars, text);
        text.truncate(text.trim_end_matches(' ').len());
        text.push('\n');
    }
    text.extend(below);
}

/// Byte ranges of the lines, without their ends and without empty lines at the very end.
pub(crate) fn lines_of(text: &str) -> Vec<Range<usize>> {
    let text = text.trim_end();
    let start = text.as_ptr() as usize;
    text.lines()
        .map(|line| line.as_ptr() as usize - start)
        .zip(text.lines())
        .map(|(at, line)| at..at + line.len())
        .collect()
}

/// A line and what is to be seen in it.
pub(crate) struct Line<'a> {
    pub(crate) text: &'a str,
    /// Which bytes of the text are the line.
    pub(crate) range: Range<usize>,
    /// Of the whole text.
    pub(crate) classes: &'a [(Range<usize>, Class)],
    /// Bytes of the line that a reader looks for.
    pub(crate) marks: &'a [Range<usize>],
}

/// One line with its colours, its marked words, and nothing that could steer a terminal.
fn line(line: &Line<'_>, max_chars: usize, out: &mut String) {
    for (style, text) in runs(line, max_chars) {
        let _ = write!(out, "{style}{text}{style:#}");
    }
}

/// The same as stretches of one style each.
pub(crate) fn runs(line: &Line<'_>, max_chars: usize) -> Vec<(Style, String)> {
    let Line { text, range, classes, marks } = line;
    let content = &text[range.clone()];
    let first = classes.partition_point(|(stretch, _)| stretch.end <= range.start);
    let mut stretches = classes[first..].iter().peekable();
    let mut marks = marks.iter().peekable();
    let mut runs: Vec<(Style, String)> = Vec::new();
    for (n_chars, (at, letter)) in content.char_indices().enumerate() {
        if n_chars == max_chars {
            runs.push((DIM, "…".to_owned()));
            break;
        }
        while stretches.next_if(|(stretch, _)| stretch.end <= range.start + at).is_some() {}
        while marks.next_if(|mark| mark.end <= at).is_some() {}
        let class = stretches.peek().filter(|(stretch, _)| stretch.contains(&(range.start + at)));
        let mut style = class.map_or(Style::new(), |(_, class)| class.style());
        if marks.peek().is_some_and(|mark| mark.contains(&at)) {
            style = style.bold().underline();
        }
        if runs.last().is_none_or(|(last, _)| *last != style) {
            runs.push((style, String::new()));
        }
        let Some((_, run)) = runs.last_mut() else { continue };
        match letter {
            '\t' => run.push_str(TAB),
            control if control.is_control() => run.push(picture(control)),
            letter => run.push(letter),
        }
    }
    runs
}

#[cfg(test)]
mod tests;
