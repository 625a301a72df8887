//! Exact questions about definitions and how they are used. No ranking, no guessing: what is not certain says so.

use std::collections::{BTreeMap, HashSet};

use quarry_source::{Confidence, EdgeKind, Language, RepoPath, SymbolKind};
use quarry_store::{EdgeSite, FileId, ReadError, WHOLE_FILE};

use super::targets::{AskError, Asked};
use super::view::{Place, Relation};
use super::walk::{Direction, Node, Step, Walk};
use crate::Searcher;
use crate::search::place;

/// What uses something, or what it uses.
#[derive(Clone, Debug)]
pub struct GraphAnswer {
    /// The definitions or files that were asked about.
    pub subjects: Vec<Place>,
    /// Nearest first, in order of paths and lines; at most as many as asked for.
    pub relations: Vec<RelationAt>,
    /// How many there are in all.
    pub n_relations: usize,
    /// How many files the users stand in, or what is used.
    pub n_files: usize,
    /// Further places where something else may be meant, or that are less sure than was asked for.
    pub n_uncertain: usize,
    /// Whether the walk was ended before it had seen all.
    pub is_cut: bool,
}

/// A relation and how far it is from what was asked about.
#[derive(Clone, Debug)]
pub struct RelationAt {
    /// Steps, from 1.
    pub depth: u32,
    /// The relation.
    pub relation: Relation,
    /// The line of the use as it was indexed, without the space around it; cut if it is very long.
    pub text: String,
}

/// Who is affected by a change.
#[derive(Clone, Debug)]
pub struct ImpactAnswer {
    /// The definitions or files that would change.
    pub subjects: Vec<Place>,
    /// Files, nearest first.
    pub files: Vec<AffectedFile>,
    /// Places that use the name and may mean something else that has it.
    pub n_uncertain: usize,
    /// Whether the walk was ended before it had seen all.
    pub is_cut: bool,
}

/// A file that uses what changes, directly or through others.
#[derive(Clone, Debug)]
pub struct AffectedFile {
    /// Which.
    pub path: RepoPath,
    /// What it is written in.
    pub language: Language,
    /// Steps to its nearest use, from 1.
    pub depth: u32,
    /// How sure the surest of the shortest ways is: as its weakest step.
    pub confidence: Confidence,
    /// Whether it is a test.
    pub is_test: bool,
    /// Lines of its nearest uses.
    pub lines: Vec<u32>,
}

