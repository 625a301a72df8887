//! Many uses: by step and file of their users, by what is used, or one after the other.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use quarry_engine::{RelationAt, RepoPath};

use super::row::Row;
use super::{INDENT, definition, name};
use crate::console::{BOLD, DIM};
use crate::figures::counted;

/// Uses shown of one definition; the others are counted.
const MAX_USES_OF_ONE: usize = 3;
/// Files named that one import leads to.
const MAX_IMPORTED_FILES: usize = 3;

/// What is said about a use beside who uses it and how sure that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Told {
    /// The reader knows both.
    Nothing,
    /// What sort of use it is.
    Kind,
    /// And what is used.
    KindAndTarget,
}

/// Who uses something: by distance, then by file; files with sure uses first, as they come.
pub(crate) fn users(relations: &[RelationAt], told: Told, prefix: &str) -> String {
    let mut ranks: HashMap<(u32, &RepoPath), usize> = HashMap::new();
    for at in relations {
        let n_known = ranks.len();
        ranks.entry((at.depth, &at.relation.from.path)).or_insert(n_known);
    }
    let mut ordered: Vec<&RelationAt> = relations.iter().collect();
    ordered.sort_by_key(|at| (at.depth, ranks.get(&(at.depth, &at.relation.from.path)), at.relation.line));
    let mut text = String::new();
    let mut steps = Steps::of(relations);
    for at in ordered {
        steps.heading(at.depth, &mut text);
        let relation = &at.relation;
        let used = relation.to.as_ref().map(name).unwrap_or_default();
        let use_of = match told {
            Told::Nothing => None,
            Told::Kind => Some(relation.kind.as_str().to_owned()),
            Told::KindAndTarget => Some(format!("{} {used}", relation.kind.as_str())),
        };
        let user = relation.from.symbol.is_some().then(|| format!("in {}", name(&relation.from)));
        let told: Vec<String> = use_of.into_iter().chain(user).collect();
        Row::of(at, &told).add_to(&mut text, prefix);
    }
    text.push('\n');
    text
}

/// What something uses: each definition, and below it where it is used.
pub(crate) fn used(relations: &[RelationAt], prefix: &str) -> String {
    let mut by_target: BTreeMap<(u32, &RepoPath, u32), Vec<&RelationAt>> = BTreeMap::new();
    for at in relations {
        let Some(to) = &at.relation.to else { continue };
        let line = to.symbol.as_ref().map_or(0, |symbol| symbol.name_line);
        by_target.entry((at.depth, &to.path, line)).or_default().push(at);
    }
    let mut text = String::new();
    let mut steps = Steps::of(relations);
    for ((depth, ..), uses) in &by_target {
        steps.heading(*depth, &mut text);
        let target = uses.first().and_then(|at| at.relation.to.as_ref());
        text.extend(target.map(|target| definition(target, prefix)));
        for at in uses.iter().take(MAX_USES_OF_ONE) {
            text.push_str(INDENT);
            Row::of(at, &[]).add_to(&mut text, prefix);
        }
        if let n_more @ 1.. = uses.len().saturating_sub(MAX_USES_OF_ONE) {
            let _ = writeln!(text, "{INDENT}{DIM}… {}{DIM:#}", counted(n_more, "more use"));
        }
    }
    text.push('\n');
    text
}

/// Import statements, each with the files that it leads to.
pub(crate) fn imports(relations: &[RelationAt], prefix: &str) -> String {
    let mut by_line: BTreeMap<(u32, &RepoPath, u32), Vec<&RelationAt>> = BTreeMap::new();
    for at in relations {
        by_line.entry((at.depth, &at.relation.from.path, at.relation.line)).or_default().push(at);
    }
    let mut text = String::new();
    let mut steps = Steps::of(relations);
    for ((depth, ..), same_line) in &by_line {
        steps.heading(*depth, &mut text);
        let mut paths: Vec<&str> =
            same_line.iter().filter_map(|at| at.relation.to.as_ref()).map(|to| to.path.as_str()).collect();
        paths.dedup();
        let mut files = paths.iter().take(MAX_IMPORTED_FILES).copied().collect::<Vec<_>>().join(", ");
        if let n_more @ 1.. = paths.len().saturating_sub(MAX_IMPORTED_FILES) {
            let _ = write!(files, " and {n_more} more");
        }
        Row::of(same_line[0], &[format!("→ {files}")]).add_to(&mut text, prefix);
    }
    text
}

/// Each step of a way, and where it ends.
pub(crate) fn way(steps: &[RelationAt], prefix: &str) -> String {
    let mut text = String::new();
    for at in steps {
        let relation = &at.relation;
        let used = relation.to.as_ref().map(name).unwrap_or_default();
        let told = format!("{} {} {used}", name(&relation.from), relation.kind.as_str());
        Row::of(at, &[told]).add_to(&mut text, prefix);
    }
    let goal = steps.last().and_then(|at| at.relation.to.as_ref());
    text.extend(goal.map(|goal| format!("{}\n", definition(goal, prefix))));
    text
}

/// Headings between uses of different distance, if there is more than one distance.
struct Steps {
    is_needed: bool,
    last: u32,
}

impl Steps {
    fn of(relations: &[RelationAt]) -> Steps {
        Steps { is_needed: relations.iter().any(|at| at.depth > 1), last: 0 }
    }

    fn heading(&mut self, depth: u32, text: &mut String) {
        if self.is_needed && self.last != depth {
            let gap = if self.last == 0 { "" } else { "\n" };
            let _ = writeln!(text, "{gap}{BOLD}{} away{BOLD:#}", counted(depth as usize, "step"));
        }
        self.last = depth;
    }
}
