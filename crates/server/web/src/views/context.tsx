// What an answer needs, inside a budget: choose how much, leave out what is not wanted, copy the rest into a chat.

import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../api";
import { Budget } from "../parts/budget";
import { Filters, filtersOf } from "../parts/filters";
import { PathLink } from "../parts/path";
import { Notices, ProblemNote } from "../parts/told";
import { count, counted, milliseconds } from "../figures";
import { drift, go, href, hrefHere, type Route } from "../route";
import type { Context, Piece, RelatedPiece, Status } from "../wire";

const BUDGETS = [500, 1000, 2000, 4000, 8000, 16000, 32000, 64000];
const USUAL = 8000;
const TYPING_MS = 120;
const EXAMPLES = ["how are settings read", "what happens on start", "where are errors reported"];

export function ContextView({ route, status }: { route: Route; status: Status | null }) {
  const { params } = route;
  const query = params.get("q")?.trim() ?? "";
  const budget = Number(params.get("budget")) || USUAL;
  const format = params.get("format") === "xml" ? "xml" : "markdown";
  const without = params.get("without")?.split(",").filter(Boolean) ?? [];
  const asked = { query, budget, format, exclude: without.join(","), ...filtersOf(params) };
  const { answer, problem, isAsking } = useAnswer<Context>(query && "context", asked, { delay: TYPING_MS });
  const leaveOut = (path: string) => go(hrefHere({ without: [...without, path].join(",") }));
  const step = Math.max(
    BUDGETS.findIndex((one) => one >= budget),
    0,
  );
  return (
    <div class="view context">
      <h1>Context</h1>
      <p class="lead">The code that an answer needs, laid out for a model. Type the question above.</p>
      <div class="context-controls">
        <label class="slider">
          <span>
            Budget: <b>{count(budget)} tokens</b>
          </span>
          <input
            type="range"
            min={0}
            max={BUDGETS.length - 1}
            value={step}
            aria-valuetext={`${budget} tokens`}
            onInput={(event) => drift(hrefHere({ budget: BUDGETS[Number(event.currentTarget.value)] ?? USUAL }))}
          />
        </label>
        <label class="filter">
          <span>Layout</span>
          <select value={format} onChange={(event) => go(hrefHere({ format: event.currentTarget.value }))}>
            <option value="markdown">Markdown</option>
            <option value="xml">XML tags</option>
          </select>
        </label>
      </div>
      <Filters params={params} status={status} change={(changed) => go(hrefHere(changed))} />
      {problem && <ProblemNote problem={problem} />}
      {!query && (
        <ul class="examples" aria-label="Examples">
          {EXAMPLES.map((example) => (
            <li key={example}>
              <a href={hrefHere({ q: example })}>{example}</a>
            </li>
          ))}
        </ul>
      )}
      {answer && (
        <div class="context-answer" aria-busy={isAsking}>
          <div>
            <Budget context={answer} />
            <Notices notices={answer.notices} />
            <Left paths={without} />
            <PieceList title="Found" pieces={answer.primary} leaveOut={leaveOut} query={query} />
            <PieceList title="Related" pieces={answer.related} query={query} />
            {answer.left_out > 0 && <p class="faint">{counted(answer.left_out, "result")} did not fit.</p>}
          </div>
          <Laid context={answer} />
        </div>
      )}
    </div>
  );
}

/** What was left out by hand, to be taken back. */
function Left({ paths }: { paths: string[] }) {
  if (paths.length === 0) return null;
  return (
    <p class="left-out">
      Left out:{" "}
      {paths.map((path) => (
        <button
          key={path}
          type="button"
          class="chip"
          aria-label={`Take ${path} back`}
          onClick={() => go(hrefHere({ without: paths.filter((one) => one !== path).join(",") }))}
        >
          {path} ×
        </button>
      ))}
    </p>
  );
}

interface PieceListProps {
  title: string;
  pieces: (Piece | RelatedPiece)[];
  /** Only of what was found; what is related comes with it. */
  leaveOut?: (path: string) => void;
  query: string;
}

function PieceList({ title, pieces, leaveOut, query }: PieceListProps) {
  if (pieces.length === 0) return null;
  return (
    <section>
      <h2>
        {title} <span class="faint">{pieces.length}</span>
      </h2>
      <ul class="pieces">
        {pieces.map((piece, index) => (
          <li key={index}>
            <span class="piece">
              <PathLink
                path={piece.path}
                line={piece.start_line ?? undefined}
                href={href("file", { path: piece.path, line: piece.start_line, q: query })}
              />
              <span class="faint">
                {"form" in piece ? piece.form : piece.relationship.replace("_", " ")}
                {piece.symbol && ` · ${piece.symbol.name}`}
              </span>
            </span>
            <span class="figure">{count(piece.tokens)}</span>
            {leaveOut && (
              <button
                type="button"
                class="quiet"
                aria-label={`Leave out ${piece.path}`}
                title="Leave this file out"
                onClick={() => leaveOut(piece.path)}
              >
                ×
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Laid({ context }: { context: Context }) {
  const [told, setTold] = useState("");
  const shown = useRef<HTMLPreElement>(null);
  const text = context.text ?? "";
  useEffect(() => setTold(""), [text]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setTold("Copied");
    } catch {
      // Browsers give the clipboard only to pages of this machine or behind HTTPS.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
      setTold("Selected: copy it with the keyboard");
    }
  };
  return (
    <section class="laid" aria-label="The context as text">
      <div class="laid-head">
        <button type="button" class="button primary" onClick={() => void copy()} disabled={!text}>
          Copy
        </button>
        <span role="status">{told || `assembled in ${milliseconds(context.elapsed_ms)}`}</span>
      </div>
      <pre class="code plain" ref={shown} tabIndex={0} role="region" aria-label="Text of the context">
        {text}
      </pre>
    </section>
  );
}