impl Searcher<'_> {
    /// The definitions that a name, line or file means.
    pub fn symbols(&self, asked: &Asked) -> Result<Vec<Place>, AskError> {
        self.places(&self.nodes_of(asked)?)
    }

    /// What uses something, or what it uses, along the edges that `walk` wants.
    pub fn related_by_graph(&self, asked: &Asked, walk: &Walk, limit: usize) -> Result<GraphAnswer, AskError> {
        let mut start = self.nodes_of(asked)?;
        if walk.direction == Direction::Uses {
            self.add_inner(&mut start)?;
        }
        let walked = walk.from(self.graph()?, &start);
        let mut steps = self.in_order(&walked.steps);
        // A use that may mean several of the definitions asked about is one use, and so is an import of several names.
        let mut seen = HashSet::new();
        steps.retain(|Step { site: EdgeSite { file, edge }, .. }| {
            let name = if edge.kind == EdgeKind::Imports { 0 } else { edge.name };
            let target = (walk.direction == Direction::Uses).then_some((edge.file, edge.key));
            seen.insert((*file, edge.line, edge.kind, name, edge.from, target))
        });
        let far_end = |step: &Step| match walk.direction {
            Direction::UsedBy => step.site.file,
            Direction::Uses => step.site.edge.file,
        };
        let relations = steps.iter().take(limit).map(|step| self.relation_at(step));
        Ok(GraphAnswer {
            subjects: self.symbols(asked)?,
            relations: relations.collect::<Result<_, ReadError>>()?,
            n_relations: steps.len(),
            n_files: steps.iter().map(far_end).collect::<HashSet<_>>().len(),
            n_uncertain: walked.n_uncertain,
            is_cut: walked.is_cut,
        })
    }

    /// Who is affected if something changes: its users, their users and so on.
    pub fn impact(&self, asked: &Asked, walk: &Walk) -> Result<ImpactAnswer, AskError> {
        let start = self.nodes_of(asked)?;
        let walk = Walk { direction: Direction::UsedBy, ..walk.clone() };
        let walked = walk.from(self.graph()?, &start);
        let changed: HashSet<FileId> =
            start.iter().filter(|node| node.symbol == WHOLE_FILE).map(|node| node.file).collect();
        let mut files: BTreeMap<FileId, (u32, Confidence, Vec<u32>)> = BTreeMap::new();
        for step in walked.steps.iter().filter(|step| !changed.contains(&step.site.file)) {
            let known = files.entry(step.site.file).or_insert((step.depth, step.weakest, Vec::new()));
            if known.0 == step.depth {
                known.1 = known.1.min(step.weakest);
                known.2.push(step.site.edge.line);
            }
        }
        let affected = files.into_iter().filter_map(|(file, (depth, confidence, mut lines))| {
            let record = self.snapshot.record(file)?;
            lines.sort_unstable();
            lines.dedup();
            Some(AffectedFile {
                path: record.path.clone(),
                language: record.language.clone(),
                depth,
                confidence,
                is_test: place::of(record).is_test,
                lines,
            })
        });
        let mut files: Vec<AffectedFile> = affected.collect();
        files.sort_by(|a, b| (a.depth, a.is_test, &a.path).cmp(&(b.depth, b.is_test, &b.path)));
        Ok(ImpactAnswer {
            subjects: self.places(&start)?,
            files,
            n_uncertain: walked.n_uncertain,
            is_cut: walked.is_cut,
        })
    }

    /// The shortest way along which one thing uses another; none if there is no such way.
    pub fn way_between(&self, from: &Asked, to: &Asked, walk: &Walk) -> Result<Vec<RelationAt>, AskError> {
        let mut start = self.nodes_of(from)?;
        self.add_inner(&mut start)?;
        let goals = self.nodes_of(to)?;
        let steps = walk.way(self.graph()?, &start, &goals);
        Ok(steps.iter().map(|step| self.relation_at(step)).collect::<Result<_, ReadError>>()?)
    }

    fn relation_at(&self, step: &Step) -> Result<RelationAt, ReadError> {
        let relation = self.relation(step.site)?;
        let text = self.line_text(&relation.from.path, relation.line)?;
        Ok(RelationAt { depth: step.depth, relation, text })
    }

    /// What stands inside of definitions uses things on their behalf: the methods of a class.
    fn add_inner(&self, nodes: &mut Vec<Node>) -> Result<(), AskError> {
        let mut inner = Vec::new();
        for node in nodes.iter().filter(|node| node.symbol != WHOLE_FILE) {
            let Some(record) = self.snapshot.record(node.file) else { continue };
            let Some(stored) = self.files.get(&self.snapshot, record)? else { continue };
            let mut inside = HashSet::from([node.symbol]);
            for (symbol, place) in stored.catalog.symbols.iter().zip(0u32..) {
                if symbol.parent.is_some_and(|parent| inside.contains(&parent)) && inside.insert(place) {
                    inner.push(Node { file: node.file, symbol: place });
                }
            }
        }
        inner.retain(|node| !nodes.contains(node));
        nodes.extend(inner);
        Ok(())
    }

    /// In order of paths and lines; headings of documents last, because who asks for a name means code.
    fn places(&self, nodes: &[Node]) -> Result<Vec<Place>, AskError> {
        let mut places: Vec<Place> =
            nodes.iter().map(|node| self.place(node.file, node.symbol)).collect::<Result<_, ReadError>>()?;
        places.sort_by(|a, b| {
            let line = |place: &Place| place.symbol.as_ref().map_or(0, |symbol| symbol.name_line);
            let is_heading = |place: &Place| place.symbol.as_ref().is_some_and(|one| one.kind == SymbolKind::Section);
            (is_heading(a), &a.path, line(a)).cmp(&(is_heading(b), &b.path, line(b)))
        });
        Ok(places)
    }

    /// Steps by distance, then path and line of the use: numbers of files say nothing to people.
    fn in_order(&self, steps: &[Step]) -> Vec<Step> {
        let path = |file: FileId| self.snapshot.record(file).map(|record| &record.path);
        let mut steps = steps.to_vec();
        steps.sort_by(|a, b| {
            let key = |step: &Step| (step.depth, step.site.edge.confidence, step.site.edge.line);
            let (one, two) = (key(a), key(b));
            (one.0, one.1, path(a.site.file), one.2).cmp(&(two.0, two.1, path(b.site.file), two.2))
        });
        steps
    }
}

/// The sorts of edges by which a change is felt.
pub const FELT_BY: [EdgeKind; 5] =
    [EdgeKind::Imports, EdgeKind::Calls, EdgeKind::References, EdgeKind::Extends, EdgeKind::Implements];
