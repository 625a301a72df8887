// A graph that can be walked: every node is a link that asks about it; arrow keys go from node to node.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { counted } from "../figures";
import { layOut, NODE, curve, type Drawing, type Placed } from "./layout";
import type { Graph } from "./model";

const ZOOM = { least: 0.3, readable: 0.7, most: 2, step: 1.25 };

interface DrawingProps {
  graph: Graph;
  hrefOf: (id: string) => string;
  label: string;
  /** What stands on the left and on the right of what was asked about, and what that is if it needs a word. */
  sides: { left: string; middle?: string; right: string };
}

export function GraphDrawing({ graph, hrefOf, label, sides }: DrawingProps) {
  const drawing = useMemo(() => layOut(graph), [graph]);
  const [zoom, setZoom] = useState(1);
  const [near, setNear] = useState<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  const fit = () => {
    const { clientWidth: width = drawing.width } = frame.current ?? {};
    setZoom(Math.min(Math.max(width / drawing.width, ZOOM.readable), 1));
  };
  useEffect(() => {
    fit();
    setNear(null);
  }, [drawing]);
  // What was asked about can be seen.
  useEffect(() => {
    const box = frame.current;
    const subject = [...drawing.nodes.values()].find((node) => node.column === 0);
    if (!box || !subject) return;
    const [right, bottom] = [(subject.x + NODE.width) * zoom, (subject.y + NODE.height) * zoom];
    box.scrollLeft = right < box.clientWidth ? 0 : right - box.clientWidth / 2;
    box.scrollTop = bottom < box.clientHeight ? 0 : bottom - box.clientHeight / 2;
  }, [drawing, zoom]);
  const change = (factor: number) => setZoom(Math.min(Math.max(zoom * factor, ZOOM.least), ZOOM.most));
  const isNear = (from: string, to: string) => near !== null && (near === from || near === to);

  return (
    <div class="drawing">
      <div class="zoom" role="group" aria-label="Zoom">
        <button type="button" onClick={() => change(1 / ZOOM.step)} aria-label="Smaller">
          −
        </button>
        <button type="button" onClick={fit}>
          Fit
        </button>
        <button type="button" onClick={() => change(ZOOM.step)} aria-label="Larger">
          +
        </button>
      </div>
      <div class="frame" ref={frame} onPointerDown={dragFrame} tabIndex={0} role="region" aria-label={label}>
        <svg
          role="group"
          aria-label={`${label}: ${graph.nodes.length} nodes, ${graph.edges.length} edges; a list follows`}
          width={drawing.width * zoom}
          height={drawing.height * zoom}
          viewBox={`0 0 ${drawing.width} ${drawing.height}`}
          class={near ? "some-near" : ""}
          onKeyDown={(event) => walk(event, drawing)}
        >
          <defs>
            <marker
              id="arrow"
              viewBox="0 0 8 8"
              refX="7"
              refY="4"
              markerWidth="7"
              markerHeight="7"
              orient="auto-start-reverse"
            >
              <path d="M0,0 L8,4 L0,8 z" />
            </marker>
          </defs>
          {drawing.columns.map(({ column, x, width }) => (
            <text key={column} class="caption" x={x + width / 2} y="22" aria-hidden="true">
              {column < 0 ? sides.left : column > 0 ? sides.right : sides.middle}
              {Math.abs(column) > 1 && `, ${Math.abs(column)} steps`}
            </text>
          ))}
          {drawing.edges.map((edge) => {
            const [from, to] = [drawing.nodes.get(edge.from), drawing.nodes.get(edge.to)];
            const classes = ["edge", edge.isSure ? "" : "unsure", isNear(edge.from, edge.to) ? "near" : ""].join(" ");
            return (
              from &&
              to && (
                <path
                  key={`${edge.from} ${edge.to}`}
                  class={classes}
                  d={curve(from, to)}
                  marker-end="url(#arrow)"
                  aria-hidden="true"
                />
              )
            );
          })}
          {[...drawing.nodes.values()].map((node) => (
            <a
              key={node.id}
              href={hrefOf(node.id)}
              class={classesOf(node, near, drawing)}
              data-id={node.id}
              onFocus={() => setNear(node.id)}
              onBlur={() => setNear(null)}
              onMouseEnter={() => setNear(node.id)}
              onMouseLeave={() => setNear(null)}
            >
              <title>{titleOf(node, sides.middle)}</title>
              <rect x={node.x} y={node.y} width={NODE.width} height={NODE.height} rx="7" />
              <text x={node.x + 10} y={node.y + 17} class="node-label">
                {cutTo(node.label, 25)}
              </text>
              <text x={node.x + 10} y={node.y + 31} class="node-under">
                {cutFront(node.under, 28)}
              </text>
            </a>
          ))}
        </svg>
      </div>
      <p class="faint legend">
        Dashed lines are guesses by name, dashed boxes are tests. Arrow keys go from node to node.
      </p>
    </div>
  );
}

function classesOf(node: Placed, near: string | null, drawing: Drawing): string {
  const touches = drawing.edges.some(
    (edge) => (edge.from === near && edge.to === node.id) || (edge.to === near && edge.from === node.id),
  );
  const isNear = near !== null && (near === node.id || touches);
  return ["node", node.column === 0 ? "subject" : "", node.isTest ? "test" : "", isNear ? "near" : ""].join(" ");
}

const titleOf = (node: Placed, middle?: string): string =>
  `${node.label} in ${node.under || "the root"}: ${node.kind}, ${placeOf(node, middle)}`;

function placeOf(node: Placed, middle = "asked about"): string {
  if (node.column === 0) return middle;
  return `${counted(Math.abs(node.column), "step")} ${node.column < 0 ? "before" : "behind"}`;
}

const cutTo = (text: string, length: number): string => (text.length > length ? text.slice(0, length - 1) + "…" : text);
const cutFront = (text: string, length: number): string => (text.length > length ? "…" + text.slice(1 - length) : text);

/** Arrow keys: the nearest node that way. */
function walk(event: KeyboardEvent & { currentTarget: SVGSVGElement }, drawing: Drawing): void {
  const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const id = event.target instanceof Element ? event.target.closest("[data-id]")?.getAttribute("data-id") : null;
  const here = id ? drawing.nodes.get(id) : undefined;
  if (!way || !here) return;
  const [dx = 0, dy = 0] = way;
  let best: { node: Placed; distance: number } | null = null;
  for (const node of drawing.nodes.values()) {
    const along = (node.x - here.x) * dx + (node.y - here.y) * dy;
    const aside = Math.abs((node.x - here.x) * dy) + Math.abs((node.y - here.y) * dx);
    const distance = along + 2 * aside;
    if (along > 0 && (dy === 0 || aside === 0) && (!best || distance < best.distance)) best = { node, distance };
  }
  if (!best) return;
  event.preventDefault();
  event.stopPropagation();
  event.currentTarget.querySelector<SVGAElement>(`[data-id="${CSS.escape(best.node.id)}"]`)?.focus();
}

/** Drags what is behind the frame, with a mouse; fingers scroll it anyway. */
function dragFrame(event: PointerEvent & { currentTarget: HTMLDivElement }): void {
  const box = event.currentTarget;
  const isOnNode = event.target instanceof Element && event.target.closest("a") !== null;
  if (event.pointerType !== "mouse" || event.button !== 0 || isOnNode) return;
  event.preventDefault();
  const move = (moved: PointerEvent) => box.scrollBy(-moved.movementX, -moved.movementY);
  box.addEventListener("pointermove", move);
  addEventListener("pointerup", () => box.removeEventListener("pointermove", move), { once: true });
}
