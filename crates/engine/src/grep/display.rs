//! What is shown of the matching lines: the lines around them, cut where too long, until the limit.

use std::collections::BTreeMap;
use std::ops::Range;

use super::group::View;
use super::scan::FoundLine;
use super::{GrepFile, GrepLine, GrepMatch, GrepRequest};

/// Of a line that is cut, this share is shown before its first match: what is called matters less than how.
const SHARE_BEFORE: usize = 4;

/// Matching lines and those around them, each once, in order.
pub(super) fn with_context(view: &View<'_>, lines: &[FoundLine], request: &GrepRequest) -> Vec<GrepLine> {
    let found: BTreeMap<u32, &FoundLine> = lines.iter().map(|line| (line.number, line)).collect();
    let mut shown: BTreeMap<u32, Range<usize>> = BTreeMap::new();
    for line in lines {
        shown.insert(line.number, line.range.clone());
        shown.extend(neighbours(view.text, line, request));
    }
    let show = |(number, range): (u32, Range<usize>)| {
        let found = found.get(&number);
        let matches = found.map_or(&[][..], |line| &line.matches);
        let n_matches = found.map_or(0, |line| line.n_matches());
        GrepLine { number, n_matches, ..cut(&view.text[range], matches, view.max_line_chars) }
    };
    shown.into_iter().map(show).collect()
}

/// Numbers and bytes of the lines around a line.
fn neighbours(text: &str, line: &FoundLine, request: &GrepRequest) -> Vec<(u32, Range<usize>)> {
    let mut found = Vec::new();
    let mut start = line.range.start;
    for number in (1..line.number).rev().take(request.lines_before) {
        let end = start.saturating_sub(1);
        start = text[..end].rfind('\n').map_or(0, |newline| newline + 1);
        found.push((number, start..end));
    }
    let mut rest = text[line.range.end..].find('\n').map(|newline| line.range.end + newline + 1);
    for number in (line.number + 1..).take(request.lines_after) {
        let Some(start) = rest.filter(|start| *start < text.len()) else { break };
        let newline = text[start..].find('\n').map(|newline| start + newline);
        found.push((number, start..newline.unwrap_or(text.len())));
        rest = newline.map(|newline| newline + 1);
    }
    for (_, range) in &mut found {
        range.end = range.start + text[range.clone()].trim_end_matches('\r').len();
    }
    found
}

/// At most so many characters of a line, with its first match among them.
fn cut(line: &str, matches: &[Range<usize>], max_chars: usize) -> GrepLine {
    let n_chars = line.chars().count();
    let first = matches.first().cloned().unwrap_or(0..0);
    let mut n_skipped = 0;
    if n_chars > max_chars && line[..first.end].chars().count() > max_chars {
        let before = line[..first.start].chars().count().saturating_sub(max_chars / SHARE_BEFORE);
        n_skipped = before.min(n_chars - max_chars);
    }
    let place = |n_chars: usize| line.char_indices().nth(n_chars).map_or(line.len(), |(at, _)| at);
    let shown = place(n_skipped)..place(n_skipped + max_chars);
    let text = &line[shown.clone()];
    let within = |found: &Range<usize>| {
        let (start, end) = (found.start.max(shown.start), found.end.min(shown.end));
        (start < end).then(|| GrepMatch {
            start: start - shown.start,
            end: end - shown.start,
            column: n_skipped + text[..start - shown.start].chars().count() + 1,
            offset: start,
        })
    };
    GrepLine {
        text: text.to_owned(),
        is_cut_before: shown.start > 0,
        is_cut_after: shown.end < line.len(),
        matches: matches.iter().filter_map(within).collect(),
        ..GrepLine::default()
    }
}

/// Takes the lines beyond the limit out and says how many matching ones are left.
pub(super) fn limit(files: &mut [GrepFile], request: &GrepRequest) -> usize {
    let limit = request.limit.unwrap_or(usize::MAX);
    let mut n_shown = 0;
    for group in files.iter_mut().flat_map(|file| &mut file.groups) {
        n_shown += shorten(&mut group.lines, limit - n_shown, request.lines_after);
    }
    n_shown
}

/// Keeps so many matching lines and what stands around them.
fn shorten(lines: &mut Vec<GrepLine>, n_most: usize, lines_after: usize) -> usize {
    let matching: Vec<usize> = (0..lines.len()).filter(|index| lines[*index].n_matches > 0).collect();
    if matching.len() <= n_most {
        return matching.len();
    }
    lines.truncate(matching[n_most]);
    let last = n_most.checked_sub(1).map_or(0, |place| lines[matching[place]].number as usize + lines_after);
    // What stands before the line that is gone goes with it.
    lines.retain(|line| line.number as usize <= last);
    n_most
}

#[cfg(test)]
mod tests {
    use super::cut;
    use expect_test::{Expect, expect};

    /// The shown part with its matches in brackets, and the column and the offset of the first.
    #[track_caller]
    fn check(line: &str, found: &str, max_chars: usize, expected: Expect) {
        let matches: Vec<_> = line.match_indices(found).map(|(at, part)| at..at + part.len()).collect();
        let shown = cut(line, &matches, max_chars);
        let mut text = shown.text.clone();
        for found in shown.matches.iter().rev() {
            text.insert(found.end, ']');
            text.insert(found.start, '[');
        }
        let mark = |is_cut| if is_cut { "…" } else { "" };
        let place = shown.matches.first().map_or((0, 0), |found| (found.column, found.offset));
        expected.assert_eq(&format!("{}{text}{} {place:?}", mark(shown.is_cut_before), mark(shown.is_cut_after)));
    }

    #[test]
    fn a_long_line_is_cut_around_its_first_match() {
        let long = format!("{}ž=needle;{}needle", "á".repeat(50), "b".repeat(50));
        check("let needle = needle;", "needle", 20, expect!["let [needle] = [needle]; (5, 4)"]);
        check(&long, "needle", 20, expect!["…áááž=[needle];bbbbbbbb… (53, 103)"]);
        check(&format!("needle{}", "x".repeat(30)), "needle", 20, expect!["[needle]xxxxxxxxxxxxxx… (1, 0)"]);
        check(&format!("{}needle", "x".repeat(30)), "needle", 20, expect!["…xxxxxxxxxxxxxx[needle] (31, 30)"]);
        check(&"needle".repeat(5), &"needle".repeat(5), 20, expect!["[needleneedleneedlene]… (1, 0)"]);
        check(&"x".repeat(30), "needle", 20, expect!["xxxxxxxxxxxxxxxxxxxx… (0, 0)"]);
    }
}
