//! A graph for a generation: of all files, or of those that a change can touch.

use std::collections::{BTreeMap, BTreeSet};

use quarry_store::{Export, FileId, FileNode, FileRecord, FileUses, Graph, GraphDraft, ReadError, Snapshot, name_hash};

use super::definitions::Definitions;
use super::facts::{Facts, ImportFact};
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
    let tree = Tree::new(&snapshot.manifest().files);
    let (draft, links) = draft(snapshot, &tree, earlier.as_ref(), n_threads)?;
    let definitions = Definitions::new(&draft);
    let family = |place: u32| tree.record(FileId(place)).map(|record| Family::of(record.language.as_str()));
    let families: Vec<Option<Family>> = (0..draft.n_files as u32).map(family).collect();
    let uses_of_one = |file: &FileId| -> Result<FileUses, ReadError> {
        let Some(record) = tree.record(*file) else { return Ok(FileUses::default()) };
        let links = links.get(file).map(Vec::as_slice).unwrap_or_default();
        let facts = facts_of(snapshot, record)?;
        let edges = Resolver::new(&tree, &definitions, &families).edges(*file, &facts, links);
        Ok(FileUses { names: names_used(record, &facts), edges })
    };
    let uses_of = |files: &[FileId]| parallel::in_order(files, n_threads, uses_of_one).into_iter().collect();
    match snapshot.keep_graph(&draft, &uses_of).ok().and_then(|()| snapshot.graph().ok().flatten()) {
        Some(graph) => Ok(graph),
        // Who cannot write (a full or read-only disk) has it in memory all the same.
        None => Graph::of_draft(&draft, &uses_of),
    }
}

/// Where the imports of files lead. Their other facts are read again when their edges are made: those of all files of a large
/// repository do not fit into the memory that people have.
type Links = BTreeMap<FileId, Vec<Link>>;

/// The nodes of all files, and the links of those whose edges are made anew. Files that an earlier graph knows, and that
/// nothing touched since, are taken over.
fn draft<'a>(
    snapshot: &Snapshot,
    tree: &Tree<'_>,
    earlier: Option<&'a Graph>,
    n_threads: usize,
) -> Result<(GraphDraft<'a>, Links), ReadError> {
    let files = &snapshot.manifest().files;
    let is_known = |record: &&FileRecord| earlier.is_some_and(|graph| graph.node(record.id).content == content(record));
    let changed: Vec<&FileRecord> = files.iter().filter(|record| !is_known(record)).collect();
    let (mut fresh, mut imports) = (BTreeMap::new(), Vec::with_capacity(changed.len()));
    for (record, read) in changed
        .iter()
        .zip(read_all(snapshot, &changed, n_threads, |record, mut facts| (node_of(record, &mut facts), facts.imports))?)
    {
        fresh.insert(record.id, read.0);
        imports.push(read.1);
    }
    let mut draft =
        GraphDraft { earlier, fresh, gone: gone(earlier, tree), n_files: snapshot.manifest().next_id as usize };
    let links = {
        let definitions = Definitions::new(&draft);
        let projects = Projects::read(files.iter().map(|record| record.path.as_str()), |path| {
            snapshot.file(path).ok().flatten().map(|file| file.text)
        });
        let modules = Modules { tree, projects: &projects, definitions: &definitions };
        let affected = Affected { snapshot, modules, draft: &draft, n_threads };
        affected.links(changed.into_iter().zip(imports).collect())?
    };
    for (file, links) in &links {
        let known = || earlier.map(|graph| graph.node(*file).to_owned()).unwrap_or_default();
        draft.fresh.entry(*file).or_insert_with(known).exports = exports_of(links);
    }
    Ok((draft, links))
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
    fn links(&self, changed: Vec<(&'s FileRecord, Vec<ImportFact>)>) -> Result<Links, ReadError> {
        let files = &self.snapshot.manifest().files;
        let mut touched = Touched::by(self.draft, &self.modules);
        let mut taken = Links::new();
        let mut next = changed;
        // What a file passes on can touch others in turn.
        loop {
            let links =
                parallel::in_order(&next, self.n_threads, |(record, imports)| links_of(&self.modules, record, imports));
            for ((record, _), links) in next.into_iter().zip(links) {
                touched.add_exports(self.draft, record.id, exports_of(&links));
                taken.insert(record.id, links);
            }
            touched.close(self.draft);
            let is_next = |record: &&FileRecord| !taken.contains_key(&record.id) && touched.touches(self.draft, record);
            let records: Vec<&FileRecord> =
                if touched.is_nothing() { Vec::new() } else { files.iter().filter(is_next).collect() };
            if records.is_empty() {
                return Ok(taken);
            }
            let imports = read_all(self.snapshot, &records, self.n_threads, |_, facts| facts.imports)?;
            next = records.into_iter().zip(imports).collect();
        }
    }
}

fn node_of(record: &FileRecord, facts: &mut Facts) -> FileNode {
    FileNode {
        content: content(record),
        decides: u32::from(decides_where_imports_lead(record.path.file_name())),
        stem: name_hash(record.path.name_without_ending()),
        directory: name_hash(record.path.directory_name()),
        definitions: std::mem::take(&mut facts.definitions),
        bases: std::mem::take(&mut facts.bases),
        ..FileNode::default()
    }
}

/// What a file mentions, and what it is named after.
fn names_used(record: &FileRecord, facts: &Facts) -> Vec<u32> {
    let mut uses = facts.uses();
    uses.extend(tested_stem(record).map(name_hash));
    uses.sort_unstable();
    uses.dedup();
    uses
}

fn links_of(modules: &Modules<'_>, record: &FileRecord, imports: &[ImportFact]) -> Vec<Link> {
    let mut links: Vec<Link> = imports.iter().flat_map(|import| modules.links(record, import)).collect();
    // Those of all files are held at once.
    links.shrink_to_fit();
    links
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

/// What is wanted of every file's facts.
fn read_all<T: Send>(
    snapshot: &Snapshot,
    files: &[&FileRecord],
    n_threads: usize,
    wanted: impl Fn(&FileRecord, Facts) -> T + Sync,
) -> Result<Vec<T>, ReadError> {
    let read = |record: &&FileRecord| Ok(wanted(record, facts_of(snapshot, record)?));
    parallel::in_order(files, n_threads, read).into_iter().collect()
}

fn facts_of(snapshot: &Snapshot, record: &FileRecord) -> Result<Facts, ReadError> {
    let Some((catalog, uses)) = snapshot.definitions_and_uses(record.path.as_str())? else {
        return Ok(Facts::default());
    };
    Ok(Facts::of(&catalog.symbols, &uses, Family::of(record.language.as_str())))
}
