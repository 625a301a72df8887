// Nodes in columns -> places. Columns are given; inside a column nodes are moved towards their neighbours, so that few
// edges cross. No chance and no clock: the same graph is drawn the same way each time.

import type { Edge, Graph, Node } from "./model";

export interface Placed extends Node {
  x: number;
  y: number;
}

export interface Drawing {
  nodes: Map<string, Placed>;
  edges: Edge[];
  /** From left to right: where each begins and how wide it is. */
  columns: { column: number; x: number; width: number }[];
  width: number;
  height: number;
}

export const NODE = { width: 190, height: 40 };
const GAP = { x: 90, y: 14, within: 18 };
const MARGIN = 20;
/** Room for the captions. */
const HEAD = 18;
/** A column with more nodes is broken into several. */
const MAX_ROWS = 12;
/** Passes over all columns; more change little. */
const SWEEPS = 6;

export function layOut(graph: Graph): Drawing {
  const numbers = [...new Set(graph.nodes.map((node) => node.column))].sort((a, b) => a - b);
  const columns = numbers.map((number) => graph.nodes.filter((node) => node.column === number).sort(byPlace));
  const neighbours = neighboursOf(graph.edges);
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    // Away from the middle and back, alternately.
    const order = sweep % 2 === 0 ? columns : [...columns].reverse();
    for (const column of order) arrange(column, columns, neighbours);
  }
  return placed(numbers, columns, graph.edges);
}

function placed(numbers: number[], columns: Node[][], edges: Edge[]): Drawing {
  const nRows = Math.max(...columns.map((column) => Math.min(column.length, MAX_ROWS)), 1);
  const height = HEAD + nRows * (NODE.height + GAP.y) - GAP.y + 2 * MARGIN;
  const drawing: Drawing = { nodes: new Map(), edges, columns: [], width: 0, height };
  let x = MARGIN;
  columns.forEach((column, index) => {
    const nParts = Math.ceil(column.length / MAX_ROWS);
    const nInPart = Math.ceil(column.length / nParts);
    const width = nParts * (NODE.width + GAP.within) - GAP.within;
    const top = HEAD + (height - HEAD - (nInPart * (NODE.height + GAP.y) - GAP.y)) / 2;
    column.forEach((node, place) => {
      const [part, row] = [Math.floor(place / nInPart), place % nInPart];
      const at = { x: x + part * (NODE.width + GAP.within), y: top + row * (NODE.height + GAP.y) };
      drawing.nodes.set(node.id, { ...node, ...at });
    });
    drawing.columns.push({ column: numbers[index] ?? 0, x, width });
    x += width + GAP.x;
  });
  // Edges within the last column bend to its right.
  const last = new Set(columns.at(-1)?.map((node) => node.id));
  const isBent = edges.some((edge) => last.has(edge.from) && last.has(edge.to));
  drawing.width = x - GAP.x + (isBent ? GAP.x / 2 : 0) + MARGIN;
  return drawing;
}

function byPlace(a: Node, b: Node): number {
  return a.under < b.under ? -1 : a.under > b.under ? 1 : a.id < b.id ? -1 : 1;
}

function neighboursOf(edges: Edge[]): Map<string, string[]> {
  const neighbours = new Map<string, string[]>();
  const add = (one: string, other: string) => neighbours.set(one, [...(neighbours.get(one) ?? []), other]);
  for (const { from, to } of edges) {
    add(from, to);
    add(to, from);
  }
  return neighbours;
}

/** Sorts a column by the mean height of each node's neighbours in other columns; who has none stays where it is. */
function arrange(column: Node[], columns: Node[][], neighbours: Map<string, string[]>): void {
  const heights = new Map<string, number>();
  for (const other of columns) {
    if (other !== column) other.forEach((node, row) => heights.set(node.id, (row + 0.5) / other.length));
  }
  const wanted = new Map<string, number>();
  column.forEach((node, row) => {
    const known = (neighbours.get(node.id) ?? []).flatMap((id) => heights.get(id) ?? []);
    const mean = known.reduce((sum, height) => sum + height, 0) / known.length;
    wanted.set(node.id, known.length > 0 ? mean : (row + 0.5) / column.length);
  });
  column.sort((a, b) => (wanted.get(a.id) ?? 0) - (wanted.get(b.id) ?? 0) || byPlace(a, b));
}

/** The line of an edge: between facing sides, or around the right side within a column. */
export function curve(from: Placed, to: Placed): string {
  const middle = NODE.height / 2;
  if (from.x === to.x) {
    const [x, bend] = [from.x + NODE.width, from.x + NODE.width + GAP.x / 2];
    return `M${x},${from.y + middle} C${bend},${from.y + middle} ${bend},${to.y + middle} ${x},${to.y + middle}`;
  }
  const isRight = from.x < to.x;
  const [start, end] = isRight ? [from.x + NODE.width, to.x] : [from.x, to.x + NODE.width];
  const bend = (start + end) / 2;
  return `M${start},${from.y + middle} C${bend},${from.y + middle} ${bend},${to.y + middle} ${end},${to.y + middle}`;
}
