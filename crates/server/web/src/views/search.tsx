// Results while the reader types.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useAnswer } from "../api";
import { counted, milliseconds } from "../figures";
import { Around, phraseOf, relatedHref } from "../parts/around";
import { Filters, filtersOf } from "../parts/filters";
import { HitCard, fileHref, scaleOf } from "../parts/hit";
import { Notices, ProblemNote } from "../parts/told";
import { isTyping, onKeys } from "../keys";
import { go, href, hrefHere, type Params, type Route } from "../route";
import { stemsOf } from "../words";
import type { Search, Status } from "../wire";

const LIMITS = { few: 10, many: 50 };

export function SearchView({ route, status }: { route: Route; status: Status | null }) {
  const { params } = route;
  const query = params.get("q")?.trim() ?? "";
  const why = Number(params.get("why")) || null;
  const limit = params.has("many") ? LIMITS.many : LIMITS.few;
  const filters = filtersOf(params);
  const asked: Params = { query, limit, ...filters };
  // Every key asks: an answer takes less time than the next key, and one that comes too late is given up.
  const found = useAnswer<Search>(query && "search", asked, { version: status?.generation });
  const explained = useAnswer<Search>(query && why ? "explain" : null, asked);
  const { answer, problem } = found;
  const stems = useMemo(() => stemsOf(answer?.query ?? ""), [answer?.query]);
  const [selected, setSelected] = useState(0);
  // Keys may come faster than the page is drawn.
  const chosen = useRef(0);
  const choose = (stop: number) => {
    chosen.current = stop;
    setSelected(stop);
  };
  useEffect(() => choose(0), [query, JSON.stringify(filters)]);
  const hits = answer?.hits ?? [];
  // The arrow keys go through the results, and on through what lies around them.
  const stops = useMemo(() => stopsOf(answer, query), [answer, query]);
  const show = (stop: number) => {
    choose(stop);
    document.getElementById(stops[stop - 1]?.id ?? "")?.scrollIntoView({ block: "nearest" });
  };
  const scale = useMemo(() => scaleOf(hits), [answer]);
  const explanation = explained.answer?.explanation ?? null;
  // Drawn anew by an answer, not by every key: between them nothing about the results changes.
  const cards = useMemo(
    () =>
      answer?.hits.map((hit) => (
        <HitCard
          key={`${hit.path}:${hit.start_line}`}
          hit={hit}
          query={answer.query}
          stems={stems}
          scale={scale}
          isSelected={selected === hit.rank}
          isExplained={why === hit.rank}
          explanation={explanation}
        />
      )),
    [answer, selected, why, explanation],
  );

  useEffect(
    () =>
      onKeys((event) => {
        const isInSearch = event.target instanceof Element && event.target.id === "question";
        if (isTyping(event) && !isInSearch) return false;
        const isOnControl =
          event.target instanceof Element && event.target.closest("a, button, select, summary") !== null;
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step && stops.length > 0) {
          show(Math.min(Math.max(chosen.current + step, 1), stops.length));
          return true;
        }
        const stop = stops[Math.max(chosen.current, 1) - 1];
        if (event.key === "Enter" && stop && !isOnControl) {
          go(stop.href);
          return true;
        }
        const hit = hits[Math.max(chosen.current, 1) - 1];
        if (event.key === "w" && hit && !isInSearch) {
          go(hrefHere({ why: why === hit.rank ? null : hit.rank }));
          return true;
        }
        if (event.key === "Escape" && why) {
          go(hrefHere({ why: null }));
          return true;
        }
        return false;
      }),
    [stops, why],
  );

  return (
    <div class="view search">
      <h1 class="unseen">Search</h1>
      <Filters params={params} status={status} change={(changed) => go(hrefHere({ ...changed, why: null }))} />
      {!query && <Welcome status={status} />}
      {problem && <ProblemNote problem={problem} />}
      {answer && <Notices notices={answer.notices} />}
      <p class="summary" role="status">
        {query && summary(answer, hits.length)}
      </p>
      <p class="unseen" role="status">
        {stops[selected - 1]?.spoken}
      </p>
      {answer?.hits.length === 0 && !problem && <Nothing query={answer.query} filters={filters} />}
      <ol class="hits" data-query={answer?.query} aria-label="Results">
        {cards}
      </ol>
      {hits.length === LIMITS.few && limit === LIMITS.few && (
        <p class="more">
          <a class="button" href={hrefHere({ many: "yes", why: null })}>
            More results
          </a>
        </p>
      )}
      {answer && (
        <Around
          answer={answer}
          selected={selected - 1 - hits.length}
          isDrawn={params.get("around") === "drawn"}
          show={show}
        />
      )}
    </div>
  );
}

/** A place that the arrow keys stop at. */
interface Stop {
  id: string;
  href: string;
  spoken: string;
}

function stopsOf(answer: Search | null, query: string): Stop[] {
  const hits = answer?.hits.map((hit) => ({
    id: `hit-${hit.rank}`,
    href: fileHref(hit, query),
    spoken: `Result ${hit.rank}: ${hit.path}, line ${hit.start_line}`,
  }));
  const related = answer?.related.map((file, place) => ({
    id: `around-${place}`,
    href: relatedHref(file, query),
    spoken: `Around the results: ${file.path}, ${phraseOf(file)} ${file.of}`,
  }));
  return [...(hits ?? []), ...(related ?? [])];
}

/** What can be done if there is no result. */
function Nothing({ query, filters }: { query: string; filters: Params }) {
  const set = Object.keys(filters).filter((name) => filters[name]);
  const without = Object.fromEntries(set.map((name) => [name, null]));
  return (
    <div class="empty">
      <p class="lead">No result for “{query}”</p>
      <p class="faint">
        {set.length > 0
          ? "The filters may leave out what you look for."
          : "Say what the code does in other words, or type part of a name that it has."}
      </p>
      <p class="empty-actions">
        {set.length > 0 && (
          <a class="button" href={hrefHere(without)}>
            Search without filters
          </a>
        )}
        <a class="button" href={href("index")}>
          See what is indexed
        </a>
      </p>
    </div>
  );
}

function summary(answer: Search | null, nHits: number): string {
  if (!answer) return "";
  if (nHits === 0) return "Nothing found";
  const stale = answer.fresh ? "" : ", from an index that is being updated";
  return `${counted(nHits, "result")} in ${milliseconds(answer.elapsed_ms)}${stale}`;
}

function Welcome({ status }: { status: Status | null }) {
  const examples = ["parse the settings file", "retry lang:rust", "where are tokens checked", "error kind:enum"];
  return (
    <div class="welcome">
      <p class="lead">Ask in plain words, or for a name.</p>
      {status && (
        <p>
          {counted(status.files, "file")}, {counted(status.lines, "line")} and {counted(status.symbols, "definition")}{" "}
          are indexed.
        </p>
      )}
      <ul class="examples" aria-label="Examples">
        {examples.map((example) => (
          <li key={example}>
            <a href={hrefHere({ q: example })}>{example}</a>
          </li>
        ))}
      </ul>
      <p class="faint keys">
        Press <kbd>/</kbd> to type, <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>?</kbd> for all
        keys.
      </p>
    </div>
  );
}
