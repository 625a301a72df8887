//! What a reader has been shown already: a bounded set of hashes of lines and heads, each with its path.
//!
//! A line is known by its text, not by its number, so that what moved is still known and what was edited is new. A
//! server keeps one of these per session in memory; [`super::Sessions`] keeps them on disk.

use std::collections::{HashSet, VecDeque};

use quarry_source::RepoPath;

use super::candidate::Candidate;
use super::lines::LineRange;

/// What is remembered of one reader at most; the oldest is forgotten. 50,000: a hundred answers of 8000 tokens.
pub(super) const MAX_REMEMBERED: usize = 50_000;

/// What was shown before.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    known: HashSet<u64>,
    /// Oldest first.
    order: VecDeque<u64>,
}

impl Shown {
    /// Adds what an answer has shown ([`super::ContextResponse::newly_shown`]).
    pub fn remember(&mut self, newly_shown: &[u64]) {
        for one in newly_shown {
            if self.known.insert(*one) {
                self.order.push_back(*one);
            }
        }
        let n_forgotten = self.order.len().saturating_sub(MAX_REMEMBERED);
        for oldest in self.order.drain(..n_forgotten) {
            self.known.remove(&oldest);
        }
    }

    /// Everything, oldest first.
    pub(super) fn all(&self) -> impl Iterator<Item = u64> {
        self.order.iter().copied()
    }

    /// Whether a head, such as a signature, was shown.
    pub(super) fn knows_head(&self, path: &RepoPath, head: &str) -> bool {
        self.known.contains(&head_key(path, head))
    }

    /// What is left of candidates that its reader has not seen: what was shown in full drops out, of others the stretch
    /// from the first new line to the last one stays.
    pub(super) fn without_known(&self, candidates: Vec<Candidate>) -> Vec<Candidate> {
        let unseen = candidates.into_iter().filter_map(|candidate| {
            let lines = self.new_lines(&candidate)?;
            let focus = candidate.focus.clamp(lines.first, lines.last);
            let is_head_known = self.knows_head(&candidate.file.record.path, candidate.head());
            Some(Candidate { lines, focus, is_head_known, ..candidate })
        });
        unseen.collect()
    }

    fn new_lines(&self, candidate: &Candidate) -> Option<LineRange> {
        let LineRange { first, last } = candidate.lines;
        let line = |number: &u32| candidate.file.line(*number);
        let says = |number: &u32| says_something(line(number));
        let is_new =
            |number: &u32| says(number) && !self.known.contains(&line_key(&candidate.file.record.path, line(number)));
        let first_new = (first..=last).find(is_new)?;
        let last_new = (first..=last).rev().find(is_new)?;
        // Brackets and empty lines belong to what stands before them; at the start there is nothing before.
        let is_at_start = (first..first_new).all(|number| !says(&number));
        let n_closing = (last_new + 1..=last).take_while(|number| !says(number)).count() as u32;
        Some(LineRange { first: if is_at_start { first } else { first_new }, last: last_new + n_closing })
    }
}

/// What is remembered of a shown head.
pub(super) fn head_key(path: &RepoPath, head: &str) -> u64 {
    key("head", path, head)
}

/// What is remembered of shown lines; brackets alone are not.
pub(super) fn line_keys(candidate: &Candidate, lines: LineRange) -> impl Iterator<Item = u64> {
    let all = (lines.first..=lines.last).map(|number| candidate.file.line(number));
    all.filter(|line| says_something(line)).map(|line| line_key(&candidate.file.record.path, line))
}

fn line_key(path: &RepoPath, line: &str) -> u64 {
    key("line", path, line.trim())
}

fn says_something(line: &str) -> bool {
    line.contains(char::is_alphanumeric)
}

fn key(what: &str, path: &RepoPath, text: &str) -> u64 {
    let mut hasher = blake3::Hasher::new();
    for part in [what, path.as_str(), text] {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    hasher.finalize().as_bytes().first_chunk().map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[cfg(test)]
mod tests {
    use super::super::fixture;
    use super::{LineRange, MAX_REMEMBERED, Shown, line_keys};

    #[test]
    fn what_was_shown_drops_out_and_what_is_new_stays() {
        let file = fixture::shared("a.rs", "fn f() {\n    a();\n    b();\n}\n\nfn g() {\n    c();\n}\n");
        let candidate = fixture::candidate(&file, (1, 8), 1);
        let mut shown = Shown::default();
        shown.remember(&line_keys(&candidate, LineRange { first: 1, last: 4 }).collect::<Vec<_>>());
        let left = shown.without_known(vec![candidate.clone()]);
        assert_eq!(left[0].lines, LineRange { first: 6, last: 8 }, "the bracket above is not new");
        assert_eq!(Shown::default().without_known(vec![candidate.clone()])[0].lines, candidate.lines);
        shown.remember(&line_keys(&candidate, LineRange { first: 6, last: 8 }).collect::<Vec<_>>());
        assert!(shown.without_known(vec![candidate]).is_empty());
    }

    #[test]
    fn an_edited_line_is_new_and_a_moved_one_is_not() {
        let before = fixture::candidate(&fixture::shared("a.txt", "one\ntwo\nthree\n"), (1, 3), 1);
        let after = fixture::candidate(&fixture::shared("a.txt", "zero\none\ntwo\n3\n"), (2, 4), 1);
        let mut shown = Shown::default();
        shown.remember(&line_keys(&before, before.lines).collect::<Vec<_>>());
        assert_eq!(shown.without_known(vec![after])[0].lines, LineRange { first: 4, last: 4 });
    }

    #[test]
    fn the_oldest_is_forgotten() {
        let mut shown = Shown::default();
        let many: Vec<u64> = (0..MAX_REMEMBERED as u64 + 10).collect();
        shown.remember(&many);
        assert!(shown.all().eq(10..MAX_REMEMBERED as u64 + 10) && shown.known.len() == MAX_REMEMBERED);
    }
}
