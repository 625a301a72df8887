// Results while the reader types.

import { useEffect, useMemo, useState } from "preact/hooks";
import { useAnswer } from "../api";
import { counted, milliseconds } from "../figures";
import { Filters, filtersOf } from "../parts/filters";
import { HitCard, fileHref } from "../parts/hit";
import { Notices, ProblemNote } from "../parts/told";
import { isTyping, onKeys } from "../keys";
import { go, hrefHere, type Params, type Route } from "../route";
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
  useEffect(() => setSelected(0), [query, JSON.stringify(filters)]);
  const hits = answer?.hits ?? [];
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
          best={answer.hits[0]?.score ?? 1}
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
        if (step && hits.length > 0) {
          const next = Math.min(Math.max(selected + step, 1), hits.length);
          setSelected(next);
          document.getElementById(`hit-${next}`)?.scrollIntoView({ block: "nearest" });
          return true;
        }
        const hit = hits[Math.max(selected, 1) - 1];
        if (event.key === "Enter" && hit && !isOnControl) {
          go(fileHref(hit, query));
          return true;
        }
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
    [hits, selected, why, query],
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
        {selected > 0 &&
          hits[selected - 1] &&
          `Result ${selected}: ${hits[selected - 1]?.path}, line ${hits[selected - 1]?.start_line}`}
      </p>
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
    </div>
  );
}

function summary(answer: Search | null, nHits: number): string {
  if (!answer) return "";
  if (nHits === 0) return "Nothing found. Try other words, or fewer filters.";
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
      <p class="faint">
        Press <kbd>/</kbd> to type, <kbd>↑</kbd> <kbd>↓</kbd> to choose, <kbd>Enter</kbd> to open, <kbd>?</kbd> for all
        keys.
      </p>
    </div>
  );
}
