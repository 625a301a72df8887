// The same as the drawings, as lists: for screen readers, for what does not fit, and to jump to the code.

import { toChildArray, type ComponentChildren } from "preact";
import { counted } from "../figures";
import { PathLink } from "../parts/path";
import { UseRow } from "../parts/symbol";
import { href } from "../route";
import type { Deps, Found, Impact, Use, Uses } from "../wire";

type HrefOf = (id: string) => string;

export function DepLists({ deps, hrefOf }: { deps: Deps; hrefOf: HrefOf }) {
  return (
    <div class="lists">
      <FileList title="Imports" found={deps.imports} side="to" hrefOf={hrefOf} />
      <FileList title="Imported by" found={deps.imported_by} side="from" hrefOf={hrefOf} />
      <List title={`From elsewhere (${deps.outside.length})`}>
        {deps.outside.map((one) => (
          <li key={`${one.import}${one.line}`}>
            <a href={href("file", { path: deps.path, line: one.line })}>
              <code>{one.import}</code>
            </a>
          </li>
        ))}
      </List>
    </div>
  );
}

function FileList({
  title,
  found,
  side,
  hrefOf,
}: {
  title: string;
  found: Found;
  side: "from" | "to";
  hrefOf: HrefOf;
}) {
  const paths = new Map<string, Use>();
  for (const use of found.uses) {
    const path = use[side]?.path;
    if (path && !paths.has(path)) paths.set(path, use);
  }
  return (
    <List title={`${title} (${counted(found.files, "file")})`}>
      {[...paths].map(([path, use]) => (
        <li key={path}>
          <PathLink path={path} href={hrefOf(path)} />
          <a class="site" href={href("file", { path: use.from.path, line: use.line })}>
            <code>{use.text}</code>
          </a>
          {use.depth > 1 && <span class="faint"> {use.depth} steps</span>}
        </li>
      ))}
    </List>
  );
}

export function CallLists({ callers, callees, hrefOf }: { callers: Uses; callees: Uses; hrefOf: HrefOf }) {
  const rows = (uses: Uses, side: "from" | "to") =>
    uses.uses.map((use, index) => {
      const place = use[side];
      const id = place && (place.symbol ? `${place.path}:${place.symbol.line}` : place.path);
      return (
        <li key={index}>
          <UseRow use={use} side={side} />
          {id && (
            <a class="quiet" href={hrefOf(id)} aria-label={`Draw ${place?.symbol?.qualified_name ?? id}`}>
              Draw
            </a>
          )}
        </li>
      );
    });
  return (
    <div class="lists">
      <List title={`Callers (${callers.total})`}>{rows(callers, "from")}</List>
      <List title={`Callees (${callees.total})`}>{rows(callees, "to")}</List>
    </div>
  );
}

export function ImpactList({ impact, hrefOf }: { impact: Impact; hrefOf: HrefOf }) {
  const { totals } = impact;
  const byDepth = totals.files_by_depth.map(
    (files, index) => `${files} at ${index + 1} ${index === 0 ? "step" : "steps"}`,
  );
  return (
    <div class="lists">
      <section>
        <h2>A change affects {counted(totals.files, "file")}</h2>
        <p>
          {byDepth.join(", ")}; {counted(totals.tests, "test file")} among them.
          {impact.ambiguous_sites > 0 &&
            ` ${counted(impact.ambiguous_sites, "further place")} may use it, or something else of that name.`}
        </p>
        <table class="rows">
          <thead>
            <tr>
              <th scope="col">File</th>
              <th scope="col">Steps</th>
              <th scope="col">How sure</th>
              <th scope="col">Lines</th>
            </tr>
          </thead>
          <tbody>
            {impact.files.map((file) => (
              <tr key={file.path}>
                <td>
                  <PathLink path={file.path} href={hrefOf(file.path)} />
                  {file.test && <span class="chip">test</span>}
                </td>
                <td>{file.depth}</td>
                <td>{file.confidence.replace("_", " ")}</td>
                <td>
                  {file.lines.slice(0, 4).map((line) => (
                    <a key={line} class="line-link" href={href("file", { path: file.path, line })}>
                      {line}
                    </a>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function List({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2>{title}</h2>
      {toChildArray(children).length > 0 ? <ul>{children}</ul> : <p class="faint">None.</p>}
    </section>
  );
}
