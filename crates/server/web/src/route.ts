// Where the reader is, kept in the address, so that every state has a link and the back button works.
//
// It stands behind `#`: the server never sees what somebody is looking at, and needs no route for it.

import { cell } from "./cell";

export const VIEWS = ["search", "file", "graph", "context", "index"] as const;
export type View = (typeof VIEWS)[number];

export interface Route {
  view: View;
  params: URLSearchParams;
}

/** Parameters of a link; what is empty is left out. */
export type Params = Record<string, string | number | null | undefined>;

const current = cell<Route>(read());

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const view = VIEWS.find((known) => known === path) ?? "search";
  return { view, params: new URLSearchParams(query) };
}

export const useRoute = (): Route => current.use();

/** The repository stays the same from link to link. */
export function href(view: View, params: Params = {}): string {
  const query = new URLSearchParams();
  const repository = read().params.get("repository");
  for (const [name, value] of Object.entries({ repository, ...params })) {
    if (value !== null && value !== undefined && value !== "") query.set(name, String(value));
  }
  const text = query.toString();
  return `#/${view}${text && "?" + text}`;
}

/** The link to this place with some parameters changed. */
export function hrefHere(params: Params): string {
  const { view, params: now } = read();
  return href(view, { ...Object.fromEntries(now), ...params });
}

/** Goes to a link. What was left, or settled on with Enter, stays in the history; what is typed over does not. */
export function go(link: string): void {
  settle();
  history.pushState(null, "", link);
  current.set(read());
}

/** Says that the reader meant to be here. */
export function settle(): void {
  history.replaceState("settled", "");
}

/** Changes the address while the reader types. */
export function drift(link: string): void {
  if (link === location.hash) return;
  if (history.state === "settled") history.pushState(null, "", link);
  else history.replaceState(null, "", link);
  current.set(read());
}

/** Links inside the page, however they are written, end up in `go`. */
export function followLinks(): void {
  addEventListener("popstate", () => current.set(read()));
  document.addEventListener("click", (event) => {
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    const link = event.target instanceof Element && event.target.closest("a")?.getAttribute("href");
    if (!isPlain || event.defaultPrevented || !link || !link.startsWith("#/")) return;
    event.preventDefault();
    go(link);
  });
}
