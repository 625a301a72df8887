//! A graph for a generation: of all files, or of those that a change can touch.

use std::collections::{BTreeSet, HashSet};

use quarry_store::{Export, FileId, FileNode, FileRecord, Graph, GraphDraft, ReadError, Snapshot, name_hash};

use super::definitions::Definitions;
use super::facts::Facts;
use super::modules::{Family, Link, Modules};
use super::projects::Projects;
use super::resolve::{Resolver, tested_stem};
use super::touched::{Touched, decides_where_imports_lead};
use super::tree::Tree;
use crate::parallel;

/// The graph of a snapshot: the one that is kept, or a new one, which is then kept for others.
pub(crate) fn up_to_date(snapshot: &Snapshot, n_threads: usize) -> Result<Graph, ReadError> {
    // One that cannot be read is made anew: it holds nothing that the rest does not.
    if let Ok(Some(graph)) = snapshot.graph() {
        return Ok(graph);
    }
    let earlier = snapshot.earlier_graph();
    let draft = draft(snapshot, earlier.as_ref(), n_threads)?;
    match snapshot.keep_graph(&draft).ok().and_then(|()| snapshot.graph().ok().flatten()) {
        Some(graph) => Ok(graph),
        // Who cannot write (a full or read-only disk) has it in memory all the same.
        None => Graph::of_draft(&draft),
    }
}

/// A file that is resolved, with what was read of it.
struct Work<'a> {
    record: &'a FileRecord,
    facts: Facts,
    links: Vec<Link>,
}

/// A graph of all files. Files that an earlier graph knows, and that nothing touched since, are taken over.
fn draft<'a>(snapshot: &Snapshot, earlier: Option<&'a Graph>, n_threads: usize) -> Result<GraphDraft<'a>, ReadError> {
    let files = &snapshot.manifest().files;
    let tree = Tree::new(files);
    let is_known = |record: &&FileRecord| earlier.is_some_and(|graph| graph.node(record.id).content == content(record));
    let changed: Vec<&FileRecord> = files.iter().filter(|record| !is_known(record)).collect();
    let facts = facts_of(snapshot, &changed, n_threads)?;
    let fresh = changed.iter().zip(&facts).map(|(record, facts)| (record.id, node_of(record, facts))).collect();
    let n_files = snapshot.manifest().next_id as usize;
    let mut draft = GraphDraft { earlier, fresh, gone: gone(earlier, &tree), n_files };
    let work = {
        let definitions = Definitions::new(&draft);
        let projects = Projects::read(files.iter().map(|record| record.path.as_str()), |path| {
            snapshot.file(path).ok().flatten().map(|file| file.text)
        });
        let modules = Modules { tree: &tree, projects: &projects, definitions: &definitions };
        let affected = Affected { snapshot, modules, draft: &draft, n_threads };
        affected.work(changed.into_iter().zip(facts).collect())?
    };
    for work in &work {
        let known = || earlier.map(|graph| graph.node(work.record.id).to_owned()).unwrap_or_default();
        draft.fresh.entry(work.record.id).or_insert_with(known).exports = exports_of(&work.links);
    }
    let family = |place: usize| tree.record(FileId(place as u32)).map(|record| Family::of(record.language.as_str()));
    let families: Vec<Option<Family>> = (0..n_files).map(family).collect();
    let edges = {
        let definitions = Definitions::new(&draft);
        let resolver = Resolver { tree: &tree, definitions: &definitions, families: &families };
        parallel::in_order(&work, n_threads, |work| resolver.edges(work.record.id, &work.facts, &work.links))
    };
    for (work, edges) in work.iter().zip(edges) {
        draft.fresh.entry(work.record.id).or_default().edges = edges;
    }
    Ok(draft)
}

fn gone(earlier: Option<&Graph>, tree: &Tree<'_>) -> BTreeSet<FileId> {
    let known = earlier.map_or(0, Graph::n_files) as u32;
    (0..known).map(FileId).filter(|file| tree.record(*file).is_none()).collect()
}

/// Finds the files that a change affects.
struct Affected<'s, 'a> {
    snapshot: &'s Snapshot,
    modules: Modules<'a>,
    draft: &'a GraphDraft<'a>,
    n_threads: usize,
}

impl<'s> Affected<'s, '_> {
    /// The changed files, and those whose names may mean something else now, with where their imports lead.
    fn work(&self, changed: Vec<(&'s FileRecord, Facts)>) -> Result<Vec<Work<'s>>, ReadError> {
        let files = &self.snapshot.manifest().files;
        let mut touched = Touched::by(self.draft, &self.modules);
        let mut work: Vec<Work<'_>> = Vec::new();
        let mut taken: HashSet<FileId> = HashSet::new();
        let mut next = changed;
        // What a file passes on can touch others in turn.
        loop {
            taken.extend(next.iter().map(|(record, _)| record.id));
            let links =
                parallel::in_order(&next, self.n_threads, |(record, facts)| links_of(&self.modules, record, facts));
            for ((record, facts), links) in next.into_iter().zip(links) {
                touched.add_exports(self.draft, record.id, exports_of(&links));
                work.push(Work { record, facts, links });
            }
            touched.close(self.draft);
            let is_next = |record: &&FileRecord| !taken.contains(&record.id) && touched.touches(self.draft, record);
            let records: Vec<&FileRecord> =
                if touched.is_nothing() { Vec::new() } else { files.iter().filter(is_next).collect() };
            if records.is_empty() {
                return Ok(work);
            }
            let facts = facts_of(self.snapshot, &records, self.n_threads)?;
            next = records.into_iter().zip(facts).collect();
        }
    }
}

fn node_of(record: &FileRecord, facts: &Facts) -> FileNode {
    FileNode {
        content: content(record),
        decides: u32::from(decides_where_imports_lead(record.path.file_name())),
        stem: name_hash(record.path.name_without_ending()),
        directory: name_hash(record.path.directory_name()),
        definitions: facts.definitions.clone(),
        bases: facts.bases.clone(),
        uses: uses_of(record, facts),
        ..FileNode::default()
    }
}

/// What a file mentions, and what it is named after.
fn uses_of(record: &FileRecord, facts: &Facts) -> Vec<u32> {
    let mut uses = facts.uses();
    uses.extend(tested_stem(record).map(name_hash));
    uses.sort_unstable();
    uses.dedup();
    uses
}

fn links_of(modules: &Modules<'_>, record: &FileRecord, facts: &Facts) -> Vec<Link> {
    facts.imports.iter().flat_map(|import| modules.links(record, import)).collect()
}

fn exports_of(links: &[Link]) -> Vec<Export> {
    let mut exports: Vec<Export> = links.iter().flat_map(Link::exports).collect();
    exports.sort_unstable();
    exports.dedup();
    exports
}

/// The beginning of a file's hash.
fn content(record: &FileRecord) -> u64 {
    let bytes = record.hash.first_chunk::<8>().copied().unwrap_or_default();
    // What is parsed depends on the language too. Never 0, which is no file.
    (u64::from_le_bytes(bytes) ^ u64::from(name_hash(record.language.as_str()))).max(1)
}

fn facts_of(snapshot: &Snapshot, files: &[&FileRecord], n_threads: usize) -> Result<Vec<Facts>, ReadError> {
    let read = |record: &&FileRecord| -> Result<Facts, ReadError> {
        let file = snapshot.file(record.path.as_str())?;
        Ok(file.map(|file| Facts::of(&file.catalog, Family::of(record.language.as_str()))).unwrap_or_default())
    };
    parallel::in_order(files, n_threads, read).into_iter().collect()
}
