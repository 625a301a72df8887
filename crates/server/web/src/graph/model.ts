// Answers of the code graph -> nodes in columns, and edges between them.

import type { Deps, Found, Impact, Place, Search, Use, Uses } from "../wire";

export interface Node {
  /** What the server takes as a target. */
  id: string;
  label: string;
  /** Where it is. */
  under: string;
  kind: string;
  /** 0 is what was asked about; users stand on the left, what is used on the right. */
  column: number;
  isTest: boolean;
}

export interface Edge {
  from: string;
  to: string;
  kind: string;
  isSure: boolean;
  nUses: number;
}

export interface Graph {
  nodes: Node[];
  edges: Edge[];
  /** Nodes that are in the lists but not drawn. */
  nHidden: number;
}

/** More nodes cannot be read in one drawing. */
const MAX_NODES = 60;

class Builder {
  private readonly nodes = new Map<string, Node>();
  private readonly edges = new Map<string, Edge>();

  constructor(private readonly nodeOf: (place: Place) => Omit<Node, "column">) {}

  /** The nearest column counts. */
  add(place: Place, column: number, isTest = false): void {
    const node = this.nodeOf(place);
    const known = this.nodes.get(node.id);
    if (!known || Math.abs(known.column) > Math.abs(column)) this.nodes.set(node.id, { ...node, column, isTest });
  }

  connect(use: Use): void {
    if (!use.to) return;
    const [from, to] = [this.nodeOf(use.from).id, this.nodeOf(use.to).id];
    if (from === to) return;
    const key = `${from}\n${to}`;
    const known = this.edges.get(key);
    const isSure = use.confidence !== "ambiguous";
    if (known) {
      known.nUses += 1;
      known.isSure ||= isSure;
    } else this.edges.set(key, { from, to, kind: use.kind, isSure, nUses: 1 });
  }

  /** Uses along which the graph was walked: `to` the left by users, to the right by what is used. */
  follow(found: Found, direction: 1 | -1): void {
    for (const use of found.uses) {
      const end = direction > 0 ? use.to : use.from;
      if (!end) continue;
      this.add(end, use.depth * direction);
      this.connect(use);
    }
  }

  graph(): Graph {
    const nodes = [...this.nodes.values()].sort((a, b) => Math.abs(a.column) - Math.abs(b.column));
    const shown = nodes.slice(0, MAX_NODES);
    const ids = new Set(shown.map((node) => node.id));
    const edges = [...this.edges.values()].filter((edge) => ids.has(edge.from) && ids.has(edge.to));
    return { nodes: shown, edges, nHidden: nodes.length - shown.length };
  }
}

function fileNode(place: Place): Omit<Node, "column"> {
  const cut = place.path.lastIndexOf("/");
  return {
    id: place.path,
    label: place.path.slice(cut + 1),
    under: place.path.slice(0, Math.max(cut, 0)),
    kind: "file",
    isTest: false,
  };
}

function symbolNode(place: Place): Omit<Node, "column"> {
  const { symbol, path } = place;
  if (!symbol) return fileNode(place);
  return {
    id: `${path}:${symbol.line}`,
    label: symbol.qualified_name,
    under: path,
    kind: symbol.kind,
    isTest: false,
  };
}

const file = (path: string): Place => ({ path, language: "", symbol: null });

export function graphOfDeps(deps: Deps): Graph {
  const builder = new Builder(fileNode);
  builder.add(file(deps.path), 0);
  builder.follow(deps.imports, 1);
  builder.follow(deps.imported_by, -1);
  return builder.graph();
}

export function graphOfCalls(callers: Uses, callees: Uses): Graph {
  const builder = new Builder(symbolNode);
  for (const subject of callers.subjects) builder.add(subject, 0);
  builder.follow(callees, 1);
  builder.follow(callers, -1);
  return builder.graph();
}

/** Affected files from left to right; the uses say along which ways. */
export function graphOfImpact(impact: Impact, uses: Uses | null): Graph {
  const builder = new Builder(fileNode);
  for (const subject of impact.subjects) builder.add(subject, 0);
  for (const one of impact.files) builder.add(file(one.path), one.depth, one.test);
  for (const use of uses?.uses ?? []) builder.connect(use);
  return builder.graph();
}

/** Relationships of files that use what they are tied to; all others are used by it, or stand beside it. */
const USERS = ["imported_by", "test_for", "called_by"];

/** The files of results and those around them; a file that is tied to no other is left out. */
export function graphOfSearch({ hits, related, graph }: Search): Graph {
  const columns = new Map<string, { column: number; isTest: boolean }>();
  for (const hit of hits) columns.set(hit.path, { column: 0, isTest: false });
  for (const { path, relationship, distance } of related) {
    const side = USERS.includes(relationship) ? -1 : 1;
    columns.set(path, { column: side * distance, isTest: relationship === "test_for" });
  }
  const edges = graph.filter((edge) => columns.has(edge.from) && columns.has(edge.to));
  const tied = new Set(edges.flatMap((edge) => [edge.from, edge.to]));
  const shown = [...columns].filter(([path]) => tied.has(path));
  return {
    nodes: shown.map(([path, place]) => ({ ...fileNode(file(path)), ...place })),
    edges: edges.map(({ from, to, kinds, confidence, uses }) => ({
      from,
      to,
      kind: kinds.join(", "),
      isSure: confidence !== "ambiguous",
      nUses: uses,
    })),
    nHidden: 0,
  };
}
