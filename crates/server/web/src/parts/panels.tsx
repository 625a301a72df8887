// The panels of the dashboard, each about one thing.

import { useState } from "preact/hooks";
import { ago, count, counted, milliseconds, percent } from "../figures";
import { href } from "../route";
import type { Activity, Status } from "../wire";
import { Parts, Share } from "./bars";

const SHOWN_LANGUAGES = 12;

export function Languages({ status }: { status: Status }) {
  const [isAll, setAll] = useState(false);
  // By what is drawn.
  const languages = [...status.languages].sort((a, b) => b.lines - a.lines);
  const shown = isAll ? languages : languages.slice(0, SHOWN_LANGUAGES);
  const most = Math.max(...status.languages.map((one) => one.lines), 1);
  return (
    <section class="panel">
      <h2>Languages</h2>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Language</th>
            <th scope="col">
              <span class="unseen">Share of lines</span>
            </th>
            <th scope="col">Files</th>
            <th scope="col">Lines</th>
            <th scope="col">Definitions</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((one) => (
            <tr key={one.language}>
              <th scope="row">{one.language}</th>
              <td class="drawn">
                <Share share={one.lines / most} />
              </td>
              <td class="figure">{count(one.files)}</td>
              <td class="figure">{count(one.lines)}</td>
              <td class="figure">{count(one.symbols)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {status.languages.length > SHOWN_LANGUAGES && (
        <button type="button" class="quiet" aria-expanded={isAll} onClick={() => setAll(!isAll)}>
          {isAll ? "Show fewer" : `All ${status.languages.length} languages`}
        </button>
      )}
    </section>
  );
}

export function Health({ status }: { status: Status }) {
  const { ok, partial, error, no_grammar } = status.health;
  const part = (name: string, value: number, tone: number) => ({ name, value, text: count(value), tone });
  const parts = [
    part("parsed well", ok, 1),
    part("in part", partial, 0),
    part("with errors", error, 5),
    part("without a grammar", no_grammar, 3),
  ];
  const unhealthy = status.unhealthy.filter((one) => one.status !== "no_grammar");
  return (
    <section class="panel">
      <h2>Parsing</h2>
      <Parts parts={parts} label="Files by how well they were parsed" />
      {unhealthy.length > 0 && (
        <details>
          <summary>{counted(unhealthy.length, "file")} not parsed in full</summary>
          <ul>
            {unhealthy.slice(0, 100).map((one) => (
              <li key={one.path}>
                <a href={href("file", { path: one.path })}>{one.path}</a>{" "}
                <span class="faint">
                  {one.status}, {counted(one.errors, "error")}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

export function Freshness({ activity, status }: { activity: Activity; status: Status | null }) {
  const { last_check: check, last_run: run } = activity;
  return (
    <section class="panel">
      <h2>Freshness</h2>
      <dl class="pairs">
        <div>
          <dt>Files last looked at</dt>
          <dd>{check ? `${ago(check.ago_ms)}, in ${milliseconds(check.elapsed_ms)}` : "not yet"}</dd>
        </div>
        <div>
          <dt>Last indexed</dt>
          <dd>
            {run
              ? `${ago(run.ago_ms)}, in ${milliseconds(run.elapsed_ms)}: ` +
                `${run.added} new, ${run.changed} changed, ${run.removed} gone`
              : "before this server was started"}
          </dd>
        </div>
        {status && (
          <div>
            <dt>Generation</dt>
            <dd>
              {status.generation}, written {ago(Date.now() - status.committed_at * 1000)}
              {status.complete ? "" : ", not complete"}
            </dd>
          </div>
        )}
        {status && (
          <div>
            <dt>Model</dt>
            <dd>
              {status.model ? `${status.model.name}, ${status.model.dimension} dimensions` : "none: by words only"}
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

export function Answers({ activity }: { activity: Activity }) {
  const { exact, near, new: made, kept } = activity.cache;
  const all = exact + near + made;
  const part = (name: string, value: number) => ({ name, value, text: count(value) });
  return (
    <section class="panel">
      <h2>Cache</h2>
      <p>
        <b class="large">{all > 0 ? percent((exact + near) / all) : "–"}</b> of {counted(all, "search", "searches")}{" "}
        answered from {counted(kept, "kept answer")}
      </p>
      <Parts
        label="Searches by how they were answered"
        parts={[part("the same question", exact), part("a like question", near), part("answered anew", made)]}
      />
    </section>
  );
}

export function Times({ activity }: { activity: Activity }) {
  const routes = activity.routes.filter((one) => one.route.startsWith("/api/") && !one.route.endsWith("/events"));
  const slowest = Math.max(...routes.map((one) => one.mean_ms), 0.001);
  return (
    <section class="panel">
      <h2>Timings</h2>
      <table class="rows">
        <thead>
          <tr>
            <th scope="col">Route</th>
            <th scope="col">
              <span class="unseen">Drawn</span>
            </th>
            <th scope="col">Requests</th>
            <th scope="col">Mean</th>
          </tr>
        </thead>
        <tbody>
          {routes.map((one) => (
            <tr key={one.route}>
              <th scope="row">{one.route.replace("/api/v1/", "").replace(/\{.*\}/, "…")}</th>
              <td class="drawn">
                <Share share={one.mean_ms / slowest} />
              </td>
              <td class="figure">{count(one.requests)}</td>
              <td class="figure">{milliseconds(one.mean_ms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Skipped({ status }: { status: Status }) {
  const reasons = new Map<string, number>();
  for (const { reason } of status.skipped) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  return (
    <section class="panel">
      <h2>Left out</h2>
      {status.skipped.length === 0 && <p class="faint">Nothing.</p>}
      {[...reasons].map(([reason, number]) => (
        <details key={reason}>
          <summary>
            {reason.replaceAll("_", " ")} <span class="faint">{number}</span>
          </summary>
          <ul>
            {status.skipped
              .filter((one) => one.reason === reason)
              .slice(0, 100)
              .map((one) => (
                <li key={one.path}>
                  {one.path} <span class="faint">{one.detail}</span>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
