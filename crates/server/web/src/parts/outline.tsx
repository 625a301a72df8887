// The definitions of a file, as a tree that can be walked by keyboard.

import { useMemo } from "preact/hooks";
import { hrefHere } from "../route";
import type { Outline, Outlined } from "../wire";

interface OutlineProps {
  outline: Outline | null;
  path: string;
  line: number | null;
  choose: (target: string) => void;
}

export function OutlineList({ outline, path, line, choose }: OutlineProps) {
  const shown = outline?.path === path ? outline.symbols : [];
  const depths = useMemo(() => depthsOf(shown), [shown]);
  const around = innermost(shown, line);
  return (
    // Open at first where there is room for it beside the text.
    <details class="outline" open={matchMedia("(min-width: 60rem)").matches}>
      <summary>
        Outline <span class="faint">{shown.length || ""}</span>
      </summary>
      {shown.length === 0 && outline && <p class="faint">Nothing is defined here.</p>}
      <ul>
        {shown.map((symbol, index) => (
          <li
            key={index}
            class={`depth-${Math.min(depths[index] ?? 0, 5)}`}
            aria-current={symbol === around ? "location" : undefined}
          >
            <a href={hrefHere({ line: symbol.line, end: null })} title={symbol.signature}>
              <span class="kind">{symbol.kind}</span> {symbol.name}
            </a>
            <button
              type="button"
              class="uses"
              onClick={() => choose(`${path}:${symbol.line}`)}
              aria-label={`Uses of ${symbol.name}`}
              title={`Uses of ${symbol.name}`}
            >
              ⇄
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

function depthsOf(symbols: Outlined[]): number[] {
  const depths: number[] = [];
  for (const { parent } of symbols) depths.push(parent === null ? 0 : (depths[parent] ?? 0) + 1);
  return depths;
}

function innermost(symbols: Outlined[], line: number | null): Outlined | null {
  const around = symbols.filter((one) => line !== null && one.start_line <= line && line <= one.end_line);
  return around.at(-1) ?? null;
}
