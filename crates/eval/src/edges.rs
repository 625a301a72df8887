//! Call and import sites whose targets are known, against the edges of the code graph.

use std::path::Path;

use anyhow::{Context, Result};
use fs_err as fs;
use quarry_engine::{Confidence, EdgeKind, Engine, Mode, Quiet, Relation, RepoPath, Searcher, Settings};

/// A site, checked by hand.
#[derive(Clone, Debug)]
pub struct CheckedSite {
    kind: EdgeKind,
    path: RepoPath,
    line: u32,
    name: String,
    /// None: it leads nowhere in the repository.
    targets: Vec<String>,
}

/// How many edges were found, and how many of them are right.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// Edges (calls: sites) that were found and marked sure.
    pub n_sure: usize,
    /// Right ones of these.
    pub n_sure_right: usize,
    /// Targets that are in the repository.
    pub n_true: usize,
    /// Those that were found, however sure.
    pub n_true_found: usize,
}

impl Tally {
    /// Share of sure edges that are right.
    pub fn precision(&self) -> f64 {
        self.n_sure_right as f64 / self.n_sure.max(1) as f64
    }

    /// Share of true targets that were found.
    pub fn recall(&self) -> f64 {
        self.n_true_found as f64 / self.n_true.max(1) as f64
    }
}

/// What came out for one repository.
#[derive(Debug, Default)]
pub struct EdgeReport {
    /// Over calls.
    pub calls: Tally,
    /// Over imports.
    pub imports: Tally,
    /// What was wrong or missing, as lines.
    pub faults: Vec<String>,
}

/// Reads the sites of a file.
pub fn read(file: &Path) -> Result<Vec<CheckedSite>> {
    let text = fs::read_to_string(file)?;
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|row| site(row).with_context(|| format!("{}: not a site: {row}", file.display()))).collect()
}

fn site(row: &str) -> Option<CheckedSite> {
    let mut columns = row.split('\t');
    let kind = if columns.next()? == "import" { EdgeKind::Imports } else { EdgeKind::Calls };
    let path = RepoPath::new(columns.next()?);
    let line = columns.next()?.parse().ok()?;
    let name = columns.next()?.to_owned();
    let targets =
        columns.next()?.split_whitespace().filter(|target| !matches!(*target, "external" | "none" | "unknown"));
    Some(CheckedSite { kind, path, line, name, targets: targets.map(str::to_owned).collect() })
}

/// Indexes a repository and compares its graph with the sites.
pub fn check(root: &Path, home: &Path, sites: &[CheckedSite]) -> Result<EdgeReport> {
    let settings = Settings::from_toml("model.provider = \"none\"\n", Path::new("edges"))?;
    let engine = Engine::new(root, home, settings);
    engine.index(Mode::Changed, &Quiet)?;
    let searcher = engine.open()?;
    let mut report = EdgeReport::default();
    for site in sites {
        let relations = relations_at(&searcher, site)?;
        match site.kind {
            EdgeKind::Imports => check_import(&mut report, site, &relations),
            _ => check_call(&mut report, site, &relations),
        }
    }
    Ok(report)
}

fn relations_at(searcher: &Searcher<'_>, site: &CheckedSite) -> Result<Vec<Relation>> {
    let mut relations = searcher.uses_in(&site.path)?;
    let is_meant = |kind| kind == site.kind || (site.kind == EdgeKind::Imports && kind == EdgeKind::References);
    relations.retain(|relation| relation.line == site.line && is_meant(relation.kind));
    Ok(relations)
}

fn check_call(report: &mut EdgeReport, site: &CheckedSite, relations: &[Relation]) {
    let found: Vec<(String, Confidence)> = relations
        .iter()
        .filter_map(|relation| {
            let to = relation.to.as_ref()?;
            let symbol = to.symbol.as_ref()?;
            let target = format!("{}:{}", to.path, symbol.name_line);
            // Other calls of the same line are not meant; one that leads to the target by another name is.
            let is_meant = *symbol.name == *site.name || site.targets.contains(&target);
            is_meant.then_some((target, relation.confidence))
        })
        .collect();
    let is_right = |target: &String| site.targets.contains(target);
    let tally = &mut report.calls;
    let mut sure = found.iter().filter(|(_, confidence)| confidence.is_sure()).peekable();
    let is_sure = sure.peek().is_some();
    let sure_right = sure.any(|(target, _)| is_right(target));
    let any_right = found.iter().any(|(target, _)| is_right(target));
    tally.n_sure += usize::from(is_sure);
    tally.n_sure_right += usize::from(sure_right);
    tally.n_true += usize::from(!site.targets.is_empty());
    tally.n_true_found += usize::from(any_right);
    if (is_sure && !sure_right) || (!site.targets.is_empty() && !any_right) {
        let what = if is_sure && !sure_right { "wrong" } else { "missing" };
        report.faults.push(fault(what, site, &found.iter().map(|(target, _)| target.clone()).collect::<Vec<_>>()));
    }
}

fn check_import(report: &mut EdgeReport, site: &CheckedSite, relations: &[Relation]) {
    let paths = |kinds: &[EdgeKind]| {
        let meant = relations.iter().filter(|relation| kinds.contains(&relation.kind));
        let mut paths: Vec<String> =
            meant.filter_map(|relation| Some(relation.to.as_ref()?.path.to_string())).collect();
        paths.sort();
        paths.dedup();
        paths
    };
    // An import leads to files; what it takes of them is a reference, which may lead farther.
    let (found, with_references) = (paths(&[EdgeKind::Imports]), paths(&[EdgeKind::Imports, EdgeKind::References]));
    let leads_to = |target: &str, path: &str| match target.strip_suffix('/') {
        Some(".") => !path.contains('/'),
        Some(directory) => path.rsplit_once('/').is_some_and(|(in_directory, _)| in_directory == directory),
        None => target == path,
    };
    let right = |path: &&String| site.targets.iter().any(|target| leads_to(target, path));
    let missing: Vec<&String> =
        site.targets.iter().filter(|target| !with_references.iter().any(|path| leads_to(target, path))).collect();
    let n_right = found.iter().filter(right).count();
    let tally = &mut report.imports;
    tally.n_sure += found.len();
    tally.n_sure_right += n_right;
    tally.n_true += site.targets.len();
    tally.n_true_found += site.targets.len() - missing.len();
    if n_right < found.len() || !missing.is_empty() {
        let what = if n_right < found.len() { "wrong" } else { "missing" };
        report.faults.push(fault(what, site, &found));
    }
}

fn fault(what: &str, site: &CheckedSite, found: &[String]) -> String {
    let CheckedSite { kind, path, line, name, targets } = site;
    format!("{what} {} {path}:{line} {name}: is {targets:?}, found {found:?}", kind.as_str())
}
