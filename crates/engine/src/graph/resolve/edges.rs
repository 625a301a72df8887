//! The edges of a file: of its uses, its imports, and of a test to what it is named after.

use std::collections::HashSet;

use quarry_source::{Confidence, EdgeKind, SymbolKind};
use quarry_store::{Exported, FileId, NO_TARGET, StoredEdge, WHOLE_FILE};

use super::bindings::Bindings;
use super::{MAX_CANDIDATES, MAX_DEPTH, Meaning, Resolver, Subject, kinds};
use crate::graph::facts::{Facts, ReferenceFact};
use crate::graph::modules::Link;

impl Resolver<'_> {
    /// The edges of a file, in order.
    pub(crate) fn edges(&self, id: FileId, facts: &Facts, links: &[Link]) -> Vec<StoredEdge> {
        let Some(family) = self.family(id) else { return Vec::new() };
        let mut names = vec![(0, 0); facts.around.len()];
        for definition in &facts.definitions {
            names[definition.symbol as usize] = (definition.name, definition.owner);
        }
        let subject = Subject { id, family, facts, bindings: Bindings::of(facts), names };
        let mut edges = Vec::new();
        for reference in &facts.references {
            if let Some(meaning) = self.meaning(&subject, reference, 0) {
                add_edges(&mut edges, id, reference, &meaning);
            }
        }
        let used: HashSet<FileId> = edges.iter().map(|edge| edge.file).collect();
        links.iter().filter(|link| link.line > 0).for_each(|link| self.add_import(&mut edges, link, id, &used));
        let test = self.tree.record(id).and_then(|record| self.test_edge(record, &edges));
        edges.extend(test);
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The edges of an import statement: to the files it names, and as a reference to the definition it takes.
    fn add_import(&self, edges: &mut Vec<StoredEdge>, link: &Link, from: FileId, used: &HashSet<FileId>) {
        let edge = |file, key, n_candidates: usize| StoredEdge {
            line: link.line,
            kind: if key == 0 { EdgeKind::Imports } else { EdgeKind::References },
            name: if link.name == 0 { link.local } else { link.name },
            file,
            key,
            from: WHOLE_FILE,
            // One path that several files fit.
            confidence: if key == 0 && n_candidates > 1 { Confidence::Ambiguous } else { Confidence::Import },
            n_candidates: u16::try_from(n_candidates).unwrap_or(u16::MAX),
        };
        if matches!(link.what, Exported::Package | Exported::OpenPackage | Exported::Namespace) {
            // Of a package an import means what is used of it.
            let mut opened: Vec<FileId> = link.exports().flat_map(|export| self.opened(&export)).collect();
            opened.retain(|file| used.contains(file) && *file != from);
            let files = if opened.is_empty() { link.files.clone() } else { opened };
            edges.extend(files.into_iter().filter(|file| *file != from).map(|file| edge(file, 0, 1)));
            return;
        }
        for file in link.files.iter().copied().filter(|file| *file != from) {
            edges.push(edge(file, 0, link.files.len()));
        }
        if link.what == Exported::Item {
            let sites = self.items(&link.files, link.name, MAX_DEPTH);
            edges.extend(sites.iter().take(MAX_CANDIDATES).map(|site| edge(site.file, site.node.key, sites.len())));
        }
    }
}

fn add_edges(edges: &mut Vec<StoredEdge>, id: FileId, reference: &ReferenceFact, meaning: &Meaning) {
    let n_candidates = u16::try_from(meaning.sites.len()).unwrap_or(u16::MAX);
    let edge = |kind, file, key, confidence| StoredEdge {
        line: reference.line,
        kind,
        name: reference.name,
        file,
        key,
        from: reference.from,
        confidence,
        n_candidates,
    };
    // The overloads of a method whose type is known are all meant.
    if meaning.sites.len() > MAX_CANDIDATES && !meaning.confidence.is_sure() {
        let kind = kinds::edge_kind(reference.kind, SymbolKind::Class);
        edges.push(edge(kind, NO_TARGET, 0, Confidence::Ambiguous));
        return;
    }
    for site in &meaning.sites {
        let kind = kinds::edge_kind(reference.kind, site.node.kind);
        // What is sure is so by the file itself, or by what leads out of it.
        let confidence = match meaning.confidence {
            sure if sure.is_sure() && site.file == id => Confidence::SameFile,
            sure if sure.is_sure() => Confidence::Import,
            unsure => unsure,
        };
        edges.push(edge(kind, site.file, site.node.key, confidence));
    }
}
