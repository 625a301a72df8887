// The page around all views: the question, the way between views, the repository, the colours, help.

import { useEffect, useRef, useState } from "preact/hooks";
import { access, useAnswer } from "./api";
import { useRepositories } from "./events";
import { isTyping, onKeys } from "./keys";
import { Help } from "./parts/help";
import { ThemeButton } from "./parts/theme";
import { TokenForm } from "./parts/token";
import { drift, go, href, hrefHere, settle, useRoute, type Route, type View } from "./route";
import { ContextView } from "./views/context";
import { FileView } from "./views/file";
import { GraphView } from "./views/graph";
import { IndexView } from "./views/index";
import { SearchView } from "./views/search";
import type { Repository, Status } from "./wire";

const TABS: [View, string][] = [
  ["search", "Search"],
  ["graph", "Graph"],
  ["context", "Context"],
  ["index", "Index"],
];

export function App() {
  const route = useRoute();
  const { isWanted } = access.use();
  const repositories = useRepositories();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const name = route.params.get("repository");
  const repository = repositories.find((one) => one.name === name) ?? repositories[0] ?? null;
  const isReady = repository?.generation != null && (repositories.length === 1 || name !== null);
  const { answer: status } = useAnswer<Status>(isReady ? "status" : null, {}, { version: repository?.generation });

  // Of several repositories one must be named in every question, so the address names it.
  useEffect(() => {
    if (repositories.length > 1 && !name && repository) drift(hrefHere({ repository: repository.name }));
  }, [repositories.length, name, repository]);
  useEffect(() => {
    document.title = titleOf(route, repository);
  }, [route, repository]);
  useEffect(
    () =>
      onKeys((event) => {
        if (event.key === "/" && !isTyping(event)) {
          const question = document.getElementById("question") as HTMLInputElement | null;
          question?.focus();
          question?.select();
          return true;
        }
        if (event.key === "?" && !isTyping(event)) {
          setHelpOpen(true);
          return true;
        }
        if (event.key === "Escape" && document.activeElement instanceof HTMLElement) document.activeElement.blur();
        return false;
      }),
    [],
  );

  const isNamed = repositories.length <= 1 || name !== null;
  return (
    <>
      <a class="skip" href="#content" onClick={skip}>
        Skip to the content
      </a>
      <header class="top">
        <a class="brand" href={href("search")} aria-label="Quarry, start">
          <Stone />
          <span>Quarry</span>
        </a>
        <Question route={route} />
        <nav aria-label="Views">
          {TABS.map(([view, label]) => (
            <a
              key={view}
              href={href(view, view === "context" || view === "search" ? { q: route.params.get("q") } : {})}
              aria-current={route.view === view ? "page" : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
        {repositories.length > 1 && <Picker repositories={repositories} route={route} />}
        <div class="tools">
          <ThemeButton />
          <button
            type="button"
            class="icon"
            onClick={() => setHelpOpen(true)}
            aria-label="Keys and help"
            title="Keys and help (?)"
          >
            ?
          </button>
        </div>
      </header>
      <main id="content" tabIndex={-1}>
        {isWanted ? <TokenForm /> : isNamed && <Shown route={route} status={status} repository={repository} />}
      </main>
      {isHelpOpen && <Help close={() => setHelpOpen(false)} />}
    </>
  );
}

function Shown({ route, status, repository }: { route: Route; status: Status | null; repository: Repository | null }) {
  switch (route.view) {
    case "search":
      return <SearchView route={route} status={status} />;
    case "file":
      return <FileView route={route} />;
    case "graph":
      return <GraphView route={route} />;
    case "context":
      return <ContextView route={route} status={status} />;
    case "index":
      return <IndexView status={status} repository={repository} />;
  }
}

/** The question: of search and of context; typed elsewhere it leads to search. */
function Question({ route }: { route: Route }) {
  const asked = route.params.get("q") ?? "";
  const [typed, setTyped] = useState(asked);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (asked.trim() !== typed.trim()) setTyped(asked);
  }, [asked]);
  useEffect(() => {
    if (route.view === "search" && matchMedia("(hover: hover)").matches) field.current?.focus();
  }, []);
  const change = (text: string) => {
    setTyped(text);
    const isHere = route.view === "search" || route.view === "context";
    if (isHere) drift(hrefHere({ q: text, why: null, many: null, without: null }));
    else go(href("search", { q: text }));
  };
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        settle();
      }}
    >
      <label class="unseen" for="question">
        Question
      </label>
      <input
        id="question"
        ref={field}
        type="search"
        placeholder="Search code by meaning or by name"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={typed}
        onInput={(event) => change(event.currentTarget.value)}
      />
      <kbd aria-hidden="true">/</kbd>
    </form>
  );
}

/** Another repository is asked the same question. */
function Picker({ repositories, route }: { repositories: Repository[]; route: Route }) {
  const change = (repository: string) => go(href("search", { repository, q: route.params.get("q") }));
  return (
    <label class="filter picker">
      <span class="unseen">Repository</span>
      <select value={route.params.get("repository") ?? ""} onChange={(event) => change(event.currentTarget.value)}>
        {repositories.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The address holds the state, so the link must not change it. */
function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("content")?.focus();
}

function titleOf({ view, params }: Route, repository: Repository | null): string {
  const what = {
    search: params.get("q"),
    file: params.get("path"),
    graph: params.get("target") ?? "Graph",
    context: "Context",
    index: "Index",
  }[view];
  return [what, repository?.name, "Quarry"].filter(Boolean).join(" – ");
}

function Stone() {
  return (
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path class="stone-light" d="M3 15 L8 5 L16 4 L21 12 L12 13 Z" />
      <path class="stone-dark" d="M3 15 L12 13 L21 12 L19 19 L8 21 Z" />
    </svg>
  );
}
