// What lies around the results: other files that use them, or that they use, along the code graph.

import { useMemo } from "preact/hooks";
import { GraphDrawing } from "../graph/drawing";
import { graphOfSearch } from "../graph/model";
import { go, href, hrefHere } from "../route";
import type { RelatedFile, Search } from "../wire";
import { PathLink } from "./path";

/** What the related file does to the other one; the server's words are seen from there. */
const PHRASES: Record<string, string> = {
  imports: "used by",
  imported_by: "uses",
  test_for: "tests",
  interface_of: "extends or is extended by",
  sibling: "near",
  calls: "called by",
  called_by: "calls",
};

export const phraseOf = ({ relationship }: RelatedFile): string =>
  PHRASES[relationship] ?? relationship.replaceAll("_", " ");

export const relatedHref = (file: RelatedFile, query: string): string =>
  href("file", { path: file.path, line: file.line, q: query });

interface AroundProps {
  answer: Search;
  /** Place of the file that is chosen by keyboard, from 0. */
  selected: number;
  isDrawn: boolean;
  /** Leads the reader to a result. */
  show: (rank: number) => void;
}

export function Around({ answer, selected, isDrawn, show }: AroundProps) {
  const { related, hits, query } = answer;
  if (related.length === 0) return null;
  const rankOf = (path: string) => hits.find((hit) => hit.path === path)?.rank;
  return (
    <section class="around" aria-labelledby="around-title">
      <div class="around-head">
        <h2 id="around-title">Around these</h2>
        <p class="faint">Files that use the results, or that they use.</p>
        <button
          type="button"
          class="quiet"
          aria-expanded={isDrawn}
          onClick={() => go(hrefHere({ around: isDrawn ? null : "drawn" }))}
        >
          {isDrawn ? "Close the drawing" : "Draw"}
        </button>
      </div>
      {isDrawn && <Drawn answer={answer} />}
      <ul>
        {related.map((file, place) => (
          <li key={file.path} id={`around-${place}`} aria-current={selected === place ? "true" : undefined}>
            <PathLink path={file.path} line={file.line} href={relatedHref(file, query)} />
            <Tie file={file} rank={rankOf(file.of)} show={show} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** How a file is tied to a result, or to another one that is. */
function Tie({ file, rank, show }: { file: RelatedFile; rank: number | undefined; show: (rank: number) => void }) {
  return (
    <span class="tie">
      <span>{phraseOf(file)}</span>
      <span class="tied" title={file.of}>
        {file.of.slice(file.of.lastIndexOf("/") + 1)}
      </span>
      {rank !== undefined && (
        <button type="button" class="quiet" onClick={() => show(rank)} aria-label={`Go to result ${rank}, ${file.of}`}>
          result {rank}
        </button>
      )}
      {file.confidence === "ambiguous" && (
        <span class="chip dashed" title="Several definitions have this name">
          unsure
        </span>
      )}
    </span>
  );
}

function Drawn({ answer }: { answer: Search }) {
  const graph = useMemo(() => graphOfSearch(answer), [answer]);
  return (
    <GraphDrawing
      graph={graph}
      hrefOf={(path) => href("graph", { target: path, mode: "deps" })}
      label="Results and the files around them"
      sides={{ left: "use them", middle: "results", right: "used by them" }}
    />
  );
}
