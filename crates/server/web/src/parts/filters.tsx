// What may be a result at all: language, kind, content and path. The same words work inside a question: `lang:rust`.

import type { Params } from "../route";
import type { Status } from "../wire";

/** As the server knows them; those that are asked for most come first. */
const KINDS = (
  "function method class struct enum trait interface type constant variable field module macro implementation " +
  "declaration " +
  "section block"
).split(" ");
const CONTENTS = ["code", "docs", "config"];

export const FILTERS = ["lang", "kind", "type", "path"] as const;

/** The filters of an address, for a question. */
export const filtersOf = (params: URLSearchParams): Params =>
  Object.fromEntries(FILTERS.map((name) => [name, params.get(name)]));

interface FiltersProps {
  params: URLSearchParams;
  status: Status | null;
  change: (params: Params) => void;
}

export function Filters({ params, status, change }: FiltersProps) {
  const languages = status?.languages.map((one) => one.language) ?? [];
  const isSet = FILTERS.some((name) => params.get(name));
  const choice = (name: string, label: string, words: string[]) => {
    const value = params.get(name) ?? "";
    const all = value && !words.includes(value) ? [value, ...words] : words;
    return (
      <label class={value ? "filter set" : "filter"}>
        <span>{label}</span>
        <select name={name} value={value} onChange={(event) => change({ [name]: event.currentTarget.value })}>
          <option value="">any</option>
          {all.map((word) => (
            <option key={word} value={word}>
              {word}
            </option>
          ))}
        </select>
      </label>
    );
  };
  return (
    <div class="filters" role="group" aria-label="Filters">
      {choice("lang", "Language", languages)}
      {choice("kind", "Kind", KINDS)}
      {choice("type", "Content", CONTENTS)}
      <label class={params.get("path") ? "filter set" : "filter"}>
        <span>Path</span>
        <input
          name="path"
          type="text"
          placeholder="src, **/*.sql"
          autocomplete="off"
          spellcheck={false}
          value={params.get("path") ?? ""}
          onChange={(event) => change({ path: event.currentTarget.value.trim() })}
        />
      </label>
      {isSet && (
        <button type="button" class="quiet" onClick={() => change({ lang: "", kind: "", type: "", path: "" })}>
          Clear filters
        </button>
      )}
    </div>
  );
}
