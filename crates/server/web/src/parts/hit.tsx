// One result: where it is, what it belongs to, the lines that answer, and on request why it is here.

import { useMemo, useState } from "preact/hooks";
import { counted } from "../figures";
import { go, href, hrefHere } from "../route";
import { rangesIn } from "../words";
import type { Explanation, Hit } from "../wire";
import { Code } from "./code";
import { PathLink } from "./path";
import { Why } from "./why";

/** Lines of a result that are shown at first. */
const SHOWN_LINES = 12;
/** So few more are shown at once. */
const FEW = 4;

interface HitProps {
  hit: Hit;
  query: string;
  stems: string[];
  scale: Scale;
  isSelected: boolean;
  isExplained: boolean;
  explanation: Explanation | null;
}

/** Between which scores those of an answer lie; nothing is drawn for the lowest, or for 0 if all are above. */
export interface Scale {
  lowest: number;
  best: number;
}

export function scaleOf(hits: Hit[]): Scale {
  const scores = hits.map((hit) => hit.score);
  const lowest = Math.min(...scores, 0);
  return { lowest, best: Math.max(...scores, lowest + Number.EPSILON) };
}

export const fileHref = (hit: Hit, query: string): string =>
  href("file", { path: hit.path, line: hit.start_line, end: hit.end_line, q: query });

export function HitCard({ hit, query, stems, scale, isSelected, isExplained, explanation }: HitProps) {
  const [isWhole, setWhole] = useState(false);
  const shown = useMemo(() => shownLines(hit, stems), [hit, stems]);
  const { text, first } = isWhole ? { text: hit.text, first: hit.first_line } : shown;
  const { symbol } = hit;
  const isDefinition = symbol !== null && symbol.kind !== "declaration";
  const target = isDefinition ? `${hit.path}:${symbol.line}` : hit.path;
  return (
    <li class="hit" aria-current={isSelected ? "true" : undefined} id={`hit-${hit.rank}`}>
      <div class="hit-head">
        <h2>
          <PathLink path={hit.path} line={hit.start_line} href={fileHref(hit, query)} stems={stems} />
        </h2>
        {symbol && (
          <span class="chip">
            <span class="kind">{symbol.kind}</span> {symbol.qualified_name}
          </span>
        )}
        <span class="hit-meta">
          {hit.language}
          <span class="dot" title={`found by ${found(hit)}`}>
            {found(hit)}
          </span>
          <meter
            min={scale.lowest}
            max={scale.best}
            value={hit.score}
            title={`score ${hit.score.toFixed(2)}`}
            aria-label={`Score ${hit.score.toFixed(2)} of ${scale.best.toFixed(2)}`}
          />
        </span>
      </div>
      <Code
        text={text}
        firstLine={first}
        language={hit.language}
        stems={stems}
        label={`${hit.path} from line ${first}`}
        lineHref={(line) => href("file", { path: hit.path, line, q: query })}
      />
      <div class="hit-foot">
        {shown.nHidden > 0 && (
          <button type="button" class="quiet" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? "Show less" : counted(shown.nHidden, "more line")}
          </button>
        )}
        <button
          type="button"
          class="quiet"
          aria-expanded={isExplained}
          onClick={() => go(hrefHere({ why: isExplained ? null : hit.rank }))}
        >
          {isExplained ? "Hide why" : "Why this result"}
        </button>
        <a class="quiet" href={href("graph", { target, mode: isDefinition ? "calls" : "deps" })}>
          Graph
        </a>
        {hit.copies > 0 && <span class="faint">{counted(hit.copies, "copy", "copies")} not shown</span>}
      </div>
      {isExplained && <Why hit={hit} explanation={explanation} />}
    </li>
  );
}

const found = (hit: Hit): string =>
  ({ keyword: "words", semantic: "meaning", both: "words and meaning" })[hit.match_type] ?? hit.match_type;

/** The lines with most marks, and how many are left out. */
function shownLines(hit: Hit, stems: string[]): { text: string; first: number; nHidden: number } {
  const lines = hit.text.replace(/\n$/, "").split("\n");
  if (lines.length <= SHOWN_LINES + FEW) return { text: hit.text, first: hit.first_line, nHidden: 0 };
  const weights = lines.map((line) => rangesIn(line, stems).length);
  const weight = (from: number) => weights.slice(from, from + SHOWN_LINES).reduce((sum, one) => sum + one, 0);
  let best = 0;
  for (let from = 1; from + SHOWN_LINES <= lines.length; from++) {
    // The head says what it is: another place must say clearly more.
    if (weight(from) > weight(best) + (best === 0 ? 1 : 0)) best = from;
  }
  const text = lines.slice(best, best + SHOWN_LINES).join("\n");
  return { text, first: hit.first_line + best, nHidden: lines.length - SHOWN_LINES };
}
