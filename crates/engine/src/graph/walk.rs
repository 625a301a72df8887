//! Steps along the edges of the graph.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};

use quarry_source::{Confidence, EdgeKind};
use quarry_store::{EdgeSite, FileId, Graph, NO_TARGET, WHOLE_FILE};

/// A definition, or a whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Node {
    pub(crate) file: FileId,
    /// Its place among the file's symbols, or [`WHOLE_FILE`].
    pub(crate) symbol: u32,
}

/// Which way edges are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From uses to what they use.
    Uses,
    /// From what is used to its users.
    UsedBy,
}

/// Which edges are followed, and how far.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Which way.
    pub direction: Direction,
    /// Only these sorts of edges; none means all.
    pub kinds: Vec<EdgeKind>,
    /// The least sure edges that count.
    pub floor: Confidence,
    /// How many steps.
    pub depth: u32,
    /// How many definitions and files are visited at most.
    pub max_nodes: usize,
}

/// An edge that was followed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    /// How many steps from the start, from 1.
    pub(crate) depth: u32,
    pub(crate) site: EdgeSite,
    /// The least sure edge of the surest way of that length, this one included: a chain holds as its weakest link.
    pub(crate) weakest: Confidence,
}

/// What a walk gave.
#[derive(Debug, Default)]
pub(crate) struct Walked {
    /// Nearest first; edges of one step in order of where they stand.
    pub(crate) steps: Vec<Step>,
    /// Uses beyond these: of the start's names, that may mean something else; or by the start, of what many are
    /// called. And those that are less sure than the floor.
    pub(crate) n_uncertain: usize,
    /// Whether there is more than was visited.
    pub(crate) is_cut: bool,
}

impl Walk {
    fn wants(&self, site: &EdgeSite) -> bool {
        site.edge.confidence <= self.floor && (self.kinds.is_empty() || self.kinds.contains(&site.edge.kind))
    }

    /// Follows edges from some nodes, nearest first. Who asks about definitions is not led through whole files: that a
    /// file names one of them at its top says nothing about those who use the rest of it.
    pub(crate) fn from(&self, graph: &Graph, start: &[Node]) -> Walked {
        let mut walked = Walked { n_uncertain: self.n_uncertain(graph, start), ..Walked::default() };
        let is_about_files = start.iter().any(|node| node.symbol == WHOLE_FILE);
        let mut seen: HashSet<Node> = start.iter().copied().collect();
        let mut reached: BTreeMap<Node, Confidence> = start.iter().map(|node| (*node, Confidence::Import)).collect();
        for depth in 1..=self.depth {
            let mut next: BTreeMap<Node, Confidence> = BTreeMap::new();
            for (node, weakest) in reached {
                for (site, to) in self.edges(graph, node) {
                    let is_new = !seen.contains(&to);
                    if !is_new && depth > 1 {
                        continue;
                    }
                    let weakest = weakest.max(site.edge.confidence);
                    walked.steps.push(Step { depth, site, weakest });
                    if is_new && seen.len() + next.len() >= self.max_nodes && !next.contains_key(&to) {
                        walked.is_cut = true;
                    } else if is_new {
                        next.entry(to).and_modify(|known| *known = weakest.min(*known)).or_insert(weakest);
                    }
                }
            }
            seen.extend(next.keys());
            next.retain(|node, _| is_about_files || node.symbol != WHOLE_FILE);
            reached = next;
        }
        walked
    }

    /// The wanted edges at a node, with where they lead.
    pub(crate) fn edges(&self, graph: &Graph, node: Node) -> Vec<(EdgeSite, Node)> {
        let mut edges: Vec<(EdgeSite, Node)> = match self.direction {
            Direction::UsedBy => {
                let key = key_of(graph, node);
                let leads_here = |site: &EdgeSite| node.symbol == WHOLE_FILE || Some(site.edge.key) == key;
                let uses = graph.uses(node.file).filter(leads_here).filter(|site| self.wants(site));
                uses.map(|site| (site, Node { file: site.file, symbol: site.edge.from })).collect()
            }
            Direction::Uses => {
                let own = graph.node(node.file).edges().map(|edge| EdgeSite { file: node.file, edge });
                let stands_in = |site: &EdgeSite| node.symbol == WHOLE_FILE || site.edge.from == node.symbol;
                let wanted = own.filter(stands_in).filter(|site| self.wants(site) && site.edge.file != NO_TARGET);
                wanted.map(|site| (site, target(graph, &site))).collect()
            }
        };
        if node.symbol == WHOLE_FILE {
            edges.retain(|(_, to)| to.file != node.file);
        }
        edges
    }

