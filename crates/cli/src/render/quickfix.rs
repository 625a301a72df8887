//! Places for editors: `path:line:column: text`, one line per result, as quickfix lists and `grepformat` read them.
//!
//! Lines count from 1, columns from 1 and in bytes. No colours: programs read this.

use quarry_engine::{GrepResponse, Hit};

use crate::console::picture;
use crate::landing::Landing;
use crate::matches::Wanted;

/// One result.
pub(crate) struct Entry<'a> {
    pub(crate) path: &'a str,
    /// From 1.
    pub(crate) line: u32,
    /// Bytes of the line before it.
    pub(crate) offset: usize,
    pub(crate) text: &'a str,
}

impl Entry<'_> {
    /// The line that a program reads; `prefix` leads from the reader's directory to the path.
    pub(crate) fn line(&self, prefix: &str) -> String {
        let Entry { path, line, offset, text } = self;
        format!("{}:{line}:{}: {}\n", one_line(&format!("{prefix}{path}")), offset + 1, one_line(text.trim()))
    }
}

pub(crate) fn hits(hits: &[Hit], wanted: &Wanted, prefix: &str) -> String {
    let entry = |hit: &Hit| {
        let Landing { line, offset, text } = Landing::of(hit, wanted);
        Entry { path: hit.path.as_str(), line, offset, text: &text }.line(prefix)
    };
    hits.iter().map(entry).collect()
}

/// Each matching line at its first match.
pub(crate) fn grep(response: &GrepResponse, prefix: &str) -> String {
    let mut text = String::new();
    for file in &response.files {
        let lines = file.groups.iter().flat_map(|group| &group.lines).filter(|line| line.n_matches > 0);
        for line in lines {
            let offset = line.matches.first().map_or(0, |found| found.offset);
            let entry = Entry { path: file.path.as_str(), line: line.number, offset, text: &line.text };
            text.push_str(&entry.line(prefix));
        }
    }
    text
}

/// What stays one line and cannot steer a terminal; tabs stay as they are.
fn one_line(text: &str) -> String {
    text.chars().map(|letter| if letter.is_control() && letter != '\t' { picture(letter) } else { letter }).collect()
}
