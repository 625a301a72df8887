// A file with its outline, and what is known about the name that the reader chose.

import { useEffect, useMemo, useRef } from "preact/hooks";
import { useAnswer } from "../api";
import { Code } from "../parts/code";
import { OutlineList } from "../parts/outline";
import { SymbolPanel } from "../parts/symbol";
import { Notices, ProblemNote } from "../parts/told";
import { bytes, counted } from "../figures";
import { onKeys } from "../keys";
import { go, href, hrefHere, type Route } from "../route";
import { stemsOf } from "../words";
import type { FileText, Outline } from "../wire";

/** Lines of a file that are shown; more would make the browser slow. */
const MAX_LINES = 6000;

export function FileView({ route }: { route: Route }) {
  const { params } = route;
  const path = params.get("path") ?? "";
  const first = Number(params.get("line")) || null;
  const last = Math.max(Number(params.get("end")) || 0, first ?? 0);
  const symbol = params.get("symbol");
  const from = Math.max((first ?? 1) - MAX_LINES / 2, 1);
  const file = useAnswer<FileText>(path && `files/${path.split("/").map(encodeURIComponent).join("/")}`, {
    first: from,
    last: from + MAX_LINES - 1,
  });
  const outline = useAnswer<Outline>(path && "outline", { target: path });
  const stems = useMemo(() => stemsOf(params.get("q") ?? ""), [params.get("q")]);
  const text = useRef<HTMLDivElement>(null);
  const isShown = file.answer?.file.path === path;

  // The reader is sent to a line once; afterwards the page stays where it was scrolled to.
  useEffect(() => {
    if (!isShown) return;
    const line = first && text.current?.querySelector(`[data-line="${first}"]`);
    if (line) line.scrollIntoView({ block: "center" });
    else scrollTo(0, 0);
  }, [isShown, path, first]);

  useEffect(
    () =>
      onKeys((event) => {
        if (event.key !== "Escape") return false;
        if (symbol) go(hrefHere({ symbol: null }));
        else if (params.get("q")) go(href("search", { q: params.get("q") }));
        else return false;
        return true;
      }),
    [symbol, params],
  );

  const choose = (target: string) => go(hrefHere({ symbol: target }));
  const chooseWord = (event: MouseEvent) => {
    // A drag selects text.
    if (!getSelection()?.isCollapsed) return;
    const name = wordAt(event);
    if (name) choose(name);
  };

  return (
    <div class={symbol ? "view file with-symbol" : "view file"}>
      <div class="file-head">
        <h1>{path}</h1>
        {file.answer && (
          <p class="faint">
            {file.answer.file.language}, {counted(file.answer.total_lines, "line")}, {bytes(file.answer.file.bytes)}
            {file.answer.file.health !== "ok" && `, parsed: ${file.answer.file.health.replace("_", " ")}`}
          </p>
        )}
        {file.problem && <ProblemNote problem={file.problem} />}
        <p class="actions">
          {params.get("q") && (
            <a class="quiet" href={href("search", { q: params.get("q") })}>
              Back to results
            </a>
          )}
          {isShown && (
            <a class="quiet" href={href("graph", { target: path, mode: "deps" })}>
              Dependencies
            </a>
          )}
          {isShown && (
            <a class="quiet" href={href("graph", { target: path, mode: "impact" })}>
              Impact of a change
            </a>
          )}
        </p>
        {outline.answer && <Notices notices={outline.answer.notices} />}
        {outline.answer?.stale && <p class="note">The file on disk has changed; shown is what was indexed.</p>}
      </div>
      {!file.problem && <OutlineList outline={outline.answer} path={path} line={first} choose={choose} />}
      {/* Names can be clicked; by keyboard the same is reached from the outline. */}
      <div class="file-text" ref={text} onClick={chooseWord} hidden={!isShown}>
        {isShown && file.answer && (
          <Code
            text={file.answer.text}
            firstLine={file.answer.first_line}
            language={file.answer.file.language}
            stems={stems}
            chosen={first ? { first, last } : null}
            lineHref={(line) => hrefHere({ line, end: null })}
            label={path}
          />
        )}
        {isShown && file.answer && file.answer.last_line < file.answer.total_lines && (
          <p class="more">
            <a class="button" href={hrefHere({ line: file.answer.last_line, end: null })}>
              Further lines
            </a>
          </p>
        )}
      </div>
      {symbol && <SymbolPanel target={symbol} close={() => go(hrefHere({ symbol: null }))} />}
    </div>
  );
}

/** The name under the pointer. */
function wordAt(event: MouseEvent): string | null {
  const place = document.caretRangeFromPoint?.(event.clientX, event.clientY);
  const node = place?.startContainer;
  if (!place || !(node instanceof Text) || !node.parentElement?.closest(".text")) return null;
  if (node.parentElement.closest(".comment, .string, .keyword")) return null;
  // Marks cut a name into several nodes, so the whole line is read.
  const line = node.parentElement.closest(".text");
  const before = document.createRange();
  if (!line) return null;
  before.setStart(line, 0);
  before.setEnd(node, place.startOffset);
  const at = before.toString().length;
  const text = line.textContent ?? "";
  const begin = /[\w$]*$/.exec(text.slice(0, at))?.[0] ?? "";
  const end = /^[\w$]*/.exec(text.slice(at))?.[0] ?? "";
  return /^[A-Za-z_$][\w$]+$/.test(begin + end) ? begin + end : null;
}