    /// Uses of the start, or by it, that lead nowhere certain.
    fn n_uncertain(&self, graph: &Graph, start: &[Node]) -> usize {
        let uncertain_uses = |node: &Node| {
            let kinds = |site: &EdgeSite| self.kinds.is_empty() || self.kinds.contains(&site.edge.kind);
            let nowhere = self.edges_to_nowhere(graph, *node).into_iter().filter(kinds);
            let below_floor = self.edges_below_floor(graph, *node);
            nowhere.chain(below_floor).map(|site| (site.file, site.edge.line)).collect::<Vec<_>>()
        };
        start.iter().flat_map(uncertain_uses).collect::<HashSet<_>>().len()
    }

    /// Edges of a node's name, or that stand in it, whose name too many definitions have.
    fn edges_to_nowhere(&self, graph: &Graph, node: Node) -> Vec<EdgeSite> {
        match self.direction {
            Direction::UsedBy => {
                let defined = graph.node(node.file).definition_of(node.symbol);
                defined.into_iter().flat_map(|one| graph.uncertain(one.name)).collect()
            }
            Direction::Uses => {
                let own = graph.node(node.file).edges().filter(|edge| edge.file == NO_TARGET);
                let stands_in = own.filter(|edge| node.symbol == WHOLE_FILE || edge.from == node.symbol);
                stands_in.map(|edge| EdgeSite { file: node.file, edge }).collect()
            }
        }
    }

    fn edges_below_floor(&self, graph: &Graph, node: Node) -> Vec<EdgeSite> {
        let all = Walk { floor: Confidence::Ambiguous, ..self.clone() };
        let edges = all.edges(graph, node).into_iter().map(|(site, _)| site);
        edges.filter(|site| site.edge.confidence > self.floor).collect()
    }

    /// The shortest way from one of some nodes to one of others; none if there is no way of at most `depth` steps.
    pub(crate) fn way(&self, graph: &Graph, start: &[Node], goals: &[Node]) -> Vec<Step> {
        let mut came_by: HashMap<Node, Option<(Node, Step)>> = start.iter().map(|node| (*node, None)).collect();
        let mut next: VecDeque<(Node, u32)> = start.iter().map(|node| (*node, 0)).collect();
        let reaches = |node: &Node| {
            goals.iter().any(|goal| goal == node || (goal.symbol == WHOLE_FILE && goal.file == node.file))
        };
        while let Some((node, depth)) = next.pop_front() {
            if reaches(&node) && depth > 0 {
                return way_back(&came_by, node);
            }
            if depth >= self.depth || came_by.len() >= self.max_nodes {
                continue;
            }
            for (site, to) in self.edges(graph, node) {
                came_by.entry(to).or_insert_with(|| {
                    next.push_back((to, depth + 1));
                    Some((node, Step { depth: depth + 1, site, weakest: site.edge.confidence }))
                });
            }
        }
        Vec::new()
    }
}

fn way_back(came_by: &HashMap<Node, Option<(Node, Step)>>, goal: Node) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut node = goal;
    while let Some(Some((before, step))) = came_by.get(&node) {
        steps.push(*step);
        node = *before;
    }
    steps.reverse();
    steps
}

fn key_of(graph: &Graph, node: Node) -> Option<u32> {
    graph.node(node.file).definition_of(node.symbol).map(|one| one.key)
}

/// Where an edge leads.
fn target(graph: &Graph, site: &EdgeSite) -> Node {
    let definition = graph.node(site.edge.file).target_of(&site.edge);
    Node { file: site.edge.file, symbol: definition.map_or(WHOLE_FILE, |one| one.symbol) }
}
