//! A graph for a generation: of all files, or of those that a change can touch.

use std::collections::HashSet;

use quarry_store::{Base, DefinitionNode, Export, FileId, FileNode, FileRecord, Graph, ReadError, Snapshot, name_hash};

use super::definitions::{Definitions, Exports};
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
    let nodes = nodes(snapshot, snapshot.earlier_graph().as_ref(), n_threads)?;
    // Who cannot write (a full or read-only disk) has it in memory all the same.
    let _ = snapshot.keep_graph(&nodes);
    Graph::of_nodes(&nodes)
}

/// A file that is resolved, with what was read of it.
struct Work<'a> {
    record: &'a FileRecord,
    facts: Facts,
    links: Vec<Link>,
}

/// The nodes of all files, by file number. Files that an earlier graph knows, and that nothing touched since, are taken over.
pub(crate) fn nodes(
    snapshot: &Snapshot,
    earlier: Option<&Graph>,
    n_threads: usize,
) -> Result<Vec<FileNode>, ReadError> {
    let files = &snapshot.manifest().files;
    let tree = Tree::new(files);
    let mut nodes: Vec<FileNode> = vec![FileNode::default(); snapshot.manifest().next_id as usize];
    let mut next: Vec<&FileRecord> = Vec::new();
    for record in files {
        let known = earlier.map(|graph| graph.node(record.id)).filter(|node| node.content == content(record));
        match known {
            Some(known) => nodes[record.id.0 as usize] = known.to_owned(),
            None => next.push(record),
        }
    }
    let mut read = facts_of(snapshot, &next, n_threads)?;
    for (record, facts) in next.iter().zip(&read) {
        nodes[record.id.0 as usize] = node_of(record, facts);
    }
    let projects = Projects::read(files.iter().map(|record| record.path.as_str()), |path| {
        snapshot.file(path).ok().flatten().map(|file| file.text)
    });
    let definitions = definitions_of(&nodes);
    let modules = Modules { tree: &tree, projects: &projects, definitions: &definitions };
    let mut touched = earlier.map_or(Touched::everything(), |graph| Touched::between(graph, &nodes, &tree));
    let mut work: Vec<Work<'_>> = Vec::new();
    let mut taken: HashSet<FileId> = HashSet::new();
    // What a file passes on can touch others in turn.
    loop {
        taken.extend(next.iter().map(|record| record.id));
        let tasks: Vec<(&FileRecord, Facts)> = next.iter().copied().zip(std::mem::take(&mut read)).collect();
        let links = parallel::in_order(&tasks, n_threads, |(record, facts)| links_of(&modules, record, facts));
        for ((record, facts), links) in tasks.into_iter().zip(links) {
            let node = &mut nodes[record.id.0 as usize];
            node.exports = exports_of(&links);
            if let Some(earlier) = earlier {
                touched.add_exports(earlier, record.id, &node.exports);
            }
            work.push(Work { record, facts, links });
        }
        touched.close(&nodes);
        let is_next =
            |record: &&FileRecord| !taken.contains(&record.id) && touched.touches(&nodes[record.id.0 as usize]);
        next = files.iter().filter(is_next).collect();
        if next.is_empty() {
            break;
        }
        read = facts_of(snapshot, &next, n_threads)?;
    }
    let exports = Exports::new(nodes.iter().map(|node| node.exports.clone()).collect());
    let family = |place: usize| tree.record(FileId(place as u32)).map(|record| Family::of(record.language.as_str()));
    let families: Vec<Option<Family>> = (0..nodes.len()).map(family).collect();
    let resolver = Resolver { tree: &tree, definitions: &definitions, exports: &exports, families: &families };
    let edges = parallel::in_order(&work, n_threads, |work| resolver.edges(work.record.id, &work.facts, &work.links));
    for (work, edges) in work.iter().zip(edges) {
        nodes[work.record.id.0 as usize].edges = edges;
    }
    Ok(nodes)
}

fn definitions_of(nodes: &[FileNode]) -> Definitions {
    let definitions: Vec<Vec<DefinitionNode>> = nodes.iter().map(|node| node.definitions.clone()).collect();
    let bases: Vec<Vec<Base>> = nodes.iter().map(|node| node.bases.clone()).collect();
    Definitions::new(definitions, bases)
}

fn node_of(record: &FileRecord, facts: &Facts) -> FileNode {
    FileNode {
        content: content(record),
        decides: u32::from(decides_where_imports_lead(record.path.file_name())),
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
